// SPDX-License-Identifier: GPL-3.0-or-later
// Processes that end: how long it takes, in which phases, with how many pages a round; what workers and co-runners
// do meanwhile.
#include "core/experiment/metrics/probe.h"

#include "core/mechanism/page_free/page_free.h"
#include "core/mechanism/page_free/steps.h"
#include "core/memory/listing.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

/// The index of a class of tasks by its name; ~0 if this run has none.
std::uint32_t class_index(const MetricContext& context, std::string_view name) {
    const auto& names = context.task_classes;
    const auto at = std::find(names.begin(), names.end(), name);
    return at == names.end() ? ~0u : static_cast<std::uint32_t>(at - names.begin());
}

class ExitTime final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"exit.time", Shape::samples, Unit::ns, {},
            "Time of each exit, from the last instruction of the process until all of its memory is free.",
            Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::op});
    explicit ExitTime(Labels& l)
        : Probe(info(), l.context()) { }
    void take(const Taken& t) override {
        if (static_cast<Op>(t.record.to) == Op::exit)
            sample(t.record.at, static_cast<double>(t.record.a), t.index);
    }
};

template <bool rounds>
class GatherRounds final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo pages{
            "gather.pages", Shape::samples, Unit::pages, {}, "Pages of each round of the mmu gather.", Missing::merge};
        static const MetricInfo count{
            "gather.rounds", Shape::counter, Unit::count, {}, "Rounds of the mmu gather.", Missing::sum};
        return rounds ? count : pages;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::gather_flush});
    explicit GatherRounds(Labels& l)
        : Probe(info(), l.context()) { }
    void take(const Taken& t) override {
        if (rounds)
            count(t.record.at, 1, t.index);
        else
            sample(t.record.at, static_cast<double>(t.record.a), t.index);
    }
};

constexpr std::array<std::string_view, 6> kPhases{"zap", "flush", "lists", "zone", "tables", "wait"};
enum Phase : std::uint8_t { zap, flush, lists, zone, tables, wait, no_phase };

Phase phase_of(StepId step) {
    namespace s = page_free::step;
    switch (step) {
    case s::zap:
    case s::batch_page:
        return zap;
    case s::flush:
        return flush;
    case s::release:
        return lists;
    case memory::step_put:
    case memory::step_give_back:
    case s::batch_free:
    case s::huge:
        return zone;
    case s::tables:
        return tables;
    case s::wait:
        return wait;
    default:
        return no_phase;
    }
}

/// A lock is waited for before the line behind it is reached.
Phase waited_for(std::uint16_t site) {
    switch (site) {
    case page_free::site::release_pages:
        return lists;
    case memory::site::give_back:
    case page_free::site::free_huge:
        return zone;
    default:
        return no_phase;
    }
}

/// Where threads that exit, and workers that free for them, stand. Time on a CPU counts for the phase of the line it is
/// at, spinning included; the wait for workers counts from the line until the exit ends.
class PhaseTime final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"time", Shape::counter, Unit::ns, {"phase", "task"},
            "Time of processes that free much memory, and of their workers, by phase: zap, flush, lists (off the LRU), "
            "zone (page lists and zone), tables, wait (for workers). task: giant or kworker.",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds
        = kinds_of({Kind::step, Kind::switch_task, Kind::task, Kind::op, Kind::lock_wait});
    explicit PhaseTime(Labels& l)
        : Probe(info(), l.context())
        , giant_(class_index(l.context(), "giant"))
        , worker_(class_index(l.context(), "kworker"))
        , cpus_(l.context().machine->cpus.size()) {
        if (const auto phase = l.one_of("phase", kPhases))
            phase_ = static_cast<Phase>(*phase);
        static constexpr std::array<std::string_view, 2> kTasks{"giant", "kworker"};
        if (const auto task = l.one_of("task", kTasks))
            class_ = *task == 0 ? giant_ : worker_;
        for (std::size_t i = 0; i < cpus_.size(); ++i)
            cpus_[i].task = static_cast<TaskId>(i + 1);
    }
    void take(const Taken& t) override {
        const Record& r = t.record;
        switch (r.kind) {
        case Kind::task:
            if (static_cast<TaskState>(r.from) == TaskState::none && (r.count == giant_ || r.count == worker_))
                tasks_[static_cast<TaskId>(r.a)].task_class = r.count;
            return;
        case Kind::switch_task:
            end(cpus_[r.cpu], r.at, t.index);
            cpus_[r.cpu].task = static_cast<TaskId>(r.a);
            return;
        case Kind::op: {
            const auto task = tasks_.find(static_cast<TaskId>(r.prev));
            if (task == tasks_.end() || static_cast<Op>(r.to) != Op::exit)
                return;
            end(cpus_[r.cpu], r.at, t.index);
            if (task->second.waits_since != kNever && wanted(task->second, wait))
                add(task->second.waits_since, r.at, t.index);
            task->second.waits_since = kNever;
            task->second.phase = no_phase;
            return;
        }
        default:
            break;
        }
        Cpu& cpu = cpus_[r.cpu];
        const auto task = tasks_.find(cpu.task);
        if (task == tasks_.end())
            return;
        const Phase next = r.kind == Kind::lock_wait ? waited_for(r.to) : phase_of(step_of(r.to));
        if (next == no_phase || next == task->second.phase)
            return; // entry of an interrupt, a preemption point: the phase goes on
        end(cpu, r.at, t.index);
        task->second.phase = next;
        if (next == wait)
            task->second.waits_since = r.at;
    }
    void flush(Time now) override {
        for (Cpu& cpu : cpus_)
            end(cpu, now, kNoRecord);
    }

