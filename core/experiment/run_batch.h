// SPDX-License-Identifier: GPL-3.0-or-later
// Many runs, computed by as many threads as call work(). It starts none itself. Sweeps, claims and lessons compute
// their runs here.
//
//     RunBatch batch(items, measure, [&](std::size_t i, RunResults r) { … });
//     std::thread other([&] { batch.work(); });
//     batch.work();                                  // returns when nothing is left to begin
//     other.join();
#pragma once

#include "core/experiment/metric.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace sluice::experiment {

/// Asked now and then from a computing thread: true gives the run up.
using Stop = std::function<bool()>;

/// Computes a run and answers queries; nothing if it was given up.
using StoppableMeasure
    = std::function<std::optional<RunResults>(const RunInput&, const std::vector<MetricQuery>&, const Stop&)>;

/// `measure` of metric.h, given up within some 10 ms of computing when `stop` says so.
std::optional<RunResults> measure_unless(
    const RunInput& input, const std::vector<MetricQuery>& queries, const Stop& stop);

/// A measure that cannot be given up: `stop` counts only between runs.
StoppableMeasure unstoppable(std::function<RunResults(const RunInput&, const std::vector<MetricQuery>&)> measure);

class RunBatch {
public:
    struct Item {
        RunInput input;
        std::vector<MetricQuery> queries;
    };
    /// `each` gets the results of item i, from the computing threads, one call at a time.
    using Each = std::function<void(std::size_t i, RunResults results)>;
    /// `stop` is a second way to cancel and may be empty.
    RunBatch(std::vector<Item> items, StoppableMeasure measure, Each each, Stop stop = {});

    /// Computes what nobody has begun yet, in order. Any number of threads may be in it.
    void work();
    /// work() on `threads` threads, the calling one included; returns when all are done.
    void work_on(unsigned threads);

    /// From any thread: no further run is begun, those under way are given up.
    void cancel() { cancelled_ = true; }
    bool cancelled() const { return cancelled_ || (stop_ && stop_()); }
    std::size_t total() const { return items_.size(); }
    std::size_t finished() const { return finished_; }

private:
    std::vector<Item> items_;
    StoppableMeasure measure_;
    Each each_;
    Stop stop_;
    std::atomic<bool> cancelled_ = false;
    std::atomic<std::size_t> next_ = 0, finished_ = 0;
    std::mutex one_at_a_time_; ///< around each_
};

} // namespace sluice::experiment
