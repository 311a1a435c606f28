// SPDX-License-Identifier: GPL-3.0-or-later
// One number out of a series, by the name that claim files and the command line use: "max", "mean", "p99.9", "count" …
// Percentiles are nearest-rank; the mean and percentiles of a level are weighted by time.
#pragma once

#include "core/experiment/metric.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

/// Is it "min", "max", "mean", "median", "sum", "count", "first", "last" or "p0" … "p100" (with a fraction)?
bool is_take(std::string_view name);

/// The number, from what happened in [from, to]. Events count with their value and the moment they end.
/// Nothing if the window holds no value (sum and count are then 0).
std::optional<double> take(std::string_view name, const Series& series, Time from, Time to);
/// Over everything the series covers.
std::optional<double> take(std::string_view name, const Series& series);

/// What `run` says about a metric: one value, or a distribution.
struct Summary {
    std::optional<double> value; ///< counters: sum; levels: mean over time; events: how many
    std::optional<double> median, p99, max; ///< samples
    std::uint64_t count = 0; ///< samples
};
Summary summarize(const Series& series);

} // namespace sluice::experiment
