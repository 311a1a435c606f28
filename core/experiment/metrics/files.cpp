// SPDX-License-Identifier: GPL-3.0-or-later
// Files, LRU lists and reclaim: pages off the lists, vectors and their flushes, list lengths, scans, dirty pages,
// buffer heads, disk queues.
#include "core/experiment/metrics/place_level.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;
using vector_id::Use;

constexpr std::array<std::string_view, 4> kWhy{"deferred", "adding", "call", "isolated"};

/// Pages that vectors hold, by what the vector does.
class OffLru final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"offlru.pages", Shape::level, Unit::pages, {"cpu", "why"},
            "Pages in use that are on no LRU list for a while: in a CPU's vector (deferred), in one being emptied "
            "(adding), in the vector of a call, or isolated by reclaim.",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::hold, Kind::pagevec_flush, Kind::list});
    explicit OffLru(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu())
        , why_(l.one_of("why", kWhy)) { }

    void take(const Taken& t) override {
        const Record& r = t.record;
        if (r.kind == Kind::hold) {
            if (static_cast<Holder>(r.from) != Holder::pagevec || vector_id::use(r.prev) == Use::release)
                return;
            auto& v = vectors_[r.prev];
            add(t, which(r.prev, v.flushing), r.prev, r.to ? r.count : -static_cast<std::int64_t>(r.count));
            v.pages += r.to ? r.count : -static_cast<std::int64_t>(r.count);
        } else if (r.kind == Kind::pagevec_flush) {
            const auto id = static_cast<std::uint32_t>(r.a);
            auto& v = vectors_[id];
            const std::size_t before = which(id, v.flushing);
            v.flushing = r.from == 1;
            const std::size_t after = which(id, v.flushing);
            if (before != after && v.pages != 0) {
                add(t, before, id, -v.pages);
                add(t, after, id, v.pages);
            }
        } else if (!cpu_ && (!why_ || *why_ == 3)) {
            const bool from = static_cast<List>(r.from) == List::isolated,
                       to = static_cast<List>(r.to) == List::isolated;
            if (from != to)
                change(t, to ? r.count : -static_cast<std::int64_t>(r.count));
        }
    }

private:
    struct Vector {
        std::int64_t pages = 0;
        bool flushing = false;
    };
    static std::size_t which(std::uint32_t id, bool flushing) {
        return !vector_id::is_deferred(id) ? 2 : flushing ? 1 : 0;
    }
    void add(const Taken& t, std::size_t why, std::uint32_t id, std::int64_t pages) {
        const bool ours = !cpu_ || (vector_id::is_deferred(id) && vector_id::whose(id) == *cpu_);
        if (ours && (!why_ || *why_ == why))
            change(t, pages);
    }
    void change(const Taken& t, std::int64_t pages) {
        pages_ += pages;
        level(t.record.at, static_cast<double>(pages_), t.index);
    }

    std::optional<CpuId> cpu_;
    std::optional<std::size_t> why_;
    std::map<std::uint32_t, Vector> vectors_;
    std::int64_t pages_ = 0;
};

class PagevecFill final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"pagevec.fill", Shape::level, Unit::pages, {"cpu"},
            "Slots used in the vectors of CPUs that defer additions to the LRU.", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::hold});
    explicit PagevecFill(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu()) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (static_cast<Holder>(r.from) != Holder::pagevec || !vector_id::is_deferred(r.prev)
            || (cpu_ && vector_id::whose(r.prev) != *cpu_))
            return;
        pages_ += r.to ? r.count : -static_cast<std::int64_t>(r.count);
        level(r.at, static_cast<double>(pages_), t.index);
    }

private:
    std::optional<CpuId> cpu_;
    std::int64_t pages_ = 0;
};

class PagevecFlush final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"pagevec.flush", Shape::events, Unit::pages, {"cpu", "reason"},
            "Times at which a vector was emptied onto the LRU, with its pages.", Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::pagevec_flush});
    explicit PagevecFlush(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu())
        , reason_(l.choice<FlushReason>("reason")) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if ((cpu_ && *cpu_ != r.cpu) || (reason_ && static_cast<FlushReason>(r.to) != *reason_))
            return;
        if (r.from == 1) {
            open_[r.a] = {r.at, static_cast<double>(r.count), t.index};
        } else if (const auto it = open_.find(r.a); it != open_.end()) {
            // A page that fills a vector comes after the flush has begun.
            span(it->second.since, r.at, it->second.pages, it->second.record);
            open_.erase(it);
        }
    }

private:
    struct Open {
        Time since = 0;
        double pages = 0;
        RecordIndex record = 0;
    };
    std::optional<CpuId> cpu_;
    std::optional<FlushReason> reason_;
    std::map<std::uint64_t, Open> open_;
};

