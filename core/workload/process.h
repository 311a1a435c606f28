// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of a process and what the kernel does with it: page tables on fork, pages on faults, both again at exit.
// A process has one pgd page, up to four pmd pages, and the rest are pte pages.
#pragma once

#include "core/cpu/cpus.h"
#include "core/mechanism/quicklist/quicklists.h"
#include "core/mechanism/reclaim/reclaim.h"
#include "core/memory/page_allocator.h"
#include "core/workload/parameters.h"

#include <deque>
#include <memory>
#include <vector>

namespace sluice::page_free {
class PageFree;
}

namespace sluice::workload {

/// The rooms of files, LRU lists and reclaim, for the workloads that use them.
struct Files {
    lru::Lru& lru;
    pagevec::Pagevecs& vectors;
    buffer_head::BufferHeads& buffers;
    page_cache::PageCache& cache;
    reclaim::Reclaim& reclaim;
};

/// What every workload works with. All outlive it.
struct World {
    cpu::Cpus& cpus;
    memory::PageAllocator& pages;
    quicklist::Quicklists& tables;
    lock::LockKind lock_kind = lock::LockKind::tas;
    std::uint64_t seed = 0;
    LockId first_lock = 0; ///< number of the first lock of an address space
    const Files* files = nullptr; ///< null: the workload uses none
    page_free::PageFree* page_free = nullptr; ///< null: the workload frees nothing large

    const machine::Machine& machine() const { return pages.machine(); }
    Cost cost(machine::Primitive p) const { return pages.machine().costs[p]; }
    Recorder& recorder() const { return cpus.recorder(); }
    Time now() const { return cpus.engine().now(); }
};

/// 0 pgd, 1 pmd, 2 pte for table `i` of `n`.
constexpr unsigned level_of_table(std::uint32_t i, std::uint32_t n) {
    const std::uint32_t middle = n < 2 ? 0 : n < 4 ? 1 : n < 9 ? (n - 1) / 2 : 4;
    return i == 0 ? 0 : i <= middle ? 1 : 2;
}

struct AddressSpace {
    struct Table {
        Frame frame = 0;
        unsigned level = 0;
    };
    std::vector<Table> tables;
    std::vector<Frame> pages; ///< anonymous
    lock::Spinlock* page_table_lock = nullptr;
};

class Processes {
public:
    explicit Processes(const World& world);

    /// An address space without pages. Good until `release`.
    AddressSpace& create();
    /// Its pages must be gone.
    void release(AddressSpace& mm);

    /// fork's and exec's part: `n` tables, allocated and filled. False: out of memory; what there is stays.
    engine::Co<bool> map_tables(cpu::Thread& t, AddressSpace& mm, std::uint32_t n);
    /// Touches `n` pages. False: out of memory.
    engine::Co<bool> touch(cpu::Thread& t, AddressSpace& mm, std::uint64_t n);
    /// exit_mmap: pages and tables are freed under the page-table lock, and at its end, in tlb_finish_mmu, the CPU's
    /// quicklist is looked at if that is a trigger.
    engine::Co<> unmap(cpu::Thread& t, AddressSpace& mm);

    /// Set-up at t = 0: gives it `n` tables of a node without letting time pass. False: not enough memory.
    bool place_tables(AddressSpace& mm, NodeId node, std::uint32_t n);

    /// Tables and pages that processes hold now.
    std::uint64_t tables_held() const { return tables_held_; }
    std::uint64_t pages_held() const { return pages_held_; }
    /// Locks of address spaces, for the snapshot.
    const std::deque<lock::Spinlock>& locks() const { return locks_; }

private:
    const World& world_;
    std::deque<AddressSpace> spaces_;
    std::vector<AddressSpace*> unused_;
    std::deque<lock::Spinlock> locks_;
    std::uint64_t tables_held_ = 0, pages_held_ = 0;
};

} // namespace sluice::workload
