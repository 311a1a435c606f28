// SPDX-License-Identifier: GPL-3.0-or-later
// A made-up run of 60 ms with three stalls, for the tests and pictures of charts.
#pragma once

#include "ui/chart/chart_data.h"
#include "ui/chart/claim_chart.h"
#include "ui/chart/timeline_data.h"

namespace sluice::ui::samples {

inline constexpr double ms = 1e6;

ChartData latency(bool with_open = true);
ChartData held_in_quicklists();
ChartData free_memory_per_cpu();
ChartData delays_before_after();
ChartData workers_sweep();
ChartData dense(std::size_t points);
TimelineData timeline();
ClaimData claim();

} // namespace sluice::ui::samples
