// SPDX-License-Identifier: GPL-3.0-or-later
// What the page allocator says of itself: the snapshot that the fold of its records must equal, and the conservation
// law.
#include "core/memory/page_allocator.h"

namespace sluice::memory {

namespace {

void append(std::vector<FrameRun>& runs, Frame first, std::uint64_t count) {
    if (!runs.empty() && runs.back().first + runs.back().count == first)
        runs.back().count += count;
    else
        runs.push_back({first, count});
}

bool is_list(Place p) {
    return place::is_free(p) || place::is_pcp(p) || place::is_quicklist(p);
}

} // namespace

void PageAllocator::snapshot(Snapshot& out) const {
    const std::size_t zones = zones_.size();
    for (std::size_t z = 0; z < zones; ++z) {
        const auto id = static_cast<ZoneId>(z);
        for (unsigned order = 0; order <= machine().max_order; ++order) {
            for (const Frame f : zones_[z].buddy.list(order))
                append(out.homes[{id, place::free(order)}], f, std::uint64_t{1} << order);
        }
        for (std::size_t cpu = 0; cpu < machine().cpus.size(); ++cpu) {
            const auto& l = lists_[cpu * zones + z];
            if (l && l->pages.size()) {
                auto& runs = out.homes[{id, place::pcp(static_cast<CpuId>(cpu))}];
                l->pages.for_each([&runs](Frame f) { append(runs, f, 1); });
            }
        }
        const lock::Spinlock& lock = zones_[z].lock;
        if (out.locks.size() <= z)
            out.locks.resize(z + 1);
        LockSnapshot& l = out.locks[z];
        l.held = lock.held();
        if (l.held)
            l.holder = lock.holder();
        for (const lock::Waiter* w : lock.waiters())
            l.waiters.push_back(w->cpu);
    }
    frames_.for_each_known([&out](Frame f, std::uint64_t count, const FrameInfo& info) {
        for (std::uint64_t i = 0; info.holders && i < count; ++i)
            out.holders[f + i] = info.holders;
        if (info.home != place::unknown && !is_list(info.home))
            append(out.homes[{info.zone, info.home}], f, count);
    });
}

std::string PageAllocator::check(const std::map<Place, std::uint64_t>& elsewhere) const {
    std::vector<std::uint64_t> found(zones_.size());
    std::map<Place, std::uint64_t> homes;
    Frame held_though_free = kNoFrame;
    frames_.for_each_known([&](Frame f, std::uint64_t count, const FrameInfo& info) {
        if (info.holders > 0 && (info.home == place::unknown || is_list(info.home)))
            held_though_free = f;
        if (info.home == place::unknown || place::is_free(info.home))
            return;
        found[info.zone] += count;
        homes[info.home] += count;
    });
    if (held_though_free != kNoFrame)
        return "frame " + std::to_string(held_though_free) + " is free although somebody still holds it";
    for (std::size_t z = 0; z < zones_.size(); ++z) {
        if (std::string wrong = zones_[z].buddy.check(); !wrong.empty())
            return wrong;
        std::uint64_t on_lists = 0;
        for (std::size_t cpu = 0; cpu < machine().cpus.size(); ++cpu) {
            const auto& l = lists_[cpu * zones_.size() + z];
            Frame stray = kNoFrame;
            if (l)
                l->pages.for_each([&](Frame f) {
                    if (frames_.home(f) != place::pcp(static_cast<CpuId>(cpu)))
                        stray = f;
                });
            if (stray != kNoFrame)
                return "frame " + std::to_string(stray) + " is on the page list of CPU " + std::to_string(cpu)
                    + " but its home is another";
            on_lists += l ? l->pages.size() : 0;
        }
        if (on_lists != zones_[z].on_lists)
            return "zone " + std::to_string(z) + ": the counter of pages on CPU page lists is wrong";
        const std::uint64_t sum = found[z] + zones_[z].buddy.free_pages();
        if (sum != machine().zones[z].pages)
            return "zone " + std::to_string(z) + " has " + std::to_string(machine().zones[z].pages) + " pages, but "
                + std::to_string(sum) + " are accounted for";
    }
    for (const auto& [place, count] : elsewhere) {
        if (homes[place] != count)
            return "place " + std::to_string(place) + " holds " + std::to_string(homes[place])
                + " pages, but its owner says " + std::to_string(count);
    }
    return "";
}

} // namespace sluice::memory
