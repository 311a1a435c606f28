// SPDX-License-Identifier: GPL-3.0-or-later
// A process or kernel thread of a simulated machine, and what its body can do. Model code reads like the kernel code
// that it teaches:
//     t.preempt_disable(SectionCause::quicklist_drain);
//     co_await t.spend(costs[Primitive::drain_page], step);
//     co_await t.preempt_enable();
// Everything that may let time pass, or let another thread in, is awaited; most of it goes on at once, without the
// queue.
//
// Charged here, not by the caller: preempt_toggle, irq_toggle, lock_*, wakeup, ipi_send, ipi_handle, context_switch,
// idle_exit, tick_handler. Costs of things that take no time of their own are added to the next `spend`.
#pragma once

#include "core/cpu/processor.h"
#include "core/engine/random.h"
#include "core/lock/spinlock.h"

#include <array>
#include <coroutine>
#include <functional>

namespace sluice::cpu {

class Cpus;

enum class Priority : std::uint8_t { idle, normal, wakeful }; ///< a wakeful thread that is woken preempts normal ones

/// What a thread does. It must keep what it refers to alive; captures of a lambda live as long as the thread.
using Body = std::function<engine::Co<>(Thread&)>;

/// A stretch with preemption or interrupts off.
struct Stretch {
    std::uint16_t depth = 0;
    std::uint16_t drain_depth = 0; ///< depth at which a drain began inside, 0: none
    SectionCause cause = SectionCause::other;
    RecordIndex begin = kNoRecord; ///< first record written in it
    RecordIndex drain_begin = kNoRecord; ///< first record of the drain inside
    Time since = 0;
    std::uint32_t freed = 0;
};

class Thread {
public:
    Thread() = default;
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    TaskId id() const { return id_; }
    std::uint16_t task_class() const { return task_class_; }
    Priority priority() const { return priority_; }
    CpuId cpu() const { return cpu_->id; } ///< where it runs, or ran last
    NodeId node() const { return cpu_->node; }
    Time now() const { return engine_->now(); }
    Cpus& cpus() const { return *cpus_; }
    Recorder& recorder() const { return *recorder_; }
    /// Its own stream, named after it and the line of its parents.
    engine::Random& random() { return random_; }
    bool in_interrupt() const { return is_irq_; }

    void set_victim(Victim v) { victim_ = v; } ///< what a delay of this thread is counted as from now on
    void set_priority(Priority p) { priority_ = p; } ///< takes effect at its next wake-up

    class [[nodiscard]] Work;
    class [[nodiscard]] UserWork;
    class [[nodiscard]] PreemptEnable;
    class [[nodiscard]] IrqEnable;
    class [[nodiscard]] Lock;
    class [[nodiscard]] Unlock;
    class [[nodiscard]] Sleep;
    class [[nodiscard]] Block;
    class [[nodiscard]] Resched;
    class [[nodiscard]] Migrate;

    /// Works for `cost` (≥ 0) on its CPU. Interrupts stretch it; with preemption on it may be preempted in the middle.
    Work spend(Cost cost);
    /// Stands at `step` (value beside the line), then works for `cost`.
    Work spend(Cost cost, StepId step, std::uint64_t value = 0);
    /// Adds to the next `spend`, for work that nobody looks at on its own.
    void owe(Cost cost) { debt_ += cost; }
    /// Stands at `step`; no time passes.
    void step(StepId step, std::uint64_t value = 0);
    /// User code: the CPU is in user mode meanwhile.
    UserWork user(Cost cost);

    void preempt_disable(SectionCause cause);
    /// Ends the section (recorded, with the pages freed in it); a switch that waited happens now.
    PreemptEnable preempt_enable();
    void irq_disable(SectionCause cause);
    /// Ends the stretch; interrupts that waited are handled now.
    IrqEnable irq_enable();
    bool preemptible() const { return preempt_.depth == 0 && irq_.depth == 0 && !is_irq_; }
    /// Somebody waits for this CPU (need_resched).
    bool need_resched() const { return cpu_->need_resched; }
    /// Counts pages freed by the present section, for its record.
    void count_freed(std::uint32_t pages);

    /// Takes a spinlock (preemption off while it is held and while spinning), `site` names the caller.
    Lock lock(lock::Spinlock& l, std::uint16_t site);
    Unlock unlock(lock::Spinlock& l);

    Sleep sleep_until(Time t); ///< woken by a timer interrupt on its CPU
    Block block(); ///< until somebody wakes it; returns at once if somebody did since it last blocked
    Resched yield(); ///< to the back of its run queue
    Resched cond_resched(); ///< a preemption point
    Migrate migrate(CpuId to); ///< sched_setaffinity: goes on on another CPU

