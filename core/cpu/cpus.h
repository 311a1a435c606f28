// SPDX-License-Identifier: GPL-3.0-or-later
// CPUs and what runs on them: threads with a body written as a coroutine, run queues, the timer tick, the idle loop,
// stretches with preemption or interrupts off, wake-ups and why they were late.
//
// Rules (2.6-era kernels): preemption off does not mask interrupts. A tick comes on time unless interrupts are off; the
// switch that it asks for waits until preemption is on again. A thread that spins keeps its CPU.
//
// Model code reads like the kernel code that it teaches:
//     t.preempt_disable(SectionCause::quicklist_drain);
//     co_await t.spend(costs[Primitive::drain_page], step);
//     co_await t.preempt_enable();
#pragma once

#include "core/engine/co.h"
#include "core/engine/engine.h"
#include "core/engine/random.h"
#include "core/lock/spinlock.h"
#include "core/machine/machine.h"
#include "core/record/recorder.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sluice::cpu {

class Cpus;

/// What a thread is, for records and names.
enum class Priority : std::uint8_t { idle, normal, wakeful }; ///< a wakeful thread that is woken preempts normal ones

/// A process or kernel thread. Every member that may let time pass, or let another thread in, is awaited.
class Thread {
public:
    TaskId id() const;
    std::uint16_t task_class() const;
    CpuId cpu() const; ///< where it runs, or ran last
    NodeId node() const;
    Time now() const;
    engine::Random& random(); ///< its own stream, named after it

    /// Works for `cost` on its CPU. Interrupts stretch it; with preemption on it may be preempted in the middle.
    auto spend(Cost cost);
    /// Stands at `step` (value beside the line), then works for `cost`.
    auto spend(Cost cost, StepId step, std::uint64_t value = 0);
    /// Stands at `step`; no time passes.
    void step(StepId step, std::uint64_t value = 0);
    /// User code: the CPU is in user mode meanwhile.
    engine::Co<> user(Cost cost);

    void preempt_disable(SectionCause cause);
    /// Ends the section (recorded, with the pages freed in it); a switch that waited happens now.
    engine::Co<> preempt_enable();
    void irq_disable(SectionCause cause);
    engine::Co<> irq_enable();
    bool preemptible() const;
    /// Counts pages freed by the present section, for its record.
    void count_freed(std::uint32_t pages);

    /// Takes a spinlock (preemption off while it is held and while spinning), `site` names the caller.
    engine::Co<> lock(lock::Spinlock& l, std::uint16_t site);
    engine::Co<> unlock(lock::Spinlock& l);

    engine::Co<> sleep_until(Time t); ///< woken by a timer interrupt on its CPU
    engine::Co<> block(); ///< until somebody wakes it
    engine::Co<> yield(); ///< to the back of its run queue
    engine::Co<> cond_resched(); ///< a preemption point
    engine::Co<> migrate(CpuId to); ///< sched_setaffinity: goes on on another CPU
};

} // namespace sluice::cpu