class LruPages final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"lru.pages", Shape::level, Unit::pages, {"list", "node", "zone"},
            "Pages on the LRU lists (isolated ones included only where list says so).", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::list});
    explicit LruPages(Labels& l)
        : Probe(info(), l.context())
        , list_(l.choice<List>("list"))
        , node_(l.node())
        , zone_(l.zone()) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if ((node_ && *node_ != t.node) || (zone_ && *zone_ != t.zone))
            return;
        const bool from = counts(static_cast<List>(r.from)), to = counts(static_cast<List>(r.to));
        if (from == to)
            return;
        pages_ += to ? r.count : -static_cast<std::int64_t>(r.count);
        level(r.at, static_cast<double>(pages_), t.index);
    }

private:
    bool counts(List l) const { return list_ ? l == *list_ : l != List::none && l != List::isolated; }
    std::optional<List> list_;
    std::optional<NodeId> node_;
    std::optional<ZoneId> zone_;
    std::int64_t pages_ = 0;
};

/// What scans looked at, or what they freed.
template <bool freed>
class Scan final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo looked{"scan.pages", Shape::counter, Unit::pages, {"cpu", "kind", "list"},
            "Pages that reclaim looked at.", Missing::sum};
        static const MetricInfo gained{
            "reclaim.pages", Shape::counter, Unit::pages, {"cpu", "kind"}, "Pages that reclaim freed.", Missing::sum};
        return freed ? gained : looked;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::scan});
    explicit Scan(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu())
        , kind_(l.choice<ScanKind>("kind")) {
        if (!freed)
            list_ = l.choice<List>("list");
    }
    void take(const Taken& t) override {
        const Record& r = t.record;
        const auto list = static_cast<List>(r.from);
        const bool inactive = list == List::inactive || list == List::inactive_anon;
        if ((cpu_ && *cpu_ != r.cpu) || (kind_ && static_cast<ScanKind>(r.to) != *kind_) || (list_ && *list_ != list)
            || (freed && !inactive))
            return;
        count(r.at, freed ? static_cast<double>(r.prev) : static_cast<double>(r.a), t.index);
    }

private:
    std::optional<CpuId> cpu_;
    std::optional<ScanKind> kind_;
    std::optional<List> list_;
};

class Yield final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"reclaim.yield", Shape::samples, Unit::percent, {"kind"},
            "Of the pages that a pass of reclaim looked at, how many it freed.", Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::scan});
    explicit Yield(Labels& l)
        : Probe(info(), l.context())
        , kind_(l.choice<ScanKind>("kind")) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (r.a == 0 || static_cast<List>(r.from) != List::inactive || (kind_ && static_cast<ScanKind>(r.to) != *kind_))
            return;
        sample(r.at, 100.0 * static_cast<double>(r.prev) / static_cast<double>(r.a), t.index);
    }

private:
    std::optional<ScanKind> kind_;
};

/// Flags of pages and the files that they belong to.
class PageLevel : public Probe {
public:
    static constexpr std::uint64_t kinds = kinds_of({Kind::page_flag, Kind::cache});
    PageLevel(const MetricInfo& info, Labels& l)
        : Probe(info, l.context()) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        for (Frame f = r.a; f < r.a + r.count; ++f) {
            std::uint64_t& v = pages_[f];
            leave(v);
            if (r.kind == Kind::page_flag)
                v = r.to ? v | bit(static_cast<PageFlag>(r.from)) : v & ~bit(static_cast<PageFlag>(r.from));
            else
                v = (v & 0xf) | std::uint64_t{r.to} << 16;
            enter(v);
            if (v == 0)
                pages_.erase(f);
        }
        changed(t);
    }

protected:
    static constexpr std::uint64_t bit(PageFlag f) { return std::uint64_t{1} << static_cast<unsigned>(f); }
    static std::uint32_t file_of(std::uint64_t v) { return static_cast<std::uint32_t>(v >> 16); }
    virtual void leave(std::uint64_t v) = 0;
    virtual void enter(std::uint64_t v) = 0;
    virtual void changed(const Taken& t) = 0;

private:
    std::unordered_map<Frame, std::uint64_t> pages_; ///< flags and file + 1, zeros left out
};

template <PageFlag flag>
class Flagged final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo dirty{"dirty.pages", Shape::level, Unit::pages, {"node", "zone"},
            "Pages that are dirty and not being written.", Missing::sum};
        static const MetricInfo writeback{
            "writeback.pages", Shape::level, Unit::pages, {"node", "zone"}, "Pages being written.", Missing::sum};
        static const MetricInfo buffers{
            "bh.pages", Shape::level, Unit::pages, {"node", "zone"}, "Pages that have buffer heads.", Missing::sum};
        return flag == PageFlag::dirty ? dirty : flag == PageFlag::writeback ? writeback : buffers;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::page_flag});
    explicit Flagged(Labels& l)
        : Probe(info(), l.context())
        , node_(l.node())
        , zone_(l.zone()) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (static_cast<PageFlag>(r.from) != flag || (node_ && *node_ != t.node) || (zone_ && *zone_ != t.zone))
            return;
        pages_ += r.to ? r.count : -static_cast<std::int64_t>(r.count);
        level(r.at, static_cast<double>(pages_), t.index);
    }

