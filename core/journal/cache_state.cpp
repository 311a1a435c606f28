// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/journal/cache_state.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sluice::journal {

namespace {

constexpr unsigned kFileShift = 16;
constexpr std::uint64_t kFlagMask = 0xf;

/// Calls f(first, count, value) for the runs of [first, first + n), read before anything is changed.
template <class F>
void for_runs(const PageTable& table, Frame first, std::uint64_t n, F&& f) {
    std::vector<std::pair<FrameRun, std::uint64_t>> runs;
    table.for_each_run(first, first + n, [&](Frame at, std::uint64_t count, std::uint64_t v) {
        runs.push_back({{at, count}, v});
    });
    for (const auto& [run, v] : runs)
        f(run.first, run.count, v);
}

/// Calls f(zone, count) for the parts of [first, first + n) that lie in one zone each.
template <class F>
void for_zones(const machine::Machine& m, Frame first, std::uint64_t n, F&& f) {
    while (n > 0) {
        const ZoneId zone = m.zone_of(first);
        const machine::Zone& z = m.zones[zone];
        const std::uint64_t part = std::min<std::uint64_t>(n, z.first + z.pages - first);
        f(zone, part);
        first += part;
        n -= part;
    }
}

bool of_vector(const Record& r) {
    return r.kind == Kind::hold && static_cast<Holder>(r.from) == Holder::pagevec;
}

} // namespace

CacheState::CacheState(const machine::Machine& machine, Frame end)
    : pages_(end)
    , zones_(machine.zones.size()) { }

FileState& CacheState::file(std::uint32_t number) {
    if (number >= files_.size())
        files_.resize(number + 1u);
    return files_[number];
}

std::uint32_t& CacheState::disk(std::uint64_t number) {
    if (number >= disks_.size())
        disks_.resize(number + 1);
    return disks_[number];
}

void CacheState::tidy(std::uint32_t vector) {
    const auto it = vectors_.find(vector);
    if (it != vectors_.end() && it->second.pages.empty() && !it->second.flushing)
        vectors_.erase(it);
}

void CacheState::isolate(Frame first, std::uint64_t n, bool on) {
    const auto from = std::lower_bound(isolated_.begin(), isolated_.end(), first);
    if (!on) {
        isolated_.erase(from, std::lower_bound(from, isolated_.end(), first + n));
        return;
    }
    const auto at = isolated_.insert(from, n, first);
    std::iota(at, at + static_cast<std::ptrdiff_t>(n), first);
}

void CacheState::set_flag(const Record& r, bool on, const machine::Machine& machine) {
    const unsigned bit = r.from & 3u;
    const std::uint64_t mask = std::uint64_t{1} << bit;
    const std::uint64_t change = on ? 1 : ~std::uint64_t{0};
    for_runs(pages_, r.a, r.count, [&](Frame f, std::uint64_t n, std::uint64_t v) {
        pages_.assign(f, n, on ? v | mask : v & ~mask);
        if (const auto owner = static_cast<std::uint32_t>(v >> kFileShift))
            file(owner - 1).flagged[bit] += change * n;
    });
    for_zones(machine, r.a, r.count, [&](ZoneId z, std::uint64_t n) { zones_[z].flagged[bit] += change * n; });
}

void CacheState::set_file(const Record& r, std::uint16_t to, const machine::Machine& machine) {
    static_cast<void>(machine);
    for_runs(pages_, r.a, r.count, [&](Frame f, std::uint64_t n, std::uint64_t v) {
        const auto count = [&](std::uint64_t owner, std::uint64_t change) {
            if (!owner)
                return;
            FileState& s = file(static_cast<std::uint32_t>(owner) - 1);
            s.cached += change;
            for (unsigned bit = 0; bit < s.flagged.size(); ++bit)
                if (v >> bit & 1)
                    s.flagged[bit] += change;
        };
        count(v >> kFileShift, -n);
        count(to, n);
        pages_.assign(f, n, (v & kFlagMask) | std::uint64_t{to} << kFileShift);
    });
}

void CacheState::count_list(
    Frame first, std::uint64_t n, std::uint16_t from, std::uint16_t to, const machine::Machine& machine) {
    for_zones(machine, first, n, [&](ZoneId z, std::uint64_t part) {
        if (from && from < kLists)
            zones_[z].pages[from] -= part;
        if (to && to < kLists)
            zones_[z].pages[to] += part;
    });
    const auto isolated = static_cast<std::uint16_t>(List::isolated);
    if (from == isolated)
        isolate(first, n, false);
    if (to == isolated)
        isolate(first, n, true);
}

void CacheState::apply(const Record& r, const machine::Machine& machine) {
    switch (r.kind) {
    case Kind::list:
        count_list(r.a, r.count, r.from, r.to, machine);
        break;
    case Kind::hold:
        if (of_vector(r)) {
            auto& pages = vectors_[r.prev].pages;
            if (r.to == 1)
                for (Frame f = r.a; f < r.a + r.count; ++f)
                    pages.push_back(f);
            else
                pages.erase(pages.begin(),
                    pages.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(pages.size(), r.count)));
            tidy(r.prev);
        }
        break;
    case Kind::page_flag:
        set_flag(r, r.to == 1, machine);
        break;
    case Kind::cache:
        set_file(r, r.to, machine);
        break;
    case Kind::pagevec_flush: {
        VectorState& v = vectors_[static_cast<std::uint32_t>(r.a)];
        v.flushing = r.from == 1;
        v.reason = static_cast<FlushReason>(v.flushing ? r.to : 0);
        tidy(static_cast<std::uint32_t>(r.a));
        break;
    }
    case Kind::io:
        disk(r.a) = r.prev + (static_cast<IoEvent>(r.to) == IoEvent::submit ? 1u : ~0u);
        break;
    default:
        break;
    }
}

