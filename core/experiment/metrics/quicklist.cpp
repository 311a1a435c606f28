// SPDX-License-Identifier: GPL-3.0-or-later
// Quicklists: their length, limit and share, and what they save.
#include "core/experiment/metrics/place_level.h"

#include <algorithm>
#include <unordered_map>

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

class QuicklistPages final : public PlaceLevel {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"quicklist.pages", Shape::level, Unit::pages, {"cpu", "node"},
            "Table pages on quicklists (cpu: on whose list; node: on lists of CPUs of that node).", Missing::sum};
        return i;
    }
    explicit QuicklistPages(Labels& l)
        : PlaceLevel(info(), l)
        , cpu_(l.cpu())
        , node_(l.node()) {
        start();
    }
    bool counts(ZoneId, NodeId, Place p) const override {
        if (!place::is_quicklist(p))
            return false;
        const CpuId cpu = place::cpu(p);
        return (!cpu_ || *cpu_ == cpu) && (!node_ || *node_ == context().machine->cpus[cpu].node);
    }

private:
    std::optional<CpuId> cpu_;
    std::optional<NodeId> node_;
};

class QuicklistLimit final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"quicklist.limit", Shape::level, Unit::pages, {"cpu"},
            "The list length above which a drain starts, as computed at the last check.", Missing::largest};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::limit});
    explicit QuicklistLimit(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu())
        , limits_(l.context().machine->cpus.size()) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (cpu_ && *cpu_ != r.cpu)
            return;
        limits_[r.cpu] = r.a;
        level(r.at, static_cast<double>(*std::max_element(limits_.begin(), limits_.end())), t.index);
    }

private:
    std::optional<CpuId> cpu_;
    std::vector<std::uint64_t> limits_;
};

class QuicklistShare final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"quicklist.share", Shape::level, Unit::percent, {"node"},
            "Pages on the lists of a node's CPUs, of those and the node's free pages together (no node: of the "
            "machine).",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::move});
    explicit QuicklistShare(Labels& l)
        : Probe(info(), l.context())
        , node_(l.node()) {
        for (const machine::Zone& z : context().machine->zones)
            if (!node_ || *node_ == z.node)
                free_ += static_cast<std::int64_t>(z.pages - z.reserved);
    }
    void take(const Taken& t) override {
        const Record& r = t.record;
        const auto n = static_cast<std::int64_t>(r.count);
        const std::int64_t free = n * (is_free(t.node, r.to) - is_free(t.node, r.from));
        const std::int64_t listed = n * (is_listed(r.to) - is_listed(r.from));
        if (free == 0 && listed == 0)
            return;
        free_ += free;
        listed_ += listed;
        const std::int64_t all = listed_ + free_;
        level(r.at, all > 0 ? 100.0 * static_cast<double>(listed_) / static_cast<double>(all) : 0, t.index);
    }

private:
    int is_free(NodeId node, Place p) const { return place::is_free(p) && (!node_ || *node_ == node); }
    int is_listed(Place p) const {
        return place::is_quicklist(p) && (!node_ || *node_ == context().machine->cpus[place::cpu(p)].node);
    }
    std::optional<NodeId> node_;
    std::int64_t free_ = 0, listed_ = 0;
};

/// Counts pages that become page tables, of all sources or from quicklists only.
class TableCount : public Probe {
public:
    static constexpr std::uint64_t kinds = kinds_of({Kind::move});
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (r.to == place::page_table && r.from != place::page_table && (!cpu_ || *cpu_ == r.cpu) && counts(r.from))
            count(r.at, static_cast<double>(r.count) * weight(), t.index);
    }

protected:
    TableCount(const MetricInfo& info, Labels& l)
        : Probe(info, l.context())
        , cpu_(l.cpu()) { }
    virtual bool counts(Place from) const = 0;
    virtual double weight() const { return 1; }

private:
    std::optional<CpuId> cpu_;
};

class TableAllocations final : public TableCount {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{
            "pt.alloc", Shape::counter, Unit::pages, {"cpu"}, "Page-table pages asked for.", Missing::sum};
        return i;
    }
    explicit TableAllocations(Labels& l)
        : TableCount(info(), l) { }
    bool counts(Place) const override { return true; }
};

