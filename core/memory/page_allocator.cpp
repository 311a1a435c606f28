// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/page_allocator.h"

#include "core/memory/listing.h"

#include <algorithm>

namespace sluice::memory {

using machine::Primitive;

namespace {
/// Between two tries of an allocation that found nothing (blk_congestion_wait of HZ / 50).
constexpr Time kWait = 20 * kMillisecond;
constexpr unsigned kTries = 4;
} // namespace

PageAllocator::Zone::Zone(Frames& frames, ZoneId id, lock::LockSpec spec)
    : buddy(frames, id)
    , lock(std::move(spec), frames.machine(), frames.recorder()) { }

PageAllocator::PageAllocator(Frames& frames, const Options& options)
    : frames_(frames) {
    const machine::Machine& m = frames.machine();
    for (std::size_t z = 0; z < m.zones.size(); ++z) {
        lock::LockSpec spec;
        spec.name = "zone " + std::to_string(z);
        spec.id = static_cast<LockId>(z);
        spec.lock_class = lock::kZoneLockClass;
        spec.kind = options.lock_kind;
        spec.cause = SectionCause::zone_lock;
        spec.seed = options.seed;
        zones_.emplace_back(frames, static_cast<ZoneId>(z), std::move(spec));
        Zone& zone = zones_.back();
        zone.band_from = m.zones[z].high;
        zone.band_to = ~std::uint64_t{0};
    }
    lists_.resize(m.cpus.size() * m.zones.size());
    set_policy(options.lists);
}

void PageAllocator::set_policy(const PageListPolicy& policy) {
    policy_ = policy;
    // Zones of equal size share one answer; cpus_on_node() is a walk over all CPUs.
    for (std::size_t z = 0; z < zones_.size(); ++z) {
        const bool as_before
            = z > 0 && policy.formula != PcpFormula::k6_2 && machine().zones[z].pages == machine().zones[z - 1].pages;
        zones_[z].limits = as_before ? zones_[z - 1].limits : limits(policy, machine(), static_cast<ZoneId>(z));
    }
}

PageAllocator::CpuList& PageAllocator::list(CpuId cpu, ZoneId zone) {
    std::unique_ptr<CpuList>& p = lists_[cpu * zones_.size() + zone];
    if (!p)
        p = std::make_unique<CpuList>();
    return *p;
}

std::uint32_t PageAllocator::list_size(CpuId cpu, ZoneId zone) const {
    const auto& p = lists_[cpu * zones_.size() + zone];
    return p ? p->pages.size() : 0;
}

std::uint64_t PageAllocator::node_free(NodeId node, bool with_lists) const {
    std::uint64_t sum = 0;
    for (const ZoneId z : machine().zonelists[node]) {
        // A node's own zones come first in its list.
        if (machine().zones[z].node != node)
            break;
        sum += zones_[z].buddy.free_pages() + (with_lists ? zones_[z].on_lists : 0);
    }
    return sum;
}

std::uint64_t PageAllocator::total_free() const {
    std::uint64_t sum = 0;
    for (const Zone& z : zones_)
        sum += z.buddy.free_pages();
    return sum;
}

void PageAllocator::cross_mark(CpuId cpu, ZoneId id) {
    Zone& zone = zones_[id];
    const machine::Zone& z = machine().zones[id];
    const std::uint64_t free = zone.buddy.free_pages();
    const std::uint64_t marks[] = {0, z.min, z.low, z.high, ~std::uint64_t{0}};
    std::uint16_t band = 0;
    while (band < 3 && free >= marks[band + 1])
        ++band;
    zone.band_from = marks[band];
    zone.band_to = marks[band + 1];
    if (band == zone.band)
        return;
    Record r;
    r.at = frames_.now();
    r.kind = Kind::watermark;
    r.cpu = cpu;
    r.a = id;
    r.from = zone.band;
    r.to = band;
    frames_.recorder().write(r);
    zone.band = band;
}

void PageAllocator::check_marks() {
    for (std::size_t z = 0; z < zones_.size(); ++z)
        note_free(0, static_cast<ZoneId>(z));
}

Frame PageAllocator::take_from_list(cpu::Thread& t, ZoneId zone, Place to) {
    CpuList& l = list(t.cpu(), zone);
    if (!l.pages.size())
        return kNoFrame;
    l.free_factor /= 2;
    const Frame f = l.pages.pop_head();
    --zones_[zone].on_lists;
    frames_.move(t.cpu(), f, 1, to, End::head);
    return f;
}

engine::Co<> PageAllocator::refill(cpu::Thread& t, ZoneId id) {
    Zone& zone = zones_[id];
    t.irq_disable(SectionCause::zone_lock);
    co_await t.lock(zone.lock, site::refill);
    const std::uint32_t n = zone.limits.batch;
    co_await t.spend(machine().costs[Primitive::buddy_take] * n, step_refill, n);
    PageList& l = list(t.cpu(), id).pages;
    for (std::uint32_t i = 0; i < n; ++i) {
        const Frame f = zone.buddy.take(t.cpu(), place::pcp(t.cpu()), End::tail);
        if (f == kNoFrame)
            break;
        l.push_tail(f);
        ++zone.on_lists;
    }
    note_free(t.cpu(), id);
    co_await t.unlock(zone.lock);
    co_await t.irq_enable();
}

engine::Co<Frame> PageAllocator::take_from(cpu::Thread& t, ZoneId zone, Place to) {
    co_await t.spend(machine().costs[Primitive::pcp_pop], step_take, list_size(t.cpu(), zone));
    Frame f = take_from_list(t, zone, to);
    if (f == kNoFrame) {
        co_await refill(t, zone);
        f = take_from_list(t, zone, to);
    }
    co_return f;
}

ZoneId PageAllocator::first_zone(NodeId node, machine::ZoneKind highest) const {
    for (const ZoneId z : machine().zonelists[node])
        if (machine().zones[z].kind <= highest)
            return z;
    return machine().zonelists[node].back();
}

engine::Co<Frame> PageAllocator::allocate(cpu::Thread& t, Place to, machine::ZoneKind highest) {
    const ZoneId zone
        = highest == machine::ZoneKind::highmem ? machine().zonelists[t.node()].front() : first_zone(t.node(), highest);
    if (zones_[zone].buddy.free_pages() >= machine().zones[zone].low) [[likely]] {
        const Frame f = co_await take_from(t, zone, to);
        if (f != kNoFrame)
            co_return f;
    }
    co_return co_await allocate_slowly(t, to, highest);
}

engine::Co<Frame> PageAllocator::allocate_slowly(cpu::Thread& t, Place to, machine::ZoneKind highest) {
    const Time asked = t.now();
    RecordIndex explanation = kNoRecord;
    DelayCause cause = DelayCause::reclaim;
    // Who frees memory, or may not sleep, gets what is there (PF_MEMALLOC, GFP_ATOMIC).
    const bool may_wait
        = t.preemptible() && std::find(shrinking_.begin(), shrinking_.end(), t.id()) == shrinking_.end();
    for (unsigned tries = 0;; ++tries) {
        // First above low, then, with the shrinkers asked, above min.
        for (const ZoneId z : machine().zonelists[t.node()]) {
            const machine::Zone& zone = machine().zones[z];
            if (zone.kind > highest)
                continue;
            const std::uint64_t mark = !may_wait ? 0 : tries == 0 ? zone.low : zone.min;
            if (zones_[z].buddy.free_pages() <= mark)
                continue;
            const Time stalled = t.now() - asked;
            const Frame f = co_await take_from(t, z, to);
            if (f == kNoFrame)
                continue;
            if (stalled > 0)
                t.record_delay(Delay::alloc_stall, stalled, cause, explanation);
            co_return f;
        }
        if (!may_wait || tries > kTries)
            break;
        // All zones are below low: kswapd is woken, and the pages down to min are used meanwhile (2.6.11).
        if (tries == 0 && reclaim_.wake) {
            reclaim_.wake(t, highest);
            continue;
        }
        if (tries > 1) {
            t.step(step_wait, tries);
            co_await t.sleep_until(t.now() + kWait);
        }
        t.step(step_shrink, zone_free(machine().zonelists[t.node()].front()));
        const RecordIndex before = frames_.recorder().next();
        bool gave = false;
        shrinking_.push_back(t.id());
        if (reclaim_.direct)
            gave = co_await reclaim_.direct(t, highest);
        for (const Shrinker& shrink : shrinkers_) {
            const bool some = co_await shrink(t);
            gave = gave || some;
        }
        std::erase(shrinking_, t.id());
        if (gave) {
            explanation = before;
            cause = DelayCause::drain;
        }
    }
    t.step(step_out_of_memory);
    Record r;
    r.at = t.now();
    r.kind = Kind::out_of_memory;
    r.cpu = t.cpu();
    r.a = t.id();
    r.to = t.node();
    const RecordIndex failed = frames_.recorder().write(r);
    t.record_delay(Delay::alloc_stall, t.now() - asked, DelayCause::out_of_memory, failed);
    co_return kNoFrame;
}

engine::Co<> PageAllocator::zero(cpu::Thread& t, Frame f, StepId step) {
    const Time from = t.now();
    co_await t.spend(machine().costs[Primitive::page_zero], step);
    Record r;
    r.at = t.now();
    r.kind = Kind::zero;
    r.cpu = t.cpu();
    r.a = f;
    r.prev = static_cast<std::uint32_t>(std::min<Time>(t.now() - from, 0xffff'ffff));
    r.to = frames_.home(f);
    frames_.recorder().write(r);
}

engine::Co<Frame> PageAllocator::allocate_zeroed(cpu::Thread& t, Place to) {
    const Frame f = co_await allocate(t, to);
    if (f != kNoFrame)
        co_await zero(t, f, step_zero);
    co_return f;
}

bool PageAllocator::put(cpu::Thread& t, Frame f) {
    const ZoneId zone = zone_of(f);
    PageList& l = list(t.cpu(), zone).pages;
    frames_.move(t.cpu(), f, 1, place::pcp(t.cpu()), End::head);
    l.push_head(f);
    ++zones_[zone].on_lists;
    return l.size() >= zones_[zone].limits.high;
}

std::uint32_t PageAllocator::next_batch(const Zone& zone, CpuList& list) const {
    const std::uint32_t batch = zone.limits.batch;
    std::uint32_t n = batch;
    if (policy_.scale > 0) {
        const std::uint32_t most = std::max(batch, zone.limits.high - batch);
        n = batch << std::min(list.free_factor, policy_.scale);
        if (n < most && list.free_factor < policy_.scale)
            ++list.free_factor;
        n = std::min(n, most);
    }
    return std::min(n, list.pages.size());
}

engine::Co<> PageAllocator::give_back(cpu::Thread& t, ZoneId id) {
    Zone& zone = zones_[id];
    t.irq_disable(SectionCause::zone_lock);
    co_await t.lock(zone.lock, site::give_back);
    PageList& l = list(t.cpu(), id).pages;
    const std::uint32_t n = next_batch(zone, list(t.cpu(), id));
    co_await t.spend(machine().costs[Primitive::buddy_give] * n, step_give_back, n);
    for (std::uint32_t left = n; left > 0;) {
        const FrameRun run = l.pop_tail(left);
        zone.buddy.give(t.cpu(), run.first, run.count);
        zone.on_lists -= run.count;
        left -= static_cast<std::uint32_t>(run.count);
    }
    note_free(t.cpu(), id);
    co_await t.unlock(zone.lock);
    co_await t.irq_enable();
}

engine::Co<> PageAllocator::free(cpu::Thread& t, Frame f) {
    const ZoneId zone = zone_of(f);
    co_await t.spend(machine().costs[Primitive::pcp_push], step_put, list_size(t.cpu(), zone));
    if (put(t, f))
        co_await give_back(t, zone);
}

engine::Co<> PageAllocator::free_run(cpu::Thread& t, Frame first, std::uint32_t count) {
    const ZoneId zone = zone_of(first);
    while (count > 0) {
        const std::uint32_t high = zones_[zone].limits.high, size = list_size(t.cpu(), zone);
        const std::uint32_t n = std::min(count, size < high ? high - size : 1);
        co_await t.spend(machine().costs[Primitive::pcp_push] * n, step_put, size);
        frames_.move(t.cpu(), first, n, place::pcp(t.cpu()), End::head);
        PageList& l = list(t.cpu(), zone).pages;
        l.push_head(first, n);
        zones_[zone].on_lists += n;
        first += n;
        count -= n;
        if (l.size() >= high)
            co_await give_back(t, zone);
    }
}

engine::Co<> PageAllocator::free_block(
    cpu::Thread& t, Frame first, std::uint64_t count, StepId step, std::uint16_t site) {
    Zone& zone = zones_[zone_of(first)];
    t.irq_disable(SectionCause::zone_lock);
    co_await t.lock(zone.lock, site);
    co_await t.spend(machine().costs[Primitive::buddy_give], step, count);
    zone.buddy.give(t.cpu(), first, count);
    note_free(t.cpu(), zone_of(first));
    co_await t.unlock(zone.lock);
    co_await t.irq_enable();
}

std::uint64_t PageAllocator::place_in(
    ZoneId z, std::uint64_t pages, std::uint64_t keep, Place to, const std::function<void(Frame, std::uint64_t)>& f) {
    std::uint64_t placed = 0;
    while (placed < pages && zones_[z].buddy.free_pages() > keep) {
        std::uint64_t count = 0;
        const std::uint64_t most = std::min(pages - placed, zones_[z].buddy.free_pages() - keep);
        const Frame first = zones_[z].buddy.take_block(0, most, to, End::head, count);
        if (first == kNoFrame)
            break;
        f(first, count);
        placed += count;
    }
    return placed;
}

std::uint64_t PageAllocator::place(
    NodeId node, std::uint64_t pages, Place to, const std::function<void(Frame, std::uint64_t)>& f, bool above_marks) {
    std::uint64_t placed = 0;
    for (const bool keep : {true, false}) {
        if (keep && !above_marks)
            continue;
        for (const ZoneId z : machine().zonelists[node]) {
            if (machine().zones[z].node != node)
                break;
            placed += place_in(z, pages - placed, keep ? 2 * machine().zones[z].high : 0, to, f);
        }
    }
    return placed;
}

std::uint64_t PageAllocator::place_low(
    std::uint64_t pages, Place to, const std::function<void(Frame, std::uint64_t)>& f) {
    std::uint64_t placed = 0;
    for (const bool keep : {true, false}) {
        for (std::size_t z = zones_.size(); z-- > 0;) {
            if (machine().zones[z].kind != machine::ZoneKind::highmem)
                placed += place_in(static_cast<ZoneId>(z), pages - placed, keep ? machine().zones[z].high : 0, to, f);
        }
    }
    return placed;
}

} // namespace sluice::memory
