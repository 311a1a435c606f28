// SPDX-License-Identifier: GPL-3.0-or-later
// One number from a series, within a window of time. Percentiles are nearest-rank; the mean of a level is
// time-weighted.
#pragma once

#include "core/experiment/metric.h"
#include "core/lesson/evaluate.h"

#include <optional>
#include <string_view>

namespace sluice::lesson {

/// A series between two moments, both included. For a level the value in force at `from` counts too.
struct SeriesView {
    const experiment::Series* series = nullptr;
    Time from = 0, to = 0;
};

/// min, max, mean, median, sum, count, first, last; nothing if there is no value in the window.
std::optional<double> reduce(std::string_view function, const SeriesView& view);
/// Nearest-rank percentile, q from 0 to 100. Of a level: of the time spent at or below a value.
std::optional<double> percentile(const SeriesView& view, double q);
/// A level's value at t (after everything with time ≤ t); a counter's sum up to t; the last sample up to t.
std::optional<double> value_at(const SeriesView& view, Time t);
/// The moment of the first, last, least or greatest value: function is first, last, min or max.
std::optional<Time> moment_of(std::string_view function, const SeriesView& view);

/// "rises", "falls", "flat", "peak", "valley" or "mixed"; steps below 2 % of the range count as flat.
std::string_view curve_shape(const std::vector<CurvePoint>& curve);
/// What can be said of a curve, one short sentence each: "It rises at every step." "It is flat from 4 to 16."
std::vector<std::string> curve_facts(const std::vector<CurvePoint>& curve);

} // namespace sluice::lesson
