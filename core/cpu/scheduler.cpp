// SPDX-License-Identifier: GPL-3.0-or-later
// Who runs where, and when that changes. Nothing here resumes a coroutine except `finish_switch`, which the queue
// calls: everything else arms timers, so that a thread never runs inside another one.
#include "core/cpu/cpus.h"

#include <cassert>

namespace sluice::cpu {

using machine::Primitive;

class Cpus::Exit {
public:
    explicit Exit(Thread& t)
        : thread_(t) { }
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<>) const {
        assert(thread_.preemptible() && thread_.held_count_ == 0 && "a thread ends inside a section");
        thread_.phase_ = Thread::Phase::dead;
        thread_.cpus_->set_state(thread_, TaskState::dead);
        thread_.cpus_->schedule(*thread_.cpu_);
    }
    void await_resume() const { }

private:
    Thread& thread_;
};

/// Sleeps until somebody wants the CPU, or until an interrupt if the idle hook is to run after each.
class Cpus::Halt {
public:
    explicit Halt(Thread& t)
        : thread_(t) { }
    bool await_ready() const { return thread_.cpu_->need_resched; }
    void await_suspend(std::coroutine_handle<> h) const {
        Thread& t = thread_;
        t.handle_ = h;
        t.remaining_ = 0;
        t.phase_ = Thread::Phase::halted;
        t.step_ = step_idle;
        t.cpu_->halted = true;
        if (t.cpu_->core)
            --t.cpu_->core->busy;
        t.settle();
        if (!t.cpu_->pending.empty())
            t.cpus_->begin_interrupts(*t.cpu_);
    }
    void await_resume() const { }

private:
    Thread& thread_;
};

class Cpus::LeaveIdle {
public:
    explicit LeaveIdle(Thread& t)
        : thread_(t) { }
    bool await_ready() const { return !thread_.cpu_->need_resched; }
    void await_suspend(std::coroutine_handle<> h) const { thread_.be_preempted(h); }
    void await_resume() const { }

private:
    Thread& thread_;
};

engine::Co<> Cpus::thread_main(Thread& t) {
    co_await t.body_(t);
    co_await Exit(t);
}

engine::Co<> Cpus::idle_main(Thread& t) {
    Processor& p = *t.cpu_;
    for (;;) {
        if (!p.need_resched && on_idle_)
            co_await on_idle_(t);
        while (!p.need_resched) {
            co_await Halt(t);
            if (!p.need_resched && options_.idle_hook_every_turn && on_idle_)
                co_await on_idle_(t);
        }
        co_await LeaveIdle(t);
    }
}

void RunQueue::push(Thread& t) {
    t.next_ = nullptr;
    (tail_ ? tail_->next_ : head_) = &t;
    tail_ = &t;
    ++size_;
}

void RunQueue::push_front(Thread& t) {
    t.next_ = head_;
    head_ = &t;
    if (!tail_)
        tail_ = &t;
    ++size_;
}

Thread* RunQueue::pop() {
    Thread* t = head_;
    if (t) {
        head_ = t->next_;
        if (!head_)
            tail_ = nullptr;
        --size_;
    }
    return t;
}

void Cpus::set_state(Thread& t, TaskState state) {
    Record r;
    r.at = engine_.now();
    r.kind = Kind::task;
    r.cpu = t.cpu_->id;
    r.a = t.id_;
    r.from = static_cast<std::uint16_t>(t.state_);
    r.to = static_cast<std::uint16_t>(state);
    r.count = t.task_class_;
    r.prev = t.state_ == TaskState::none ? t.parent_ : t.recorded_cpu_;
    recorder_.write(r);
    t.state_ = state;
    t.recorded_cpu_ = t.cpu_->id;
}

bool Cpus::would_preempt(const Processor& p, const Thread& t) const {
    const Thread& other = p.switching ? *p.next : *p.current;
    return other.is_idle_ || t.priority_ > other.priority_;
}

RecordIndex Cpus::make_runnable(Thread& t, WakeKind kind, CpuId from, const Interrupt* interrupt, bool* sent_ipi) {
    using Phase = Thread::Phase;
    assert(t.phase_ != Phase::dead);
    if (t.phase_ != Phase::blocked && t.phase_ != Phase::asleep) {
        t.wake_pending_ = true;
        return kNoRecord;
    }
    engine_.cancel(t.timer_);
    t.timer_rang_ = false;
    t.phase_ = Phase::working;
    Processor& p = *t.cpu_;
    const Why why = interrupt && interrupt->held_off ? Why{interrupt->held_cause, interrupt->held_explanation, true}
                                                     : why_waits(p, t, recorder_.next(), from == p.id && p.in_irq);
    const RecordIndex by = record_wake(t, kind);
    set_state(t, TaskState::runnable);
    enqueue(t, interrupt ? interrupt->due : engine_.now(), by, why);
    const bool sent = kick(p, from);
    if (sent_ipi)
        *sent_ipi = sent;
    return by;
}

RecordIndex Cpus::record_wake(const Thread& t, WakeKind kind) {
    Record r;
    r.at = engine_.now();
    r.kind = Kind::wake;
    r.cpu = t.cpu_->id;
    r.a = t.id_;
    r.to = static_cast<std::uint16_t>(kind);
    return recorder_.write(r);
}

void Cpus::enqueue(Thread& t, Time since, RecordIndex by, const Why& why) {
    Processor& p = *t.cpu_;
    t.runnable_since_ = since;
    t.wait_cause_ = why.cause;
    t.wait_explanation_ = why.explanation;
    p.queues[static_cast<std::size_t>(t.priority_)].push(t);
    if (p.need_resched || !would_preempt(p, t))
        return;
    const Thread& other = p.switching ? *p.next : *p.current;
    p.need_resched = true;
    p.asked = {!other.is_idle_ || why.section, engine_.now(), by, why.section ? why.cause : DelayCause::switch_cost,
        why.section ? why.explanation : by};
}

