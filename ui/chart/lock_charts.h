// SPDX-License-Identifier: GPL-3.0-or-later
// Charts about locks: how long CPUs waited, how much a lock is used and contended over time, and where the CPUs' time
// goes. They speak of the lock of the first mechanism that has one, else of the zone locks.
#pragma once

#include "core/lock/directory.h"
#include "ui/chart/run_charts.h"

namespace sluice::ui {

/// The lock that the charts of a scenario are about.
lock::LockGroup charted_lock(const experiment::Scenario& scenario);

/// Queries and chart of "lock_waits", "lock_use" and "cpu_time"; empty for other names.
std::set<experiment::MetricQuery> lock_chart_queries(const QString& name, const experiment::Scenario& scenario);
ChartData make_lock_chart(const QString& name, const ChartSide& b, const ChartSide* a);

/// Samples in bins of a sixth of a decade, as bars; `scale` turns them into the unit of the axis. Empty without
/// samples.
Series log_bins(const experiment::Series& samples, double scale, const QString& name, Role role);

} // namespace sluice::ui
