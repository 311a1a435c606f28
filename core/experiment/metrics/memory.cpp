// SPDX-License-Identifier: GPL-3.0-or-later
// Where pages are: free memory, page lists, trapped and off-node pages, conservation.
#include "core/experiment/metrics/place_level.h"

#include <map>

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

class FreePages final : public PlaceLevel {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{
            "free.pages", Shape::level, Unit::pages, {"node", "zone"}, "Pages on the buddy lists.", Missing::sum};
        return i;
    }
    explicit FreePages(Labels& l)
        : PlaceLevel(info(), l)
        , node_(l.node())
        , zone_(l.zone()) {
        start();
    }
    bool counts(ZoneId zone, NodeId node, Place p) const override {
        return place::is_free(p) && (!zone_ || *zone_ == zone) && (!node_ || *node_ == node);
    }

private:
    std::optional<NodeId> node_;
    std::optional<ZoneId> zone_;
};

class PcpPages final : public PlaceLevel {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"pcp.pages", Shape::level, Unit::pages, {"cpu", "node"},
            "Pages on the page lists of CPUs (node: of which node).", Missing::sum};
        return i;
    }
    explicit PcpPages(Labels& l)
        : PlaceLevel(info(), l)
        , cpu_(l.cpu())
        , node_(l.node()) {
        start();
    }
    bool counts(ZoneId, NodeId node, Place p) const override {
        return place::is_pcp(p) && (!cpu_ || *cpu_ == place::cpu(p)) && (!node_ || *node_ == node);
    }

private:
    std::optional<CpuId> cpu_;
    std::optional<NodeId> node_;
};

class TrappedPages final : public PlaceLevel {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"trapped.pages", Shape::level, Unit::pages, {"node"},
            "Free pages of a node that only one CPU can get at: on quicklists and page lists.", Missing::sum};
        return i;
    }
    explicit TrappedPages(Labels& l)
        : PlaceLevel(info(), l)
        , node_(l.node()) {
        start();
    }
    bool counts(ZoneId, NodeId node, Place p) const override {
        return (place::is_pcp(p) || place::is_quicklist(p)) && (!node_ || *node_ == node);
    }

private:
    std::optional<NodeId> node_;
};

class OffnodePages final : public PlaceLevel {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"offnode.pages", Shape::level, Unit::pages, {"cpu", "node"},
            "Pages of a node on quicklists of CPUs of other nodes (cpu: on whose list).", Missing::sum};
        return i;
    }
    explicit OffnodePages(Labels& l)
        : PlaceLevel(info(), l)
        , cpu_(l.cpu())
        , node_(l.node()) {
        start();
    }
    bool counts(ZoneId, NodeId node, Place p) const override {
        if (!place::is_quicklist(p))
            return false;
        const CpuId cpu = place::cpu(p);
        return context().machine->cpus[cpu].node != node && (!cpu_ || *cpu_ == cpu) && (!node_ || *node_ == node);
    }

private:
    std::optional<CpuId> cpu_;
    std::optional<NodeId> node_;
};

/// Sums what one CPU moves between its page list and the buddy lists while it holds the zone lock.
class PcpBatch final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"pcp.batch.effective", Shape::samples, Unit::pages, {"cpu"},
            "Pages moved by one refill of a CPU's page list or one return from it.", Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::move, Kind::lock_drop, Kind::lock_take});
    explicit PcpBatch(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu())
        , batches_(l.context().machine->cpus.size()) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (cpu_ && r.cpu != *cpu_)
            return;
        Batch& b = batches_[r.cpu];
        if (r.kind != Kind::move)
            return end(b, r.at);
        const int direction = place::is_free(r.from) && place::is_pcp(r.to) ? 1
            : place::is_pcp(r.from) && place::is_free(r.to)                 ? -1
                                                                            : 0;
        if (direction == 0)
            return;
        if (direction != b.direction)
            end(b, r.at);
        b.direction = direction;
        b.pages += r.count;
        b.record = t.index;
    }

private:
    struct Batch {
        int direction = 0;
        std::uint64_t pages = 0;
        RecordIndex record = kNoRecord;
    };
    void end(Batch& b, Time at) {
        if (b.pages)
            sample(at, static_cast<double>(b.pages), b.record);
        b = {};
    }
    std::optional<CpuId> cpu_;
    std::vector<Batch> batches_;
};

class Conserved final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"conserved", Shape::level, Unit::boolean, {},
            "1 while every page is in exactly one place: no list ever gives more pages than it has.", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::move, Kind::merge});
    explicit Conserved(Labels& l)
        : Probe(info(), l.context()) {
        for (std::size_t z = 0; z < context().machine->zones.size(); ++z) {
            const machine::Zone& zone = context().machine->zones[z];
            pages_[{static_cast<ZoneId>(z), place::kernel}] = zone.reserved;
            // Free blocks split and merge within the buddy allocator: all orders are one stock.
            pages_[{static_cast<ZoneId>(z), kFree}] = zone.pages - zone.reserved;
        }
        start_level(1);
    }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (r.kind == Kind::merge)
            return;
        auto& from = pages_[{t.zone, stock(r.from)}];
        if (from < r.count)
            level(r.at, 0, t.index);
        from -= r.count;
        pages_[{t.zone, stock(r.to)}] += r.count;
    }

private:
    static constexpr Place kFree = place::free(0);
    static Place stock(Place p) { return place::is_free(p) ? kFree : p; }
    std::map<std::pair<ZoneId, Place>, std::uint64_t> pages_;
};

class OutOfMemory final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"oom.events", Shape::counter, Unit::count, {"node"},
            "Allocations that found no page anywhere.", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::out_of_memory});
    explicit OutOfMemory(Labels& l)
        : Probe(info(), l.context())
        , node_(l.node()) { }
    void take(const Taken& t) override {
        if (!node_ || *node_ == t.record.to)
            count(t.record.at, 1, t.index);
    }

private:
    std::optional<NodeId> node_;
};

} // namespace

std::vector<MetricEntry> memory_metrics() {
    return {entry<FreePages>(), entry<PcpPages>(), entry<PcpBatch>(), entry<TrappedPages>(), entry<OffnodePages>(),
        entry<Conserved>(), entry<OutOfMemory>()};
}

} // namespace sluice::experiment
