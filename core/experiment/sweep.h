// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps: one run for each value of a knob (or each combination, for several) and each seed, reduced to numbers with
// 95 % intervals over seeds. The command line and the window fill a plan and call work() from threads of their own:
//
//     auto axis = parse_axis("free.max-active=1,2,4", error);
//     auto sweep = Sweep::make(plan, measure_unless, &cache, error);   // runs known to the cache are there at once
//     sweep->work();                                                  // on any number of threads
//     sweep->row(0).numbers[0]->mean
#pragma once

#include "core/experiment/estimate.h"
#include "core/experiment/file_error.h"
#include "core/experiment/run_batch.h"
#include "core/experiment/run_cache.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

/// Runs in one sweep at most.
inline constexpr std::size_t kMostSweepRuns = 10'000;

struct SweepAxis {
    KnobIndex knob = 0;
    std::vector<KnobValue> values; ///< in the order of the rows; each once
};

/// One number of each run.
struct SweepNumber {
    std::string take; ///< a name of take.h
    MetricQuery of;
    Unit unit = Unit::none; ///< of the number
    /// "max(drain.section.pages)"
    std::string text() const { return take + "(" + of.text() + ")"; }
    bool operator==(const SweepNumber&) const = default;
};

struct SweepPlan {
    RunInput base; ///< its seed is the first
    std::vector<SweepAxis> axes; ///< the last one changes fastest from row to row
    std::uint64_t replicas = 1; ///< seeds behind each row, ≥ 1
    std::vector<SweepNumber> numbers;
};

/// "free.max-active=1,2,4". Nothing and `error` if knob or a value is unknown or given twice.
std::optional<SweepAxis> parse_axis(std::string_view text, FileError& error);
/// The values of a knob as people write them: "1, 2, 4", "4 KiB, 16 KiB"; "1..32" doubles from 1 to 32.
std::optional<std::vector<KnobValue>> parse_axis_values(const Knob& knob, std::string_view text, FileError& error);
/// Values that double from one to the other, the last one included; both ≥ 1.
std::vector<KnobValue> doubling(KnobValue from, KnobValue to);

/// "max(drain.section.pages)", "p99(wakeup.delay{cpu=0})" or a metric alone, which means its usual number.
std::optional<SweepNumber> parse_sweep_number(std::string_view text, FileError& error);
/// What is worth comparing between runs of such a scenario, the most telling first; never empty.
std::vector<SweepNumber> usual_numbers(const Scenario& scenario);

class Sweep {
public:
    /// Makes every input and looks the runs up in `cache` (may be null; used from the computing threads, one at a
    /// time, and must outlive the sweep). Nothing and `error` if some value contradicts the scenario.
    static std::unique_ptr<Sweep> make(
        SweepPlan plan, StoppableMeasure measure, RunCache* cache, FileError& error, Stop stop = {});

    /// One seed of a row.
    struct One {
        std::uint64_t seed = 0;
        std::string run_id;
        bool done = false, from_cache = false;
        std::string problem; ///< why it gives no numbers: "the run did not finish: …"
        KeptRun kept;
    };
    struct Row {
        std::vector<KnobValue> values; ///< by axis
        std::vector<One> runs; ///< by seed
        std::vector<std::optional<Estimate>> numbers; ///< by SweepPlan::numbers, over the runs that are done
        std::size_t done = 0; ///< runs
        bool complete() const { return done == runs.size(); }
    };

    const SweepPlan& plan() const { return plan_; }
    std::size_t rows() const { return inputs_.size(); }
    /// As it stands; from any thread.
    Row row(std::size_t i) const;
    /// The input of a row's run with the first seed.
    const RunInput& input(std::size_t row) const { return inputs_[row]; }

    /// Computes what nobody has begun yet. Any number of threads may be in it.
    void work() { batch_->work(); }
    void work_on(unsigned threads) { batch_->work_on(threads); }
    void cancel() { batch_->cancel(); }
    bool cancelled() const { return batch_->cancelled(); }

    std::size_t total() const { return inputs_.size() * plan_.replicas; } ///< runs
    std::size_t from_cache() const { return from_cache_; }
    std::size_t done() const { return from_cache_ + batch_->finished(); }
    bool complete() const { return done() == total(); }
    /// Called after every run from the computing threads, one at a time, with its row. Set before work().
    void on_run(std::function<void(std::size_t row)> each) { each_ = std::move(each); }
    /// Why a finished run could not be kept, the first time; or "".
    std::string cache_problem() const;

private:
    Sweep() = default;
    RunInput input_of(std::size_t row, std::size_t seed) const;
    void take(std::size_t row, std::size_t seed, const RunResults& results);

    SweepPlan plan_;
    RunCache* cache_ = nullptr;
    std::vector<RunInput> inputs_; ///< by row, first seed
    std::vector<std::vector<KnobValue>> values_; ///< by row
    std::vector<std::vector<One>> runs_; ///< by row and seed
    std::size_t from_cache_ = 0;
    std::string cache_problem_;
    std::function<void(std::size_t)> each_;
    mutable std::mutex mutex_; ///< around runs_ and cache_problem_
    std::unique_ptr<RunBatch> batch_;
};

} // namespace sluice::experiment
