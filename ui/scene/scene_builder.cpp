// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_builder.h"

#include "core/cpu/listing.h"
#include "core/memory/listing.h"
#include "ui/kit/format.h"
#include "ui/scene/giant_builder.h"
#include "ui/scene/lru_builder.h"
#include "ui/scene/narration.h"
#include "ui/scene/scene_traffic.h"

#include <QCoreApplication>

#include <algorithm>
#include <bit>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}
QString pages(std::uint64_t n) {
    return format::count(static_cast<std::int64_t>(n));
}

QString zone_name(machine::ZoneKind kind) {
    switch (kind) {
    case machine::ZoneKind::dma:
        return QStringLiteral("DMA");
    case machine::ZoneKind::highmem:
        return QStringLiteral("HIGHMEM");
    case machine::ZoneKind::normal:
        break;
    }
    return QStringLiteral("NORMAL");
}

/// Restless: more changes of state in a second of watching than an eye can follow.
constexpr int most_changes = 3;
constexpr RecordIndex records_ahead = 40'000; ///< some tenths of a millisecond
const QLatin1String kworker("kworker"); ///< the class of workers of the work queue
constexpr std::size_t nodes_with_links = 16; ///< hops are shown between rooms, and there are at most a few of them

class Builder {
public:
    Builder(const journal::MachineState& state, const journal::Journal& journal, Time moment, RunIndex& index,
        const SceneNames& names, const SceneSettings& settings)
        : state_(state)
        , machine_(state.machine())
        , journal_(journal)
        , moment_(moment)
        , index_(index)
        , names_(names)
        , settings_(settings)
        , position_(state.position()) { }

    SceneModel build() {
        index_.cover(journal_, position_);
        traffic_ = read_traffic(state_, journal_, moment_, settings_.speed);
        model_.moment = moment_;
        model_.speed = settings_.speed;
        model_.page_size = machine_.page_size;
        model_.pages = machine_.total_pages();
        model_.out_of_memory = state_.out_of_memory_events();
        read_tasks();
        scales();
        model_.rooms.resize(machine_.nodes);
        for (NodeId n = 0; n < machine_.nodes; ++n)
            model_.rooms[n].node = n;
        for (std::size_t z = 0; z < machine_.zones.size(); ++z)
            add_zone(static_cast<ZoneId>(z));
        for (std::size_t c = 0; c < machine_.cpus.size(); ++c)
            add_cpu(static_cast<CpuId>(c));
        for (RoomModel& r : model_.rooms)
            r.words = words_of(r);
        for (NodeId a = 0; a < machine_.nodes && machine_.nodes <= nodes_with_links; ++a)
            for (NodeId b = static_cast<NodeId>(a + 1); b < machine_.nodes; ++b) {
                const auto d = static_cast<int>(machine_.distance_between(a, b));
                model_.links.push_back({a, b, std::max(1, (d - 10) / 10)});
            }
        model_.roads = std::move(traffic_.roads);
        if (settings_.giant)
            add_giant(model_, state_, journal_, index_, names_, settings_);
        else if (uses_lru(state_, settings_))
            add_lru(model_, state_, journal_, index_, names_, settings_);
        model_.narration = narrate(model_);
        // Read ahead a little each time, so that a far seek later finds the index done.
        index_.cover(journal_, std::min(journal_.size(), index_.covered() + records_ahead));
        return std::move(model_);
    }

private:
    struct Waiting {
        TaskId first = 0;
        Time since = 0;
        int count = 0;
    };

    QString class_name(std::uint16_t task_class) const {
        const QString name = names_.task_class ? names_.task_class(task_class) : QString();
        return name.isEmpty() ? tr("task") : name;
    }

    QString task_name(TaskId id) const {
        if (id == 0)
            return {};
        if (id <= machine_.cpus.size())
            return tr("idle loop");
        return QStringLiteral("%1 %2").arg(class_name(state_.task(id).task_class)).arg(id);
    }

