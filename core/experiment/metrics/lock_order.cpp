// SPDX-License-Identifier: GPL-3.0-or-later
// Which lock is taken while which is held: depth of the graph and cycles in it, as lockdep sees them (Ingo Molnar,
// 2006). Locks of one kind are one node: "zone" and "page_table".
#include "core/experiment/metrics/probe.h"

#include <algorithm>
#include <array>

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

constexpr std::array<std::string_view, 2> kClasses{"zone", "page_table"};

/// The graph so far, and what each CPU holds.
class OrderGraph {
public:
    explicit OrderGraph(const machine::Machine& m)
        : zones_(m.zones.size())
        , held_(m.cpus.size()) { }

    /// True if the record added an edge.
    bool take(const Record& r) {
        auto& held = held_[r.cpu];
        const std::size_t lock = r.a < zones_ ? 0 : 1;
        if (r.kind == Kind::lock_drop) {
            if (const auto at = std::find(held.rbegin(), held.rend(), lock); at != held.rend())
                held.erase(std::next(at).base());
            return false;
        }
        bool fresh = false;
        for (const std::size_t above : held) {
            fresh = fresh || !edge_[above][lock];
            edge_[above][lock] = true;
        }
        held.push_back(lock);
        return fresh;
    }
    /// Locks in the longest chain above this one; cycles are not followed round.
    unsigned depth(std::size_t lock) const {
        std::array<bool, kClasses.size()> seen{};
        return depth(lock, seen);
    }
    bool cycle() const {
        auto reach = edge_;
        for (std::size_t k = 0; k < reach.size(); ++k)
            for (auto& from : reach)
                for (std::size_t j = 0; j < reach.size(); ++j)
                    from[j] = from[j] || (from[k] && reach[k][j]);
        for (std::size_t i = 0; i < reach.size(); ++i)
            if (reach[i][i])
                return true;
        return false;
    }

private:
    unsigned depth(std::size_t lock, std::array<bool, kClasses.size()>& seen) const {
        if (seen[lock])
            return 0;
        seen[lock] = true;
        unsigned most = 0;
        for (std::size_t above = 0; above < edge_.size(); ++above)
            if (edge_[above][lock] && !seen[above])
                most = std::max(most, 1 + depth(above, seen));
        seen[lock] = false;
        return most;
    }
    std::size_t zones_;
    std::array<std::array<bool, kClasses.size()>, kClasses.size()> edge_{};
    std::vector<std::vector<std::size_t>> held_; ///< by CPU, in the order taken
};

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
        , lock_(l.one_of("lock", kClasses))
        , graph_(*l.context().machine) { }
    void take(const Taken& t) override {
        if (!graph_.take(t.record))
            return;
        unsigned most = 0;
        for (std::size_t lock = 0; lock < kClasses.size(); ++lock)
            if (!lock_ || *lock_ == lock)
                most = std::max(most, graph_.depth(lock));
        level(t.record.at, most, t.index);
    }

private:
    std::optional<std::size_t> lock_;
    OrderGraph graph_;
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
        , graph_(*l.context().machine) { }
    void take(const Taken& t) override {
        if (graph_.take(t.record) && graph_.cycle())
            level(t.record.at, 1, t.index);
    }

private:
    OrderGraph graph_;
};

} // namespace

std::vector<MetricEntry> lock_order_metrics() {
    return {entry<LockDepth>(), entry<LockCycle>()};
}

} // namespace sluice::experiment
