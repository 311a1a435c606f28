// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of runs in which a process with much memory exits: pages freed over time, phases, where workers and the thread
// that exits spend their time, what saved time costs, what co-runners lose. Part of run_charts.h, which names all
// charts.
#pragma once

#include "ui/chart/run_charts.h"

namespace sluice::ui {

std::vector<RunChart> giant_charts();
std::set<experiment::MetricQuery> giant_chart_queries(const QString& name, const experiment::Scenario& scenario);
/// An unknown name gives an empty chart.
ChartData make_giant_chart(const QString& name, const ChartSide& b, const ChartSide* a);

} // namespace sluice::ui
