// SPDX-License-Identifier: GPL-3.0-or-later
// What can be measured of a run. A metric is a fold over records, fed from a stored journal or live from a run whose
// records are not kept. Queries are answered as series over time; expressions, charts, claims and `run --json` reduce
// them.
#pragma once

#include "core/engine/time.h"
#include "core/experiment/scenario.h"
#include "core/record/record.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

enum class Unit : std::uint8_t { none, count, pages, bytes, ns, percent, per_second, boolean };
/// counter: increments, whole-run value is their sum. level: a value from a moment on, its mean is time-weighted.
/// samples: one value per occurrence (a distribution). events: stretches with a begin and an end.
enum class Shape : std::uint8_t { counter, level, samples, events };

/// "quicklist.pages{cpu=0}". Labels are sorted by name.
struct MetricQuery {
    std::string name;
    std::map<std::string, std::string> labels;
    auto operator<=>(const MetricQuery&) const = default;
    std::string text() const;
};

struct Point {
    Time at = 0;
    double value = 0; ///< counter: increment; level: value from `at` on; samples: the sample
    std::uint64_t record = ~std::uint64_t{0}; ///< the record it came from, for "why"
};

struct Span {
    Time start = 0, end = 0;
    double value = 0; ///< for drains: pages
    std::uint64_t record = ~std::uint64_t{0};
};

/// Counts of samples in bins of 0.1 %, for distributions of more than 4 M samples.
class SampleBins {
public:
    void add(double value);
    std::uint64_t count() const { return count_; }
    double sum() const { return sum_; }
    double min() const { return min_; }
    double max() const { return max_; }
    /// Nearest-rank percentile, q from 0 to 100, right to 0.1 %.
    double percentile(double q) const;

private:
    std::map<int, std::uint64_t> bins_; ///< by the logarithm of the value; values below 1 in one bin
    std::uint64_t count_ = 0;
    double sum_ = 0, min_ = 0, max_ = 0;
};

struct Series {
    Shape shape = Shape::counter;
    Unit unit = Unit::none;
    Time from = 0, to = 0; ///< what it covers: [measure_from, end of the run or playhead]
    double initial = 0; ///< level: value at `from`
    std::vector<Point> points; ///< sorted by time
    std::vector<Span> spans; ///< events, sorted by start
    /// samples: more than 4 M occurred. `points` has the first of them, this has all, in bins.
    std::shared_ptr<SampleBins> bins{};
    /// counter, level: pairs of points were joined to save memory; sums and time-weighted means are exact.
    bool thinned = false;
};

/// What `sluice run --json`, the lesson linter and the reference page say about a metric.
struct MetricInfo {
    std::string_view name;
    Shape shape;
    Unit unit;
    std::vector<std::string_view> labels; ///< names it understands
    std::string_view meaning; ///< one sentence
    enum class Missing : std::uint8_t { sum, merge, largest, error } missing; ///< what a label left out means
};
const std::vector<MetricInfo>& metric_table();
/// The whole table as a Markdown page (docs/METRICS.md).
std::string metrics_markdown();
/// An error sentence if the name or a label is unknown (with near misses), or nothing.
std::optional<std::string> check_query(const MetricQuery& query);

/// Results of one run: the series asked for, and facts of the run itself.
struct RunResults {
    std::map<MetricQuery, Series> series;
    std::map<std::string, Time> anchors; ///< "last_exit", "drain[0].start" … as the run defines them
    std::uint64_t fingerprint = 0, events = 0, records = 0;
    Time end = 0;
    std::string stuck; ///< why the run did not finish, or empty
};

/// Computes a run without keeping its records and answers the queries.
RunResults measure(const RunInput& input, const std::vector<MetricQuery>& queries);
/// The same; `also` sees every record, in order.
using RecordReader = std::function<void(const Record&, RecordIndex)>;
RunResults measure_beside(const RunInput& input, const std::vector<MetricQuery>& queries, const RecordReader& also);

std::string_view unit_name(Unit unit);

} // namespace sluice::experiment
