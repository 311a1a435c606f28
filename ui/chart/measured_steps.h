// SPDX-License-Identifier: GPL-3.0-or-later
// A measured level as a series of a chart.
#pragma once

#include "core/experiment/metric.h"
#include "ui/chart/chart_data.h"

namespace sluice::ui {

/// A level as steps up to `until`, ns. `scale` turns its values into the unit shown.
Series steps(
    const experiment::Series& m, SeriesKind kind, Role role, const QString& name, Time until, double scale = 1);

} // namespace sluice::ui
