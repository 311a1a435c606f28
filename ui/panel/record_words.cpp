// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/record_words.h"

#include "ui/kit/format.h"
#include "ui/panel/file_record_words.h"

#include <QCoreApplication>

namespace sluice::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Records", text);
}

QString frames(const Record& r) {
    return r.count == 1 ? tr("Frame %1").arg(frame_words(r.a))
                        : tr("%1 pages from frame %2").arg(format::count(r.count), frame_words(r.a));
}

QString state_words(TaskState s) {
    switch (s) {
    case TaskState::none:
        return tr("not there");
    case TaskState::runnable:
        return tr("runnable");
    case TaskState::running:
        return tr("running");
    case TaskState::sleeping:
        return tr("asleep");
    case TaskState::waiting:
        return tr("waiting");
    case TaskState::dead:
        return tr("ended");
    }
    return {};
}

QString delay_words(Delay d) {
    switch (d) {
    case Delay::wakeup:
        return tr("waits %1 from its wake-up until it runs");
    case Delay::switching:
        return tr("waits %1 for a switch that was asked for");
    case Delay::tick:
        return tr("timer tick is handled %1 late");
    case Delay::alloc_stall:
        return tr("waits %1 for a page");
    }
    return {};
}

QString op_words(Op op) {
    switch (op) {
    case Op::fork_exit:
        return tr("fork and exit");
    case Op::fork_exec:
        return tr("fork, exec and exit");
    case Op::fork:
        return tr("fork");
    case Op::exec:
        return tr("exec");
    case Op::exit:
        return tr("exit");
    case Op::touch:
        return tr("first touch");
    case Op::fault:
        return tr("page fault");
    case Op::request:
        return tr("request");
    case Op::write:
        return tr("write");
    case Op::read:
        return tr("read");
    case Op::truncate:
        return tr("truncate");
    case Op::unit:
        return tr("a millisecond's work");
    }
    return {};
}

QString beat_words(Beat b, std::uint64_t n) {
    switch (b) {
    case Beat::exit_wave:
        return tr("The wave of exits begins");
    case Beat::fork_wave:
        return tr("The wave of forks begins");
    case Beat::last_exit:
        return tr("The last process has ended");
    case Beat::pressure:
        return tr("Memory pressure begins");
    case Beat::steady:
        return tr("The run is steady");
    case Beat::round:
        return tr("Round %1").arg(format::count(static_cast<std::int64_t>(n)));
    }
    return {};
}

QString lock_words(std::uint64_t lock, const SceneNames& names) {
    if (names.lock)
        if (const QString name = names.lock(static_cast<LockId>(lock)).name; !name.isEmpty())
            return name;
    return tr("lock %1").arg(lock);
}

QString who(const Record& r, const SceneNames& names, std::uint64_t task) {
    return task_words(static_cast<TaskId>(task), names, static_cast<std::uint16_t>(r.count));
}

} // namespace

RecordGroup group_of(const Record& r) {
    switch (r.kind) {
    case Kind::move:
    case Kind::merge:
    case Kind::list:
    case Kind::hold:
    case Kind::zero:
    case Kind::watermark:
    case Kind::out_of_memory:
    case Kind::page_flag:
    case Kind::cache:
    case Kind::pagevec_flush:
    case Kind::scan:
        return RecordGroup::pages;
    case Kind::drain_begin:
    case Kind::drain_end:
    case Kind::section:
    case Kind::limit:
        return RecordGroup::drains;
    case Kind::delay:
        return RecordGroup::delays;
    case Kind::lock_wait:
    case Kind::lock_take:
    case Kind::lock_drop:
        return RecordGroup::locks;
    case Kind::switch_task:
    case Kind::task:
    case Kind::wake:
    case Kind::tick:
    case Kind::op:
    case Kind::ipi:
        return RecordGroup::tasks;
    case Kind::step:
        return RecordGroup::lines;
    default:
        return RecordGroup::other;
    }
}

