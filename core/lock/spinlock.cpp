// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/spinlock.h"

#include <algorithm>
#include <cassert>

namespace sluice::lock {

namespace {

void count_take(LockCounts& c, Time waited, bool contended) {
    ++c.acquisitions;
    if (contended) {
        ++c.contended;
        c.wait_total += waited;
        c.wait_max = std::max(c.wait_max, waited);
    }
}

void count_drop(LockCounts& c, Time held) {
    c.hold_total += held;
    c.hold_max = std::max(c.hold_max, held);
}

std::uint32_t fits_in_32(Time ns) {
    return static_cast<std::uint32_t>(std::min<Time>(ns, 0xffff'ffff));
}

} // namespace

Spinlock::Spinlock(LockSpec spec, const machine::Machine& machine, Recorder& recorder)
    : spec_(std::move(spec))
    , machine_(machine)
    , recorder_(recorder)
    , random_(spec_.seed, spec_.name)
    , holder_(spec_.first_holder) { }

LockSnapshot Spinlock::snapshot() const {
    LockSnapshot s;
    s.held = held_;
    s.holder = held_ ? holder_ : CpuId{0};
    for (const Waiter* w : waiters_)
        s.waiters.push_back(w->cpu);
    return s;
}

std::uint32_t Spinlock::distance_class(CpuId from, CpuId to) const {
    if (from == kNobody || from == to)
        return 0;
    const NodeId a = machine_.cpus[from].node, b = machine_.cpus[to].node;
    if (a == b)
        return 1;
    const std::uint32_t distance = machine_.distance_between(a, b);
    return 1 + (distance > 10 ? (distance - 10 + 9) / 10 : 1);
}

Cost Spinlock::transfer_cost(CpuId from, CpuId to) const {
    using machine::Primitive;
    const std::uint32_t d = distance_class(from, to);
    if (d == 0)
        return 0;
    return machine_.costs[Primitive::lock_transfer_near]
        + static_cast<Cost>(d - 1) * machine_.costs[Primitive::lock_transfer_hop];
}

void Spinlock::take(CpuId cpu, std::uint16_t site, Time now, Time waited, std::uint16_t from) {
    Record r;
    r.at = now;
    r.kind = Kind::lock_take;
    r.cpu = cpu;
    r.a = spec_.id;
    r.to = site;
    r.prev = fits_in_32(waited);
    r.from = from;
    r.count = distance_class(holder_, cpu);
    recorder_.write(r);
    count_take(stats_.all, waited, from != 0);
    if (site >= stats_.sites.size())
        stats_.sites.resize(site + std::size_t{1});
    count_take(stats_.sites[site], waited, from != 0);
    held_ = true;
    holder_ = cpu;
    site_ = site;
    taken_at_ = now;
}

bool Spinlock::try_take(CpuId cpu, std::uint16_t site, Time now, Cost& cost) {
    // A test-and-set lock may be free while its waiters are interrupted: whoever comes along takes it.
    if (busy() || (!waiters_.empty() && spec_.kind != LockKind::tas))
        return false;
    cost += machine_.costs[machine::Primitive::lock_local] + transfer_cost(holder_, cpu);
    take(cpu, site, now, 0, 0);
    return true;
}

void Spinlock::wait(Waiter& waiter, Time now) {
    assert(!(held_ && holder_ == waiter.cpu) && "a CPU waits for a lock that it holds itself");
    Record r;
    r.at = now;
    r.kind = Kind::lock_wait;
    r.cpu = waiter.cpu;
    r.a = spec_.id;
    r.to = waiter.site;
    r.count = static_cast<std::uint32_t>(waiters_.size());
    recorder_.write(r);
    waiter.since = now;
    waiters_.push_back(&waiter);
}

void Spinlock::look_again(Waiter& waiter, Time) {
    waiter.looking = true;
    if (busy() || spec_.kind != LockKind::tas)
        return;
    const auto it = std::find(waiters_.begin(), waiters_.end(), &waiter);
    hand_over(static_cast<std::size_t>(it - waiters_.begin()));
}

void Spinlock::arrive(Waiter& waiter, Time now, Cost& cost) {
    assert(arriving_ == &waiter && !held_);
    waiters_.erase(std::find(waiters_.begin(), waiters_.end(), &waiter));
    arriving_ = nullptr;
    cost += machine_.costs[machine::Primitive::lock_local];
    take(waiter.cpu, waiter.site, now, now - waiter.since, static_cast<std::uint16_t>(waiter.place + 1));
}

void Spinlock::drop(Time now) {
    assert(held_);
    const Time held = now - taken_at_;
    Record r;
    r.at = now;
    r.kind = Kind::lock_drop;
    r.cpu = holder_;
    r.a = spec_.id;
    r.to = site_;
    r.prev = fits_in_32(held);
    recorder_.write(r);
    count_drop(stats_.all, held);
    count_drop(stats_.sites[site_], held);
    held_ = false;
    if (!waiters_.empty())
        if (const std::size_t next = choose(); next < waiters_.size())
            hand_over(next);
}

std::size_t Spinlock::choose() {
    if (spec_.kind != LockKind::tas)
        return 0;
    const auto looking = static_cast<std::size_t>(
        std::count_if(waiters_.begin(), waiters_.end(), [](const Waiter* w) { return w->looking; }));
    if (looking == 0)
        return waiters_.size();
    if (spec_.winner == TasWinner::random) {
        std::uint64_t nth = looking > 1 ? random_.below(looking) : 0;
        for (std::size_t i = 0; i < waiters_.size(); ++i)
            if (waiters_[i]->looking && nth-- == 0)
                return i;
    }
    std::size_t best = waiters_.size();
    for (std::size_t i = 0; i < waiters_.size(); ++i)
        if (waiters_[i]->looking
            && (best == waiters_.size()
                || distance_class(holder_, waiters_[i]->cpu) < distance_class(holder_, waiters_[best]->cpu)))
            best = i;
    return best;
}

void Spinlock::hand_over(std::size_t place) {
    Waiter& w = *waiters_[place];
    arriving_ = &w;
    w.place = static_cast<std::uint16_t>(place);
    Cost cost = transfer_cost(holder_, w.cpu);
    // Everybody who spins on the one word fetches it again; a queued lock's next waiter spins on a word of its own.
    if (spec_.kind != LockKind::queued)
        cost += static_cast<Cost>(waiters_.size()) * machine_.costs[machine::Primitive::lock_waiter];
    w.granted(w, to_time(cost));
}

void add_to_snapshot(const Spinlock& lock, Snapshot& out) {
    if (out.locks.size() <= lock.id())
        out.locks.resize(lock.id() + std::size_t{1});
    out.locks[lock.id()] = lock.snapshot();
}

} // namespace sluice::lock
