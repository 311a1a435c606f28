// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/cpus.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace sluice::cpu {

using machine::Primitive;

Cpus::Cpus(engine::Engine& engine, const machine::Machine& machine, Recorder& recorder, Options options)
    : engine_(engine)
    , machine_(machine)
    , recorder_(recorder)
    , options_(options) {
    lock_order_.name(lock::kZoneLockClass, "zone lock");
    lock_order_.name(lock::kPageTableLockClass, "page table lock");
    const auto n = static_cast<std::uint32_t>(machine.cpus.size());
    next_id_ = n + 1;
    for (const machine::Cpu& c : machine.cpus) {
        cores_.resize(std::max<std::size_t>(cores_.size(), c.core + 1u));
        ++cores_[c.core].busy;
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        auto& p = *processors_.emplace_back(std::make_unique<Processor>());
        p.id = static_cast<CpuId>(i);
        p.node = machine.cpus[i].node;
        p.tick_timer = engine.add_timer();
        p.switch_timer = engine.add_timer();
        p.preempt_toggle = machine.costs[Primitive::preempt_toggle];
        p.irq_toggle = machine.costs[Primitive::irq_toggle];
        if (machine.sibling_percent > 100 && cores_[machine.cpus[i].core].busy > 1)
            p.core = &cores_[machine.cpus[i].core];
        p.sibling_percent = machine.sibling_percent;
        p.shown = pack_step(recorder.step_now(p.id), recorder.flags_now(p.id));

        p.idle = &new_thread();
        prepare(*p.idle, p);
        p.idle->is_idle_ = true;
        p.idle->id_ = i + 1;
        p.idle->priority_ = Priority::idle;
        p.idle->step_ = step_idle;
        p.idle->main_ = idle_main(*p.idle);
        p.idle->handle_ = p.idle->main_.handle();

        p.irq = &new_thread();
        prepare(*p.irq, p);
        p.irq->is_irq_ = true;
        p.irq->flags_ = cpu_flag::preempt_off | cpu_flag::irq_off;
        p.irq->main_ = irq_main(*p.irq);
        p.irq->handle_ = p.irq->main_.handle();

        p.current = p.idle;
        const std::string name = "cpu " + std::to_string(i);
        p.idle->stream_ = engine::hash_pair(options.seed, engine::hash_name(name + " idle"));
        p.irq->stream_ = engine::hash_pair(options.seed, engine::hash_name(name + " interrupts"));
        p.idle->random_ = engine::Random(p.idle->stream_);
        p.irq->random_ = engine::Random(p.irq->stream_);
    }
}

Cpus::~Cpus() {
    for (const auto& p : processors_) {
        engine_.remove_timer(p->tick_timer);
        engine_.remove_timer(p->switch_timer);
    }
    for (const auto& t : threads_)
        engine_.remove_timer(t->timer_);
}

void Cpus::start() {
    assert(!started_);
    started_ = true;
    for (const auto& p : processors_) {
        // Ticks are spread over the period so that CPUs do not all look at one lock at once.
        start_tick(*p, engine_.now() + machine_.tick_period() * (p->id + 1) / static_cast<Time>(count()));
        count_as(*p, p->times.idle);
        engine_.arm(p->idle->timer_, engine_.now(), p->idle->handle_);
    }
}

Thread& Cpus::new_thread() {
    if (!free_threads_.empty()) {
        Thread* t = free_threads_.back();
        free_threads_.pop_back();
        return *t;
    }
    Thread& t = *threads_.emplace_back(std::make_unique<Thread>());
    t.timer_ = engine_.add_timer();
    return t;
}

