// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_fold.h"

#include <algorithm>

namespace sluice::lock {

namespace {
/// No journal names more locks than this (LockId has 16 bits); a damaged one may.
constexpr std::uint64_t kMaxLock = 0xffff;
} // namespace

void Stretches::add(Time length, RecordIndex record) {
    least = count == 0 ? length : std::min(least, length);
    if (count == 0 || length > most) {
        most = length;
        longest = record;
    }
    ++count;
    total += length;
}

void Stretches::add(const Stretches& other) {
    if (other.count == 0)
        return;
    least = count == 0 ? other.least : std::min(least, other.least);
    if (count == 0 || other.most > most) {
        most = other.most;
        longest = other.longest;
    }
    count += other.count;
    total += other.total;
}

void LockRow::add(const LockRow& other) {
    taken += other.taken;
    contended += other.contended;
    bounces += other.bounces;
    contended_bounces += other.contended_bounces;
    hold.add(other.hold);
    wait.add(other.wait);
    held += other.held;
    waited += other.waited;
}

LockSiteRow& LockRecord::site(std::uint16_t number) {
    const auto at = std::find_if(sites.begin(), sites.end(), [&](const LockSiteRow& s) { return s.site == number; });
    if (at != sites.end())
        return *at;
    sites.push_back({number, {}, 0});
    return sites.back();
}

void LockFold::take(const Record& r, RecordIndex index) {
    if (r.kind != Kind::lock_wait && r.kind != Kind::lock_take && r.kind != Kind::lock_drop)
        return;
    if (r.a > kMaxLock)
        return;
    if (r.a >= locks_.size())
        locks_.resize(r.a + 1);
    Lock& lock = locks_[r.a];
    if (r.kind == Kind::lock_wait) {
        lock.waiters.push_back({r.cpu, r.to, r.at});
        // While it is on its way from one CPU to the next, the one that let go is what keeps it from the newcomer.
        if (r.at >= from_ && lock.used)
            ++lock.record.site(lock.site).held_against;
    } else if (r.kind == Kind::lock_take) {
        taken(lock, r, index);
    } else {
        dropped(lock, r, index);
    }
}

void LockFold::taken(Lock& lock, const Record& r, RecordIndex index) {
    LockRow row;
    row.taken = 1;
    row.bounces = r.count > 0;
    const auto waiter
        = std::find_if(lock.waiters.begin(), lock.waiters.end(), [&](const Waiter& w) { return w.cpu == r.cpu; });
    if (r.from > 0) {
        row.contended = 1;
        row.contended_bounces = row.bounces;
        row.wait.add(r.prev, index);
        row.waited = inside(waiter != lock.waiters.end() ? waiter->since : r.at - r.prev, r.at);
    }
    if (waiter != lock.waiters.end())
        lock.waiters.erase(waiter);
    if (r.at >= from_) {
        lock.record.all.add(row);
        lock.record.site(r.to).row.add(row);
    }
    lock.held = lock.used = true;
    lock.site = r.to;
    lock.since = r.at;
}

void LockFold::dropped(Lock& lock, const Record& r, RecordIndex index) {
    if (r.at >= from_) {
        LockRow row;
        row.hold.add(r.prev, index);
        row.held = inside(lock.held ? lock.since : r.at - r.prev, r.at);
        lock.record.all.add(row);
        lock.record.site(r.to).row.add(row);
    }
    lock.held = false;
}

LockRecord LockFold::lock(LockId id, Time now) const {
    if (id >= locks_.size())
        return {};
    const Lock& lock = locks_[id];
    LockRecord out = lock.record;
    if (now < from_)
        return out;
    if (lock.held) {
        out.all.held += inside(lock.since, now);
        out.site(lock.site).row.held += inside(lock.since, now);
    }
    for (const Waiter& w : lock.waiters) {
        out.all.waited += inside(w.since, now);
        out.site(w.site).row.waited += inside(w.since, now);
    }
    return out;
}

} // namespace sluice::lock
