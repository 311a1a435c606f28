// SPDX-License-Identifier: GPL-3.0-or-later
// Per-CPU lists of zeroed page-table pages (ia64 2005, mm/quicklist.c 2.6.22 to 5.3): a fork takes from the list of its
// CPU, an exit gives back, and a drain returns what is above a limit to the page allocator. Each variant of the drain
// is a function of drain.cpp whose lines are the steps of its listing.
#pragma once

#include "core/cpu/cpus.h"
#include "core/mechanism/quicklist/policy.h"
#include "core/memory/page_allocator.h"

#include <map>
#include <memory>
#include <vector>

namespace sluice::quicklist {

class Quicklists {
public:
    /// All must outlive it. Hooks itself into the idle loop, the tick and the allocator's shrinkers.
    Quicklists(memory::PageAllocator& allocator, cpu::Cpus& cpus, const QuicklistPolicy& policy);
    Quicklists(const Quicklists&) = delete;
    Quicklists& operator=(const Quicklists&) = delete;

    const QuicklistPolicy& policy() const { return policy_; }
    /// From now on. A drain under way ends as it began.
    void set_policy(const QuicklistPolicy& policy);

    /// A cleared page for a table of `level` (0 pgd, 1 pmd, 2 pte), from the list if it may be there. kNoFrame: out of
    /// memory.
    engine::Co<Frame> allocate(cpu::Thread& t, unsigned level);
    /// Gives a table page of a level that the list keeps back: on the list, or home if it is of another node.
    engine::Co<> free(cpu::Thread& t, Frame f);
    /// check_pgt_cache: looks at the list of the thread's CPU and drains it by the rule and shape in force.
    engine::Co<> check(cpu::Thread& t, Trigger trigger);
    /// The same at the end of an unmap, if that is a trigger.
    bool checks_at_unmap() const { return policy_.triggers & trigger_bit::unmap; }

    std::uint64_t size(CpuId cpu) const { return lists_[cpu].frames.size(); }
    std::uint64_t limit(CpuId cpu) const { return lists_[cpu].limit; }
    std::uint64_t high_mark() const { return high_mark_; }

    /// Set-up at t = 0: puts pages of the CPU's node on its list. Returns how many there were.
    std::uint64_t place(CpuId cpu, std::uint64_t pages);
    /// Set-up: records the limit in force on every CPU.
    void record_limits();

    /// Adds its pages and limits.
    void snapshot(Snapshot& out) const;
    /// Empty, or what is wrong; adds how many pages it holds by home.
    std::string check_pages(std::map<Place, std::uint64_t>& held) const;

private:
    struct List {
        std::vector<Frame> frames; ///< the head of the list is at the back
        std::uint64_t limit = 0; ///< as last recorded
    };
    /// A drain that a short allocation asked other CPUs for.
    struct Request {
        cpu::Thread* asker = nullptr;
        std::uint32_t left = 0;
    };
    struct Worker {
        cpu::Thread* thread = nullptr;
        std::vector<std::shared_ptr<Request>> requests;
    };
    /// One call that frees pages, from its drain_begin to its drain_end.
    struct Drain {
        RecordIndex begin = kNoRecord;
        std::uint64_t freed = 0;
        std::uint64_t sections = 0;
    };

    List& list(const cpu::Thread& t) { return lists_[t.cpu()]; }
    std::uint64_t node_free(const cpu::Thread& t) const { return allocator_.node_free(t.node(), policy_.counts_pcp); }
    /// What the rule allows the CPU, before "at least 25".
    std::uint64_t share(const cpu::Thread& t) const;
    void set_limit(CpuId cpu, std::uint64_t limit);
    Cost cost(machine::Primitive p) const { return allocator_.machine().costs[p]; }

    engine::Co<> drain_one_section(cpu::Thread& t, Trigger trigger, const step::Drain& s, bool described);
    engine::Co<> drain_merged(cpu::Thread& t, Trigger trigger);
    engine::Co<> drain_generic(cpu::Thread& t, Trigger trigger);
    engine::Co<> drain_marks(cpu::Thread& t, Trigger trigger);
    engine::Co<> drain_all(cpu::Thread& t, Trigger trigger);
    engine::Co<> free_one(cpu::Thread& t, StepId take, StepId give, Drain& drain);
    void begin(cpu::Thread& t, Trigger trigger, std::uint64_t limit, Drain& drain);
    void end(cpu::Thread& t, Trigger trigger, const Drain& drain);

    engine::Co<bool> shrink(cpu::Thread& t);
    engine::Co<> answer(cpu::Thread& t, std::shared_ptr<Request> request);
    engine::Co<> worker_main(cpu::Thread& t);

    memory::PageAllocator& allocator_;
    cpu::Cpus& cpus_;
    QuicklistPolicy policy_;
    std::vector<List> lists_;
    std::vector<std::uint32_t> cpus_on_node_; ///< by node
    std::vector<Worker> workers_; ///< by CPU, made when first needed
    std::uint64_t freed_on_demand_ = 0;
    std::uint64_t high_mark_;
};

} // namespace sluice::quicklist
