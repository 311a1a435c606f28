// SPDX-License-Identifier: GPL-3.0-or-later
// Computes runs for a lesson away from the window's thread, and keeps what was computed. Results are kept by run id, so
// that two names for the same run, or a step visited twice, cost nothing.
#pragma once

#include "core/experiment/metric.h"
#include "core/experiment/run_batch.h"
#include "core/experiment/scenario.h"
#include "core/lesson/evaluate.h"
#include "core/lesson/lesson.h"
#include "core/lesson/run_ref.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sluice::lesson {

/// Makes resolved scenarios: the real one reads assets/scenarios, tests make their own.
class ScenarioSource {
public:
    virtual ~ScenarioSource() = default;
    /// A scenario with settings applied, or null and a sentence in `error`.
    virtual std::shared_ptr<const experiment::Scenario> scenario(
        const std::string& id, const std::vector<Setting>& set, std::string& error) const = 0;
};
using MeasureFunction
    = std::function<experiment::RunResults(const experiment::RunInput&, const std::vector<experiment::MetricQuery>&)>;

/// One run to be computed.
struct ComputeItem {
    RunRef ref;
    experiment::RunInput input;
    std::string run_id;
    std::vector<experiment::MetricQuery> queries; ///< those already known and the new ones
};

/// Runs, computed by whoever calls run(). Thread-safe where it says so.
class ComputeJob {
public:
    ComputeJob(std::vector<ComputeItem> items, MeasureFunction measure);
    ComputeJob(const ComputeJob&) = delete;
    ComputeJob& operator=(const ComputeJob&) = delete;
    /// Computes what is left; call it once, on any thread, which `threads` − 1 others join. `each` is called after
    /// every run, from any of them, one call at a time.
    void run(const std::function<void(std::size_t done, std::size_t total)>& each = {}, unsigned threads = 1);
    /// From any thread: no further run is begun.
    void cancel() { batch_.cancel(); }
    bool cancelled() const { return batch_.cancelled(); }
    std::size_t total() const { return items_.size(); }
    /// Results so far, to be given to RunStore::add from the thread that owns the store.
    struct Computed {
        std::string run_id;
        std::shared_ptr<const experiment::RunResults> results;
        std::vector<experiment::MetricQuery> queries;
    };
    std::vector<Computed> take();
    const std::vector<ComputeItem>& items() const { return items_; }

private:
    std::vector<ComputeItem> items_;
    std::function<void(std::size_t, std::size_t)> each_;
    std::size_t done_ = 0;
    std::mutex mutex_; ///< around computed_
    std::vector<Computed> computed_;
    experiment::RunBatch batch_;
};

/// Results by run id. Used by one thread; results themselves never change.
class RunStore {
public:
    RunStore(std::shared_ptr<const ScenarioSource> scenarios, MeasureFunction measure, Vocabulary program);

    const ScenarioSource& scenarios() const { return *scenarios_; }
    const MeasureFunction& measure() const { return measure_; }
    /// Metrics, knobs and anchors of the program.
    const Vocabulary& program() const { return program_; }
    /// Results of a run that hold all `queries`, or null.
    std::shared_ptr<const experiment::RunResults> find(const std::string& run_id) const;
    bool holds(const std::string& run_id, const std::set<experiment::MetricQuery>& queries) const;
    std::set<experiment::MetricQuery> queries(const std::string& run_id) const;
    void add(std::vector<ComputeJob::Computed> computed);
    /// Queries that every run is to answer from now on, so that none is computed twice.
    void want(std::set<experiment::MetricQuery> queries) { wanted_ = std::move(queries); }
    const std::set<experiment::MetricQuery>& wanted() const { return wanted_; }

private:
    struct Entry {
        std::shared_ptr<const experiment::RunResults> results;
        std::set<experiment::MetricQuery> queries;
    };
    std::shared_ptr<const ScenarioSource> scenarios_;
    MeasureFunction measure_;
    Vocabulary program_;
    std::map<std::string, Entry> entries_;
    std::set<experiment::MetricQuery> wanted_;
};

/// A store over assets/scenarios, experiment::measure and the program's own names.
std::shared_ptr<RunStore> program_store();

/// Turns the run names of one lesson into inputs and results: what the evaluator reads.
class LessonRuns : public RunProvider {
public:
    LessonRuns(const Lesson& lesson, std::shared_ptr<RunStore> store);

    void set_here(std::optional<experiment::RunInput> input);
    /// `choice` is a run of the scenario of `base` with these settings on top.
    void set_choice(const std::string& base, std::vector<Setting> settings);

    std::optional<experiment::RunInput> input(const RunRef& run) const;
    const experiment::RunResults* results(const RunRef& run) const override;
    std::optional<KnobReading> knob(const RunRef& run, std::string_view id) const override;
    /// A sentence about the last run that could not be made, or empty.
    const std::string& error() const { return error_; }
    /// What of `needs` is not in the store, ready to be computed; duplicates by run id are joined.
    std::vector<ComputeItem> missing(const Needs& needs) const;
    RunStore& store() const { return *store_; }

private:
    const Lesson& lesson_;
    std::shared_ptr<RunStore> store_;
    std::optional<experiment::RunInput> here_;
    std::string choice_base_;
    std::vector<Setting> choice_;
    mutable std::map<RunRef, std::optional<experiment::RunInput>> inputs_;
    mutable std::map<RunRef, std::string> ids_;
    mutable std::string error_;
};

} // namespace sluice::lesson
