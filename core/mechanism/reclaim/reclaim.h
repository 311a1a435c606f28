// SPDX-License-Identifier: GPL-3.0-or-later
// Page reclaim: kswapd of each node and direct reclaim, refilling the inactive list, and both ways to scan it: with the
// LRU lock held for the whole scan (2.5.31), and with pages isolated in batches and handled without it (2.5.32: Andrew
// Morton, [patch 6/21] multithread and batch page reclaim, Aug 2002; mm/vmscan.c of about 2.5.40).
//
// Swap is not modelled: anonymous pages that reclaim meets go back to the active list.
#pragma once

#include "core/mechanism/page_cache/page_cache.h"
#include "core/mechanism/reclaim/policy.h"

#include <vector>

namespace sluice::reclaim {

class Reclaim {
public:
    /// All must outlive it. Hooks itself into the allocator.
    Reclaim(page_cache::PageCache& cache, pagevec::Pagevecs& vectors, lru::Lru& lru, buffer_head::BufferHeads& buffers,
        cpu::Cpus& cpus, const ReclaimPolicy& policy);
    Reclaim(const Reclaim&) = delete;
    Reclaim& operator=(const Reclaim&) = delete;

    const ReclaimPolicy& policy() const { return policy_; }
    void set_policy(const ReclaimPolicy& policy) { policy_ = policy; }

    /// Spawns kswapd of every node; `task_class` is its name.
    void start(std::uint16_t task_class);

    /// One pass over a zone: refill, then shrink_cache. Returns the pages freed.
    engine::Co<std::uint64_t> shrink_zone(
        cpu::Thread& t, ZoneId zone, std::uint64_t wanted, std::uint32_t priority, ScanKind kind);

private:
    struct Pass {
        std::uint32_t set = 0;
        List list = List::inactive;
        ZoneId zone = 0;
        std::uint64_t wanted = 0, max_scan = 0;
        std::uint64_t looked_at = 0, freed = 0;
    };

    void wake(cpu::Thread& t, machine::ZoneKind highest);
    /// A page of the wanted zone or of one below it on the node: freeing it helps (memclass).
    bool fits(Frame f, ZoneId wanted) const;
    engine::Co<> kswapd(cpu::Thread& t, NodeId node);
    /// True if a zone of the node is at high or above, or no progress can be made.
    engine::Co<bool> balance(cpu::Thread& t, NodeId node);
    engine::Co<bool> direct(cpu::Thread& t, machine::ZoneKind highest);

    engine::Co<> scan_locked(cpu::Thread& t, Pass& pass);
    engine::Co<> scan_isolated(cpu::Thread& t, Pass& pass);
    /// Handles isolated pages; those freed are taken out of `pages`, the others remain to be put back.
    engine::Co<> shrink_list(cpu::Thread& t, Pass& pass, std::vector<Frame>& pages, std::vector<bool>& activate);
    engine::Co<> put_back(cpu::Thread& t, std::uint32_t set, const std::vector<Frame>& pages,
        const std::vector<bool>& activate, std::uint16_t site);
    engine::Co<> refill(cpu::Thread& t, std::uint32_t set, bool anonymous, std::uint32_t n, ScanKind kind);
    engine::Co<> refill_locked(cpu::Thread& t, std::uint32_t set, List from, std::uint32_t n);
    engine::Co<> refill_batch(cpu::Thread& t, std::uint32_t set, List from, std::uint32_t n);
    bool in_use(Frame f) const;
    void note_isolation(cpu::Thread& t, Frame f, bool take);
    Cost cost(machine::Primitive p) const { return lru_.cost(p); }

    page_cache::PageCache& cache_;
    pagevec::Pagevecs& vectors_;
    lru::Lru& lru_;
    buffer_head::BufferHeads& buffers_;
    cpu::Cpus& cpus_;
    ReclaimPolicy policy_;
    std::vector<cpu::Thread*> kswapd_; ///< by node
    std::vector<bool> needed_; ///< by zone: somebody asked for it
    std::vector<std::uint64_t> refill_counter_; ///< by set
};

} // namespace sluice::reclaim
