// SPDX-License-Identifier: GPL-3.0-or-later
// Records of locks made by hand, on two CPUs and two nodes with a zone each. Locks 0 and 1 are those of the zones,
// 2 and on those of address spaces.
#pragma once

#include "core/lock/order_fold.h"
#include "core/lock/report.h"

#include <algorithm>
#include <vector>

namespace sluice::test {

class LockStream {
public:
    void wait(Time at, CpuId cpu, LockId lock, std::uint16_t site) { add(Kind::lock_wait, at, cpu, lock, site); }
    /// `place` > 0: it waited, `waited` ns. A waiter takes the lock from another CPU.
    void take(Time at, CpuId cpu, LockId lock, std::uint16_t site, Time waited = 0, std::uint16_t place = 0) {
        Record& r = add(Kind::lock_take, at, cpu, lock, site);
        r.prev = static_cast<std::uint32_t>(waited);
        r.from = place;
        r.count = place > 0;
    }
    void drop(Time at, CpuId cpu, LockId lock, std::uint16_t site, Time held) {
        add(Kind::lock_drop, at, cpu, lock, site).prev = static_cast<std::uint32_t>(held);
    }

    const std::vector<Record>& records() const { return records_; }
    lock::LockNames names() const {
        lock::LockDirectory d;
        d.add({lock::kZoneLockClass, "zone", "zone.lock", 2, {"NORMAL of node 0", "NORMAL of node 1"}});
        d.add({lock::kPageTableLockClass, "page_table", "page_table_lock", lock::LockGroup::kOpen});
        return {d, [](std::uint16_t site) {
                    return site == 1 ? std::string("refill") : site == 2 ? std::string("give back") : std::string();
                }};
    }
    lock::LockReport report(Time from, Time to, lock::Grouping grouping = lock::Grouping::by_class) const {
        lock::LockFold fold(from);
        for (std::size_t i = 0; i < records_.size() && records_[i].at <= to; ++i)
            fold.take(records_[i], i);
        return lock::make_report(fold, to, 2, names(), grouping);
    }
    lock::OrderFold order() const {
        lock::OrderFold fold(names().locks);
        for (std::size_t i = 0; i < records_.size(); ++i)
            fold.take(records_[i], i);
        return fold;
    }

private:
    Record& add(Kind kind, Time at, CpuId cpu, LockId lock, std::uint16_t site) {
        Record r;
        r.kind = kind;
        r.at = at;
        r.cpu = cpu;
        r.a = lock;
        r.to = site;
        records_.push_back(r);
        return records_.back();
    }
    std::vector<Record> records_;
};

} // namespace sluice::test
