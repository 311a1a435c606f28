// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/cpus.h"

#include <algorithm>
#include <cassert>

namespace sluice::cpu {

void Thread::count_freed(std::uint32_t pages) {
    for (Stretch* s : {&preempt_, &irq_}) {
        if (s->depth == 0)
            continue;
        s->freed += pages;
        // A drain inside another section is what the section is remembered for.
        if (s->drain_depth)
            s->cause = SectionCause::quicklist_drain;
    }
}

void Thread::begin_stretch(Stretch& s, SectionCause cause) {
    if (s.depth++ == 0) {
        s.cause = cause;
        s.begin = recorder_->next();
        s.since = engine_->now();
        s.freed = 0;
        s.drain_depth = 0;
    }
    if (cause == SectionCause::quicklist_drain && s.drain_depth == 0) {
        s.drain_depth = s.depth;
        s.drain_begin = recorder_->next();
    }
}

void Thread::close_stretch(Stretch& s, SectionKind kind) {
    const Time length = engine_->now() - s.since;
    // In an interrupt preemption is off anyway; only a drain is worth telling apart.
    const bool repeats = is_irq_ && kind == SectionKind::preemption && s.cause != SectionCause::quicklist_drain;
    if ((length == 0 && s.freed == 0) || repeats)
        return;
    Record r;
    r.at = engine_->now();
    r.kind = Kind::section;
    r.cpu = cpu_->id;
    r.a = static_cast<std::uint64_t>(length);
    r.from = static_cast<std::uint16_t>(kind);
    r.to = static_cast<std::uint16_t>(s.cause);
    r.prev = s.freed;
    r.cause = s.begin < recorder_->next() ? s.begin : kNoRecord;
    recorder_->write(r);
}

bool Thread::end_preempt_off() {
    assert(preempt_.depth > 0);
    if (--preempt_.depth > 0) {
        if (preempt_.depth < preempt_.drain_depth)
            preempt_.drain_depth = 0;
        return true;
    }
    preempt_.drain_depth = 0;
    close_stretch(preempt_, SectionKind::preemption);
    if (!is_irq_)
        flags_ &= static_cast<std::uint16_t>(~cpu_flag::preempt_off);
    return !must_switch();
}

bool Thread::end_irq_off() {
    assert(irq_.depth > 0);
    if (--irq_.depth > 0) {
        if (irq_.depth < irq_.drain_depth)
            irq_.drain_depth = 0;
        return true;
    }
    irq_.drain_depth = 0;
    close_stretch(irq_, SectionKind::interrupts);
    flags_ &= static_cast<std::uint16_t>(~cpu_flag::irq_off);
    return cpu_->pending.empty() && !must_switch();
}

bool Thread::work_despite_attention(Time ns) {
    const bool interrupted = !cpu_->pending.empty() && irq_.depth == 0 && !is_irq_;
    if (!interrupted && !must_switch())
        return true;
    remaining_ = ns;
    return false;
}

void Thread::suspend_with_attention() {
    if (!cpu_->pending.empty() && irq_.depth == 0 && !is_irq_) {
        cpus_->begin_interrupts(*cpu_);
    } else if (must_switch()) {
        cpus_->requeue_current(*cpu_);
        cpus_->schedule(*cpu_);
    } else {
        engine_->arm(timer_, engine_->now() + remaining_, handle_);
    }
}

void Thread::be_preempted(std::coroutine_handle<> h) {
    handle_ = h;
    remaining_ = 0;
    cpus_->requeue_current(*cpu_);
    cpus_->schedule(*cpu_);
}

Thread::UserWork Thread::user(Cost cost) {
    step_ = step_user;
    flags_ |= cpu_flag::user;
    return {*this, take_debt(cost)};
}

bool Thread::begin_lock(lock::Spinlock& l, std::uint16_t site) {
    cpus_->lock_order_.taking({held_.data(), held_count_}, l.lock_class(), site);
    begin_stretch(preempt_, l.cause());
    flags_ |= cpu_flag::preempt_off;
    if (!l.try_take(cpu_->id, site, engine_->now(), debt_))
        return false;
    assert(held_count_ < held_.size());
    held_[held_count_++] = l.lock_class();
    return true;
}

void Thread::wait_for_lock(lock::Spinlock& l, std::uint16_t site, std::coroutine_handle<> h) {
    handle_ = h;
    phase_ = Phase::spinning;
    flags_ |= cpu_flag::spinning;
    waits_for_ = &l;
    waiter_.thread = this;
    waiter_.cpu = cpu_->id;
    waiter_.site = site;
    waiter_.looking = true;
    waiter_.granted = &Thread::lock_granted;
    l.wait(waiter_, engine_->now());
    settle();
    if (cpu_->attention)
        if (!cpu_->pending.empty() && irq_.depth == 0 && !is_irq_)
            cpus_->begin_interrupts(*cpu_);
}

void Thread::lock_granted(lock::Waiter& w, Time transfer) {
    Thread& t = *static_cast<LockWaiter&>(w).thread;
    t.phase_ = Phase::working;
    t.remaining_ = transfer;
    // An interrupted waiter notices when its interrupt is over.
    if (t.is_irq_ || !t.cpu_->in_irq)
        t.engine_->arm(t.timer_, t.engine_->now() + transfer, t.handle_);
}

void Thread::arrive_at_lock(lock::Spinlock& l) {
    flags_ &= static_cast<std::uint16_t>(~cpu_flag::spinning);
    waits_for_ = nullptr;
    l.arrive(waiter_, engine_->now(), debt_);
    assert(held_count_ < held_.size());
    held_[held_count_++] = l.lock_class();
}

bool Thread::drop_lock(lock::Spinlock& l) {
    assert(l.holder() == cpu_->id);
    l.drop(engine_->now());
    // Locks need not be dropped in reverse order.
    for (std::uint8_t i = held_count_; i-- > 0;)
        if (held_[i] == l.lock_class()) {
            std::copy(held_.begin() + i + 1, held_.begin() + held_count_, held_.begin() + i);
            --held_count_;
            break;
        }
    return end_preempt_off();
}

RecordIndex Thread::wake(Thread& other, WakeKind kind) {
    using machine::Primitive;
    owe(cpus_->machine_.costs[Primitive::wakeup]);
    bool sent = false;
    const RecordIndex r = cpus_->make_runnable(other, kind, cpu_->id, nullptr, &sent);
    if (sent)
        owe(cpus_->machine_.costs[Primitive::ipi_send]);
    return r;
}

RecordIndex Thread::wake_on(Thread& other, CpuId cpu, WakeKind kind) {
    if (other.phase_ == Phase::blocked)
        other.cpu_ = cpus_->processors_[cpu].get();
    return wake(other, kind);
}

RecordIndex Thread::send_ipi(CpuId to, IpiKind kind, IrqHandler handler) {
    using machine::Primitive;
    Record r;
    r.at = engine_->now();
    r.kind = Kind::ipi;
    r.cpu = cpu_->id;
    r.a = to;
    r.to = static_cast<std::uint16_t>(kind);
    const RecordIndex index = recorder_->write(r);
    owe(cpus_->machine_.costs[Primitive::ipi_send]);
    Interrupt i;
    i.kind = Interrupt::Kind::ipi;
    i.due = engine_->now();
    i.ipi = kind;
    i.handler = std::move(handler);
    i.cost = cpus_->machine_.costs[Primitive::ipi_handle];
    cpus_->raise(*cpus_->processors_[to], std::move(i));
    return index;
}

void Thread::record_delay(Delay kind, Time ns, DelayCause cause, RecordIndex explanation) {
    Record r;
    r.at = engine_->now();
    r.kind = Kind::delay;
    r.cpu = cpu_->id;
    r.a = static_cast<std::uint64_t>(ns);
    r.to = static_cast<std::uint16_t>(kind);
    r.from = static_cast<std::uint16_t>(static_cast<unsigned>(cause) | static_cast<unsigned>(victim_) << 8);
    r.prev = id_;
    r.cause = explanation;
    recorder_->write(r);
}

void Thread::PreemptEnable::await_suspend(std::coroutine_handle<> h) const {
    thread_.be_preempted(h);
}

void Thread::Unlock::await_suspend(std::coroutine_handle<> h) const {
    thread_.be_preempted(h);
}

void Thread::IrqEnable::await_suspend(std::coroutine_handle<> h) const {
    Thread& t = thread_;
    if (t.cpu_->pending.empty()) {
        t.be_preempted(h);
        return;
    }
    t.handle_ = h;
    t.remaining_ = 0;
    t.cpus_->begin_interrupts(*t.cpu_);
}

void Thread::Sleep::await_suspend(std::coroutine_handle<> h) const {
    Thread& t = thread_;
    assert(t.preemptible() && "a thread sleeps with preemption off");
    t.handle_ = h;
    t.remaining_ = 0;
    t.phase_ = Phase::asleep;
    t.cpus_->set_state(t, TaskState::sleeping);
    t.engine_->arm(t.timer_, until_, &Cpus::on_sleep_over, &t);
    t.cpus_->schedule(*t.cpu_);
}

void Thread::Block::await_suspend(std::coroutine_handle<> h) const {
    Thread& t = thread_;
    assert(t.preemptible() && "a thread blocks with preemption off");
    t.handle_ = h;
    t.remaining_ = 0;
    t.phase_ = Phase::blocked;
    t.cpus_->set_state(t, TaskState::waiting);
    t.cpus_->schedule(*t.cpu_);
}

void Thread::Resched::await_suspend(std::coroutine_handle<> h) const {
    assert(thread_.preemptible() && "a thread gives up its CPU with preemption off");
    if (always_)
        thread_.slice_left_ = 0;
    thread_.be_preempted(h);
}

void Thread::Migrate::await_suspend(std::coroutine_handle<> h) const {
    Thread& t = thread_;
    assert(t.preemptible() && "a thread moves with preemption off");
    t.handle_ = h;
    t.remaining_ = 0;
    t.migrating_to_ = t.cpus_->processors_[to_].get();
    t.cpus_->schedule(*t.cpu_);
}

} // namespace sluice::cpu
