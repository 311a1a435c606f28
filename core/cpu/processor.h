// SPDX-License-Identifier: GPL-3.0-or-later
// One CPU: what runs on it, who waits for it, and what it was interrupted by. Written by Cpus and Thread only.
#pragma once

#include "core/engine/co.h"
#include "core/engine/engine.h"
#include "core/record/record.h"

#include <array>
#include <deque>
#include <functional>

namespace sluice::cpu {

class Thread;

/// What an interrupt does after its fixed cost. It runs in interrupt context: `irq` may spend, lock and wake, not
/// sleep.
using IrqHandler = std::function<engine::Co<>(Thread& irq)>;

/// Where the time of a CPU went, ns. They add up to the time that passed.
struct CpuTimes {
    Time idle = 0; ///< idle thread, its hook included
    Time busy = 0; ///< other threads, spinning included
    Time interrupts = 0;
    Time switching = 0;
};

/// Runnable threads in order of arrival.
class RunQueue {
public:
    bool empty() const { return !head_; }
    std::uint32_t size() const { return size_; }
    void push(Thread& t);
    void push_front(Thread& t);
    Thread* pop();

private:
    Thread* head_ = nullptr;
    Thread* tail_ = nullptr;
    std::uint32_t size_ = 0;
};

struct Interrupt {
    enum class Kind : std::uint8_t { tick, timer_wake, ipi, device };
    Kind kind = Kind::tick;
    Time due = 0;
    IpiKind ipi = IpiKind::reschedule;
    Thread* thread = nullptr; ///< whom a timer wakes
    IrqHandler handler;
    Cost cost = 0;
    /// Why it could not be handled at once, if it could not.
    bool held_off = false;
    DelayCause held_cause = DelayCause::none;
    RecordIndex held_explanation = kNoRecord;
};

/// A switch that was asked for.
struct SwitchRequest {
    bool counts = false; ///< its delay is recorded when it has happened
    Time at = 0;
    RecordIndex by = kNoRecord; ///< the wake or tick record
    DelayCause cause = DelayCause::none;
    RecordIndex explanation = kNoRecord;
};

/// Threads of one core that share its units.
struct Core {
    std::uint32_t busy = 0; ///< CPUs that are not halted
};

struct Processor {
    CpuId id = 0;
    NodeId node = 0;
    std::uint16_t shown = 0; ///< step and flags as last recorded
    bool attention = false; ///< the running thread must look at need_resched and pending interrupts before it works
    bool need_resched = false;
    bool in_irq = false;
    bool switching = false;
    bool halted = false; ///< the idle thread sleeps until an interrupt
    bool tick_stopped = false;
    bool resched_sent = false; ///< a reschedule IPI has not been handled yet
    Thread* current = nullptr;
    Thread* next = nullptr; ///< while switching
    Thread* idle = nullptr;
    Thread* irq = nullptr; ///< its interrupt context
    std::array<RunQueue, 3> queues; ///< by Priority
    std::deque<Interrupt> pending;

    engine::TimerId tick_timer = 0;
    engine::TimerId switch_timer = 0;
    Time tick_due = 0; ///< of the last tick
    bool tick_pending = false; ///< it waits for interrupts to be on
    Cost preempt_toggle = 0, irq_toggle = 0; ///< copies, close at hand
    Core* core = nullptr; ///< null: work takes the same whatever its siblings do
    std::uint32_t sibling_percent = 100;

    SwitchRequest asked; ///< while need_resched
    SwitchRequest under_way; ///< while switching
    RecordIndex last_switch = kNoRecord; ///< record of the last switch_task

    CpuTimes times;
    Time* bucket = nullptr; ///< what the time since `bucket_since` counts as
    Time bucket_since = 0;
};

} // namespace sluice::cpu
