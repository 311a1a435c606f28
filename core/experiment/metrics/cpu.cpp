// SPDX-License-Identifier: GPL-3.0-or-later
// What CPUs do with their time: work, hold a lock, spin for one, idle.
#include "core/experiment/metrics/probe.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

constexpr std::array<std::string_view, 4> kStates{"work", "hold", "spin", "idle"};
enum State : std::uint8_t { work, hold, spin, idle };

/// The state of one CPU, from switches and locks.
class CpuWatch {
public:
    void start(CpuId cpu) {
        idle_task_ = cpu + 1u;
        task_ = idle_task_;
    }
    TaskId task() const { return task_; }
    State state() const {
        if (task_ == idle_task_ && !spinning_ && locks_ == 0)
            return idle;
        return spinning_ ? spin : locks_ > 0 ? hold : work;
    }
    void take(const Record& r) {
        switch (r.kind) {
        case Kind::switch_task:
            task_ = static_cast<TaskId>(r.a);
            break;
        case Kind::lock_wait:
            spinning_ = true;
            break;
        case Kind::lock_take:
            spinning_ = false;
            ++locks_;
            break;
        case Kind::lock_drop:
            if (locks_ > 0)
                --locks_;
            break;
        default:
            break;
        }
    }

private:
    TaskId task_ = 0, idle_task_ = 0;
    std::uint32_t locks_ = 0;
    bool spinning_ = false;
};

class CpuShare final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"cpu.share", Shape::level, Unit::percent, {"cpu", "node", "state"},
            "Share of the CPUs that work, hold a lock, spin for one or idle (no state: all that do not idle).",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds
        = kinds_of({Kind::switch_task, Kind::lock_wait, Kind::lock_take, Kind::lock_drop});
    explicit CpuShare(Labels& l)
        : Probe(info(), l.context())
        , cpus_(l.context().machine->cpus.size()) {
        const auto cpu = l.cpu();
        const auto node = l.node();
        if (const auto state = l.one_of("state", kStates))
            state_ = static_cast<State>(*state);
        for (std::size_t i = 0; i < cpus_.size(); ++i) {
            Watched& w = cpus_[i];
            w.watch.start(static_cast<CpuId>(i));
            w.wanted = (!cpu || *cpu == i) && (!node || *node == context().machine->cpus[i].node);
            wanted_ += w.wanted;
            in_state_ += w.wanted && matches(w.watch.state());
        }
        start_level(share());
    }
    void take(const Taken& t) override {
        Watched& w = cpus_[t.record.cpu];
        if (!w.wanted)
            return;
        const bool before = matches(w.watch.state());
        w.watch.take(t.record);
        const bool after = matches(w.watch.state());
        if (before == after)
            return;
        in_state_ += after ? 1 : -1;
        level(t.record.at, share(), t.index);
    }

private:
    struct Watched {
        CpuWatch watch;
        bool wanted = false;
    };
    bool matches(State s) const { return state_ ? s == *state_ : s != idle; }
    double share() const { return wanted_ ? 100.0 * in_state_ / wanted_ : 0; }
    std::optional<State> state_;
    std::vector<Watched> cpus_;
    int wanted_ = 0, in_state_ = 0;
};

/// Time is counted at the end of each stretch.
class CpuSeconds final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"cpu.seconds", Shape::counter, Unit::ns, {"cpu", "state", "task"},
            "CPU time consumed (task: a task's number or the name of its class; no state: all but idle).",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds
        = kinds_of({Kind::switch_task, Kind::lock_wait, Kind::lock_take, Kind::lock_drop, Kind::task});
    explicit CpuSeconds(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu())
        , cpus_(l.context().machine->cpus.size()) {
        if (const auto state = l.one_of("state", kStates))
            state_ = static_cast<State>(*state);
        for (std::size_t i = 0; i < cpus_.size(); ++i) {
            cpus_[i].watch.start(static_cast<CpuId>(i));
            cpus_[i].since = 0;
        }
        const auto task = l.word("task");
        if (!task)
            return;
        TaskId id = 0;
        const auto [end, code] = std::from_chars(task->data(), task->data() + task->size(), id);
        const auto& names = context().task_classes;
        const auto name = std::find(names.begin(), names.end(), *task);
        if (code == std::errc() && end == task->data() + task->size())
            task_ = id;
        else if (name != names.end())
            class_ = static_cast<std::uint32_t>(name - names.begin());
        else
            l.fail("task=" + *task + ": expected a task's number or the name of a class of tasks of this run.");
    }
    void take(const Taken& t) override {
        const Record& r = t.record;
        if (r.kind == Kind::task) {
            if (class_ && static_cast<TaskState>(r.from) == TaskState::none)
                classes_[static_cast<TaskId>(r.a)] = r.count;
            else if (class_ && static_cast<TaskState>(r.to) == TaskState::dead)
                dead_ = static_cast<TaskId>(r.a); // it runs until it is switched away
            return;
        }
        if (cpu_ && *cpu_ != r.cpu)
            return;
        Watched& w = cpus_[r.cpu];
        end(w, r.at, t.index);
        if (class_ && r.kind == Kind::switch_task && w.watch.task() == dead_)
            classes_.erase(dead_);
        w.watch.take(r);
    }
    void flush(Time now) override {
        for (std::size_t i = 0; i < cpus_.size(); ++i)
            if (!cpu_ || *cpu_ == i)
                end(cpus_[i], now, kNoRecord);
    }

private:
    struct Watched {
        CpuWatch watch;
        Time since = 0;
    };
    void end(Watched& w, Time now, RecordIndex record) {
        const Time from = std::max(w.since, series().from);
        const Time length = now - from;
        w.since = now;
        if (length <= 0)
            return;
        const State s = w.watch.state();
        if (state_ ? s != *state_ : s == idle)
            return;
        if (task_ && *task_ != w.watch.task())
            return;
        if (class_) {
            const auto c = classes_.find(w.watch.task());
            if (c == classes_.end() || c->second != *class_)
                return;
        }
        count(now, static_cast<double>(length), record);
    }
    std::optional<CpuId> cpu_;
    std::optional<State> state_;
    std::optional<TaskId> task_;
    std::optional<std::uint32_t> class_;
    std::unordered_map<TaskId, std::uint32_t> classes_;
    TaskId dead_ = 0;
    std::vector<Watched> cpus_;
};

} // namespace

std::vector<MetricEntry> cpu_metrics() {
    return {entry<CpuShare>(), entry<CpuSeconds>()};
}

} // namespace sluice::experiment
