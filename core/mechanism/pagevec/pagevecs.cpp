// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/pagevec/pagevecs.h"

#include "core/mechanism/pagevec/records.h"
#include "core/mechanism/pagevec/steps.h"

#include <algorithm>
#include <cassert>

namespace sluice::pagevec {

using engine::Co;
using lru::Page;
using lru::Visit;
using machine::Primitive;

Pagevecs::Pagevecs(lru::Lru& lru, cpu::Cpus& cpus, const PagevecPolicy& policy)
    : lru_(lru)
    , cpus_(cpus)
    , policy_(policy)
    , most_slots_(policy.slot_count) {
    using vector_id::make, vector_id::Use;
    for (std::uint32_t c = 0; c < cpus.count(); ++c)
        per_cpu_.push_back({Pagevec(make(Use::deferred, c)), Pagevec(make(Use::deferred_active, c))});
}

CallVector::CallVector(Pagevecs& library, const cpu::Thread& t, vector_id::Use use)
    : Pagevec(vector_id::make(use, t.id()))
    , open_(library.open_) {
    open_->push_back(this);
}

CallVector::~CallVector() {
    std::erase(*open_, this);
}

void Pagevecs::set_policy(const PagevecPolicy& policy) {
    policy_ = policy;
    most_slots_ = std::max(most_slots_, policy.slot_count);
}

std::uint32_t Pagevecs::add(cpu::Thread& t, Pagevec& v, Frame f) {
    v.pages.push_back(f);
    lru_.pages().frames().hold(t.cpu(), f, Holder::pagevec, v.id, true);
    const auto used = static_cast<std::uint32_t>(v.pages.size());
    return used < policy_.slot_count ? policy_.slot_count - used : 0;
}

void Pagevecs::drop_first(cpu::Thread& t, Pagevec& v) {
    lru_.pages().frames().hold(t.cpu(), v.pages.front(), Holder::pagevec, v.id, false);
    v.pages.erase(v.pages.begin());
}

void Pagevecs::record_flush(cpu::Thread& t, const Pagevec& v, FlushReason reason, bool begins) {
    pagevec::record_flush(lru_.pages().frames().recorder(), t, v, reason, begins);
}

Co<> Pagevecs::free_all(cpu::Thread& t, std::vector<Frame>& pages) {
    // Last to first, as __pagevec_free does.
    for (; !pages.empty(); pages.pop_back()) {
        t.step(step::release_free, pages.size());
        lru_.pages().set(t.cpu(), pages.back(), PageFlag::referenced, false);
        co_await lru_.allocator().free(t, pages.back());
    }
}

Co<> Pagevecs::flush(cpu::Thread& t, Pagevec& v, FlushReason reason, bool active) {
    const std::uint64_t n = v.pages.size();
    {
        Visit visit(lru_, t, lru::site::pagevec_lru_add);
        for (std::size_t i = 0; i < v.pages.size();) {
            const std::uint32_t set = lru_.set_of(v.pages[i]);
            std::size_t end = i + 1;
            while (end < v.pages.size() && lru_.set_of(v.pages[end]) == set)
                ++end;
            t.step(step::add_lock, n);
            co_await visit.enter_set(set);
            co_await t.spend(lru_.cost(Primitive::lru_add) * static_cast<Cost>(end - i), step::add_page, end - i);
            for (; i < end; ++i) {
                Page& p = lru_.page(v.pages[i]);
                if (p.list == List::none)
                    lru_.move(t.cpu(), v.pages[i], active ? lru_.active_of(p) : lru_.inactive_of(p));
            }
        }
        co_await visit.leave();
    }
    t.step(step::add_release, n);
    co_await release(t, v);
    record_flush(t, v, reason, false);
}

Co<> Pagevecs::release(cpu::Thread& t, Pagevec& v) {
    if (v.empty())
        co_return;
    std::vector<Frame> freed;
    Visit visit(lru_, t, lru::site::pagevec_release);
    while (!v.pages.empty()) {
        const Frame f = v.pages.front();
        drop_first(t, v);
        if (lru_.pages().count(f) > 0)
            continue;
        Page& p = lru_.page(f);
        if (p.list != List::none) {
            if (!visit.inside())
                t.step(step::release_lock, v.pages.size() + 1);
            co_await visit.enter(f);
            co_await t.spend(lru_.cost(Primitive::lru_move), step::release_unlink);
            // Reclaim may have grabbed it through the list, or freed it, while this CPU waited for the lock.
            if (lru_.pages().count(f) > 0 || p.list == List::none || p.list == List::isolated)
                continue;
            lru_.move(t.cpu(), f, List::none);
        }
        freed.push_back(f);
    }
    co_await visit.leave();
    co_await free_all(t, freed);
}

Co<> Pagevecs::release_nonlru(cpu::Thread& t, Pagevec& v) {
    std::vector<Frame> freed;
    while (!v.pages.empty()) {
        const Frame f = v.pages.front();
        drop_first(t, v);
        if (lru_.pages().count(f) == 0)
            freed.push_back(f);
    }
    co_await free_all(t, freed);
}

Co<> Pagevecs::lru_del(cpu::Thread& t, Pagevec& v) {
    if (v.empty())
        co_return;
    {
        Visit visit(lru_, t, lru::site::pagevec_lru_del);
        for (const Frame f : v.pages) {
            co_await visit.enter(f);
            co_await t.spend(lru_.cost(Primitive::lru_move), step::del_page);
            Page& p = lru_.page(f);
            if (p.list != List::none && p.list != List::isolated)
                lru_.move(t.cpu(), f, List::none);
        }
        co_await visit.leave();
    }
    co_await release(t, v);
}

Co<> Pagevecs::deactivate_inactive(cpu::Thread& t, Pagevec& v, std::uint16_t site) {
    if (v.empty())
        co_return;
    {
        Visit visit(lru_, t, site);
        for (std::size_t i = 0; i < v.pages.size(); ++i) {
            const Frame f = v.pages[i];
            co_await visit.enter(f);
            co_await t.spend(lru_.cost(Primitive::lru_move), step::deactivate_page);
            if (lru_.page(f).inactive())
                lru_.move(t.cpu(), f, lru_.page(f).list);
        }
        co_await visit.leave();
    }
    co_await release(t, v);
}

Co<> Pagevecs::strip(cpu::Thread& t, Pagevec& v) {
    for (const Frame f : v.pages) {
        Page& p = lru_.page(f);
        if (!p.has(PageFlag::buffers) || p.has(PageFlag::writeback) || p.has(PageFlag::dirty) || p.locked)
            continue;
        p.locked = true;
        t.step(step::strip_page);
        co_await strip_(t, f);
        p.locked = false;
    }
}

void Pagevecs::fill(cpu::Thread& t, Pagevec& v, std::span<const Frame> source) {
    for (const Frame f : source)
        if (add(t, v, f) == 0)
            break;
}

Co<> Pagevecs::add_to_lru(cpu::Thread& t, Pagevec* v, Frame f) {
    if (v) {
        if (add(t, *v, f) == 0)
            co_await lru_add(t, *v, FlushReason::full);
        co_return;
    }
    Visit visit(lru_, t, lru::site::lru_cache_add);
    t.step(step::direct_lock);
    co_await visit.enter(f);
    co_await t.spend(lru_.cost(Primitive::lru_add), step::direct_add);
    lru_.move(t.cpu(), f, lru_.inactive_of(lru_.page(f)));
    co_await visit.leave();
}

Co<> Pagevecs::cache_add(cpu::Thread& t, Frame f, bool active) {
    if (!policy_.deferred_add) {
        Visit visit(lru_, t, lru::site::lru_cache_add);
        t.step(step::direct_lock);
        co_await visit.enter(f);
        co_await t.spend(lru_.cost(Primitive::lru_add), step::direct_add);
        lru_.move(t.cpu(), f, active ? lru_.active_of(lru_.page(f)) : lru_.inactive_of(lru_.page(f)));
        co_await visit.leave();
        co_return;
    }
    // The vector belongs to the CPU: nobody else may come in between (get_cpu).
    t.preempt_disable(SectionCause::other);
    const CpuId cpu = t.cpu();
    const bool own = active && policy_.vectors == Vectors::two;
    Pagevec& v = own ? per_cpu_[cpu].active : per_cpu_[cpu].inactive;
    t.step(step::defer_put, v.pages.size() + 1);
    if (v.pages.size() + 1 < policy_.slot_count) {
        add(t, v, f);
    } else {
        // The page that fills it does not wait: the flush begins with it, so that at most slots - 1 pages ever wait.
        t.step(step::defer_full, v.pages.size() + 1);
        begin_deferred(t, cpu, own, FlushReason::full);
        add(t, v, f);
        co_await end_deferred(t, cpu, own, FlushReason::full);
    }
    co_await t.preempt_enable();
}

void Pagevecs::begin_deferred(cpu::Thread& t, CpuId cpu, bool active, FlushReason reason) {
    (active ? per_cpu_[cpu].flushing_active : per_cpu_[cpu].flushing_inactive) = true;
    record_flush(t, active ? per_cpu_[cpu].active : per_cpu_[cpu].inactive, reason, true);
}

Co<> Pagevecs::end_deferred(cpu::Thread& t, CpuId cpu, bool active, FlushReason reason) {
    const bool one_for_active = policy_.vectors == Vectors::one && lru_.policy().fault_list == lru::FaultList::active;
    co_await flush(t, active ? per_cpu_[cpu].active : per_cpu_[cpu].inactive, reason, active || one_for_active);
    (active ? per_cpu_[cpu].flushing_active : per_cpu_[cpu].flushing_inactive) = false;
}

Co<> Pagevecs::flush_deferred(cpu::Thread& t, CpuId cpu, bool active, FlushReason reason) {
    const PerCpu& c = per_cpu_[cpu];
    if ((active ? c.active : c.inactive).empty() || (active ? c.flushing_active : c.flushing_inactive))
        co_return;
    begin_deferred(t, cpu, active, reason);
    co_await end_deferred(t, cpu, active, reason);
}

Co<> Pagevecs::drain(cpu::Thread& t, FlushReason reason) {
    t.preempt_disable(SectionCause::other);
    const CpuId cpu = t.cpu();
    t.step(step::drain_local, deferred(cpu));
    co_await flush_deferred(t, cpu, false, reason);
    co_await flush_deferred(t, cpu, true, reason);
    co_await t.preempt_enable();
}

Co<> Pagevecs::put_last(cpu::Thread& t, Frame f) {
    std::vector<Frame> freed;
    Page& p = lru_.page(f);
    if (lru_.pages().count(f) > 0)
        co_return;
    if (p.list != List::none) {
        Visit visit(lru_, t, lru::site::page_cache_release);
        co_await visit.enter(f);
        co_await t.spend(lru_.cost(Primitive::lru_move), step::release_unlink);
        if (lru_.pages().count(f) == 0 && p.list != List::none && p.list != List::isolated) {
            lru_.move(t.cpu(), f, List::none);
            freed.push_back(f);
        }
        co_await visit.leave();
    } else {
        freed.push_back(f);
    }
    co_await free_all(t, freed);
}

std::uint64_t Pagevecs::deferred(CpuId cpu) const {
    const PerCpu& c = per_cpu_[cpu];
    return (c.flushing_inactive ? 0 : c.inactive.pages.size()) + (c.flushing_active ? 0 : c.active.pages.size());
}

} // namespace sluice::pagevec
