// SPDX-License-Identifier: GPL-3.0-or-later
// Series reduced to numbers, histograms and bands. A window is closed: [from, to]. Levels are weighted with time;
// percentiles are nearest-rank, exact up to 4 M samples, above that right to 0.1 % (and marked as such).
#pragma once

#include "core/experiment/metric.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sluice::experiment {

struct Window {
    Time from = 0, to = kNever;
    Time length() const { return to - from; }
};
/// What a series covers.
inline Window whole(const Series& s) {
    return {s.from, s.to};
}

enum class Reduction : std::uint8_t { sum, min, max, mean, median, count, first, last };
std::optional<Reduction> find_reduction(std::string_view name);

struct Reduced {
    double value = 0;
    bool approximate = false; ///< from bins of 0.1 %
    RecordIndex record = kNoRecord; ///< min, max, first, last: where the value came from
    Time at = 0; ///< … and when
};

/// Nothing if the window holds no value (sum and count are 0 then).
/// Of a level: `first` and `last` are its values at the window's ends, `count` its changes, `sum` the area in value ×
/// s. Of events: over the values of the stretches that begin in the window.
std::optional<Reduced> reduce(const Series& series, Reduction reduction, Window window);
inline std::optional<Reduced> reduce(const Series& series, Reduction reduction) {
    return reduce(series, reduction, whole(series));
}

/// Nearest-rank percentile, q from 0 to 100. Of a level: of the time spent at or below a value.
std::optional<Reduced> percentile(const Series& series, double q, Window window);
inline std::optional<Reduced> percentile(const Series& series, double q) {
    return percentile(series, q, whole(series));
}

/// By the name that claims, the command line and lessons use: a reduction, or a percentile such as "p99.9". Nothing for
/// an unknown name.
std::optional<Reduced> reduce(const Series& series, std::string_view name, Window window);
/// Is it such a name?
bool is_reduction(std::string_view name);

/// At t, everything up to t included: a level's value, a counter's sum so far, the last sample or stretch begun.
std::optional<double> value_at(const Series& series, Time t);
/// value_at(t1) - value_at(t0).
std::optional<double> delta(const Series& series, Time t0, Time t1);
/// Sum (of samples and events: number) per second.
std::optional<double> rate(const Series& series, Window window);

/// Bins of equal width on a logarithmic scale.
struct Histogram {
    std::vector<double> edges; ///< one more than counts
    std::vector<std::uint64_t> counts;
    std::uint64_t below = 0, above = 0; ///< outside the edges
    std::uint64_t total() const;
};
/// Of samples (or lengths of events). `low` > 0. Without limits: from the least to the greatest sample.
Histogram histogram(const Series& series, Window window, std::size_t bins, double low = 0, double high = 0);

/// One stretch of a percentile band.
struct Band {
    Time from = 0, to = 0; ///< [from, to)
    std::uint64_t count = 0; ///< samples in it; 0: no values
    double low = 0, middle = 0, high = 0;
};
/// Samples in windows of `width` ns that begin at multiples of it: percentiles low, 50 and high of each.
std::vector<Band> bands(const Series& series, Window window, Time width, double low = 1, double high = 99);

} // namespace sluice::experiment
