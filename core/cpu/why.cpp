// SPDX-License-Identifier: GPL-3.0-or-later
// Why a thread that could run, or a switch that was asked for, had to wait.
#include "core/cpu/cpus.h"

namespace sluice::cpu {

namespace {

DelayCause cause_of(SectionCause cause) {
    switch (cause) {
    case SectionCause::quicklist_drain:
        return DelayCause::drain;
    case SectionCause::zone_lock:
        return DelayCause::zone_lock;
    case SectionCause::page_table_lock:
        return DelayCause::page_table_lock;
    case SectionCause::lru_lock:
        return DelayCause::lru_lock;
    case SectionCause::page_lock:
        return DelayCause::page_lock;
    case SectionCause::tick:
    case SectionCause::ipi:
    case SectionCause::completion:
        return DelayCause::interrupts_off;
    case SectionCause::quicklist_alloc:
    case SectionCause::page_free:
    case SectionCause::other:
        break;
    }
    return DelayCause::section;
}

} // namespace

Cpus::Why Cpus::what_holds(const Processor& p, bool own) const {
    const auto by = [this](RecordIndex r) { return r < recorder_.next() ? r : kNoRecord; };
    const auto stretch = [&](const Stretch& s, bool interrupts) {
        if (s.drain_depth)
            return Why{DelayCause::drain, by(s.drain_begin), true};
        const DelayCause cause = cause_of(s.cause);
        return Why{cause == DelayCause::section && interrupts ? DelayCause::interrupts_off : cause, by(s.begin), true};
    };
    const Thread& t = *p.current;
    if (p.switching)
        return {DelayCause::switch_cost, p.last_switch, false};
    if (p.in_irq && p.irq->preempt_.drain_depth)
        return stretch(p.irq->preempt_, false);
    if (t.preempt_.depth)
        return stretch(t.preempt_, false);
    if (t.irq_.depth)
        return stretch(t.irq_, true);
    // Whoever wakes from an interrupt of its own does not wait for that interrupt to let it in.
    if (p.in_irq && !own)
        return {DelayCause::interrupts_off, by(p.irq->irq_.begin), true};
    return {};
}

Cpus::Why Cpus::why_waits(const Processor& p, const Thread& t, RecordIndex by, bool own) const {
    if (!would_preempt(p, t))
        return {DelayCause::queue, p.last_switch, false};
    if (const Why held = what_holds(p, own); held.cause != DelayCause::none)
        return held;
    if (p.current->is_idle_ && (p.halted || p.current->step_ == step_idle_exit))
        return {DelayCause::idle_exit, by, false};
    return {DelayCause::switch_cost, by, false};
}

} // namespace sluice::cpu