    /// Who waits for which CPU, in one walk over the living tasks.
    void read_tasks() {
        runnable_.resize(machine_.cpus.size());
        asleep_on_io_.resize(machine_.cpus.size());
        for (const TaskId id : state_.tasks()) {
            const journal::TaskInfo t = state_.task(id);
            if (t.cpu >= runnable_.size())
                continue;
            if (t.state != TaskState::runnable && t.state != TaskState::waiting)
                continue;
            // A worker without a piece waits for nothing that has begun: its CPU is idle.
            if (settings_.giant && t.state == TaskState::waiting && class_name(t.task_class) == kworker)
                continue;
            Waiting& w = t.state == TaskState::runnable ? runnable_[t.cpu] : asleep_on_io_[t.cpu];
            const auto woken
                = t.state == TaskState::runnable ? index_.woken(id, position_) : index_.state_since(id, position_);
            const Time since = woken.value_or(moment_);
            // Only a wake-up that fell into the section waits for its end; others wait for their turn on the CPU.
            if (t.state == TaskState::runnable && since < off_since(state_.cpus()[t.cpu]))
                continue;
            if (w.count++ == 0 || since < w.since) {
                w.first = id;
                w.since = since;
            }
        }
    }

    void scales() {
        std::uint64_t list = std::max<std::uint64_t>(64, index_.longest_list(position_));
        list = std::max(list, index_.highest_limit(position_, model_.pages));
        model_.stack_scale = std::bit_ceil(list);
        model_.page_list_scale = std::bit_ceil(std::max<std::uint64_t>(16, index_.longest_page_list(position_)));
        Time longest = index_.longest_section(position_);
        for (const auto& c : state_.cpus())
            if (c.flags & cpu_flag::preempt_off)
                longest = std::max(longest, moment_ - off_since(c));
        // Four ticks and a little more, so that the fourth can be seen; twice as many until the longest section fits.
        Time span = settings_.bar_span;
        if (span <= 0) {
            span = machine_.tick_period() * 4 + machine_.tick_period() / 16;
            while (span < longest && span < kNever / 2)
                span *= 2;
        }
        model_.bar_span = span;
    }

    Time off_since(const journal::CpuState& c) const {
        return c.preempt_record == kNoRecord ? 0 : std::min(moment_, journal_.at(c.preempt_record).at);
    }

    void add_zone(ZoneId id) {
        const machine::Zone& z = machine_.zones[id];
        const journal::ZoneState& s = state_.zones()[id];
        TankModel t;
        t.zone = id;
        t.node = z.node;
        t.name = zone_name(z.kind);
        t.pages = z.pages;
        t.min = z.min;
        t.low = z.low;
        t.high = z.high;
        const auto set = [&](TankPart p, std::uint64_t n) { t.parts[static_cast<std::size_t>(p)] = n; };
        set(TankPart::free, s.free);
        set(TankPart::cpu_lists, s.pcp);
        set(TankPart::quicklists, s.quicklist);
        set(TankPart::tables, s.page_table);
        set(TankPart::processes, s.anonymous);
        const std::uint64_t dirty
            = std::min(s.file, state_.cache().zones()[id].flagged[static_cast<std::size_t>(PageFlag::dirty)]);
        set(TankPart::file, s.file - dirty);
        set(TankPart::dirty, dirty);
        set(TankPart::buffer_heads, s.buffer_heads);
        set(TankPart::kernel, s.kernel);
        set(TankPart::in_flight, s.gather + s.being_freed);
        RoomModel& room = model_.rooms[z.node];
        room.bytes += z.pages * machine_.page_size;
        room.tanks.push_back(t);

        LockModel lock;
        lock.id = id; // zone locks come first, by zone
        lock.zone = id;
        const LockText text = names_.lock ? names_.lock(id) : LockText{};
        lock.name = text.name.isEmpty() ? tr("zone lock") : text.name;
        lock.fair = text.fair;
        if (id < state_.locks().size()) {
            const journal::LockState& l = state_.locks()[id];
            lock.held = l.held;
            lock.holder = l.holder;
            lock.held_for = l.held ? moment_ - l.since : 0;
            lock.waiters = l.waiters;
            lock.irq_off
                = l.held && l.holder < state_.cpus().size() && (state_.cpus()[l.holder].flags & cpu_flag::irq_off);
        }
        room.locks.push_back(std::move(lock));
    }

