// SPDX-License-Identifier: GPL-3.0-or-later
// Results as CSV: one file a metric, units in the header, a point as decimal sign whatever the locale.
#pragma once

#include "core/experiment/metric.h"

#include <string>

namespace sluice::app {

/// The text of one series: "time [ns],value [pages]" or "start [ns],end [ns],value [pages]".
std::string csv_text(const experiment::Series& series);
/// Writes <metric>.csv for each series into a folder, made if needed. A sentence that says why not, or "".
std::string write_csv_folder(const std::string& folder, const experiment::RunResults& results);

} // namespace sluice::app
