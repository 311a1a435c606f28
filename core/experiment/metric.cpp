// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/metric.h"

#include "core/experiment/metrics/probe.h"
#include "core/experiment/near.h"

#include <algorithm>
#include <cmath>

namespace sluice::experiment {

std::string MetricQuery::text() const {
    std::string out = name;
    for (auto it = labels.begin(); it != labels.end(); ++it)
        out += (it == labels.begin() ? "{" : ",") + it->first + "=" + it->second;
    if (!labels.empty())
        out += "}";
    return out;
}

const std::vector<MetricInfo>& metric_table() {
    static const std::vector<MetricInfo> table = [] {
        std::vector<MetricInfo> out;
        for (const MetricEntry& e : metric_entries())
            out.push_back(*e.info);
        return out;
    }();
    return table;
}

std::optional<std::string> check_query(const MetricQuery& query) {
    const auto suggestion = [](std::string_view word, const std::vector<std::string_view>& known) {
        std::vector<std::string> near;
        for (const auto& name : near_names(word, known))
            near.emplace_back(name);
        return near.empty() ? std::string() : " Did you mean " + one_of(near) + "?";
    };
    const MetricEntry* entry = find_metric(query.name);
    if (!entry) {
        std::vector<std::string_view> names;
        for (const MetricEntry& e : metric_entries())
            names.push_back(e.info->name);
        return "There is no metric “" + query.name + "”." + suggestion(query.name, names);
    }
    const auto& labels = entry->info->labels;
    for (const auto& [label, value] : query.labels)
        if (std::find(labels.begin(), labels.end(), label) == labels.end()) {
            std::vector<std::string> names(labels.begin(), labels.end());
            return query.name + " has no label “" + label + "”."
                + (names.empty() ? " It has none." : " It has " + one_of(names) + ".") + suggestion(label, labels);
        }
    return std::nullopt;
}

std::string_view unit_name(Unit unit) {
    switch (unit) {
    case Unit::none:
        return "";
    case Unit::count:
        return "count";
    case Unit::pages:
        return "pages";
    case Unit::bytes:
        return "bytes";
    case Unit::ns:
        return "ns";
    case Unit::percent:
        return "%";
    case Unit::per_second:
        return "1/s";
    case Unit::boolean:
        return "yes/no";
    }
    return "";
}

std::string metrics_markdown() {
    const auto shape = [](Shape s) {
        switch (s) {
        case Shape::counter:
            return "counter";
        case Shape::level:
            return "level";
        case Shape::samples:
            return "samples";
        case Shape::events:
            return "events";
        }
        return "";
    };
    const auto missing = [](const MetricInfo& m) {
        if (m.labels.empty())
            return "";
        switch (m.missing) {
        case MetricInfo::Missing::sum:
            return "sum";
        case MetricInfo::Missing::merge:
            return "all together";
        case MetricInfo::Missing::largest:
            return "the largest";
        case MetricInfo::Missing::error:
            return "must be given";
        }
        return "";
    };
    std::string out
        = "# Metrics\n\nGenerated from the table in `core/experiment/metrics` by `scripts/docs`; do not edit.\n\n"
          "A *counter* has increments, its value is their sum. A *level* has a value from one moment to the next, its "
          "mean is\n"
          "weighted with time. *Samples* are a distribution, one value each time. *Events* are stretches with begin "
          "and end.\n"
          "Labels stand in braces, `wakeup.delay{cpu=0,cause=drain}`; \"left out\" says what is meant without them.\n\n"
          "| metric | shape | unit | labels | left out | meaning |\n|---|---|---|---|---|---|\n";
    for (const MetricInfo& m : metric_table()) {
        std::string labels;
        for (const auto label : m.labels)
            labels += (labels.empty() ? "`" : ", `") + std::string(label) + "`";
        out += "| `" + std::string(m.name) + "` | " + shape(m.shape) + " | " + std::string(unit_name(m.unit)) + " | "
            + labels + " | " + missing(m) + " | " + std::string(m.meaning) + " |\n";
    }
    return out;
}

namespace {
const double kBinWidth = std::log1p(0.001);
constexpr int kSmall = -1; ///< the bin of values below 1
} // namespace

void SampleBins::add(double value) {
    min_ = count_ == 0 ? value : std::min(min_, value);
    max_ = count_ == 0 ? value : std::max(max_, value);
    ++count_;
    sum_ += value;
    ++bins_[value < 1 ? kSmall : static_cast<int>(std::log(value) / kBinWidth)];
}

double SampleBins::percentile(double q) const {
    const auto rank
        = static_cast<std::uint64_t>(std::ceil(std::clamp(q, 0.0, 100.0) / 100 * static_cast<double>(count_)));
    std::uint64_t below = 0;
    for (const auto& [bin, n] : bins_) {
        below += n;
        if (below >= std::max<std::uint64_t>(rank, 1))
            return bin == kSmall ? min_ : std::clamp(std::exp((bin + 0.5) * kBinWidth), min_, max_);
    }
    return max_;
}

} // namespace sluice::experiment
