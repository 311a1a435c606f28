// SPDX-License-Identifier: GPL-3.0-or-later
// check_pgt_cache, one function for each variant; every statement is a line of listing.toml. A line that is switched
// off spends its time and is recorded, but leaves its variable as it was (0 at first).
#include "core/mechanism/quicklist/quicklists.h"

#include "core/mechanism/quicklist/records.h"

#include <algorithm>

namespace sluice::quicklist {

using engine::Co;
using machine::Primitive;

Co<> Quicklists::check(cpu::Thread& t, Trigger trigger) {
    if (!policy_.enabled)
        return drain_all(t, trigger);
    if (policy_.rule == DrainRule::none)
        return {};
    if (policy_.rule == DrainRule::marks)
        return drain_marks(t, trigger);
    switch (policy_.shape) {
    case DrainShape::posted:
        return drain_one_section(t, trigger, step::posted, false);
    case DrainShape::described:
        return drain_one_section(t, trigger, step::described, true);
    case DrainShape::merged:
        return drain_merged(t, trigger);
    case DrainShape::generic:
        break;
    }
    return drain_generic(t, trigger);
}

void Quicklists::begin(cpu::Thread& t, Trigger trigger, std::uint64_t limit, Drain& drain) {
    drain.begin = record_drain_begin(allocator_.frames().recorder(), t, size(t.cpu()), limit, trigger);
}

void Quicklists::end(cpu::Thread& t, Trigger trigger, const Drain& drain) {
    if (trigger == Trigger::demand)
        freed_on_demand_ += drain.freed;
    if (drain.begin != kNoRecord)
        record_drain_end(allocator_.frames().recorder(), t, drain.freed, drain.sections, trigger, drain.begin);
}

Co<> Quicklists::free_one(cpu::Thread& t, StepId take, StepId give, Drain& drain) {
    const Cost page = cost(Primitive::drain_page);
    co_await t.spend(page / 2, take, list(t).frames.size());
    Frame f = memory::kNoFrame;
    if (list(t).frames.empty()) {
        // The pop of an empty list falls back to a fresh page (only with lines switched off, or after a migration).
        f = co_await allocator_.allocate_zeroed(t, place::page_table);
        if (f == memory::kNoFrame)
            co_return;
    }
    co_await t.spend(page - page / 2, give, node_free(t));
    if (f == memory::kNoFrame) {
        std::vector<Frame>& frames = list(t).frames;
        if (frames.empty())
            co_return;
        f = frames.back();
        frames.pop_back();
    }
    const ZoneId zone = allocator_.zone_of(f);
    const bool too_long = allocator_.put(t, f);
    t.count_freed(1);
    ++drain.freed;
    if (too_long)
        co_await allocator_.give_back(t, zone);
}

Co<> Quicklists::drain_one_section(cpu::Thread& t, Trigger trigger, const step::Drain& s, bool described) {
    const QuicklistPolicy p = policy_;
    co_await t.spend(0, s.too_few, size(t.cpu()));
    if (p.line_on(s.too_few) && size(t.cpu()) <= kMinPages)
        co_return;
    std::uint64_t limit = 0;
    if (p.line_on(s.limit_from_free))
        limit = share(t);
    co_await t.spend(cost(Primitive::limit_check), s.limit_from_free, limit);
    if (p.line_on(s.limit_at_least_25))
        limit = std::max(limit, kMinPages);
    co_await t.spend(0, s.limit_at_least_25, limit);
    set_limit(t.cpu(), limit);
    co_await t.spend(0, s.within_limit, size(t.cpu()));
    if (p.line_on(s.within_limit) && size(t.cpu()) <= limit)
        co_return;
    t.preempt_disable(SectionCause::quicklist_drain);
    co_await t.spend(0, s.preempt_off);
    Drain drain;
    begin(t, trigger, limit, drain);
    if (p.line_on(s.limit_capped))
        limit = described ? described_target(limit, size(t.cpu()), p.cap, p.arith)
                          : posted_target(limit, size(t.cpu()), p.cap);
    co_await t.spend(0, s.limit_capped, limit);
    co_await t.spend(0, s.repeat);
    bool more = true;
    while (more) {
        co_await free_one(t, s.take, s.give, drain);
        co_await t.spend(0, s.until, size(t.cpu()));
        more = size(t.cpu()) > limit;
    }
    drain.sections = 1;
    co_await t.preempt_enable();
    t.step(s.preempt_on);
    end(t, trigger, drain);
}

Co<> Quicklists::drain_merged(cpu::Thread& t, Trigger trigger) {
    namespace s = step::merged;
    const QuicklistPolicy p = policy_;
    co_await t.spend(0, s::too_few, size(t.cpu()));
    if (p.line_on(s::too_few) && size(t.cpu()) <= kMinPages)
        co_return;
    // Under a lock, the preemption point between two passes is none: all of it is one section.
    const bool can_stop = t.preemptible();
    Drain drain;
    std::uint64_t limit = 0;
    t.preempt_disable(SectionCause::quicklist_drain);
    co_await t.spend(0, s::preempt_off);
    for (;;) {
        if (p.line_on(s::limit_from_free))
            limit = share(t);
        co_await t.spend(cost(Primitive::limit_check), s::limit_from_free, limit);
        if (p.line_on(s::limit_at_least_25))
            limit = std::max(limit, kMinPages);
        co_await t.spend(0, s::limit_at_least_25, limit);
        set_limit(t.cpu(), limit);
        const std::uint64_t now = size(t.cpu());
        const std::uint64_t n = now > limit ? std::min(now - limit, kFreesPerPass) : 0;
        co_await t.spend(0, s::quota, n);
        co_await t.spend(0, s::done, now);
        if (n == 0)
            break;
        if (drain.begin == kNoRecord)
            begin(t, trigger, limit, drain);
        for (std::uint64_t i = 0; i < n; ++i)
            co_await free_one(t, s::take, s::give, drain);
        if (can_stop || drain.sections == 0)
            ++drain.sections;
        co_await t.preempt_enable();
        co_await t.spend(0, s::point_on);
        t.preempt_disable(SectionCause::quicklist_drain);
        co_await t.spend(0, s::point_off);
    }
    co_await t.preempt_enable();
    t.step(s::preempt_on);
    end(t, trigger, drain);
}

Co<> Quicklists::drain_generic(cpu::Thread& t, Trigger trigger) {
    namespace s = step::generic;
    const QuicklistPolicy p = policy_;
    t.preempt_disable(SectionCause::quicklist_drain);
    co_await t.spend(0, s::preempt_off);
    co_await t.spend(0, s::too_few, size(t.cpu()));
    Drain drain;
    if (!p.line_on(s::too_few) || size(t.cpu()) > kMinPages) {
        std::uint64_t limit = 0;
        if (p.line_on(s::limit_from_free))
            limit = node_free(t) / kFraction;
        co_await t.spend(cost(Primitive::limit_check), s::limit_from_free, limit);
        if (p.rule == DrainRule::node16_per_cpu) {
            if (p.line_on(s::limit_per_cpu))
                limit /= std::max(1u, cpus_on_node_[t.node()]);
            co_await t.spend(0, s::limit_per_cpu, limit);
        }
        if (p.line_on(s::limit_at_least_25))
            limit = std::max(limit, kMinPages);
        co_await t.spend(0, s::limit_at_least_25, limit);
        set_limit(t.cpu(), limit);
        const std::uint64_t now = size(t.cpu());
        const std::uint64_t n = now > limit ? std::min(now - limit, kFreesPerPass) : 0;
        co_await t.spend(0, s::quota, n);
        if (n > 0)
            begin(t, trigger, limit, drain);
        for (std::uint64_t i = 0; i < n; ++i)
            co_await free_one(t, s::take, s::give, drain);
        drain.sections = 1;
    }
    co_await t.preempt_enable();
    t.step(s::preempt_on);
    end(t, trigger, drain);
}

Co<> Quicklists::drain_marks(cpu::Thread& t, Trigger trigger) {
    namespace s = step::marks;
    // A shrinker does not ask for the high mark: memory is short now.
    const std::uint64_t high = trigger == Trigger::demand ? kMinPages : high_mark_;
    set_limit(t.cpu(), high_mark_);
    t.preempt_disable(SectionCause::quicklist_drain);
    co_await t.spend(0, s::preempt_off);
    co_await t.spend(0, s::above_high, size(t.cpu()));
    Drain drain;
    if (size(t.cpu()) > high) {
        begin(t, trigger, high, drain);
        co_await t.spend(0, s::repeat);
        bool more = true;
        while (more) {
            co_await free_one(t, s::take, s::give, drain);
            co_await t.spend(0, s::until, size(t.cpu()));
            more = size(t.cpu()) > kMinPages;
        }
        drain.sections = 1;
    }
    co_await t.preempt_enable();
    t.step(s::preempt_on);
    end(t, trigger, drain);
}

Co<> Quicklists::drain_all(cpu::Thread& t, Trigger trigger) {
    // The quicklist was switched off during the run: what it holds goes back in sections of 16.
    namespace s = step::merged;
    Drain drain;
    while (size(t.cpu()) > 0) {
        t.preempt_disable(SectionCause::quicklist_drain);
        co_await t.spend(0, s::preempt_off);
        if (drain.begin == kNoRecord)
            begin(t, trigger, 0, drain);
        for (std::uint64_t i = 0; i < kFreesPerPass && size(t.cpu()) > 0; ++i)
            co_await free_one(t, s::take, s::give, drain);
        ++drain.sections;
        co_await t.preempt_enable();
        t.step(s::preempt_on);
    }
    end(t, trigger, drain);
}

} // namespace sluice::quicklist