QString group_label(RecordGroup group) {
    switch (group) {
    case RecordGroup::pages:
        return tr("Pages");
    case RecordGroup::drains:
        return tr("Drains and sections");
    case RecordGroup::delays:
        return tr("Delays");
    case RecordGroup::locks:
        return tr("Locks");
    case RecordGroup::tasks:
        return tr("Tasks and ticks");
    case RecordGroup::lines:
        return tr("Lines of code");
    case RecordGroup::other:
        return tr("Marks and knobs");
    }
    return {};
}

QString frame_words(Frame frame) {
    return QStringLiteral("0x%1").arg(frame, 0, 16);
}

QString place_words(Place p) {
    if (place::is_free(p))
        return tr("free list, order %1").arg(place::order(p));
    if (place::is_pcp(p))
        return tr("page list of CPU %1").arg(place::cpu(p));
    if (place::is_quicklist(p))
        return tr("quicklist of CPU %1").arg(place::cpu(p));
    switch (p) {
    case place::page_table:
        return tr("page table in use");
    case place::anonymous:
        return tr("memory of a process");
    case place::file:
        return tr("page cache");
    case place::buffer_heads:
        return tr("buffer heads");
    case place::kernel:
        return tr("kernel");
    case place::gather:
        return tr("gather batch");
    case place::being_freed:
        return tr("being freed");
    default:
        return tr("unknown");
    }
}

QString trigger_words(Trigger t) {
    switch (t) {
    case Trigger::idle:
        return tr("idle loop");
    case Trigger::unmap:
        return tr("end of an unmap");
    case Trigger::tick:
        return tr("timer tick");
    case Trigger::demand:
        return tr("low memory");
    }
    return {};
}

QString cause_words(SectionCause c) {
    switch (c) {
    case SectionCause::quicklist_drain:
        return tr("quicklist drain");
    case SectionCause::quicklist_alloc:
        return tr("quicklist");
    case SectionCause::zone_lock:
        return tr("zone lock");
    case SectionCause::page_table_lock:
        return tr("page-table lock");
    case SectionCause::tick:
        return tr("timer tick");
    case SectionCause::ipi:
        return tr("message from another CPU");
    case SectionCause::lru_lock:
        return tr("LRU lock");
    case SectionCause::page_lock:
        return tr("lock of a file's page cache");
    case SectionCause::completion:
        return tr("completion of a disk");
    case SectionCause::page_free:
        return tr("freeing of gathered pages");
    case SectionCause::other:
        return tr("other");
    }
    return {};
}

QString delay_cause_words(DelayCause c) {
    switch (c) {
    case DelayCause::none:
        return tr("nothing");
    case DelayCause::switch_cost:
        return tr("the switch itself");
    case DelayCause::idle_exit:
        return tr("leaving the idle state");
    case DelayCause::drain:
        return tr("a quicklist drain");
    case DelayCause::zone_lock:
        return tr("the zone lock");
    case DelayCause::page_table_lock:
        return tr("the page-table lock");
    case DelayCause::queue:
        return tr("other tasks on this CPU");
    case DelayCause::interrupts_off:
        return tr("interrupts off");
    case DelayCause::section:
        return tr("another section with preemption off");
    case DelayCause::reclaim:
        return tr("reclaim");
    case DelayCause::out_of_memory:
        return tr("no free page");
    case DelayCause::lru_lock:
        return tr("the LRU lock");
    case DelayCause::page_lock:
        return tr("the lock of a file's page cache");
    }
    return {};
}

QString task_words(TaskId task, const SceneNames& names, std::uint16_t task_class) {
    if (task == 0)
        return tr("nobody");
    if (task <= kMaxCpus && names.task_class && names.task_class(task_class).isEmpty())
        return tr("idle task");
    const QString name = names.task_class ? names.task_class(task_class) : QString();
    return name.isEmpty() ? tr("task %1").arg(task) : QStringLiteral("%1 %2").arg(name).arg(task);
}

QString record_amount(const Record& r) {
    const auto a = static_cast<std::int64_t>(r.a);
    switch (r.kind) {
    case Kind::move:
    case Kind::list:
        return format::count(r.count, r.count == 1 ? tr("page") : tr("pages"));
    case Kind::merge:
        return format::count(std::int64_t{2} << r.count, tr("pages"));
    case Kind::section:
    case Kind::delay:
    case Kind::op:
        return format::duration(a);
    case Kind::zero:
        return format::duration(r.prev);
    case Kind::drain_begin:
    case Kind::drain_end:
    case Kind::limit:
        return format::count(a, tr("pages"));
    case Kind::lock_take:
    case Kind::lock_drop:
        return format::duration(r.prev);
    case Kind::tick:
        return a ? format::duration(a) : QString();
    default:
        return file_record_amount(r);
    }
}

