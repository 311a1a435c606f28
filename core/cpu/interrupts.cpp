// SPDX-License-Identifier: GPL-3.0-or-later
// Interrupts: the timer tick, timers that wake, messages between CPUs. They stretch the work that they interrupt, and
// wait only while interrupts are off.
#include "core/cpu/cpus.h"

#include <cassert>

namespace sluice::cpu {

using machine::Primitive;

class Cpus::IrqDone {
public:
    explicit IrqDone(Thread& irq)
        : irq_(irq) { }
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> h) const {
        irq_.handle_ = h;
        irq_.cpus_->end_interrupts(*irq_.cpu_);
    }
    void await_resume() const { }

private:
    Thread& irq_;
};

engine::Co<> Cpus::irq_main(Thread& irq) {
    Processor& p = *irq.cpu_;
    for (;;) {
        while (!p.pending.empty()) {
            Interrupt i = std::move(p.pending.front());
            p.pending.pop_front();
            using K = Interrupt::Kind;
            const SectionCause cause = i.kind == K::tick ? SectionCause::tick
                : i.kind == K::ipi                       ? SectionCause::ipi
                                                         : SectionCause::other;
            irq.begin_stretch(irq.irq_, cause);
            switch (i.kind) {
            case K::tick:
                co_await handle_tick(irq, i);
                break;
            case K::timer_wake:
                co_await irq.spend(i.cost, step_timer_wake);
                if (i.thread->timer_rang_)
                    make_runnable(*i.thread, WakeKind::timer, p.id, &i, nullptr);
                break;
            case K::ipi:
                if (i.ipi == IpiKind::reschedule)
                    p.resched_sent = false;
                co_await irq.spend(i.cost, i.ipi == IpiKind::reschedule ? step_resched_ipi : step_ipi);
                break;
            case K::device:
                co_await irq.spend(i.cost, step_device);
                break;
            }
            if (i.handler)
                co_await i.handler(irq);
            irq.irq_.depth = 0;
            irq.close_stretch(irq.irq_, SectionKind::interrupts);
        }
        co_await IrqDone(irq);
    }
}

engine::Co<> Cpus::handle_tick(Thread& irq, const Interrupt& i) {
    Processor& p = *irq.cpu_;
    p.tick_pending = false;
    irq.step(step_tick);
    const Time late = engine_.now() - i.due;
    Thread& t = *p.current;
    bool asks = false;
    if (!t.is_idle_ && t.priority_ == Priority::normal) {
        if (t.slice_left_ > 0)
            --t.slice_left_;
        if (t.slice_left_ == 0) {
            if (p.queues[static_cast<std::size_t>(Priority::normal)].empty())
                t.slice_left_ = options_.slice_ticks;
            else
                asks = !p.need_resched;
        }
    }
    Record r;
    r.at = engine_.now();
    r.kind = Kind::tick;
    r.cpu = p.id;
    r.a = static_cast<std::uint64_t>(late);
    // On its way out an interrupt switches if that was asked for, by this tick or before; preemption off holds it off.
    r.to = (asks || p.need_resched) && !t.preemptible();
    const RecordIndex index = recorder_.write(r);
    if (late > 0)
        t.record_delay(Delay::tick, late, i.held_cause, i.held_explanation);
    if (asks) {
        const Why held = what_holds(p, true);
        p.need_resched = true;
        p.asked = {true, engine_.now(), index, held.section ? held.cause : DelayCause::switch_cost,
            held.section ? held.explanation : index};
    }
    co_await irq.spend(i.cost);
    if (on_tick_)
        co_await on_tick_(irq);
}

/// The running thread's coroutine is the one that is being resumed at this moment.
bool Cpus::executing(const Processor& p) const {
    const Thread& t = *p.current;
    return !p.in_irq && !p.switching && t.phase_ == Thread::Phase::working && !engine_.armed(t.timer_);
}

void Cpus::raise(Processor& p, Interrupt i) {
    const bool off = p.in_irq || p.switching || p.current->irq_.depth > 0;
    if (off) {
        const Why held = p.current->irq_.depth > 0 || p.switching
            ? what_holds(p, false)
            : Why{DelayCause::interrupts_off, p.irq->irq_.begin, true};
        i.held_off = true;
        i.held_cause = held.cause;
        i.held_explanation = held.explanation < recorder_.next() ? held.explanation : kNoRecord;
    }
    p.pending.push_back(std::move(i));
    if (off)
        return;
    if (executing(p))
        p.attention = true;
    else
        begin_interrupts(p);
}

void Cpus::begin_interrupts(Processor& p) {
    assert(!p.in_irq && !p.switching);
    pause(*p.current);
    p.in_irq = true;
    p.attention = false;
    count_as(p, p.times.interrupts);
    engine_.arm(p.irq->timer_, engine_.now(), p.irq->handle_);
}

void Cpus::pause(Thread& t) {
    if (t.phase_ == Thread::Phase::spinning) {
        t.waiter_.looking = false;
    } else if (engine_.armed(t.timer_)) {
        t.remaining_ = engine_.due(t.timer_) - engine_.now();
        engine_.cancel(t.timer_);
    }
}

void Cpus::end_interrupts(Processor& p) {
    p.in_irq = false;
    Thread& t = *p.current;
    count_as(p, bucket_of(p, t));
    if (p.halted) {
        if (p.need_resched || (options_.idle_hook_every_turn && on_idle_))
            leave_halt(p);
        else
            t.settle();
    } else if (t.must_switch()) {
        requeue_current(p);
        schedule(p);
    } else {
        go_on(p);
    }
}

void Cpus::start_tick(Processor& p, Time first) {
    p.tick_due = first;
    engine_.arm(p.tick_timer, first, &Cpus::on_tick_due, &p);
}

void Cpus::on_tick_due(void* processor) {
    Processor& p = *static_cast<Processor*>(processor);
    Cpus& cpus = *p.idle->cpus_;
    const Time due = p.tick_due;
    if (p.halted && !cpus.options_.tick_in_idle) {
        p.tick_stopped = true;
        return;
    }
    cpus.start_tick(p, due + cpus.machine_.tick_period());
    // With interrupts off for longer than a tick, the later one is lost, as on real hardware.
    if (std::exchange(p.tick_pending, true))
        return;
    Interrupt i;
    i.kind = Interrupt::Kind::tick;
    i.due = due;
    i.cost = cpus.machine_.costs[Primitive::tick_handler];
    cpus.raise(p, std::move(i));
}

void Cpus::on_sleep_over(void* thread) {
    Thread& t = *static_cast<Thread*>(thread);
    t.timer_rang_ = true;
    Interrupt i;
    i.kind = Interrupt::Kind::timer_wake;
    i.due = t.now();
    i.thread = &t;
    i.cost = t.cpus_->machine_.costs[Primitive::wakeup];
    t.cpus_->raise(*t.cpu_, std::move(i));
}

void Cpus::interrupt(CpuId cpu, Cost cost, IrqHandler handler) {
    Interrupt i;
    i.kind = Interrupt::Kind::device;
    i.due = engine_.now();
    i.cost = cost;
    i.handler = std::move(handler);
    raise(*processors_[cpu], std::move(i));
}

} // namespace sluice::cpu
