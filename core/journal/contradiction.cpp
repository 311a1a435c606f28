// SPDX-License-Identifier: GPL-3.0-or-later
// The checked fold: every record carries the old values of what it changes, so the state before it can be compared.
#include "core/journal/last_steps.h"
#include "core/journal/machine_state.h"
#include "core/journal/page_table.h"

#include <algorithm>

namespace sluice::journal {

namespace {

constexpr LockId kMaxLock = 0xffff;

std::string number(std::uint64_t n) {
    return n == kNoRecord ? "none" : std::to_string(n);
}

std::string differs(const char* what, std::uint64_t recorded, std::uint64_t state) {
    return std::string(what) + " is " + number(state) + ", the record says " + number(recorded);
}

} // namespace

std::string MachineState::contradiction(const Record& r) const {
    const RecordIndex here = position_;
    const auto cpus = static_cast<std::uint64_t>(cpus_.size());
    if (r.at < now_)
        return differs("the time", static_cast<std::uint64_t>(r.at), static_cast<std::uint64_t>(now_));
    if (r.cpu >= cpus)
        return "CPU " + number(r.cpu) + " does not exist";

    const auto in_zone = [&](Frame first, std::uint64_t n) {
        return std::any_of(machine_->zones.begin(), machine_->zones.end(), [&](const machine::Zone& z) {
            return first >= z.first && n > 0 && first - z.first < z.pages && n <= z.pages - (first - z.first);
        });
    };
    const auto good_place = [&](Place p) {
        if (place::is_pcp(p) || place::is_quicklist(p))
            return place::cpu(p) < cpus;
        return p >= 1 && p <= place::being_freed;
    };
    /// Every page of [first, first + n) has this value in the table.
    const auto pages_are = [&](const PageTable& table, Frame first, std::uint64_t n, Key key, std::uint16_t where) {
        std::string wrong;
        table.for_each_run(first, first + n, [&](Frame f, std::uint64_t, std::uint64_t v) {
            const Key k = static_cast<Key>(v) >> 16;
            const auto w = static_cast<std::uint16_t>(v);
            if (wrong.empty() && w != where)
                wrong = differs(("the place of frame " + number(f)).c_str(), where, w);
            else if (wrong.empty() && k != key)
                wrong = "the key of frame " + number(f) + " is " + std::to_string(k) + ", the record says "
                    + std::to_string(key);
        });
        return wrong;
    };

    switch (r.kind) {
    case Kind::step: {
        const CpuState& c = cpus_[r.cpu];
        if (r.from != pack_step(c.step, c.flags))
            return differs("step and flags", r.from, pack_step(c.step, c.flags));
        if (const RecordIndex old = r.prev ? here - r.prev : kNoRecord; old != c.preempt_record)
            return differs("the last change of the preemption flag", old, c.preempt_record);
        if (const RecordIndex last = last_steps_[r.cpu].get(step_of(r.to)); r.cause != last)
            return differs("the last record of this step", r.cause, last);
        return "";
    }
    case Kind::move:
        if (!in_zone(r.a, r.count))
            return "frames " + number(r.a) + " + " + number(r.count) + " are not in one zone";
        if (!good_place(r.to) || !good_place(r.from))
            return "a place does not exist";
        return pages_are(*pages_, r.a, r.count, KeyRef::unpack(r.prev, here), r.from);
    case Kind::merge: {
        if (r.count >= machine_->max_order)
            return "blocks of order " + number(r.count) + " do not merge";
        const std::uint64_t half = std::uint64_t{1} << r.count;
        if (!in_zone(r.a, 2 * half))
            return "frames " + number(r.a) + " + " + number(2 * half) + " are not in one zone";
        if (r.a % (2 * half) != 0)
            return "frame " + number(r.a) + " does not begin a block of order " + number(r.count + 1);
        std::string wrong = pages_are(*pages_, r.a, half, KeyRef::unpack(r.prev, here), place::free(r.count));
        if (wrong.empty())
            wrong = pages_are(*pages_, r.a + half, half,
                KeyRef::unpack(r.from | static_cast<std::uint32_t>(r.to) << 16, here), place::free(r.count));
        return wrong;
    }
    case Kind::list:
        if (!in_zone(r.a, r.count))
            return "frames " + number(r.a) + " + " + number(r.count) + " are not in one zone";
        return pages_are(*lists_, r.a, r.count, KeyRef::unpack(r.prev, here), r.from);
    case Kind::hold: {
        if (!in_zone(r.a, r.count))
            return "frames " + number(r.a) + " + " + number(r.count) + " are not in one zone";
        bool held = true;
        holders_->for_each_run(
            r.a, r.a + r.count, [&](Frame, std::uint64_t, std::uint64_t v) { held = held && v > 0; });
        return r.to == 1 || held ? cache_.contradiction(r) : "a reference is dropped that nobody holds";
    }
    case Kind::page_flag:
    case Kind::cache:
        if (!in_zone(r.a, r.count))
            return "frames " + number(r.a) + " + " + number(r.count) + " are not in one zone";
        return cache_.contradiction(r);
    case Kind::pagevec_flush:
    case Kind::io:
        return cache_.contradiction(r);
    case Kind::switch_task:
        return r.prev == cpus_[r.cpu].task ? "" : differs("the task", r.prev, cpus_[r.cpu].task);
    case Kind::task: {
        const TaskInfo old = task(static_cast<TaskId>(r.a));
        if (static_cast<std::uint16_t>(old.state) != r.from)
            return differs("the task's state", r.from, static_cast<std::uint16_t>(old.state));
        if (old.state != TaskState::none && old.cpu != r.prev)
            return differs("the task's CPU", r.prev, old.cpu);
        if (old.state != TaskState::none && old.task_class != r.count)
            return differs("the task's class", r.count, old.task_class);
        return "";
    }
    case Kind::lock_wait:
    case Kind::lock_take:
    case Kind::lock_drop: {
        if (r.a > kMaxLock)
            return "lock " + number(r.a) + " does not exist";
        static const LockState unused;
        const LockState& l = r.a < locks_.size() ? locks_[r.a] : unused;
        if (r.kind == Kind::lock_wait)
            return r.count == l.waiters.size() ? "" : differs("the number of waiters", r.count, l.waiters.size());
        if (r.kind == Kind::lock_take) {
            if (l.held)
                return "lock " + number(r.a) + " is taken while CPU " + number(l.holder) + " holds it";
            if (r.from && (r.from > l.waiters.size() || l.waiters[r.from - 1u] != r.cpu))
                return "CPU " + number(r.cpu) + " is not at place " + number(r.from - 1u) + " of the queue";
            return "";
        }
        if (!l.held || l.holder != r.cpu)
            return "lock " + number(r.a) + " is dropped by CPU " + number(r.cpu) + ", which does not hold it";
        if (l.site != r.to)
            return differs("the call site", r.to, l.site);
        if (l.since + static_cast<Time>(r.prev) != r.at)
            return differs("the hold time", r.prev, static_cast<std::uint64_t>(r.at - l.since));
        return "";
    }
    case Kind::drain_end:
        if (std::find(drains_.begin(), drains_.end(), std::pair(r.cause, r.cpu)) == drains_.end())
            return "the drain that record " + number(r.cause) + " began on CPU " + number(r.cpu) + " does not run";
        return "";
    case Kind::limit:
        return r.prev == cpus_[r.cpu].limit ? "" : differs("the limit", r.prev, cpus_[r.cpu].limit);
    case Kind::lost:
        return "records were lost here: the state before is not known";
    default:
        return "";
    }
}

} // namespace sluice::journal
