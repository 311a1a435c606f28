// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a run by name: which metrics each one needs and how it is made from them. The window, `sluice chart`
// and figure export all come here, so that a chart is the same everywhere.
#pragma once

#include "core/experiment/metric.h"
#include "ui/chart/chart_data.h"

#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace sluice::ui {

struct RunChart {
    const char* name; ///< "latency": `sluice chart --chart latency`, chart.latency in lessons
    QString title;
    QString meaning; ///< one sentence
    bool over_time; ///< shares the axis of the timeline
};

/// Every chart that one run, or two, can give.
std::vector<RunChart> run_charts();
/// The two charts over time that are shown at first for a scenario.
std::pair<const char*, const char*> usual_charts(const experiment::Scenario& scenario);
/// The chart that is not over time with which a scenario begins.
const char* usual_total(const experiment::Scenario& scenario);
bool is_run_chart(const QString& name);

/// What a chart needs of a run.
std::set<experiment::MetricQuery> chart_queries(const QString& name, const experiment::Scenario& scenario);

/// One side of a comparison. `series` answers a query or gives null while it is not known.
struct ChartSide {
    std::function<const experiment::Series*(const experiment::MetricQuery&)> series;
    const experiment::Scenario* scenario = nullptr;
    QString label; ///< "as posted"
    Time until = 0; ///< how far it is computed, ns
};

/// The chart of B, beside A if there is one. Unknown names give an empty chart.
ChartData make_run_chart(const QString& name, const ChartSide& b, const ChartSide* a);

/// A side whose numbers were computed before; `results` must outlive it.
ChartSide side_of(const experiment::RunResults& results, const experiment::Scenario& scenario, const QString& label);

} // namespace sluice::ui
