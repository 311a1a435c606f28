// SPDX-License-Identifier: GPL-3.0-or-later
// Which lock is taken while which is held: depth of the graph and cycles in it, as lockdep sees them (Ingo Molnar,
// 2006). Locks of one kind are one node.
#include "core/experiment/metrics/probe.h"
#include "core/lock/order_fold.h"

#include <algorithm>

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

class LockDepth final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lock.depth", Shape::level, Unit::count, {"lock"},
            "Locks in the longest chain that was held while this kind of lock was taken.", Missing::largest};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::lock_take, Kind::lock_drop});
    explicit LockDepth(Labels& l)
        : Probe(info(), l.context())
        , order_(l.context().locks) {
        std::vector<std::string_view> keys;
        for (const lock::LockGroup& g : l.context().locks.groups())
            keys.push_back(g.key);
        const auto wanted = l.one_of("lock", keys);
        for (std::size_t i = 0; i < keys.size(); ++i)
            if (!wanted || *wanted == i)
                classes_.push_back(l.context().locks.groups()[i].lock_class);
    }
    void take(const Taken& t) override {
        if (!order_.take(t.record, t.index))
            return;
        unsigned most = 0;
        for (const lock::LockClass c : classes_)
            most = std::max(most, order_.depth(c));
        level(t.record.at, most, t.index);
    }

private:
    std::vector<lock::LockClass> classes_;
    lock::OrderFold order_;
};

class LockCycle final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lock.cycle", Shape::level, Unit::boolean, {},
            "1 once locks were taken in two orders that can wait for each other for ever.", Missing::largest};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::lock_take, Kind::lock_drop});
    explicit LockCycle(Labels& l)
        : Probe(info(), l.context())
        , order_(l.context().locks) { }
    void take(const Taken& t) override {
        if (order_.take(t.record, t.index) && !order_.cycles().empty())
            level(t.record.at, 1, t.index);
    }

private:
    lock::OrderFold order_;
};

} // namespace

std::vector<MetricEntry> lock_order_metrics() {
    return {entry<LockDepth>(), entry<LockCycle>()};
}

} // namespace sluice::experiment
