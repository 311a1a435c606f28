// SPDX-License-Identifier: GPL-3.0-or-later
// One number out of a series, by the name that claim files and the command line use: "max", "mean", "p99.9", "count" …
#pragma once

#include "core/experiment/reduce.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

/// Is it a reduction's name (reduce.h) or "p0" … "p100", with a fraction?
bool is_take(std::string_view name);

/// The number, from what happened in the window; nothing if there is none.
std::optional<double> take(std::string_view name, const Series& series, Window window);
inline std::optional<double> take(std::string_view name, const Series& series) {
    return take(name, series, whole(series));
}

/// Reads "quicklist.pages{cpu=0,node=1}"; nothing if it has not that form. `check_query` says whether it exists.
std::optional<MetricQuery> parse_query(std::string_view text);

/// What `run` says about a metric: one value, or a distribution.
struct Summary {
    std::optional<double> value; ///< counters: sum; levels: mean over time; events: how many; samples in %: mean
    std::optional<double> median, p99, max; ///< other samples
    std::uint64_t count = 0; ///< samples
    bool distribution = false; ///< median, p99 and max say more than `value`
};
Summary summarize(const Series& series);

} // namespace sluice::experiment