void Cpus::prepare(Thread& t, Processor& p) {
    t.engine_ = &engine_;
    t.recorder_ = &recorder_;
    t.cpus_ = this;
    t.cpu_ = &p;
    t.remaining_ = 0;
    // Half a nanosecond ahead: what has been spent is always the sum of the costs, rounded.
    t.debt_ = 500;
    t.step_ = step_kernel;
    t.flags_ = 0;
    t.phase_ = Thread::Phase::working;
    t.wake_pending_ = t.timer_rang_ = false;
    t.preempt_ = t.irq_ = {};
    t.held_count_ = 0;
    t.state_ = TaskState::none;
    t.slice_left_ = options_.slice_ticks;
    t.runnable_since_ = kNever;
    t.migrating_to_ = nullptr;
    t.children_ = 0;
}

Thread& Cpus::spawn(const ThreadSpec& spec, Body body) {
    Thread& t = new_thread();
    Processor& p = *processors_[spec.cpu];
    prepare(t, p);
    t.id_ = next_id_++;
    t.task_class_ = spec.task_class;
    t.priority_ = spec.priority;
    t.victim_ = spec.victim;
    t.parent_ = spec.parent ? spec.parent->id_ : 0;
    // Named by line of descent, not by order of creation over the machine, which a changed policy may change.
    const std::uint64_t name = engine::hash_name(spec.name);
    t.stream_ = spec.parent ? engine::hash_pair(engine::hash_pair(spec.parent->stream_, ++spec.parent->children_), name)
                            : engine::hash_pair(options_.seed, name);
    t.random_ = engine::Random(t.stream_);
    t.body_ = std::move(body);
    t.main_ = thread_main(t);
    t.handle_ = t.main_.handle();
    set_state(t, TaskState::runnable);
    const CpuId from = spec.parent ? spec.parent->cpu_->id : static_cast<CpuId>(kMaxCpus);
    const Why why = why_waits(p, t, recorder_.next(), false);
    const RecordIndex by = record_wake(t, WakeKind::fork);
    enqueue(t, kNever, by, why);
    kick(p, from);
    return t;
}

void Cpus::retire(Thread& t) {
    t.main_ = {};
    t.body_ = nullptr;
    free_threads_.push_back(&t);
}

CpuId Cpus::idlest_cpu(NodeId node) const {
    std::vector<std::uint32_t> threads(cores_.size());
    for (std::uint32_t i = 0; i < count(); ++i)
        threads[machine_.cpus[i].core] += load(static_cast<CpuId>(i));
    CpuId best = 0;
    auto least = std::tuple(~0u, ~0u);
    for (std::uint32_t i = 0; i < count(); ++i) {
        if (machine_.cpus[i].node != node)
            continue;
        const auto found = std::tuple(load(static_cast<CpuId>(i)), threads[machine_.cpus[i].core]);
        if (found < least) {
            least = found;
            best = static_cast<CpuId>(i);
        }
    }
    return best;
}

std::uint32_t Cpus::load(CpuId cpu) const {
    const Processor& p = *processors_[cpu];
    std::uint32_t n = p.current->is_idle_ || p.current->phase_ == Thread::Phase::dead ? 0 : 1;
    for (const RunQueue& q : p.queues)
        n += q.size();
    return n;
}

CpuTimes Cpus::times(CpuId cpu) const {
    const Processor& p = *processors_[cpu];
    CpuTimes t = p.times;
    const Time open = p.bucket ? engine_.now() - p.bucket_since : 0;
    if (p.bucket == &p.times.idle)
        t.idle += open;
    else if (p.bucket == &p.times.busy)
        t.busy += open;
    else if (p.bucket == &p.times.interrupts)
        t.interrupts += open;
    else
        t.switching += open;
    return t;
}

void Cpus::snapshot(Snapshot& out) const {
    out.cpus.resize(count());
    for (const auto& p : processors_) {
        CpuSnapshot& c = out.cpus[p->id];
        c.task = p->current->id_;
        c.step = step_of(p->shown);
        c.flags = flags_of(p->shown);
    }
    for (const auto& t : threads_)
        if (!t->is_idle_ && !t->is_irq_ && t->state_ != TaskState::none && t->state_ != TaskState::dead)
            out.tasks[t->id_] = t->state_;
}

} // namespace sluice::cpu
