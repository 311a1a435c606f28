// SPDX-License-Identifier: GPL-3.0-or-later
// How gathered pages are freed, by whoever frees them: batch by batch, each in sections of 32 off the LRU, then onto
// the page list of the CPU (release_pages, mm/swap.c of 4.10).
#include "core/mechanism/page_free/page_free.h"

#include "core/mechanism/page_free/records.h"
#include "core/mechanism/page_free/steps.h"

#include <algorithm>

namespace sluice::page_free {

using engine::Co;
using machine::Primitive;

bool PageFree::cold() const {
    // 64 bytes a page structure, 8 the pointer to it.
    constexpr std::uint64_t kBytes = 72;
    const std::uint64_t cache = pages_.machine().cache_bytes;
    return cache > 0 && backlog_ * kBytes > cache;
}

Co<> PageFree::free_all(cpu::Thread& t, Gather& gather, bool other) {
    const bool from_memory = other && cold();
    const bool after_each = policy_.limit == GatherLimit::yield512;
    const bool never = policy_.limit == GatherLimit::none && !policy_.parallel;
    std::uint64_t freed = 0, since_yield = 0;
    bool local = true;
    t.preempt_disable(SectionCause::page_free);
    while (gather.slots > 0) {
        const std::uint64_t slots = std::min(gather.slots, local && !other ? kLocal : per_batch());
        local = false;
        const std::uint64_t before = gather.count;
        co_await free_batch(t, gather, slots, from_memory);
        if (other) {
            t.step(step::batch_free);
            const Frame batch = gather.batches.back();
            gather.batches.pop_back();
            co_await pages_.free(t, batch);
            backlog_ -= before - gather.count;
        }
        freed += before - gather.count;
        since_yield += before - gather.count;
        t.count_freed(static_cast<std::uint32_t>(before - gather.count));
        if (never || (!after_each && since_yield < kYield) || gather.slots == 0)
            continue;
        since_yield = 0;
        t.step(step::yield, freed);
        co_await t.preempt_enable();
        co_await t.cond_resched();
        t.preempt_disable(SectionCause::page_free);
    }
    co_await t.preempt_enable();
    gather.clear();
}

Co<> PageFree::free_batch(cpu::Thread& t, Gather& gather, std::uint64_t slots, bool from_memory) {
    for (std::uint64_t left = slots; left > 0;) {
        const std::uint32_t taken = gather.section(static_cast<std::uint32_t>(std::min<std::uint64_t>(left, kSection)),
            [this](Frame f) { return pages_.node_of(f); });
        co_await off_lists(t, gather, taken, from_memory);
        left -= taken;
    }
    for (std::uint64_t left = slots; left > 0;) {
        const Gathered next = gather.to_free(static_cast<std::uint32_t>(left));
        // What needs no lock: uncharging, and linking into the list of pages to free.
        t.owe(cost(Primitive::release_page) * (next.huge ? 1 : next.count));
        if (next.huge)
            co_await pages_.free_block(t, next.first, next.count, step::huge, site::free_huge);
        else
            co_await pages_.free_run(t, next.first, next.count);
        left -= next.huge ? 1 : next.count;
    }
}

Co<> PageFree::off_lists(cpu::Thread& t, Gather& gather, std::uint32_t slots, bool from_memory) {
    // Under the lock the reference is dropped, too: this is where the page structure comes into the cache.
    const Cost each = cost(Primitive::lru_delete) + (from_memory ? cost(Primitive::page_cold) : 0);
    lock::Spinlock& lock = lru_locks_[pages_.node_of(gather.next_listed())];
    t.irq_disable(SectionCause::lru_lock);
    co_await t.lock(lock, site::release_pages);
    co_await t.spend(each * slots, step::release, slots);
    for (std::uint32_t left = slots; left > 0;) {
        const Gathered run = gather.off_list(left);
        record_off_list(pages_.frames(), t.cpu(), run.first, run.count, List::active_anon, run.lru);
        left -= run.huge ? 1 : run.count;
    }
    co_await t.unlock(lock);
    co_await t.irq_enable();
}

} // namespace sluice::page_free