private:
    std::optional<NodeId> node_;
    std::optional<ZoneId> zone_;
    std::int64_t pages_ = 0;
};

class BufferCount final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"bh.count", Shape::level, Unit::count, {}, "Buffer heads.", Missing::error};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::page_flag});
    explicit BufferCount(Labels& l)
        : Probe(info(), l.context()) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (static_cast<PageFlag>(r.from) != PageFlag::buffers)
            return;
        pages_ += r.to ? r.count : -static_cast<std::int64_t>(r.count);
        level(r.at, static_cast<double>(pages_ * context().buffers_per_page), t.index);
    }

private:
    std::int64_t pages_ = 0;
};

/// Slab pages of buffer heads, as bytes or as a share of ZONE_NORMAL and ZONE_DMA.
template <bool share>
class BufferMemory final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo bytes{
            "bh.lowmem", Shape::level, Unit::bytes, {}, "Lowmem that buffer heads take.", Missing::error};
        static const MetricInfo part{"bh.share", Shape::level, Unit::percent, {},
            "Share of ZONE_NORMAL and ZONE_DMA that buffer heads take.", Missing::error};
        return share ? part : bytes;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::move});
    explicit BufferMemory(Labels& l)
        : Probe(info(), l.context()) {
        double lowmem = 0;
        for (const machine::Zone& z : context().machine->zones)
            if (z.kind != machine::ZoneKind::highmem)
                lowmem += static_cast<double>(z.pages - std::min(z.reserved, z.pages));
        scale_ = share ? 100.0 / std::max(lowmem, 1.0) : static_cast<double>(context().machine->page_size);
    }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if ((r.from == place::buffer_heads) == (r.to == place::buffer_heads))
            return;
        pages_ += r.to == place::buffer_heads ? r.count : -static_cast<std::int64_t>(r.count);
        level(r.at, static_cast<double>(pages_) * scale_, t.index);
    }

private:
    double scale_ = 1;
    std::int64_t pages_ = 0;
};

/// Pages of files in memory, or the share of them that still have buffers.
template <bool kept>
class FilePages final : public PageLevel {
public:
    static const MetricInfo& info() {
        static const MetricInfo pages{
            "cache.pages", Shape::level, Unit::pages, {"file"}, "Pages of files in memory.", Missing::sum};
        static const MetricInfo share{"bh.kept", Shape::level, Unit::percent, {"file"},
            "Pages of a file in memory that still have their buffer heads.", Missing::merge};
        return kept ? share : pages;
    }
    explicit FilePages(Labels& l)
        : PageLevel(info(), l)
        , file_(l.number("file", 0xffff, "file")) { }

private:
    bool counts(std::uint64_t v) const { return file_of(v) && (!file_ || file_of(v) == *file_ + 1); }
    void leave(std::uint64_t v) override {
        cached_ -= counts(v);
        buffers_ -= counts(v) && v & bit(PageFlag::buffers);
    }
    void enter(std::uint64_t v) override {
        cached_ += counts(v);
        buffers_ += counts(v) && v & bit(PageFlag::buffers);
    }
    void changed(const Taken& t) override {
        level(t.record.at, kept ? cached_ ? 100.0 * buffers_ / cached_ : 0 : cached_, t.index);
    }
    std::optional<std::uint32_t> file_;
    double cached_ = 0, buffers_ = 0;
};

class DiskQueue final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"disk.queue", Shape::level, Unit::count, {"disk"},
            "Requests in the queues of disks, those under way included.", Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::io});
    explicit DiskQueue(Labels& l)
        : Probe(info(), l.context())
        , disk_(l.number("disk", 0x10000, "disk")) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (disk_ && *disk_ != r.a)
            return;
        queued_ += static_cast<IoEvent>(r.to) == IoEvent::submit ? 1 : -1;
        level(r.at, queued_, t.index);
    }

private:
    std::optional<std::uint32_t> disk_;
    double queued_ = 0;
};

} // namespace

std::vector<MetricEntry> file_metrics() {
    return {entry<OffLru>(), entry<PagevecFill>(), entry<PagevecFlush>(), entry<LruPages>(), entry<Scan<false>>(),
        entry<Scan<true>>(), entry<Yield>(), entry<Flagged<PageFlag::dirty>>(), entry<Flagged<PageFlag::writeback>>(),
        entry<FilePages<false>>(), entry<BufferCount>(), entry<Flagged<PageFlag::buffers>>(),
        entry<BufferMemory<false>>(), entry<BufferMemory<true>>(), entry<FilePages<true>>(), entry<DiskQueue>()};
}

} // namespace sluice::experiment