class TableHits final : public TableCount {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{
            "pt.hit", Shape::counter, Unit::pages, {"cpu"}, "Page-table pages served from a quicklist.", Missing::sum};
        return i;
    }
    explicit TableHits(Labels& l)
        : TableCount(info(), l) { }
    bool counts(Place from) const override { return place::is_quicklist(from); }
};

class ZeroAvoided final : public TableCount {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"zero.avoided", Shape::counter, Unit::ns, {"cpu"},
            "Time saved because a page from a quicklist is zero already: hits × the cost of clearing one page.",
            Missing::sum};
        return i;
    }
    explicit ZeroAvoided(Labels& l)
        : TableCount(info(), l)
        , saved_(static_cast<double>(to_time(l.context().machine->costs[machine::Primitive::page_zero]))) { }
    bool counts(Place from) const override { return place::is_quicklist(from); }
    double weight() const override { return saved_; }

private:
    double saved_;
};

class TableZeroed final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"pt.zeroed", Shape::counter, Unit::pages, {"cpu"},
            "Page-table pages that had to be cleared.", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::zero});
    explicit TableZeroed(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu()) { }
    void take(const Taken& t) override {
        if (t.record.to == place::page_table && (!cpu_ || *cpu_ == t.record.cpu))
            count(t.record.at, 1, t.index);
    }

private:
    std::optional<CpuId> cpu_;
};

class ZeroTime final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{
            "zero.time", Shape::counter, Unit::ns, {"cpu"}, "Time spent clearing page-table pages.", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::zero});
    explicit ZeroTime(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu()) { }
    void take(const Taken& t) override {
        if (t.record.to == place::page_table && (!cpu_ || *cpu_ == t.record.cpu))
            count(t.record.at, t.record.prev, t.index);
    }

private:
    std::optional<CpuId> cpu_;
};

/// A page that a drain gives back is remembered with the number of exits so far; taken again before the exit after the
/// next one ends, it was freed and allocated within one exit and fork.
class PingPong final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"pingpong.pages", Shape::counter, Unit::pages, {},
            "Pages freed by a drain and allocated again within one exit and fork.", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::move, Kind::drain_begin, Kind::drain_end, Kind::op});
    explicit PingPong(Labels& l)
        : Probe(info(), l.context())
        , draining_(l.context().machine->cpus.size()) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        switch (r.kind) {
        case Kind::drain_begin:
            ++draining_[r.cpu];
            break;
        case Kind::drain_end:
            draining_[r.cpu] -= draining_[r.cpu] > 0;
            break;
        case Kind::op:
            if (const auto op = static_cast<Op>(r.to); op == Op::fork_exit || op == Op::fork_exec || op == Op::exit) {
                ++exits_;
                if (exits_ % 1024 == 0)
                    std::erase_if(freed_, [&](const auto& page) { return page.second + 1 < exits_; });
            }
            break;
        default:
            for (Frame f = r.a; f < r.a + r.count; ++f) {
                const bool to_allocator = place::is_free(r.to) || place::is_pcp(r.to);
                if (draining_[r.cpu] && place::is_quicklist(r.from) && to_allocator) {
                    freed_[f] = exits_;
                } else if (!to_allocator) {
                    const auto page = freed_.find(f);
                    if (page == freed_.end())
                        continue;
                    if (page->second + 1 >= exits_)
                        count(r.at, 1, t.index);
                    freed_.erase(page);
                }
            }
        }
    }

private:
    std::vector<std::uint32_t> draining_; ///< drains under way
    std::unordered_map<Frame, std::uint64_t> freed_;
    std::uint64_t exits_ = 0;
};

} // namespace

std::vector<MetricEntry> quicklist_metrics() {
    return {entry<QuicklistPages>(), entry<QuicklistLimit>(), entry<QuicklistShare>(), entry<TableAllocations>(),
        entry<TableHits>(), entry<TableZeroed>(), entry<ZeroTime>(), entry<ZeroAvoided>(), entry<PingPong>()};
}

} // namespace sluice::experiment
