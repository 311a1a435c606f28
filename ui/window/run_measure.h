// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of one run of the window, read from its journal in bounded slices.
#pragma once

#include "core/experiment/metric.h"
#include "core/journal/journal.h"

#include <memory>
#include <set>

namespace sluice::ui {

class ComputedRun;

class RunMeasure {
public:
    /// `run` must outlive the measure.
    RunMeasure(const ComputedRun& run, const std::set<experiment::MetricQuery>& queries);
    ~RunMeasure();
    const ComputedRun& run() const { return run_; }

    /// Reads on, at most `most` records. True if there was something new.
    bool read(RecordIndex most);
    /// True when everything that the run has written so far is read.
    bool caught_up() const;
    /// The series so far, or null for a query that was not asked for.
    const experiment::Series* series(const experiment::MetricQuery& query) const;

private:
    const ComputedRun& run_;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace sluice::ui
