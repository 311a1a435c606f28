// SPDX-License-Identifier: GPL-3.0-or-later
// What primitives cost on a machine. A profile gives every cost that its scenarios use, with a source and a certainty;
// nobody tunes a cost to one claim.
#pragma once

#include "core/engine/time.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::machine {

/// Names in profiles are the enumerators with '_' as '-'.
enum class Primitive : std::uint8_t {
    page_zero, ///< clear one page, cold
    quicklist_pop, ///< pop and rewrite word 0
    quicklist_push,
    pcp_pop,
    pcp_push,
    buddy_take, ///< take one page from the buddy lists, under the zone lock
    buddy_give, ///< give one page back, merging included, under the zone lock
    drain_page, ///< one page of a quicklist drain: pop, cold link word and page structure, free_page (without pcp
                ///< overflow)
    limit_check, ///< read the node's free pages and compute the limit
    lock_local, ///< take and drop a lock that this CPU held last
    lock_transfer_near, ///< added when another CPU of the node held it last
    lock_transfer_hop, ///< added per unit of distance beyond the node
    lock_waiter, ///< added per waiter for kinds that all spin on one word
    irq_toggle, ///< interrupts off and on
    preempt_toggle,
    context_switch,
    idle_exit, ///< from the wake-up to the first instruction, CPU asleep
    tick_handler,
    wakeup, ///< try_to_wake_up
    ipi_send,
    ipi_handle,
    fork_base, ///< fork without page tables and their clearing
    exec_base,
    exit_base,
    process_variation, ///< mean of the random part of one fork+exit (caches, placement)
    table_setup, ///< per page-table page: fill entries
    table_teardown, ///< per page-table page: clear entries
    touch_page, ///< fault without allocation and clearing
    unmap_page, ///< zap one ordinary page
    user_work, ///< a unit of user work of the server workload
    // A profile gives all costs of a group of workloads or none; without them it runs no workload of the group. Files,
    // LRU lists and reclaim:
    lru_add, ///< put one page on an LRU list, under the LRU lock
    lru_move, ///< move one page to another place of the lists, under the lock
    lru_isolate, ///< take one page off a list onto a private one, under the lock
    lru_put_back, ///< put one page of a private list back, under the lock
    lru_check, ///< look at one page of a scan
    page_lock_work, ///< what is done under the lock of a file's page cache, once a page
    inode_lock_work, ///< what is done under the one lock of all inodes, once a page that becomes dirty
    buffer_attach, ///< make and attach the buffer heads of one page
    buffer_drop, ///< drop the buffer heads of one page
    cache_remove, ///< remove one page from the cache of its file
    write_page, ///< copy one page in write(2) and prepare it; the fixed part
    write_page_variation, ///< mean of its random part
    read_page, ///< the same of a read
    submit_page, ///< add one page to a request
    io_complete, ///< completion interrupt of a disk
    io_complete_page, ///< end of writeback of one page, in the interrupt
    // Freeing much memory at once:
    tlb_flush, ///< flush the TLB at the end of a round of the mmu gather
    release_page, ///< uncharge one page that is freed and link it, outside every lock
    lru_delete, ///< drop the last reference to one page and take it off its LRU list, under the LRU lock
    page_cold, ///< added for each page whose structure another CPU touched and no cache holds any more
    count_of_primitives
};

/// Costs that belong to one kind of workload.
struct CostGroup {
    Primitive first, last;
    bool contains(Primitive p) const { return p >= first && p <= last; }
};
inline constexpr CostGroup kCostsOfFiles{Primitive::lru_add, Primitive::io_complete_page};
inline constexpr CostGroup kCostsOfFreeing{Primitive::tlb_flush, Primitive::page_cold};

enum class Certainty : std::uint8_t { measured, derived, estimated };

struct CostEntry {
    Cost cost = 0; ///< ps
    Certainty certainty = Certainty::estimated;
    std::string source;
};

class Costs {
public:
    Cost operator[](Primitive p) const { return entries_[static_cast<std::size_t>(p)].cost; }
    const CostEntry& entry(Primitive p) const { return entries_[static_cast<std::size_t>(p)]; }
    /// Does the profile say what this costs?
    bool has(const CostGroup& group) const { return !entry(group.first).source.empty(); }
    void set(Primitive p, CostEntry e) { entries_[static_cast<std::size_t>(p)] = std::move(e); }

private:
    std::array<CostEntry, static_cast<std::size_t>(Primitive::count_of_primitives)> entries_;
};

/// "page-zero" for page_zero. Empty for an unknown value.
std::string_view name(Primitive p);

} // namespace sluice::machine
