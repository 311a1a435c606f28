// SPDX-License-Identifier: GPL-3.0-or-later
// The thread that exits: unmaps, gathers, and ends rounds. How batches are freed is in release.cpp, the workers are in
// workers.cpp.
#include "core/mechanism/page_free/page_free.h"

#include "core/mechanism/page_free/records.h"
#include "core/mechanism/page_free/steps.h"

#include <algorithm>

namespace sluice::page_free {

using engine::Co;
using machine::Primitive;

std::string_view site_name(std::uint16_t s) {
    return s == site::release_pages ? "release_pages" : s == site::free_huge ? "free_one_page" : std::string_view{};
}

PageFree::PageFree(memory::PageAllocator& pages, quicklist::Quicklists& tables, cpu::Cpus& cpus,
    const FreePolicy& policy, const Options& options)
    : pages_(pages)
    , tables_(tables)
    , cpus_(cpus)
    , policy_(policy)
    , options_(options)
    , pools_(pages.machine().nodes) {
    cpus.lock_order().name(lock::kLruLockClass, "LRU lock");
    for (std::uint32_t node = 0; node < pages.machine().nodes; ++node) {
        lock::LockSpec spec;
        spec.name = "LRU lock of node " + std::to_string(node);
        spec.id = static_cast<LockId>(options.first_lock + node);
        spec.lock_class = lock::kLruLockClass;
        spec.kind = options.lock_kind;
        spec.cause = SectionCause::lru_lock;
        spec.seed = options.seed;
        lru_locks_.emplace_back(std::move(spec), pages.machine(), pages.frames().recorder());
    }
}

bool PageFree::gate_open(NodeId node) const {
    if (policy_.gate == Gate::always)
        return true;
    bool idle = false;
    for (std::uint32_t i = 0; i < cpus_.count(); ++i) {
        const auto cpu = static_cast<CpuId>(i);
        if (cpus_.load(cpu) > 1)
            return false;
        idle = idle || (pages_.machine().cpus[i].node == node && cpus_.load(cpu) == 0);
    }
    return idle;
}

Co<bool> PageFree::add_batch(cpu::Thread& t, Gather& gather) {
    // GFP_NOWAIT: reclaim is not asked.
    bool any = false;
    for (const ZoneId z : pages_.machine().zonelists[t.node()])
        any = any || pages_.zone_free(z) > pages_.machine().zones[z].low;
    if (!any)
        co_return false;
    t.step(step::batch_page, gather.count);
    const Frame f = co_await pages_.allocate(t, place::kernel);
    if (f == memory::kNoFrame)
        co_return false;
    gather.batches.push_back(f);
    co_return true;
}

Co<> PageFree::unmap_all(cpu::Thread& t, Mapping& memory) {
    Owner& owner = owners_.emplace_back();
    owner.thread = &t;
    Gather& gather = owner.gather;
    std::uint64_t left = memory.pages();
    while (const Piece* piece = memory.next()) {
        const bool huge = policy_.huge && piece->count == kTablePages && piece->first % kTablePages == 0;
        const std::uint64_t capacity = policy_.capacity(per_batch());
        // A round may be full in the middle of a table.
        std::uint64_t room = capacity > gather.slots ? capacity - gather.slots : 0;
        std::uint32_t n = huge ? piece->count : static_cast<std::uint32_t>(std::min<std::uint64_t>(piece->count, room));
        if (room == 0) {
            co_await end_round(t, owner, GatherEnd::full);
            continue;
        }
        const std::uint64_t slots = huge ? 1 : n;
        bool short_of_memory = false;
        while (!short_of_memory && gather.slots + slots > kLocal + per_batch() * gather.batches.size()) {
            const bool got = co_await add_batch(t, gather);
            short_of_memory = !got;
        }
        if (short_of_memory) {
            room = kLocal + per_batch() * gather.batches.size() - gather.slots;
            if (room == 0) {
                co_await end_round(t, owner, GatherEnd::no_memory);
                continue;
            }
            if (!huge)
                n = static_cast<std::uint32_t>(std::min<std::uint64_t>(n, room));
        }
        co_await t.spend(cost(Primitive::unmap_page) * static_cast<Cost>(huge ? 1 : n), step::zap, left);
        const Gathered g{piece->first, n, huge, piece->lru};
        pages_.frames().move(t.cpu(), g.first, g.count, place::gather, End::head);
        memory.unmap(n);
        gather.add(g, huge);
        left -= n;
        co_await t.cond_resched();
    }
    co_await end_round(t, owner, GatherEnd::end);
    co_await free_tables(t, memory.tables());
    // tlb_finish_mmu: whoever unmapped waits until every piece is free.
    while (owner.pieces > 0) {
        t.step(step::wait, owner.pieces);
        co_await t.block();
    }
    for (; !gather.batches.empty(); gather.batches.pop_back())
        co_await pages_.free(t, gather.batches.back());
}

Co<> PageFree::end_round(cpu::Thread& t, Owner& owner, GatherEnd why) {
    Gather& gather = owner.gather;
    co_await t.spend(cost(Primitive::tlb_flush), step::flush, gather.count);
    record_flush(pages_.frames(), t.cpu(), gather.count, gather.batches.size(), why);
    const bool enough = policy_.parallel && gather.count >= policy_.threshold;
    if (enough && gate_open(t.node())) {
        const std::uint64_t number = pieces_so_far_++;
        t.step(step::queue, number);
        Work work;
        work.number = number;
        work.owner = &owner;
        work.node = t.node();
        // What lies on the caller's stack stays with the caller.
        Gather local = gather.split_off(kLocal);
        work.gather = std::exchange(gather, std::move(local));
        work.pages = work.gather.count;
        backlog_ += work.pages;
        ++owner.pieces;
        record_piece(pages_.frames(), t.cpu(), number, work.pages, PieceState::none, PieceState::queued, 0);
        const NodeId node = work.node;
        pools_[node].queue.push_back(std::move(work));
        start_work(t, node);
        co_await free_all(t, gather, false);
        co_return;
    }
    const std::uint64_t pages = gather.count;
    const std::uint64_t number = enough ? pieces_so_far_++ : 0;
    t.step(step::here, pages);
    if (enough)
        record_piece(pages_.frames(), t.cpu(), number, pages, PieceState::none, PieceState::being_freed, 0);
    co_await free_all(t, gather, false);
    if (enough)
        record_piece(pages_.frames(), t.cpu(), number, pages, PieceState::being_freed, PieceState::freed_by_caller, 0);
}

Co<> PageFree::free_tables(cpu::Thread& t, std::vector<FrameRun>& tables) {
    std::uint64_t left = 0;
    for (const FrameRun& run : tables)
        left += run.count;
    constexpr unsigned kPte = 2;
    for (; !tables.empty(); tables.pop_back()) {
        FrameRun run = tables.back();
        while (run.count > 0) {
            const bool keeps = tables_.policy().keeps(kPte);
            const auto n = keeps ? 1u : static_cast<std::uint32_t>(std::min<std::uint64_t>(run.count, per_batch()));
            co_await t.spend(cost(Primitive::table_teardown) * n, step::tables, left);
            if (keeps) {
                co_await tables_.free(t, run.first);
            } else {
                pages_.frames().move(t.cpu(), run.first, n, place::gather, End::head);
                co_await pages_.free_run(t, run.first, n);
            }
            run.first += n;
            run.count -= n;
            left -= n;
            co_await t.cond_resched();
        }
    }
    if (tables_.policy().keeps(kPte) && tables_.checks_at_unmap())
        co_await tables_.check(t, Trigger::unmap);
}

void PageFree::snapshot(Snapshot& out) const {
    for (const lock::Spinlock& l : lru_locks_)
        lock::add_to_snapshot(l, out);
    std::vector<Gathered> listed;
    for (const Mapping* m : mappings_)
        m->for_each_mapped([&listed](const Piece& p) { listed.push_back(p); });
    const auto add = [&listed](const Gather& g) { g.for_each_listed([&](const Gathered& p) { listed.push_back(p); }); };
    for (const Owner& o : owners_)
        add(o.gather);
    for (const Pool& pool : pools_)
        for (const Work& w : pool.queue)
            add(w.gather);
    for (const Worker& w : workers_)
        add(w.work.gather);
    std::sort(listed.begin(), listed.end(),
        [](const Gathered& a, const Gathered& b) { return a.lru != b.lru ? a.lru < b.lru : a.first < b.first; });
    for (const Gathered& p : listed) {
        auto& runs = out.lists[{pages_.zone_of(p.first), List::active_anon}];
        if (!runs.empty() && runs.back().first + runs.back().count == p.first)
            runs.back().count += p.count;
        else
            runs.push_back({p.first, p.count});
    }
}

} // namespace sluice::page_free