private:
    struct Task {
        std::uint32_t task_class = 0;
        Phase phase = no_phase;
        Time waits_since = kNever;
    };
    struct Cpu {
        TaskId task = 0;
        Time since = 0;
    };
    bool wanted(const Task& task, Phase phase) const {
        return phase != no_phase && (!phase_ || *phase_ == phase) && (!class_ || *class_ == task.task_class);
    }
    void add(Time from, Time to, RecordIndex record) {
        if (to > std::max(from, series().from))
            count(to, static_cast<double>(to - std::max(from, series().from)), record);
    }
    /// Counts what the CPU's task did since the last end.
    void end(Cpu& cpu, Time now, RecordIndex record) {
        const auto task = tasks_.find(cpu.task);
        if (task != tasks_.end() && task->second.phase != wait && wanted(task->second, task->second.phase))
            add(cpu.since, now, record);
        cpu.since = now;
    }
    std::uint32_t giant_, worker_;
    std::optional<Phase> phase_;
    std::optional<std::uint32_t> class_;
    std::unordered_map<TaskId, Task> tasks_;
    std::vector<Cpu> cpus_;
};

class WorkerBusy final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"worker.busy", Shape::level, Unit::percent, {"w"},
            "100 while a worker has a piece to free (w: which one, from 1; without: 100 for each of them).",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::piece});
    explicit WorkerBusy(Labels& l)
        : Probe(info(), l.context())
        , worker_(l.number("w", 1025, "worker")) {
        if (worker_ && *worker_ == 0)
            l.fail("w=0: workers count from 1.");
    }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (r.count == 0 || (worker_ && *worker_ != r.count))
            return;
        if (static_cast<PieceState>(r.to) == PieceState::being_freed)
            ++busy_;
        else if (static_cast<PieceState>(r.from) == PieceState::being_freed)
            --busy_;
        level(r.at, 100.0 * busy_, t.index);
    }

private:
    std::optional<std::uint32_t> worker_;
    int busy_ = 0;
};

/// Work that a co-runner did between the first exit and the end of the last one, held against what it did alone before.
/// A unit of work that reaches across an end counts by the part of its time that lies inside.
class CorunnerLoss final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"corunner.loss", Shape::samples, Unit::percent, {"c"},
            "Work that each co-runner lost while memory was freed, of what it did alone before (c: which one, from 0).",
            Missing::merge};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::op, Kind::beat, Kind::task});
    explicit CorunnerLoss(Labels& l)
        : Probe(info(), l.context())
        , class_(class_index(l.context(), "co-runner"))
        , which_(l.number("c", 1024, "co-runner")) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (r.kind == Kind::beat) {
            if (static_cast<Beat>(r.to) == Beat::exit_wave && from_ == kNever)
                from_ = r.at;
            else if (static_cast<Beat>(r.to) == Beat::last_exit)
                to_ = r.at;
        } else if (r.kind == Kind::task) {
            if (static_cast<TaskState>(r.from) == TaskState::none && r.count == class_)
                runners_.emplace(static_cast<TaskId>(r.a), Runner{static_cast<std::uint32_t>(runners_.size())});
        } else if (static_cast<Op>(r.to) == Op::unit) {
            unit(t);
        }
    }