    void add_ticks(CpuModel& c, const journal::CpuState& s, Time since) {
        const Time period = machine_.tick_period();
        if (!c.preempt_off) {
            for (Time t = period; t <= model_.bar_span; t += period)
                c.ticks.push_back({t, false});
            thin(c);
            return;
        }
        Time last = 0;
        for (const RunIndex::Tick& t : index_.ticks(c.id, s.preempt_record, position_)) {
            last = t.at - since;
            c.ticks.push_back({last, t.held_off});
            c.switches_held_off += t.held_off;
        }
        if (last == 0) {
            // None in this section yet: the phase is that of the last one before it.
            const auto before = index_.last_tick(c.id, position_);
            last = before ? before->at - since : 0;
        }
        while ((last += period) <= model_.bar_span)
            if (last > 0)
                c.ticks.push_back({last, false});
        thin(c);
    }

    /// Beyond a dozen the marks would touch; those of held-off switches stay.
    static void thin(CpuModel& c) {
        if (c.ticks.size() <= 12)
            return;
        const std::size_t every = c.ticks.size() / 8 + 1;
        std::vector<TickMark> kept;
        for (std::size_t i = 0; i < c.ticks.size(); ++i)
            if (c.ticks[i].held_off || (i + 1) % every == 0)
                kept.push_back(c.ticks[i]);
        c.ticks = std::move(kept);
    }

    void add_cpu(CpuId id) {
        const journal::CpuState& s = state_.cpus()[id];
        const machine::Cpu& m = machine_.cpus[id];
        CpuModel c;
        c.id = id;
        c.node = m.node;
        c.core = m.core;
        c.chip = chip_of(s.task, s.step, s.flags, machine_.cpus.size());
        c.quicklist = s.quicklist;
        c.limit = s.limit;
        c.pcp = s.pcp;
        c.preempt_off = s.flags & cpu_flag::preempt_off;
        c.irq_off = s.flags & cpu_flag::irq_off;
        c.draining = s.drain_record != kNoRecord;
        const Time since = off_since(s);
        if (c.preempt_off) {
            c.preempt_off_for = moment_ - since;
            if (c.draining && s.preempt_record != kNoRecord)
                c.section_start = index_.list_at(id, s.preempt_record);
        }
        if (c.draining && !c.section_start)
            c.section_start = journal_.at(s.drain_record).a;
        add_ticks(c, s, since);
        words(c, s);
        const Waiting& w = runnable_[id];
        if (c.preempt_off && w.count > 0) {
            c.waiter = class_name(state_.task(w.first).task_class);
            c.waiter_for = std::max<Time>(0, moment_ - w.since);
            c.waiters = w.count;
        }
        if (c.chip == CpuChip::idle && asleep_on_io_[id].count > 0) {
            const Waiting& a = asleep_on_io_[id];
            c.chip = CpuChip::waiting;
            c.where = task_name(a.first);
            c.note = tr("%1 so far").arg(format::duration(std::max<Time>(0, moment_ - a.since)));
            c.note_tone = Tone::warn;
        }
        calm(c);
        model_.rooms[m.node].cpus.push_back(std::move(c));
    }

    void words(CpuModel& c, const journal::CpuState& s) {
        const StepText step = names_.step ? names_.step(s.step) : StepText{};
        const QString task = task_name(s.task);
        if (c.chip == CpuChip::idle) {
            c.function = tr("idle loop");
            c.where = tr("until the next wake-up");
        } else if (c.chip == CpuChip::user) {
            c.function = tr("user code");
            c.where = task;
        } else {
            c.function = step.function.isEmpty() ? tr("kernel") : step.function;
            c.where = step.line > 0 ? tr("%1 · line %2").arg(task).arg(step.line) : task;
        }
        if (c.chip == CpuChip::spinning) {
            const Time since = index_.spinning_since(c.id, position_).value_or(moment_);
            c.note = tr("spinning for %1").arg(format::duration(std::max<Time>(0, moment_ - since)));
            c.note_tone = Tone::stall;
        } else if (c.switches_held_off > 0) {
            c.note = c.switches_held_off == 1 ? tr("1 switch held off")
                                              : tr("%1 switches held off").arg(c.switches_held_off);
            c.note_tone = Tone::stall;
        } else {
            c.note = note(c, s);
        }
    }