    /// Makes another thread runnable where it ran last. Waking one that is not blocked makes its next `block` return.
    RecordIndex wake(Thread& other, WakeKind kind);
    /// The same, on a CPU of the caller's choice (select_task_rq). Only for threads that block.
    RecordIndex wake_on(Thread& other, CpuId cpu, WakeKind kind);
    /// Sends a message; `handler` runs on the other CPU with interrupts off after ipi_handle. Does not wait.
    RecordIndex send_ipi(CpuId to, IpiKind kind, IrqHandler handler);
    /// Records one delay of this thread.
    void record_delay(Delay kind, Time ns, DelayCause cause, RecordIndex explanation);

private:
    friend class Cpus;
    friend class RunQueue;

    enum class Phase : std::uint8_t { working, spinning, asleep, blocked, halted, dead };
    struct LockWaiter : lock::Waiter {
        Thread* thread = nullptr;
    };

    bool begin_work(Time ns) {
        settle();
        if (cpu_->attention) [[unlikely]] {
            if (!work_despite_attention(ns))
                return false;
        }
        if (engine_->pass_to(engine_->now() + ns))
            return true;
        remaining_ = ns;
        return false;
    }
    void suspend_work(std::coroutine_handle<> h) {
        handle_ = h;
        if (cpu_->attention) [[unlikely]]
            suspend_with_attention();
        else
            engine_->arm(timer_, engine_->now() + remaining_, h);
    }
    /// Work takes longer while another thread of the core runs, or spins, when it begins.
    Cost slowed(Cost cost) const {
        return cpu_->core && cpu_->core->busy > 1 ? cost / 100 * cpu_->sibling_percent : cost;
    }
    Time take_debt(Cost cost) {
        debt_ += slowed(cost);
        const Time ns = debt_ / 1000;
        debt_ -= ns * 1000;
        return ns;
    }
    /// Records where the CPU stands if flags changed since it last did.
    void settle() {
        const std::uint16_t now_at = pack_step(step_, flags_);
        if (cpu_->shown != now_at)
            show(now_at, 0);
    }
    void show(std::uint16_t at, std::uint64_t value) {
        cpu_->shown = at;
        recorder_->step(engine_->now(), cpu_->id, step_of(at), flags_of(at), value);
    }
    bool work_despite_attention(Time ns);
    void suspend_with_attention();
    bool must_switch() const { return cpu_->need_resched && preemptible(); }

    void begin_stretch(Stretch& s, SectionCause cause);
    bool end_preempt_off();
    bool end_irq_off();
    void close_stretch(Stretch& s, SectionKind kind);
    bool begin_lock(lock::Spinlock& l, std::uint16_t site);
    void wait_for_lock(lock::Spinlock& l, std::uint16_t site, std::coroutine_handle<> h);
    void arrive_at_lock(lock::Spinlock& l);
    bool drop_lock(lock::Spinlock& l);
    static void lock_granted(lock::Waiter& w, Time transfer);
    /// Gives up its CPU to whoever asked for it.
    void be_preempted(std::coroutine_handle<> h);

    engine::Engine* engine_ = nullptr;
    Processor* cpu_ = nullptr;
    Recorder* recorder_ = nullptr;
    Cpus* cpus_ = nullptr;
    std::coroutine_handle<> handle_;
    Time remaining_ = 0; ///< work left when it was suspended
    Cost debt_ = 0; ///< ps not yet spent; below 1000 after each spend
    engine::TimerId timer_ = 0;
    StepId step_ = 0;
    std::uint16_t flags_ = 0;
    Phase phase_ = Phase::working;
    bool is_irq_ = false;
    bool is_idle_ = false;
    bool wake_pending_ = false;
    bool timer_rang_ = false; ///< its sleep is over, the interrupt that wakes it has not been handled
    Priority priority_ = Priority::normal;
    Victim victim_ = Victim::other;
    std::uint16_t task_class_ = 0;
    TaskId id_ = 0;
    Stretch preempt_;
    Stretch irq_;
    std::array<lock::LockClass, 8> held_{};
    std::uint8_t held_count_ = 0;
    TaskState state_ = TaskState::none; ///< as recorded: running is told by the CPU
    TaskId parent_ = 0;
    CpuId recorded_cpu_ = 0;
    LockWaiter waiter_;
    lock::Spinlock* waits_for_ = nullptr;

    Thread* next_ = nullptr; ///< in a run queue
    std::uint32_t slice_left_ = 0; ///< ticks
    Time runnable_since_ = kNever; ///< when it was woken and has not run since
    DelayCause wait_cause_ = DelayCause::none;
    RecordIndex wait_explanation_ = kNoRecord;
    Processor* migrating_to_ = nullptr;