QString record_sentence(const Record& r, const SceneNames& names) {
    const auto a = static_cast<std::int64_t>(r.a);
    switch (r.kind) {
    case Kind::move:
        return tr("%1: %2 → %3").arg(frames(r), place_words(r.from), place_words(r.to));
    case Kind::merge:
        return tr("Two free blocks of order %1 at frame %2 become one").arg(r.count).arg(frame_words(r.a));
    case Kind::step: {
        const StepText t = names.step ? names.step(step_of(r.to)) : StepText{};
        if (t.function.isEmpty())
            return tr("Step %1").arg(step_of(r.to));
        return t.line ? tr("%1, line %2: %3").arg(t.function).arg(t.line).arg(t.text) : t.function;
    }
    case Kind::switch_task:
        return tr("The CPU goes from task %1 to task %2").arg(r.prev).arg(a);
    case Kind::task:
        return tr("%1: %2 → %3")
            .arg(who(r, names, r.a), state_words(static_cast<TaskState>(r.from)),
                state_words(static_cast<TaskState>(r.to)));
    case Kind::wake:
        return tr("Task %1 is woken").arg(a);
    case Kind::tick:
        return r.to ? tr("Timer tick; the switch that it asks for has to wait") : tr("Timer tick");
    case Kind::lock_wait:
        return tr("Spins for %1").arg(lock_words(r.a, names));
    case Kind::lock_take:
        return r.prev ? tr("Takes %1 after waiting").arg(lock_words(r.a, names))
                      : tr("Takes %1").arg(lock_words(r.a, names));
    case Kind::lock_drop:
        return tr("Drops %1").arg(lock_words(r.a, names));
    case Kind::section:
        return (r.from == static_cast<std::uint16_t>(SectionKind::preemption)
                ? tr("Preemption on again; it was off for: %1")
                : tr("Interrupts on again; they were off for: %1"))
            .arg(cause_words(static_cast<SectionCause>(r.to)));
    case Kind::drain_begin:
        return tr("A drain begins (%1); the limit is %2")
            .arg(trigger_words(static_cast<Trigger>(r.to)), format::count(r.prev, tr("pages")));
    case Kind::drain_end:
        return tr("The drain ends after %1")
            .arg(r.count == 1 ? tr("1 section") : tr("%1 sections").arg(format::count(r.count)));
    case Kind::limit:
        return tr("The limit of the quicklist changes from %1").arg(format::count(r.prev));
    case Kind::zero:
        return tr("Frame %1 is cleared").arg(frame_words(r.a));
    case Kind::op:
        return tr("%1 done").arg(op_words(static_cast<Op>(r.to)));
    case Kind::delay:
        return tr("Task %1 %2, because of: %3")
            .arg(r.prev)
            .arg(delay_words(static_cast<Delay>(r.to)).arg(format::duration(a)),
                delay_cause_words(static_cast<DelayCause>(r.from & 0xff)));
    case Kind::knob:
        return tr("A knob changes");
    case Kind::ipi:
        return tr("Message to CPU %1").arg(a);
    case Kind::out_of_memory:
        return tr("No free page: task %1 gets none").arg(a);
    case Kind::watermark: {
        static const char* const levels[] = {"below min", "below low", "between low and high", "above high"};
        return tr("Free pages of zone %1: %2 → %3").arg(a).arg(tr(levels[r.from & 3]), tr(levels[r.to & 3]));
    }
    case Kind::beat:
        return beat_words(static_cast<Beat>(r.to), r.a);
    case Kind::lost:
        return tr("%1 records were dropped here to save memory").arg(format::count(a));
    case Kind::end_of_run:
        return tr("End of the run");
    default:
        return file_record_sentence(r);
    }
}

} // namespace sluice::ui