    /// What its pages do, in a few words.
    QString note(const CpuModel& c, const journal::CpuState& s) const {
        if (c.draining && c.limit > 0 && c.quicklist > c.limit)
            return tr("%1 above the limit").arg(pages(c.quicklist - c.limit));
        if (s.step == memory::step_zero)
            return tr("clearing a page");
        std::uint64_t home = 0;
        bool taken = false, kept = false, moved = false;
        for (const RoadModel& r : traffic_.roads) {
            const bool starts = r.from.place != RoadEnd::Place::tank && r.from.id == c.id;
            const bool ends = r.to.place != RoadEnd::Place::tank && r.to.id == c.id;
            moved = moved || starts || ends;
            if (starts && r.to.place == RoadEnd::Place::tank && machine_.zones[r.to.id].node != c.node)
                home += std::max<std::size_t>(r.trips.size(), 1);
            taken = taken || (starts && r.from.place == RoadEnd::Place::stack && r.to.place == RoadEnd::Place::work);
            kept = kept || (ends && r.to.place == RoadEnd::Place::stack);
        }
        if (home > 0)
            return home == 1 ? tr("1 page goes home") : tr("%1 pages go home").arg(home);
        if (taken && !kept)
            return tr("page cleared already");
        if (kept && !taken)
            return tr("pages kept for the next fork");
        if (taken && kept)
            return tr("pages come and go");
        if (moved)
            return tr("pages move");
        if (c.chip == CpuChip::idle)
            return c.limit > 0 && c.quicklist > c.limit ? tr("%1 above the limit").arg(pages(c.quicklist - c.limit))
                                                        : tr("nothing to drain");
        return tr("no page moves");
    }

    void calm(CpuModel& c) const {
        if (c.id >= traffic_.cpus.size() || (settings_.giant && settings_.still))
            return;
        const CpuActivity& a = traffic_.cpus[c.id];
        if (a.changes <= most_changes)
            return;
        Time total = 0;
        for (const Time t : a.time)
            total += t;
        if (total <= 0)
            return;
        c.restless = true;
        std::size_t most = 0;
        for (std::size_t i = 0; i < a.time.size(); ++i) {
            c.shares[i] = static_cast<float>(static_cast<double>(a.time[i]) / static_cast<double>(total));
            if (a.time[i] > a.time[most])
                most = i;
        }
        c.chip = static_cast<CpuChip>(most);
    }

    static QString words_of(const RoomModel& r) {
        int draining = 0, waiters = 0;
        for (const CpuModel& c : r.cpus) {
            draining += c.draining;
            waiters += c.waiters;
        }
        const QString who = waiters == 0 ? tr("nobody waits")
            : waiters == 1               ? tr("1 task waits")
                                         : tr("%1 tasks wait").arg(waiters);
        return draining == 0 ? who : tr("%1 draining, %2").arg(draining).arg(who);
    }

    const journal::MachineState& state_;
    const machine::Machine& machine_;
    const journal::Journal& journal_;
    Time moment_;
    RunIndex& index_;
    const SceneNames& names_;
    const SceneSettings& settings_;
    RecordIndex position_;
    Traffic traffic_;
    std::vector<Waiting> runnable_, asleep_on_io_;
    SceneModel model_;
};

} // namespace

SceneModel build_scene(const journal::MachineState& state, const journal::Journal& journal, Time moment,
    RunIndex& index, const SceneNames& names, const SceneSettings& settings) {
    return Builder(state, journal, moment, index, names, settings).build();
}

} // namespace sluice::ui
