// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of runs that use files and LRU lists: pages off the lists, list lengths, dirty pages, lowmem. Part of
// run_charts.h, which names all charts.
#pragma once

#include "ui/chart/run_charts.h"

namespace sluice::ui {

std::vector<RunChart> file_charts();
std::set<experiment::MetricQuery> file_chart_queries(const QString& name, const experiment::Scenario& scenario);
/// An unknown name gives an empty chart.
ChartData make_file_chart(const QString& name, const ChartSide& b, const ChartSide* a);

} // namespace sluice::ui
