// SPDX-License-Identifier: GPL-3.0-or-later
// Who reclaims and how much: kswapd, direct reclaim, the pass over one zone.
#include "core/mechanism/reclaim/reclaim.h"

#include "core/mechanism/lru/records.h"
#include "core/mechanism/reclaim/steps.h"

#include <algorithm>

namespace sluice::reclaim {

using engine::Co;

namespace {
/// What kswapd sleeps when it made no progress (blk_congestion_wait of HZ / 10).
constexpr Time kCongestionWait = 100 * kMillisecond;
/// What it sleeps when a pass freed nothing of a zone while disks are congested: about one request.
constexpr Time kRequestWait = 10 * kMillisecond;
} // namespace

Reclaim::Reclaim(page_cache::PageCache& cache, pagevec::Pagevecs& vectors, lru::Lru& lru,
    buffer_head::BufferHeads& buffers, cpu::Cpus& cpus, const ReclaimPolicy& policy)
    : cache_(cache)
    , vectors_(vectors)
    , lru_(lru)
    , buffers_(buffers)
    , cpus_(cpus)
    , policy_(policy)
    , kswapd_(cpus.machine().nodes)
    , needed_(cpus.machine().zones.size())
    , refill_counter_(lru.sets()) { }

void Reclaim::start(std::uint16_t task_class) {
    const machine::Machine& m = cpus_.machine();
    for (std::uint32_t node = 0; node < m.nodes; ++node) {
        const auto cpu
            = std::find_if(m.cpus.begin(), m.cpus.end(), [&](const machine::Cpu& c) { return c.node == node; });
        if (cpu == m.cpus.end())
            continue;
        // On the last CPU of its node, where the fewest tasks start.
        const auto last = cpu - m.cpus.begin() + m.cpus_on_node(static_cast<NodeId>(node)) - 1;
        kswapd_[node] = &cpus_.spawn({.name = "kswapd",
                                         .task_class = task_class,
                                         .cpu = static_cast<CpuId>(last),
                                         .priority = cpu::Priority::wakeful},
            [this, node](cpu::Thread& t) { return kswapd(t, static_cast<NodeId>(node)); });
    }
    lru_.allocator().set_reclaim({[this](cpu::Thread& t, machine::ZoneKind highest) { wake(t, highest); },
        [this](cpu::Thread& t, machine::ZoneKind highest) { return direct(t, highest); }});
}

void Reclaim::wake(cpu::Thread& t, machine::ZoneKind highest) {
    const machine::Machine& m = cpus_.machine();
    for (const ZoneId z : m.zonelists[t.node()]) {
        const NodeId node = m.zones[z].node;
        if (m.zones[z].kind > highest || !kswapd_[node])
            continue;
        needed_[z] = true;
        t.wake(*kswapd_[node], WakeKind::unblock);
        // One list for several zones cannot be searched for the pages of one: kswapd balances the zone that was asked
        // for first (zone->need_balance of 2.4 and 2.5), not those that it falls back to.
        if (lru_.policy().scope == lru::Scope::global)
            break;
    }
}

bool Reclaim::fits(Frame f, ZoneId wanted) const {
    const machine::Machine& m = cpus_.machine();
    const machine::Zone& own = m.zones[lru_.allocator().zone_of(f)];
    return own.node == m.zones[wanted].node && own.kind <= m.zones[wanted].kind;
}

Co<> Reclaim::kswapd(cpu::Thread& t, NodeId node) {
    for (;;) {
        t.step(step::kswapd::sleep);
        co_await t.block();
        // g++ 12 miscompiles co_await in the condition of a loop.
        for (bool done = false; !done;)
            done = co_await balance(t, node);
    }
}

Co<bool> Reclaim::balance(cpu::Thread& t, NodeId node) {
    const machine::Machine& m = cpus_.machine();
    std::uint64_t freed = 0;
    for (std::uint32_t priority = policy_.first_priority(); priority > 0; --priority) {
        bool all_high = true, in_vain = false;
        for (std::size_t z = 0; z < m.zones.size(); ++z) {
            const auto zone = static_cast<ZoneId>(z);
            const std::uint64_t free = lru_.allocator().zone_free(zone);
            if (m.zones[z].node != node || !needed_[z])
                continue;
            if (free > m.zones[z].high) {
                needed_[z] = false;
                continue;
            }
            all_high = false;
            t.step(step::kswapd::zone, free);
            const std::uint64_t wanted = std::clamp<std::uint64_t>(m.zones[z].high - free + 1, 1, kCluster);
            const std::uint64_t some = co_await shrink_zone(t, zone, wanted, priority, ScanKind::kswapd);
            freed += some;
            in_vain = in_vain || some == 0;
            co_await t.cond_resched();
        }
        if (all_high)
            co_return true;
        // A zone whose pages all wait for the disks is not scanned again before one of their requests can be done.
        if (in_vain && cache_.congested()) {
            t.step(step::kswapd::wait);
            co_await t.sleep_until(t.now() + kRequestWait);
        }
        if (freed >= kCluster)
            co_return false;
    }
    if (freed > 0)
        co_return false;
    t.step(step::kswapd::wait);
    co_await t.sleep_until(t.now() + kCongestionWait);
    co_return true;
}

Co<bool> Reclaim::direct(cpu::Thread& t, machine::ZoneKind highest) {
    const machine::Machine& m = cpus_.machine();
    std::uint64_t freed = 0;
    for (std::uint32_t priority = policy_.first_priority(); priority > 0 && freed < kCluster; --priority) {
        for (const ZoneId z : m.zonelists[t.node()]) {
            if (m.zones[z].kind > highest || m.zones[z].pages == 0)
                continue;
            const std::uint64_t some = co_await shrink_zone(t, z, kCluster, priority, ScanKind::direct);
            freed += some;
            if (freed >= kCluster)
                break;
        }
    }
    co_return freed > 0;
}

Co<std::uint64_t> Reclaim::shrink_zone(
    cpu::Thread& t, ZoneId zone, std::uint64_t wanted, std::uint32_t priority, ScanKind kind) {
    const std::uint32_t set = lru_.set_of_zone(zone);
    std::uint64_t freed = 0;
    // Files first; anonymous pages apart are only deactivated, since there is no swap.
    const bool split = lru_.policy().split;
    const std::uint64_t active = lru_.size(set, List::active);
    const std::uint64_t inactive = lru_.size(set, List::inactive);
    const std::uint64_t ratio = wanted * active / ((inactive | 1) * 2);
    refill_counter_[set] += ratio + 1;
    // The old code moves two or three pages at a time, the new one collects.
    const std::uint32_t lot = policy_.lock == LockUse::scan ? 3 : kCluster;
    while (refill_counter_[set] > lot) {
        refill_counter_[set] -= lot;
        co_await refill(t, set, false, lot, kind);
        if (split && lru_.size(set, List::active_anon) > 2 * lru_.size(set, List::inactive_anon))
            co_await refill(t, set, true, lot, kind);
    }
    Pass pass;
    pass.set = set;
    pass.zone = zone;
    pass.wanted = wanted;
    pass.max_scan = policy_.scan_depth(lru_.size(set, List::inactive), priority, wanted);
    if (policy_.lock == LockUse::scan)
        co_await scan_locked(t, pass);
    else
        co_await scan_isolated(t, pass);
    lru::record_scan(lru_.pages().frames(), t.cpu(), kind, List::inactive, pass.looked_at, pass.freed, priority);
    freed += pass.freed;
    co_return freed;
}

bool Reclaim::in_use(Frame f) const {
    // Mapped and referenced: an anonymous page that was touched since it was last looked at.
    const lru::Page& p = lru_.page(f);
    return p.anonymous && p.has(PageFlag::referenced);
}

void Reclaim::note_isolation(cpu::Thread& t, Frame f, bool take) {
    lru_.pages().frames().hold(t.cpu(), f, Holder::isolation, t.id(), take);
}

} // namespace sluice::reclaim
