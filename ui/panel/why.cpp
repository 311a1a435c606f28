// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/why.h"

#include "core/experiment/knobs.h"
#include "ui/kit/format.h"
#include "ui/panel/record_words.h"
#include "ui/player/computed_run.h"

#include <QCoreApplication>

#include <algorithm>

namespace sluice::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Why", text);
}

constexpr RecordIndex kLook = 400'000; ///< records that are searched around a delay

bool is_wakeup(const Record& r) {
    return r.kind == Kind::delay && r.to == static_cast<std::uint16_t>(Delay::wakeup);
}

QString moment_words(const ComputedRun& run, Time t) {
    const auto unit = format::time_unit(run.scenario().length);
    return format::with_unit(format::real(static_cast<double>(t)
                                     / (unit == format::TimeUnit::us        ? 1e3
                                             : unit == format::TimeUnit::ms ? 1e6
                                                                            : 1e9),
                                 3),
        format::unit_name(unit));
}

struct Section {
    Record record;
    RecordIndex index;
    Time from() const { return record.at - static_cast<Time>(record.a); }
};

/// The longest preemption-off section of the CPU that overlaps [from, to].
std::optional<Section> section_between(const journal::Journal& j, RecordIndex near, CpuId cpu, Time from, Time to) {
    std::optional<Section> best;
    const auto look = [&](RecordIndex i) {
        const Record r = j.at(i);
        if (r.kind != Kind::section || r.cpu != cpu || r.from != static_cast<std::uint16_t>(SectionKind::preemption))
            return;
        const Section s{r, i};
        if (s.from() < to && r.at > from && (!best || r.a > best->record.a))
            best = s;
    };
    for (RecordIndex i = near + 1, n = 0; i-- > 0 && n < kLook && j.at(i).at >= from; ++n)
        look(i);
    for (RecordIndex i = near + 1, n = 0; i < j.size() && n < kLook && j.at(i).at <= to + kMicrosecond; ++i, ++n)
        look(i);
    return best;
}

std::uint16_t class_of_task(const journal::Journal& j, RecordIndex near, TaskId task) {
    for (RecordIndex i = near + 1, n = 0; i-- > 0 && n < kLook; ++n) {
        const Record r = j.at(i);
        if (r.kind == Kind::task && r.a == task)
            return static_cast<std::uint16_t>(r.count);
    }
    return 0;
}

/// The drain that a section belongs to, walking back on its CPU.
std::optional<std::pair<Record, RecordIndex>> drain_of(const journal::Journal& j, const Section& s) {
    for (RecordIndex i = s.index + 1, n = 0; i-- > 0 && n < kLook; ++n) {
        const Record r = j.at(i);
        if (r.kind == Kind::drain_begin && r.cpu == s.record.cpu)
            return std::pair{r, i};
        if (r.kind == Kind::drain_end && r.cpu == s.record.cpu && r.at < s.from())
            return std::nullopt;
    }
    return std::nullopt;
}

WhyCause knob_cause(const ComputedRun& run, const char* id, Time at, const QString& note) {
    WhyCause c;
    c.kind = WhyCause::Kind::knob;
    c.critical = false;
    c.target = id;
    if (const auto k = experiment::find_knob(id)) {
        const Knob& knob = experiment::knob_table()[*k];
        c.when = tr("knob: %1").arg(QString::fromUtf8(knob.label.data(), static_cast<qsizetype>(knob.label.size())));
        c.title = QString::fromStdString(experiment::display_value(knob, run.knob_at(*k, at)));
    }
    c.note = note;
    return c;
}

void explain_section(Why& why, const ComputedRun& run, const Section& s) {
    const auto& j = *run.journal();
    why.section_from = s.from();
    why.section_to = s.record.at;
    const auto pages = static_cast<qint64>(s.record.prev);
    why.section_words = pages ? tr("preemption off, %1").arg(format::count(pages, tr("pages"))) : tr("preemption off");
    const auto drain = drain_of(j, s);
    const auto cause = static_cast<SectionCause>(s.record.to);
    if (drain) {
        const auto trigger = static_cast<Trigger>(drain->first.to);
        WhyCause list;
        list.from = list.to = drain->first.at;
        list.when = moment_words(run, drain->first.at);
        list.title = tr("The list holds %1").arg(format::count(static_cast<qint64>(drain->first.a)));
        list.note = tr("its limit is %1").arg(format::count(drain->first.prev));
        list.record = drain->second;
        why.causes.push_back(list);
        WhyCause t = knob_cause(
            run, "drain.trigger", drain->first.at, tr("this drain began at: %1").arg(trigger_words(trigger)));
        why.causes.push_back(t);
        why.causes.push_back(knob_cause(run, "drain.shape", drain->first.at, tr("decides how long one section is")));
    }
    WhyCause section;
    section.kind = WhyCause::Kind::section;
    section.from = s.from();
    section.to = s.record.at;
    section.when = tr("%1 to %2").arg(moment_words(run, s.from()), moment_words(run, s.record.at));
    section.title = tr("Preemption off %1").arg(format::duration(static_cast<qint64>(s.record.a)));
    section.note = pages ? tr("%1 in one section").arg(format::count(pages, tr("pages"))) : cause_words(cause);
    section.record = s.index;
    why.causes.push_back(section);
}

} // namespace

