// SPDX-License-Identifier: GPL-3.0-or-later
// The CPUs of a machine and what runs on them: threads with a body written as a coroutine, run queues, the timer tick,
// the idle loop, stretches with preemption or interrupts off, wake-ups and why they were late.
//
// Rules (2.6-era kernels): preemption off does not mask interrupts. A tick comes on time unless interrupts are off; the
// switch that it asks for waits until preemption is on again. A thread that spins keeps its CPU.
//
//     cpu::Cpus cpus(engine, machine, recorder, {.seed = 1});
//     cpus.spawn({.name = "worker", .cpu = 0}, [](cpu::Thread& t) -> engine::Co<> { co_await t.spend(5'000'000); });
//     cpus.start();
//     engine.advance(kSecond);
#pragma once

#include "core/cpu/listing.h"
#include "core/cpu/thread.h"
#include "core/lock/lock_order.h"
#include "core/machine/machine.h"
#include "core/record/snapshot.h"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::cpu {

struct ThreadSpec {
    std::string_view name; ///< of its random stream (with its parent's)
    std::uint16_t task_class = 0; ///< index of its name in the workload
    CpuId cpu = 0;
    Priority priority = Priority::normal;
    Victim victim = Victim::other;
    Thread* parent = nullptr; ///< its stream follows from the parent's, in order of birth
};

struct Options {
    std::uint64_t seed = 0;
    std::uint32_t slice_ticks = 100; ///< a normal thread runs so many ticks while others wait
    bool tick_in_idle = true; ///< 2005 kernels tick in idle too
    bool idle_hook_every_turn = false; ///< run on_idle after each interrupt in idle too, not only on entering it
};

class Cpus {
public:
    /// All must outlive it; the engine must not be advanced after it is gone.
    Cpus(engine::Engine& engine, const machine::Machine& machine, Recorder& recorder, Options options);
    ~Cpus();
    Cpus(const Cpus&) = delete;
    Cpus& operator=(const Cpus&) = delete;

    /// Run by the idle thread each time that schedule() has returned to it (preemption on). Empty: nothing.
    void set_on_idle(std::function<engine::Co<>(Thread&)> hook) { on_idle_ = std::move(hook); }
    /// Options::idle_hook_every_turn, from now on.
    void set_idle_hook_every_turn(bool on) { options_.idle_hook_every_turn = on; }
    /// Run by every timer tick in interrupt context. Empty: nothing.
    void set_on_tick(std::function<engine::Co<>(Thread&)> hook) { on_tick_ = std::move(hook); }

    /// Starts the ticks and the idle loops. Threads spawned before begin now.
    void start();

    /// A new runnable thread. The reference is good until the body has ended.
    Thread& spawn(const ThreadSpec& spec, Body body);
    /// An interrupt (of a device, say) on a CPU, now: `cost`, then `handler`, if any.
    void interrupt(CpuId cpu, Cost cost, IrqHandler handler);
    /// The same as Thread::wake, from outside any thread. `from`: the CPU that does it, kMaxCpus for none.
    RecordIndex wake(Thread& t, WakeKind kind, CpuId from = kMaxCpus);

    std::uint32_t count() const { return static_cast<std::uint32_t>(processors_.size()); }
    engine::Engine& engine() const { return engine_; }
    const machine::Machine& machine() const { return machine_; }
    Recorder& recorder() const { return recorder_; }
    Thread& idle_thread(CpuId cpu) { return *processors_[cpu]->idle; }
    Thread& current(CpuId cpu) { return *processors_[cpu]->current; }
    bool is_idle(CpuId cpu) const { return processors_[cpu]->halted; }
    /// Where a thread that is woken on a node best goes on: a core that nothing runs on, else an idle CPU, else the CPU
    /// with the fewest threads; the lowest number of equals (select_idle_sibling, 4.8 on).
    CpuId idlest_cpu(NodeId node) const;
    /// Threads on the CPU, the running one included, the idle thread not.
    std::uint32_t load(CpuId cpu) const;
    /// Time of a CPU up to now.
    CpuTimes times(CpuId cpu) const;
    lock::LockOrder& lock_order() { return lock_order_; }
    std::uint64_t switches() const { return switches_; }

    /// Fills in `cpus` (without limits) and `tasks`.
    void snapshot(Snapshot& out) const;

private:
    friend class Thread;

    class Exit;
    class Halt;
    class IrqDone;
    class LeaveIdle;

    // scheduler.cpp
    engine::Co<> thread_main(Thread& t);
    engine::Co<> idle_main(Thread& t);
    Thread& new_thread();
    void prepare(Thread& t, Processor& p);
    void set_state(Thread& t, TaskState state);
    RecordIndex record_wake(const Thread& t, WakeKind kind);
    bool would_preempt(const Processor& p, const Thread& t) const;
    bool kick(Processor& p, CpuId from);
    RecordIndex make_runnable(Thread& t, WakeKind kind, CpuId from, const Interrupt* interrupt, bool* sent_ipi);
    void leave_halt(Processor& p);
    void requeue_current(Processor& p);
    void schedule(Processor& p);
    void finish_switch(Processor& p);
    void go_on(Processor& p);
    void retire(Thread& t);
    void count_as(Processor& p, Time& bucket);
    Time& bucket_of(Processor& p, const Thread& t) const;
    Time time_of(machine::Primitive p) const { return to_time(machine_.costs[p]); }
    static void on_switched(void* processor);

    // why.cpp
    struct Why {
        DelayCause cause = DelayCause::none;
        RecordIndex explanation = kNoRecord;
        bool section = false; ///< a stretch with preemption or interrupts off
    };
    /// What keeps `p` from switching at once. `own`: asked from interrupt context on `p` itself.
    Why what_holds(const Processor& p, bool own) const;
    Why why_waits(const Processor& p, const Thread& t, RecordIndex by, bool own) const;
    void enqueue(Thread& t, Time since, RecordIndex by, const Why& why);

    // interrupts.cpp
    engine::Co<> irq_main(Thread& irq);
    engine::Co<> handle_tick(Thread& irq, const Interrupt& i);
    void raise(Processor& p, Interrupt i);
    bool executing(const Processor& p) const;
    void begin_interrupts(Processor& p);
    void end_interrupts(Processor& p);
    void pause(Thread& t);
    void start_tick(Processor& p, Time first);
    static void on_tick_due(void* processor);
    static void on_sleep_over(void* thread);

    engine::Engine& engine_;
    const machine::Machine& machine_;
    Recorder& recorder_;
    Options options_;
    std::function<engine::Co<>(Thread&)> on_idle_, on_tick_;
    std::vector<std::unique_ptr<Processor>> processors_;
    std::vector<Core> cores_; ///< by Cpu::core
    std::deque<std::unique_ptr<Thread>> threads_;
    std::vector<Thread*> free_threads_;
    lock::LockOrder lock_order_;
    TaskId next_id_ = 0;
    std::uint64_t switches_ = 0;
    bool started_ = false;
};

} // namespace sluice::cpu