/// Makes a CPU notice that a switch is wanted. True if that took a message.
bool Cpus::kick(Processor& p, CpuId from) {
    if (!p.need_resched || p.in_irq || p.switching || !started_)
        return false;
    if (p.halted) {
        leave_halt(p);
        return from != p.id;
    }
    if (from == p.id) {
        p.attention = true;
        return false;
    }
    if (std::exchange(p.resched_sent, true))
        return false;
    if (from < count()) {
        Record r;
        r.at = engine_.now();
        r.kind = Kind::ipi;
        r.cpu = from;
        r.a = p.id;
        r.to = static_cast<std::uint16_t>(IpiKind::reschedule);
        recorder_.write(r);
    }
    Interrupt i;
    i.kind = Interrupt::Kind::ipi;
    i.due = engine_.now();
    i.cost = machine_.costs[Primitive::ipi_handle];
    raise(p, std::move(i));
    return true;
}

RecordIndex Cpus::wake(Thread& t, WakeKind kind, CpuId from) {
    return make_runnable(t, kind, from, nullptr, nullptr);
}

void Cpus::leave_halt(Processor& p) {
    Thread& t = *p.idle;
    p.halted = false;
    if (p.core)
        ++p.core->busy;
    t.phase_ = Thread::Phase::working;
    t.step_ = step_idle_exit;
    t.settle();
    if (std::exchange(p.tick_stopped, false)) {
        const Time period = machine_.tick_period();
        start_tick(p, p.tick_due + ((engine_.now() - p.tick_due) / period + 1) * period);
    }
    engine_.arm(t.timer_, engine_.now() + time_of(Primitive::idle_exit), t.handle_);
}

void Cpus::requeue_current(Processor& p) {
    Thread& t = *p.current;
    if (t.is_idle_)
        return;
    RunQueue& q = p.queues[static_cast<std::size_t>(t.priority_)];
    // A thread that was preempted keeps its turn; one whose slice is over goes to the back.
    if (t.slice_left_ > 0) {
        q.push_front(t);
    } else {
        t.slice_left_ = options_.slice_ticks;
        q.push(t);
    }
}

void Cpus::schedule(Processor& p) {
    Thread* next = nullptr;
    for (std::size_t level = p.queues.size(); level-- > 0 && !next;)
        next = p.queues[level].pop();
    if (!next)
        next = p.idle;
    p.attention = false;
    p.under_way = p.need_resched ? p.asked : SwitchRequest{};
    p.need_resched = false;
    if (next == p.current) {
        if (p.pending.empty())
            go_on(p);
        else
            begin_interrupts(p);
        return;
    }
    p.switching = true;
    p.next = next;
    p.shown = pack_step(step_schedule, cpu_flag::preempt_off | cpu_flag::irq_off);
    recorder_.step(engine_.now(), p.id, step_schedule, cpu_flag::preempt_off | cpu_flag::irq_off);
    count_as(p, p.times.switching);
    engine_.arm(p.switch_timer, engine_.now() + time_of(Primitive::context_switch), &Cpus::on_switched, &p);
}

void Cpus::on_switched(void* processor) {
    Processor& p = *static_cast<Processor*>(processor);
    p.idle->cpus_->finish_switch(p);
}

void Cpus::finish_switch(Processor& p) {
    Thread& prev = *p.current;
    Thread& t = *p.next;
    p.switching = false;
    p.current = &t;
    ++switches_;
    Record r;
    r.at = engine_.now();
    r.kind = Kind::switch_task;
    r.cpu = p.id;
    r.a = t.id_;
    r.prev = prev.id_;
    r.cause = p.under_way.by;
    p.last_switch = recorder_.write(r);
    if (p.under_way.counts)
        t.record_delay(Delay::switching, engine_.now() - p.under_way.at, p.under_way.cause, p.under_way.explanation);
    if (t.runnable_since_ != kNever)
        t.record_delay(Delay::wakeup, engine_.now() - std::exchange(t.runnable_since_, kNever), t.wait_cause_,
            t.wait_explanation_);
    count_as(p, bucket_of(p, t));

    if (prev.phase_ == Thread::Phase::dead)
        retire(prev);
    else if (Processor* to = std::exchange(prev.migrating_to_, nullptr)) {
        prev.cpu_ = to;
        const RecordIndex by = record_wake(prev, WakeKind::migration);
        set_state(prev, TaskState::runnable);
        enqueue(prev, kNever, by, why_waits(*to, prev, by, false));
        kick(*to, p.id);
    }

    if (!p.pending.empty() && t.irq_.depth == 0) {
        begin_interrupts(p);
    } else if (t.must_switch()) {
        requeue_current(p);
        schedule(p);
    } else if (t.remaining_ == 0) {
        t.settle();
        t.handle_.resume();
    } else {
        go_on(p);
    }
}

void Cpus::go_on(Processor& p) {
    Thread& t = *p.current;
    if (t.phase_ == Thread::Phase::spinning) {
        t.settle();
        t.waits_for_->look_again(t.waiter_, engine_.now());
        return;
    }
    t.settle();
    engine_.arm(t.timer_, engine_.now() + t.remaining_, t.handle_);
}

void Cpus::count_as(Processor& p, Time& bucket) {
    const Time now = engine_.now();
    if (p.bucket)
        *p.bucket += now - p.bucket_since;
    p.bucket = &bucket;
    p.bucket_since = now;
}

Time& Cpus::bucket_of(Processor& p, const Thread& t) const {
    return t.is_idle_ ? p.times.idle : p.times.busy;
}

} // namespace sluice::cpu