void CacheState::undo(const Record& r, const machine::Machine& machine) {
    switch (r.kind) {
    case Kind::list:
        count_list(r.a, r.count, r.to, r.from, machine);
        break;
    case Kind::hold:
        if (of_vector(r)) {
            auto& pages = vectors_[r.prev].pages;
            if (r.to == 1)
                pages.resize(pages.size() - std::min<std::size_t>(pages.size(), r.count));
            else
                for (std::uint32_t i = 0; i < r.count; ++i)
                    pages.insert(pages.begin() + i, r.a + i);
            tidy(r.prev);
        }
        break;
    case Kind::page_flag:
        set_flag(r, r.to != 1, machine);
        break;
    case Kind::cache:
        set_file(r, r.from, machine);
        break;
    case Kind::pagevec_flush: {
        VectorState& v = vectors_[static_cast<std::uint32_t>(r.a)];
        v.flushing = r.from != 1;
        v.reason = static_cast<FlushReason>(v.flushing ? r.to : 0);
        tidy(static_cast<std::uint32_t>(r.a));
        break;
    }
    case Kind::io:
        disk(r.a) = r.prev;
        break;
    default:
        break;
    }
}

std::string CacheState::contradiction(const Record& r) const {
    switch (r.kind) {
    case Kind::page_flag: {
        if (r.from > 3)
            return "flag " + std::to_string(r.from) + " does not exist";
        bool ok = true;
        pages_.for_each_run(r.a, r.a + r.count,
            [&](Frame, std::uint64_t, std::uint64_t v) { ok = ok && (v >> r.from & 1) != (r.to == 1); });
        return ok ? "" : "a flag is set that is set already, or cleared that is not set";
    }
    case Kind::cache: {
        bool ok = true;
        pages_.for_each_run(
            r.a, r.a + r.count, [&](Frame, std::uint64_t, std::uint64_t v) { ok = ok && v >> kFileShift == r.from; });
        return ok ? "" : "a page leaves a file that it does not belong to";
    }
    case Kind::hold: {
        if (!of_vector(r) || r.to == 1)
            return "";
        const auto it = vectors_.find(r.prev);
        if (it == vectors_.end() || it->second.pages.size() < r.count)
            return "a page leaves a vector that does not hold it";
        for (std::uint32_t i = 0; i < r.count; ++i)
            if (it->second.pages[i] != r.a + i)
                return "pages leave a vector in another order than they came";
        return "";
    }
    case Kind::pagevec_flush: {
        const auto it = vectors_.find(static_cast<std::uint32_t>(r.a));
        const bool flushing = it != vectors_.end() && it->second.flushing;
        return flushing == (r.from == 0) ? "" : "a vector's flush begins or ends twice";
    }
    case Kind::io: {
        const std::uint32_t queue = r.a < disks_.size() ? disks_[r.a] : 0;
        return queue == r.prev ? "" : "the disk's queue has another length than the record says";
    }
    default:
        return "";
    }
}

CacheState::OffLru CacheState::off_lru() const {
    OffLru off;
    for (const auto& [id, v] : vectors_) {
        if (vector_id::is_deferred(id))
            (v.flushing ? off.adding : off.deferred) += v.pages.size();
        else if (vector_id::use(id) == vector_id::Use::call)
            off.call += v.pages.size();
    }
    for (const ZoneLists& z : zones_)
        off.isolated += z.pages[static_cast<std::size_t>(List::isolated)];
    return off;
}

void CacheState::snapshot(Snapshot& out) const {
    pages_.for_each_run(0, pages_.end(), [&](Frame f, std::uint64_t n, std::uint64_t v) {
        if (v)
            for (Frame at = f; at < f + n; ++at)
                out.page_flags[at] = v;
    });
    for (const auto& [id, v] : vectors_)
        if (!v.pages.empty())
            out.vectors[id] = v.pages;
    for (std::size_t d = 0; d < disks_.size(); ++d)
        if (disks_[d])
            out.disks[static_cast<std::uint32_t>(d)] = disks_[d];
}

std::size_t CacheState::own_bytes() const {
    std::size_t n = pages_.own_bytes() + zones_.size() * sizeof(ZoneLists) + files_.size() * sizeof(FileState)
        + disks_.size() * 4 + isolated_.size() * sizeof(Frame);
    for (const auto& [id, v] : vectors_)
        n += 64 + v.pages.size() * sizeof(Frame);
    return n;
}

bool CacheState::operator==(const CacheState& o) const {
    const auto same = [](const auto& a, const auto& b) {
        using T = typename std::decay_t<decltype(a)>::value_type;
        for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
            if (!((i < a.size() ? a[i] : T{}) == (i < b.size() ? b[i] : T{})))
                return false;
        return true;
    };
    return zones_ == o.zones_ && same(files_, o.files_) && vectors_ == o.vectors_ && isolated_ == o.isolated_
        && same(disks_, o.disks_) && pages_ == o.pages_;
}

} // namespace sluice::journal
