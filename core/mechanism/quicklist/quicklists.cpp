// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/quicklist/quicklists.h"

#include <algorithm>

namespace sluice::quicklist {

using engine::Co;
using machine::Primitive;

Quicklists::Quicklists(memory::PageAllocator& allocator, cpu::Cpus& cpus, const QuicklistPolicy& policy)
    : allocator_(allocator)
    , cpus_(cpus)
    , policy_(policy)
    , lists_(allocator.machine().cpus.size())
    , workers_(lists_.size()) {
    const machine::Machine& m = allocator.machine();
    cpus_on_node_.resize(m.nodes);
    for (const machine::Cpu& c : m.cpus)
        ++cpus_on_node_[c.node];
    std::uint64_t at_boot = 0;
    for (const machine::Zone& z : m.zones)
        at_boot += z.pages - z.reserved;
    high_mark_ = quicklist::high_mark(at_boot, m.table_entries);
    allocator.add_shrinker([this](cpu::Thread& t) { return shrink(t); });
    set_policy(policy);
}

void Quicklists::set_policy(const QuicklistPolicy& policy) {
    policy_ = policy;
    // A hook costs a coroutine at every occasion, so it is there only while it has something to do.
    if (policy.triggers & trigger_bit::idle)
        cpus_.set_on_idle([this](cpu::Thread& t) { return check(t, Trigger::idle); });
    else
        cpus_.set_on_idle({});
    if (policy.triggers & trigger_bit::tick)
        cpus_.set_on_tick([this](cpu::Thread& t) { return check(t, Trigger::tick); });
    else
        cpus_.set_on_tick({});
}

Co<Frame> Quicklists::allocate(cpu::Thread& t, unsigned level) {
    if (!policy_.keeps(level))
        co_return co_await allocator_.allocate_zeroed(t, place::page_table);
    const Cost pop = cost(Primitive::quicklist_pop);
    t.preempt_disable(SectionCause::quicklist_alloc);
    co_await t.spend(0, step::alloc::preempt_off);
    co_await t.spend(pop / 4, step::alloc::look, list(t).frames.size());
    List& l = list(t);
    Frame f = memory::kNoFrame;
    if (!l.frames.empty()) {
        f = l.frames.back();
        l.frames.pop_back();
        allocator_.frames().move(t.cpu(), f, 1, place::page_table, End::head);
        co_await t.spend(pop / 4, step::alloc::pop, l.frames.size());
        co_await t.spend(pop - 2 * (pop / 4), step::alloc::clear_word);
    }
    co_await t.preempt_enable();
    co_await t.spend(0, step::alloc::preempt_on);
    if (f == memory::kNoFrame) {
        t.step(step::alloc::fresh);
        f = co_await allocator_.allocate(t, place::page_table);
        if (f != memory::kNoFrame)
            co_await allocator_.zero(t, f, step::alloc::zero);
    }
    co_return f;
}

Co<> Quicklists::free(cpu::Thread& t, Frame f) {
    const Cost push = cost(Primitive::quicklist_push);
    if (policy_.offnode == OffNode::home) {
        co_await t.spend(push / 4, step::free::off_node);
        if (allocator_.node_of(f) != t.node()) {
            co_await allocator_.free(t, f);
            co_return;
        }
    }
    t.preempt_disable(SectionCause::other);
    co_await t.spend(0, step::free::preempt_off);
    co_await t.spend(push - push / 4, step::free::push, list(t).frames.size());
    allocator_.frames().move(t.cpu(), f, 1, place::quicklist(t.cpu()), End::head);
    list(t).frames.push_back(f);
    co_await t.preempt_enable();
    co_await t.spend(0, step::free::preempt_on);
}

std::uint64_t Quicklists::share(const cpu::Thread& t) const {
    const std::uint64_t part = node_free(t) / kFraction;
    return policy_.rule == DrainRule::node16_per_cpu ? part / std::max(1u, cpus_on_node_[t.node()]) : part;
}

void Quicklists::set_limit(CpuId cpu, std::uint64_t limit) {
    if (lists_[cpu].limit == limit)
        return;
    Record r;
    r.at = allocator_.frames().now();
    r.kind = Kind::limit;
    r.cpu = cpu;
    r.a = limit;
    r.prev = static_cast<std::uint32_t>(lists_[cpu].limit);
    allocator_.frames().recorder().write(r);
    lists_[cpu].limit = limit;
}

std::uint64_t Quicklists::place(CpuId cpu, std::uint64_t pages) {
    std::vector<Frame>& frames = lists_[cpu].frames;
    return allocator_.place(
        allocator_.machine().cpus[cpu].node, pages, place::quicklist(cpu), [&frames](Frame first, std::uint64_t count) {
            // The run is put at the head with one key, so its first frame is the head.
            for (Frame f = first + count; f-- > first;)
                frames.push_back(f);
        });
}

void Quicklists::record_limits() {
    for (std::size_t cpu = 0; cpu < lists_.size(); ++cpu) {
        const auto id = static_cast<CpuId>(cpu);
        switch (policy_.rule) {
        case DrainRule::none:
            break;
        case DrainRule::marks:
            set_limit(id, high_mark_);
            break;
        case DrainRule::node16:
        case DrainRule::node16_per_cpu:
            set_limit(id, std::max(share(cpus_.idle_thread(id)), kMinPages));
            break;
        }
    }
}

Co<bool> Quicklists::shrink(cpu::Thread& t) {
    if (!(policy_.triggers & trigger_bit::demand))
        co_return false;
    const std::uint64_t before = freed_on_demand_;
    t.step(step::shrink::own, size(t.cpu()));
    co_await check(t, Trigger::demand);
    if (policy_.reach == DemandReach::own)
        co_return freed_on_demand_ > before;
    const auto request = std::make_shared<Request>();
    request->asker = &t;
    const DemandReach reach = policy_.reach;
    // Counted before anybody is asked: an answer may come at once.
    std::vector<CpuId> asked;
    for (std::size_t cpu = 0; cpu < lists_.size(); ++cpu) {
        if (cpu != t.cpu() && !lists_[cpu].frames.empty())
            asked.push_back(static_cast<CpuId>(cpu));
    }
    request->left = static_cast<std::uint32_t>(asked.size());
    for (const CpuId cpu : asked) {
        t.step(step::shrink::ask, cpu);
        if (reach == DemandReach::ipi) {
            t.send_ipi(cpu, IpiKind::drain, [this, request](cpu::Thread& irq) { return answer(irq, request); });
            co_await t.spend(0);
            continue;
        }
        Worker& worker = workers_[cpu];
        worker.requests.push_back(request);
        if (!worker.thread)
            worker.thread = &cpus_.spawn(
                {.name = "events", .task_class = 0, .cpu = cpu}, [this](cpu::Thread& w) { return worker_main(w); });
        else
            t.wake(*worker.thread, WakeKind::unblock);
        co_await t.spend(0);
    }
    t.step(step::shrink::wait, request->left);
    while (request->left > 0)
        co_await t.block();
    co_return freed_on_demand_ > before;
}

Co<> Quicklists::answer(cpu::Thread& t, std::shared_ptr<Request> request) {
    co_await check(t, Trigger::demand);
    if (--request->left == 0)
        t.wake(*request->asker, WakeKind::unblock);
}

Co<> Quicklists::worker_main(cpu::Thread& t) {
    for (;;) {
        // A worker does not change its CPU, so this entry stays its own.
        while (!workers_[t.cpu()].requests.empty()) {
            const std::shared_ptr<Request> request = workers_[t.cpu()].requests.back();
            workers_[t.cpu()].requests.pop_back();
            co_await answer(t, request);
        }
        co_await t.block();
    }
}

} // namespace sluice::quicklist