    std::uint64_t stream_ = 0; ///< what its random numbers and those of its children derive from
    std::uint32_t children_ = 0;
    engine::Random random_;
    Body body_;
    engine::Co<> main_;
};

class Thread::Work {
public:
    Work(Thread& t, Time ns)
        : thread_(t)
        , ns_(ns) { }
    bool await_ready() const { return thread_.begin_work(ns_); }
    void await_suspend(std::coroutine_handle<> h) const { thread_.suspend_work(h); }
    void await_resume() const { }

private:
    Thread& thread_;
    Time ns_;
};

class Thread::UserWork {
public:
    UserWork(Thread& t, Time ns)
        : thread_(t)
        , ns_(ns) { }
    bool await_ready() const { return thread_.begin_work(ns_); }
    void await_suspend(std::coroutine_handle<> h) const { thread_.suspend_work(h); }
    void await_resume() const {
        thread_.flags_ &= static_cast<std::uint16_t>(~cpu_flag::user);
        thread_.step_ = thread_.cpu_->shown & 0x0fff;
    }

private:
    Thread& thread_;
    Time ns_;
};

class Thread::PreemptEnable {
public:
    explicit PreemptEnable(Thread& t)
        : thread_(t) { }
    bool await_ready() const { return thread_.end_preempt_off(); }
    void await_suspend(std::coroutine_handle<> h) const;
    void await_resume() const { }

private:
    Thread& thread_;
};

class Thread::IrqEnable {
public:
    explicit IrqEnable(Thread& t)
        : thread_(t) { }
    bool await_ready() const { return thread_.end_irq_off(); }
    void await_suspend(std::coroutine_handle<> h) const;
    void await_resume() const { }

private:
    Thread& thread_;
};

class Thread::Lock {
public:
    Lock(Thread& t, lock::Spinlock& l, std::uint16_t site)
        : thread_(t)
        , lock_(l)
        , site_(site) { }
    bool await_ready() const { return thread_.begin_lock(lock_, site_); }
    void await_suspend(std::coroutine_handle<> h) {
        waited_ = true;
        thread_.wait_for_lock(lock_, site_, h);
    }
    void await_resume() const {
        if (waited_)
            thread_.arrive_at_lock(lock_);
    }

private:
    Thread& thread_;
    lock::Spinlock& lock_;
    std::uint16_t site_;
    bool waited_ = false;
};

class Thread::Unlock {
public:
    Unlock(Thread& t, lock::Spinlock& l)
        : thread_(t)
        , lock_(l) { }
    bool await_ready() const { return thread_.drop_lock(lock_); }
    void await_suspend(std::coroutine_handle<> h) const;
    void await_resume() const { }

private:
    Thread& thread_;
    lock::Spinlock& lock_;
};

class Thread::Sleep {
public:
    Sleep(Thread& t, Time until)
        : thread_(t)
        , until_(until) { }
    bool await_ready() const { return until_ <= thread_.now(); }
    void await_suspend(std::coroutine_handle<> h) const;
    void await_resume() const { }

private:
    Thread& thread_;
    Time until_;
};

class Thread::Block {
public:
    explicit Block(Thread& t)
        : thread_(t) { }
    bool await_ready() const { return std::exchange(thread_.wake_pending_, false); }
    void await_suspend(std::coroutine_handle<> h) const;
    void await_resume() const { }

private:
    Thread& thread_;
};

class Thread::Resched {
public:
    Resched(Thread& t, bool always)
        : thread_(t)
        , always_(always) { }
    bool await_ready() const { return !always_ && !thread_.must_switch(); }
    void await_suspend(std::coroutine_handle<> h) const;
    void await_resume() const { }

private:
    Thread& thread_;
    bool always_;
};

class Thread::Migrate {
public:
    Migrate(Thread& t, CpuId to)
        : thread_(t)
        , to_(to) { }
    bool await_ready() const { return to_ == thread_.cpu(); }
    void await_suspend(std::coroutine_handle<> h) const;
    void await_resume() const { }

private:
    Thread& thread_;
    CpuId to_;
};

inline Thread::Work Thread::spend(Cost cost) {
    return {*this, take_debt(cost)};
}
inline Thread::Work Thread::spend(Cost cost, StepId step_id, std::uint64_t value) {
    step(step_id, value);
    return {*this, take_debt(cost)};
}
inline void Thread::step(StepId step_id, std::uint64_t value) {
    step_ = step_id;
    show(pack_step(step_id, flags_), value);
}
inline void Thread::preempt_disable(SectionCause cause) {
    debt_ += cpu_->preempt_toggle;
    begin_stretch(preempt_, cause);
    flags_ |= cpu_flag::preempt_off;
}
inline void Thread::irq_disable(SectionCause cause) {
    debt_ += cpu_->irq_toggle;
    begin_stretch(irq_, cause);
    flags_ |= cpu_flag::irq_off;
}
inline Thread::PreemptEnable Thread::preempt_enable() {
    return PreemptEnable(*this);
}
inline Thread::IrqEnable Thread::irq_enable() {
    return IrqEnable(*this);
}
inline Thread::Lock Thread::lock(lock::Spinlock& l, std::uint16_t site) {
    return {*this, l, site};
}
inline Thread::Unlock Thread::unlock(lock::Spinlock& l) {
    return {*this, l};
}
inline Thread::Sleep Thread::sleep_until(Time t) {
    return {*this, t};
}
inline Thread::Block Thread::block() {
    return Block(*this);
}
inline Thread::Resched Thread::yield() {
    return {*this, true};
}
inline Thread::Resched Thread::cond_resched() {
    return {*this, false};
}
inline Thread::Migrate Thread::migrate(CpuId to) {
    return {*this, to};
}

} // namespace sluice::cpu