std::optional<Why> explain(const ComputedRun& run, RecordIndex delay, const SceneNames& names) {
    const auto& j = *run.journal();
    if (delay >= j.size() || !is_wakeup(j.at(delay)))
        return std::nullopt;
    const Record d = j.at(delay);
    Why why;
    why.delay = delay;
    why.cpu = d.cpu;
    why.runs = d.at;
    why.woken = d.at - static_cast<Time>(d.a);
    why.task = task_words(d.prev, names, class_of_task(j, delay, d.prev));
    const auto cause = static_cast<DelayCause>(d.from & 0xff);

    std::optional<Section> section;
    if (cause == DelayCause::drain || cause == DelayCause::zone_lock || cause == DelayCause::page_table_lock
        || cause == DelayCause::interrupts_off)
        section = section_between(j, delay, d.cpu, why.woken, why.runs);
    if (section)
        explain_section(why, run, *section);

    WhyCause waits;
    waits.kind = WhyCause::Kind::wait;
    waits.from = why.woken;
    waits.to = section ? std::min(section->record.at, why.runs) : why.runs;
    waits.when = tr("%1 to %2").arg(moment_words(run, waits.from), moment_words(run, waits.to));
    waits.title = tr("%1 waits").arg(why.task);
    waits.note = format::duration(waits.to - waits.from);
    waits.record = delay;
    why.causes.push_back(waits);
    WhyCause end;
    end.kind = WhyCause::Kind::end;
    end.from = end.to = why.runs;
    end.when = moment_words(run, why.runs);
    end.title = tr("%1 runs").arg(why.task);
    end.note = section
        ? tr("after %1 for the switch").arg(format::duration(std::max<Time>(0, why.runs - section->record.at)))
        : delay_cause_words(cause);
    end.record = delay;
    why.causes.push_back(end);

    const QString late = format::duration(static_cast<qint64>(d.a));
    if (section && section->record.prev > 0)
        why.sentence = tr("%1 ran %2 late because CPU %3 freed %4 with preemption off")
                           .arg(why.task, late)
                           .arg(d.cpu)
                           .arg(format::count(section->record.prev, tr("pages")));
    else if (section)
        why.sentence = tr("%1 ran %2 late because CPU %3 had preemption off").arg(why.task, late).arg(d.cpu);
    else
        why.sentence
            = tr("%1 ran %2 after it was woken; the cause is %3").arg(why.task, late, delay_cause_words(cause));
    if (section && d.a > 0) {
        const double part
            = 100.0 * static_cast<double>(std::max<Time>(0, waits.to - waits.from)) / static_cast<double>(d.a);
        why.share = tr("%1 of the delay is one section with preemption off; the rest is the switch.")
                        .arg(format::percent(part));
    } else {
        why.share = tr("No section with preemption off lies in this delay.");
    }
    // Ticks on the strip: those near the delay and its section.
    const Time from = std::min(why.section_from.value_or(why.woken), why.woken),
               margin = std::max<Time>((why.runs - from) / 4, kMicrosecond);
    for (RecordIndex i = delay + 1, n = 0; i-- > 0 && n < kLook && j.at(i).at >= from - margin; ++n)
        if (const Record r = j.at(i); r.kind == Kind::tick && r.cpu == d.cpu)
            why.ticks.push_back({r.at, r.to == 1});
    std::reverse(why.ticks.begin(), why.ticks.end());
    for (RecordIndex i = delay + 1, n = 0; i < j.size() && n < kLook && j.at(i).at <= why.runs + margin; ++i, ++n)
        if (const Record r = j.at(i); r.kind == Kind::tick && r.cpu == d.cpu)
            why.ticks.push_back({r.at, r.to == 1});
    return why;
}

RecordIndex longest_delay(const journal::Journal& journal, Time after, Time until) {
    RecordIndex best = kNoRecord;
    std::uint64_t longest = 0;
    journal.for_each(journal.after(after), journal.after(until), [&](const Record& r, RecordIndex i) {
        if (is_wakeup(r) && r.a > longest) {
            longest = r.a;
            best = i;
        }
    });
    return best;
}

RecordIndex delay_under_way(const journal::Journal& journal, Time t) {
    RecordIndex best = kNoRecord;
    Time earliest = t;
    const RecordIndex from = journal.after(t), to = std::min(journal.size(), from + kLook);
    journal.for_each(from, to, [&](const Record& r, RecordIndex i) {
        const Time woken = r.at - static_cast<Time>(r.a);
        if (is_wakeup(r) && woken < earliest) {
            earliest = woken;
            best = i;
        }
    });
    return best;
}

RecordIndex neighbour_delay(const journal::Journal& journal, RecordIndex from, Time least, bool later, Time until) {
    const RecordIndex end = journal.after(until);
    if (later) {
        for (RecordIndex i = from + 1; i < end; ++i)
            if (const Record r = journal.at(i); is_wakeup(r) && static_cast<Time>(r.a) >= least)
                return i;
    } else {
        for (RecordIndex i = std::min(from, end); i-- > 0;)
            if (const Record r = journal.at(i); is_wakeup(r) && static_cast<Time>(r.a) >= least)
                return i;
    }
    return kNoRecord;
}

} // namespace sluice::ui
