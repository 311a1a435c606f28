// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/take.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sluice::experiment {

namespace {

/// "p99.9" → 99.9.
std::optional<double> percentile_of(std::string_view name) {
    if (name == "median")
        return 50;
    if (name.size() < 2 || name.front() != 'p')
        return std::nullopt;
    double q = 0;
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), q, std::chars_format::fixed);
    if (error != std::errc{} || end != name.data() + name.size() || q < 0 || q > 100)
        return std::nullopt;
    return q;
}

struct Weighted {
    double value, weight;
};

/// Values in the window with their weight: 1 each, or the time a level stood there.
std::vector<Weighted> values_in(const Series& s, Time from, Time to) {
    std::vector<Weighted> out;
    if (s.shape == Shape::events) {
        for (const Span& span : s.spans)
            if (span.end >= from && span.end <= to)
                out.push_back({span.value, 1});
        return out;
    }
    if (s.shape != Shape::level) {
        for (const Point& p : s.points)
            if (p.at >= from && p.at <= to)
                out.push_back({p.value, 1});
        return out;
    }
    double value = s.initial;
    Time since = from;
    for (const Point& p : s.points) {
        if (p.at > to)
            break;
        if (p.at > since) {
            out.push_back({value, static_cast<double>(p.at - since)});
            since = p.at;
        }
        value = p.value;
    }
    // The last value counts even if the window ends at that very moment.
    out.push_back({value, static_cast<double>(std::max<Time>(to - since, 0))});
    return out;
}

/// Nearest rank: the least value such that at least q percent of the weight is at or below it.
double percentile(std::vector<Weighted> values, double q) {
    std::sort(values.begin(), values.end(), [](const Weighted& a, const Weighted& b) { return a.value < b.value; });
    double total = 0;
    for (const Weighted& v : values)
        total += v.weight;
    // A tenth of a millionth part forgives the rounding of sums such as 0.999 × 1000.
    const double wanted = total * q / 100 * (1 - 1e-12);
    double sum = 0;
    for (const Weighted& v : values) {
        sum += v.weight;
        if (sum >= wanted && v.weight > 0)
            return v.value;
    }
    return values.back().value;
}

} // namespace

bool is_take(std::string_view name) {
    for (const std::string_view known : {"min", "max", "mean", "sum", "count", "first", "last"})
        if (name == known)
            return true;
    return percentile_of(name).has_value();
}

std::optional<double> take(std::string_view name, const Series& series, Time from, Time to) {
    std::vector<Weighted> values = values_in(series, from, to);
    if (name == "count")
        return static_cast<double>(values.size());
    if (name == "sum") {
        double sum = 0;
        for (const Weighted& v : values)
            sum += v.value;
        return sum;
    }
    if (values.empty())
        return std::nullopt;
    const auto by_value = [](const Weighted& a, const Weighted& b) { return a.value < b.value; };
    if (name == "min")
        return std::min_element(values.begin(), values.end(), by_value)->value;
    if (name == "max")
        return std::max_element(values.begin(), values.end(), by_value)->value;
    if (name == "first")
        return values.front().value;
    if (name == "last")
        return values.back().value;
    if (name == "mean") {
        double sum = 0, weight = 0;
        for (const Weighted& v : values) {
            sum += v.value * v.weight;
            weight += v.weight;
        }
        return weight > 0 ? sum / weight : values.back().value;
    }
    if (const auto q = percentile_of(name))
        return percentile(std::move(values), *q);
    return std::nullopt;
}

std::optional<double> take(std::string_view name, const Series& series) {
    return take(name, series, series.from, series.to);
}

Summary summarize(const Series& s) {
    Summary out;
    switch (s.shape) {
    case Shape::counter:
        out.value = take("sum", s);
        break;
    case Shape::level:
        out.value = take("mean", s);
        break;
    case Shape::events:
        out.value = take("count", s);
        break;
    case Shape::samples:
        out.count = static_cast<std::uint64_t>(*take("count", s));
        out.median = take("median", s);
        out.p99 = take("p99", s);
        out.max = take("max", s);
        break;
    }
    return out;
}

} // namespace sluice::experiment
