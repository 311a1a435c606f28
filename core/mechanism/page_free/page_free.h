// SPDX-License-Identifier: GPL-3.0-or-later
// Freeing a giant: the thread that exits unmaps and gathers, and frees what it gathered itself, round by round (4.10),
// or hands pieces of 256K pages to workers of a work queue and waits for them at the end (Aaron Lu, 2017). Both free in
// the same way: off the LRU in sections of 32, onto the page list of the CPU, and from there in batches to the zone.
#pragma once

#include "core/mechanism/page_free/gather.h"
#include "core/mechanism/page_free/policy.h"
#include "core/mechanism/quicklist/quicklists.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace sluice::page_free {

namespace site {
inline constexpr std::uint16_t release_pages = 72;
inline constexpr std::uint16_t free_huge = 73;
} // namespace site
std::string_view site_name(std::uint16_t site);

class PageFree {
public:
    struct Options {
        lock::LockKind lock_kind = lock::LockKind::queued;
        LockId first_lock = 0; ///< number of the LRU lock of node 0
        std::uint16_t worker_class = 0; ///< task class of workers
        std::uint64_t seed = 0;
    };
    /// All must outlive it.
    PageFree(memory::PageAllocator& pages, quicklist::Quicklists& tables, cpu::Cpus& cpus, const FreePolicy& policy,
        const Options& options);
    PageFree(const PageFree&) = delete;
    PageFree& operator=(const PageFree&) = delete;

    const FreePolicy& policy() const { return policy_; }
    /// What is gathered or queued already ends as it began.
    void set_policy(const FreePolicy& policy) { policy_ = policy; }

    /// Set-up: pages of this memory are on LRU lists until they are freed. It must outlive the run.
    void watch(const Mapping& memory) { mappings_.push_back(&memory); }
    /// exit_mmap: unmaps everything, frees it, and returns when the last page is free.
    engine::Co<> unmap_all(cpu::Thread& t, Mapping& memory);

    /// Adds locks of LRU lists and the pages on them.
    void snapshot(Snapshot& out) const;

private:
    /// What a thread that exits waits for.
    struct Owner {
        cpu::Thread* thread = nullptr;
        Gather gather;
        std::uint64_t pieces = 0; ///< handed over and not free yet
    };
    struct Work {
        std::uint64_t number = 0;
        std::uint64_t pages = 0; ///< at first
        Gather gather;
        Owner* owner = nullptr;
        NodeId node = 0; ///< of the CPU that queued it
    };
    struct Worker {
        cpu::Thread* thread = nullptr;
        bool busy = false;
        Work work;
    };
    /// An unbound queue has a pool of workers for each node, with its own max_active.
    struct Pool {
        std::deque<Work> queue;
        std::uint32_t active = 0;
    };

    Cost cost(machine::Primitive p) const { return pages_.machine().costs[p]; }
    std::uint64_t per_batch() const { return (pages_.machine().page_size - 16) / 8; }
    /// Does a page structure that another CPU touched have to come from memory?
    bool cold() const;
    bool gate_open(NodeId node) const;
    /// A page for more pointers; false if none is free without waiting.
    engine::Co<bool> add_batch(cpu::Thread& t, Gather& gather);
    engine::Co<> end_round(cpu::Thread& t, Owner& owner, GatherEnd why);
    /// Frees everything in `gather`, with the preemption points that the policy has. `other`: gathered by another CPU.
    engine::Co<> free_all(cpu::Thread& t, Gather& gather, bool other);
    engine::Co<> free_batch(cpu::Thread& t, Gather& gather, std::uint64_t slots, bool from_memory);
    engine::Co<> off_lists(cpu::Thread& t, Gather& gather, std::uint32_t slots, bool from_memory);
    engine::Co<> free_tables(cpu::Thread& t, std::vector<FrameRun>& tables);
    void start_work(cpu::Thread& t, NodeId node);
    engine::Co<> worker_main(cpu::Thread& t, std::size_t number);

    memory::PageAllocator& pages_;
    quicklist::Quicklists& tables_;
    cpu::Cpus& cpus_;
    FreePolicy policy_;
    Options options_;
    std::deque<lock::Spinlock> lru_locks_; ///< by node
    std::deque<Owner> owners_;
    std::vector<Pool> pools_; ///< by node
    std::deque<Worker> workers_;
    std::uint64_t pieces_so_far_ = 0;
    std::uint64_t backlog_ = 0; ///< pages handed over and not freed yet
    std::vector<const Mapping*> mappings_; ///< for the snapshot
};

} // namespace sluice::page_free