private:
    struct Runner {
        std::uint32_t number = 0;
        double alone_ns = 0, alone_units = 0; ///< before the first exit
        double units = 0; ///< while memory is freed
        bool told = false;
    };
    void unit(const Taken& t) {
        const auto at = runners_.find(static_cast<TaskId>(t.record.prev));
        if (at == runners_.end())
            return;
        Runner& c = at->second;
        const Time end = t.record.at, length = std::max<Time>(static_cast<Time>(t.record.a), 1), start = end - length;
        if (from_ == kNever || end <= from_) {
            c.alone_ns += static_cast<double>(length);
            ++c.alone_units;
            return;
        }
        if (c.told)
            return;
        const Time inside = std::min(end, to_) - std::max(start, from_);
        c.units += static_cast<double>(std::max<Time>(inside, 0)) / static_cast<double>(length);
        if (end < to_)
            return;
        c.told = true;
        if (c.alone_units == 0 || to_ <= from_ || (which_ && *which_ != c.number))
            return;
        const double done = c.units * c.alone_ns / c.alone_units;
        sample(end, 100 * (1 - done / static_cast<double>(to_ - from_)), t.index);
    }
    std::uint32_t class_;
    std::optional<std::uint32_t> which_;
    std::unordered_map<TaskId, Runner> runners_;
    Time from_ = kNever, to_ = kNever;
};

/// Pages that leave a gather for the free lists, in windows that begin at multiples of 10 ms.
class FreeRate final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"free.rate", Shape::level, Unit::per_second, {"cpu", "node", "w"},
            "Pages that CPUs free in a second, of memory that processes gave up, by windows of 10 ms (node: CPUs of "
            "that node; w: that worker, from 1, or 0 for those that exit).",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds = kinds_of({Kind::move, Kind::piece, Kind::switch_task});
    explicit FreeRate(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu())
        , node_(l.node())
        , worker_(l.number("w", 1025, "worker"))
        , tasks_(worker_ ? l.context().machine->cpus.size() : 0) { }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (r.kind != Kind::move) {
            if (worker_ && r.kind == Kind::switch_task)
                tasks_[r.cpu] = static_cast<TaskId>(r.a);
            else if (worker_ && r.kind == Kind::piece && r.count > 0)
                workers_[tasks_[r.cpu]] = r.count; // whoever takes a piece says so itself
            return;
        }
        if (r.from != place::gather || r.to == place::gather)
            return;
        if ((cpu_ && *cpu_ != r.cpu) || (node_ && context().machine->cpus[r.cpu].node != *node_))
            return;
        if (worker_) {
            const auto worker = workers_.find(tasks_[r.cpu]);
            if (*worker_ != (worker == workers_.end() ? 0 : worker->second))
                return;
        }
        tell(r.at, t.index);
        pages_ += r.count;
    }
    void flush(Time now) override { tell(now, kNoRecord); }

private:
    static constexpr Time kWindow = 10 * kMillisecond;
    /// Windows that ended before `now` become points.
    void tell(Time now, RecordIndex record) {
        if (now < begin_ + kWindow)
            return;
        level(begin_, static_cast<double>(pages_) * static_cast<double>(kSecond / kWindow), record);
        pages_ = 0;
        const Time next = now / kWindow * kWindow;
        if (next > begin_ + kWindow)
            level(begin_ + kWindow, 0, record);
        begin_ = next;
    }
    std::optional<CpuId> cpu_;
    std::optional<NodeId> node_;
    std::optional<std::uint32_t> worker_;
    std::vector<TaskId> tasks_; ///< by CPU
    std::unordered_map<TaskId, std::uint32_t> workers_;
    Time begin_ = 0;
    std::uint64_t pages_ = 0;
};

} // namespace

std::vector<MetricEntry> giant_metrics() {
    return {entry<ExitTime>(), entry<PhaseTime>(), entry<GatherRounds<false>>(), entry<GatherRounds<true>>(),
        entry<WorkerBusy>(), entry<CorunnerLoss>(), entry<FreeRate>()};
}

} // namespace sluice::experiment
