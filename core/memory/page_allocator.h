// SPDX-License-Identifier: GPL-3.0-or-later
// The page allocator: single pages from the list of the CPU, batches between the list and the zone under the zone lock,
// the zones of other nodes when the own one is below its low watermark, then shrinkers, waiting, and at last a recorded
// failure (mm/page_alloc.c of 2.6.9, in our own words).
//
//     Frame f = co_await allocator.allocate(t, place::page_table);
//     if (f == memory::kNoFrame) … the process is killed
//     co_await allocator.free(t, f);
#pragma once

#include "core/cpu/cpus.h"
#include "core/lock/spinlock.h"
#include "core/memory/buddy.h"
#include "core/memory/page_list.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace sluice::memory {

/// Gives pages back when memory is short. True if it had any to give.
using Shrinker = std::function<engine::Co<bool>(cpu::Thread&)>;

class PageAllocator {
public:
    struct Options {
        PageListPolicy lists;
        lock::LockKind lock_kind = lock::LockKind::tas;
        std::uint64_t seed = 0;
    };
    /// Frames must outlive it. Zone locks have the ids of their zones.
    PageAllocator(Frames& frames, const Options& options);

    Frames& frames() { return frames_; }
    const machine::Machine& machine() const { return frames_.machine(); }

    /// One page, which goes to `to`, from the nearest zone that has some and is at most of kind `highest` (GFP_KERNEL
    /// keeps out of HIGHMEM). kNoFrame: out of memory, recorded. May sleep if memory is short.
    engine::Co<Frame> allocate(cpu::Thread& t, Place to, machine::ZoneKind highest = machine::ZoneKind::highmem);
    /// The same, cleared.
    engine::Co<Frame> allocate_zeroed(cpu::Thread& t, Place to);
    /// Clears a page, standing at a line of the caller.
    engine::Co<> zero(cpu::Thread& t, Frame f, StepId step);
    /// Frees one page onto the list of the CPU.
    engine::Co<> free(cpu::Thread& t, Frame f);

    /// Frees adjacent pages of one zone that share one home and key: as many at once as the list of the CPU may take.
    engine::Co<> free_run(cpu::Thread& t, Frame first, std::uint32_t count);

    /// Frees an aligned block whole, straight to the zone: it is too large for the lists of CPUs. The caller stands at
    /// `step`; `site` names it as a user of the zone lock.
    engine::Co<> free_block(cpu::Thread& t, Frame first, std::uint64_t count, StepId step, std::uint16_t site);

    /// For callers that count the time themselves: puts a page on the list of the CPU. True if the list is now too
    /// long: the caller then awaits `give_back`.
    bool put(cpu::Thread& t, Frame f);
    engine::Co<> give_back(cpu::Thread& t, ZoneId zone);

    /// Pages on the buddy lists of a node; with `with_lists` also those on CPU page lists.
    std::uint64_t node_free(NodeId node, bool with_lists) const;
    std::uint64_t total_free() const;
    std::uint64_t zone_free(ZoneId zone) const { return zones_[zone].buddy.free_pages(); }
    std::uint32_t list_size(CpuId cpu, ZoneId zone) const;
    ZoneId zone_of(Frame f) const { return frames_.zone_of(f); }
    NodeId node_of(Frame f) const { return machine().zones[zone_of(f)].node; }

    /// Page reclaim: `wake` tells kswapd that zones at most of kind `highest` on a node are below low; `direct`
    /// reclaims for the thread itself and says whether it freed anything. With it, an allocation asks shrinkers only
    /// after that.
    struct Reclaim {
        std::function<void(cpu::Thread&, machine::ZoneKind highest)> wake;
        std::function<engine::Co<bool>(cpu::Thread&, machine::ZoneKind highest)> direct;
    };
    void set_reclaim(Reclaim reclaim) { reclaim_ = std::move(reclaim); }
    void add_shrinker(Shrinker shrinker) { shrinkers_.push_back(std::move(shrinker)); }
    /// Batch and high of every list follow the new policy from the next refill or free on.
    void set_policy(const PageListPolicy& policy);
    const PageListPolicy& policy() const { return policy_; }

    /// Set-up at t = 0: takes pages of a node in blocks, calling f(first, count) for each. Returns how many were
    /// placed.
    /// `above_marks`: zones are filled to twice their high watermark first, below it only if that is not enough.
    std::uint64_t place(NodeId node, std::uint64_t pages, Place to, const std::function<void(Frame, std::uint64_t)>& f,
        bool above_marks = false);
    /// The same for pages of any node that the kernel can address itself (no HIGHMEM), from the last zone down.
    std::uint64_t place_low(std::uint64_t pages, Place to, const std::function<void(Frame, std::uint64_t)>& f);
    /// Writes `watermark` records for what set-up changed.
    void check_marks();

    void snapshot(Snapshot& out) const;
    /// Empty, or what is wrong. `elsewhere`: pages by home that other rooms say they hold.
    std::string check(const std::map<Place, std::uint64_t>& elsewhere) const;

private:
    struct Zone {
        Zone(Frames& frames, ZoneId id, lock::LockSpec spec);
        Buddy buddy;
        lock::Spinlock lock;
        PageListLimits limits;
        std::uint64_t on_lists = 0; ///< pages on CPU page lists
        std::uint64_t band_from = 0, band_to = 0; ///< free counts for which `band` holds
        std::uint16_t band = 3; ///< 0 below min … 3 above high
    };

    struct CpuList {
        PageList pages;
        unsigned free_factor = 0; ///< batches given back in a row double as often (5.14: free_factor)
    };

    CpuList& list(CpuId cpu, ZoneId zone);
    /// Pages that go back next: the batch, or more after others without an allocation in between (nr_pcp_free, 6.2).
    std::uint32_t next_batch(const Zone& zone, CpuList& list) const;
    /// Records the crossing of a watermark, if there was one.
    void note_free(CpuId cpu, ZoneId zone) {
        const std::uint64_t free = zones_[zone].buddy.free_pages();
        if (free < zones_[zone].band_from || free >= zones_[zone].band_to) [[unlikely]]
            cross_mark(cpu, zone);
    }
    void cross_mark(CpuId cpu, ZoneId zone);
    Frame take_from_list(cpu::Thread& t, ZoneId zone, Place to);
    engine::Co<> refill(cpu::Thread& t, ZoneId zone);
    /// A page of one zone, or kNoFrame if it has none.
    engine::Co<Frame> take_from(cpu::Thread& t, ZoneId zone, Place to);
    std::uint64_t place_in(ZoneId zone, std::uint64_t pages, std::uint64_t keep, Place to,
        const std::function<void(Frame, std::uint64_t)>& f);
    engine::Co<Frame> allocate_slowly(cpu::Thread& t, Place to, machine::ZoneKind highest);
    ZoneId first_zone(NodeId node, machine::ZoneKind highest) const;

    Frames& frames_;
    PageListPolicy policy_;
    std::deque<Zone> zones_;
    std::vector<std::unique_ptr<CpuList>> lists_; ///< by CPU, then zone
    std::vector<Shrinker> shrinkers_;
    Reclaim reclaim_;
    std::vector<TaskId> shrinking_; ///< threads inside a shrinker: what they allocate must not ask the shrinkers again
};

} // namespace sluice::memory
