// SPDX-License-Identifier: GPL-3.0-or-later
// What CPUs do with their time: work, hold a lock, spin for one, idle.
#include "core/experiment/metrics/lock_filter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

namespace sluice::experiment {

namespace {

using Missing = MetricInfo::Missing;

constexpr std::array<std::string_view, 4> kStates{"work", "hold", "spin", "idle"};
enum State : std::uint8_t { work, hold, spin, idle };

/// The state of one CPU, from switches and locks. An interrupt may take a lock while the interrupted task waits for
/// another one, so waits and holds are a stack.
class CpuWatch {
public:
    void start(CpuId cpu) {
        idle_task_ = cpu + 1u;
        task_ = idle_task_;
    }
    TaskId task() const { return task_; }
    State state() const {
        if (!locks_.empty() && !locks_.back().taken)
            return spin;
        if (std::any_of(locks_.begin(), locks_.end(), [](const Lock& l) { return l.taken; }))
            return hold;
        return task_ == idle_task_ ? idle : work;
    }
    /// Does it spin for, or hold without spinning for another, one of these locks?
    bool concerns(const LockFilter& locks) const {
        if (locks_.empty())
            return false;
        if (!locks_.back().taken)
            return locks.accepts(locks_.back().id);
        return std::any_of(locks_.begin(), locks_.end(), [&](const Lock& l) { return l.taken && locks.accepts(l.id); });
    }
    void take(const Record& r) {
        const auto last = [&](bool taken) {
            return std::find_if(
                locks_.rbegin(), locks_.rend(), [&](const Lock& l) { return l.id == r.a && l.taken == taken; });
        };
        switch (r.kind) {
        case Kind::switch_task:
            task_ = static_cast<TaskId>(r.a);
            break;
        case Kind::lock_wait:
            locks_.push_back({r.a, false});
            break;
        case Kind::lock_take:
            if (const auto waited = last(false); waited != locks_.rend())
                waited->taken = true;
            else
                locks_.push_back({r.a, true});
            break;
        case Kind::lock_drop:
            if (const auto held = last(true); held != locks_.rend())
                locks_.erase(std::next(held).base());
            break;
        default:
            break;
        }
    }

private:
    struct Lock {
        std::uint64_t id = 0;
        bool taken = false;
    };
    TaskId task_ = 0, idle_task_ = 0;
    std::vector<Lock> locks_; ///< waited for or held, outermost first
};

/// The labels `state` and `lock`.
class StateFilter {
public:
    explicit StateFilter(Labels& l)
        : locks_(l) {
        if (const auto state = l.one_of("state", kStates))
            state_ = static_cast<State>(*state);
        if (locks_.given() && state_ && *state_ != hold && *state_ != spin)
            l.fail("a lock is held or spun for: expected state to be “hold” or “spin” beside lock.");
    }
    bool accepts(const CpuWatch& cpu) const {
        const State s = cpu.state();
        return (state_ ? s == *state_ : s != idle) && (!locks_.given() || cpu.concerns(locks_));
    }

private:
    LockFilter locks_;
    std::optional<State> state_;
};

class CpuShare final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"cpu.share", Shape::level, Unit::percent, {"cpu", "lock", "node", "state"},
            "Share of the CPUs that work, hold a lock, spin for one or idle (no state: all that do not idle; lock: "
            "those "
            "that hold it or spin for it).",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds
        = kinds_of({Kind::switch_task, Kind::lock_wait, Kind::lock_take, Kind::lock_drop});
    explicit CpuShare(Labels& l)
        : Probe(info(), l.context())
        , states_(l)
        , cpus_(l.context().machine->cpus.size()) {
        const auto cpu = l.cpu();
        const auto node = l.node();
        for (std::size_t i = 0; i < cpus_.size(); ++i) {
            Watched& w = cpus_[i];
            w.watch.start(static_cast<CpuId>(i));
            w.wanted = (!cpu || *cpu == i) && (!node || *node == context().machine->cpus[i].node);
            wanted_ += w.wanted;
            in_state_ += w.wanted && states_.accepts(w.watch);
        }
        start_level(share());
    }
    void take(const Taken& t) override {
        Watched& w = cpus_[t.record.cpu];
        if (!w.wanted)
            return;
        const bool before = states_.accepts(w.watch);
        w.watch.take(t.record);
        const bool after = states_.accepts(w.watch);
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
    double share() const { return wanted_ ? 100.0 * in_state_ / wanted_ : 0; }
    StateFilter states_;
    std::vector<Watched> cpus_;
    int wanted_ = 0, in_state_ = 0;
};

/// Time is counted at the end of each stretch.
class CpuSeconds final : public Probe {
public:
    static const MetricInfo& info() {
        static const MetricInfo i{"cpu.seconds", Shape::counter, Unit::ns, {"cpu", "lock", "state", "task"},
            "CPU time consumed (task: a task's number or the name of its class; no state: all but idle; lock: time "
            "that it "
            "was held or spun for).",
            Missing::sum};
        return i;
    }
    static constexpr std::uint64_t kinds
        = kinds_of({Kind::switch_task, Kind::lock_wait, Kind::lock_take, Kind::lock_drop, Kind::task});
    explicit CpuSeconds(Labels& l)
        : Probe(info(), l.context())
        , cpu_(l.cpu())
        , states_(l)
        , cpus_(l.context().machine->cpus.size()) {
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
        if (!states_.accepts(w.watch))
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
    StateFilter states_;
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
