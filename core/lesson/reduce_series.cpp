// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/reduce_series.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace sluice::lesson {
namespace {

using experiment::Shape;

struct Moment {
    Time at;
    double value;
};

/// Occurrences in the window: points, or starts of spans.
std::vector<Moment> occurrences(const SeriesView& view) {
    std::vector<Moment> out;
    const auto& series = *view.series;
    if (series.shape == Shape::events) {
        for (const auto& span : series.spans)
            if (span.start >= view.from && span.start <= view.to)
                out.push_back({span.start, span.value});
        return out;
    }
    const auto first = std::ranges::lower_bound(series.points, view.from, {}, &experiment::Point::at);
    const auto last = std::ranges::upper_bound(series.points, view.to, {}, &experiment::Point::at);
    out.reserve(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, last - first)));
    for (auto point = first; point < last; ++point)
        out.push_back({point->at, point->value});
    return out;
}

/// The stretches of a level in the window: value and how long it holds. Zero-length stretches are kept for min and max.
struct Stretch {
    Time at;
    double value;
    Time length;
};

std::vector<Stretch> stretches(const SeriesView& view) {
    std::vector<Stretch> out;
    const auto& points = view.series->points;
    const auto after = std::ranges::upper_bound(points, view.from, {}, &experiment::Point::at);
    double value = after == points.begin() ? view.series->initial : std::prev(after)->value;
    Time at = view.from;
    for (auto point = after; point != points.end() && point->at <= view.to; ++point) {
        out.push_back({at, value, point->at - at});
        at = point->at;
        value = point->value;
    }
    out.push_back({at, value, std::max<Time>(0, view.to - at)});
    return out;
}

std::optional<double> reduce_level(std::string_view function, const SeriesView& view) {
    const auto parts = stretches(view);
    if (function == "first")
        return parts.front().value;
    if (function == "last")
        return parts.back().value;
    if (function == "count")
        return static_cast<double>(parts.size() - 1);
    if (function == "min" || function == "max") {
        const auto [least, most] = std::ranges::minmax(parts, {}, &Stretch::value);
        return function == "min" ? least.value : most.value;
    }
    if (function == "median")
        return percentile(view, 50);
    if (function == "mean") {
        double area = 0;
        Time length = 0;
        for (const auto& part : parts) {
            area += part.value * static_cast<double>(part.length);
            length += part.length;
        }
        return length > 0 ? area / static_cast<double>(length) : parts.back().value;
    }
    return std::nullopt;
}

} // namespace

std::optional<double> reduce(std::string_view function, const SeriesView& view) {
    if (view.from > view.to)
        return function == "sum" || function == "count" ? std::optional(0.0) : std::nullopt;
    if (view.series->shape == Shape::level)
        return reduce_level(function, view);
    if (function == "median")
        return percentile(view, 50);
    const auto all = occurrences(view);
    if (function == "count")
        return static_cast<double>(all.size());
    double sum = 0;
    for (const auto& one : all)
        sum += one.value;
    if (function == "sum")
        return sum;
    if (all.empty())
        return std::nullopt;
    if (function == "mean")
        return sum / static_cast<double>(all.size());
    if (function == "first")
        return all.front().value;
    if (function == "last")
        return all.back().value;
    const auto [least, most] = std::ranges::minmax(all, {}, &Moment::value);
    return function == "min" ? least.value : most.value;
}

std::optional<double> percentile(const SeriesView& view, double q) {
    std::vector<std::pair<double, double>> weighted; // value, weight
    if (view.series->shape == Shape::level) {
        for (const auto& part : stretches(view))
            weighted.emplace_back(part.value, static_cast<double>(part.length));
    } else {
        for (const auto& one : occurrences(view))
            weighted.emplace_back(one.value, 1.0);
    }
    if (weighted.empty())
        return std::nullopt;
    std::ranges::sort(weighted);
    double total = 0;
    for (const auto& [value, weight] : weighted)
        total += weight;
    // Nearest rank: the least value with at least q % of the weight at or below it. The tiny allowance keeps
    // p(50) of two values at the lower one in spite of rounding.
    const double wanted = total * std::clamp(q, 0.0, 100.0) / 100.0 * (1 - 1e-12);
    double below = 0;
    for (const auto& [value, weight] : weighted) {
        below += weight;
        if (below >= wanted && (weight > 0 || total == 0))
            return value;
    }
    return weighted.back().first;
}

std::optional<double> value_at(const SeriesView& view, Time t) {
    const auto& series = *view.series;
    if (t > view.to)
        t = view.to;
    if (series.shape == Shape::events)
        return reduce("last", {view.series, view.from, t});
    const auto after = std::ranges::upper_bound(series.points, t, {}, &experiment::Point::at);
    if (series.shape == Shape::counter) {
        double sum = 0;
        for (auto point = series.points.begin(); point != after; ++point)
            sum += point->at >= view.from ? point->value : 0;
        return sum;
    }
    if (after != series.points.begin())
        return std::prev(after)->value;
    if (series.shape == Shape::level)
        return series.initial;
    return std::nullopt;
}

std::optional<Time> moment_of(std::string_view function, const SeriesView& view) {
    if (view.from > view.to)
        return std::nullopt;
    std::vector<Moment> all;
    if (view.series->shape == Shape::level)
        for (const auto& part : stretches(view))
            all.push_back({part.at, part.value});
    else
        all = occurrences(view);
    if (all.empty())
        return std::nullopt;
    if (function == "first")
        return all.front().at;
    if (function == "last")
        return all.back().at;
    // The first of equals, so that the answer does not depend on how the search goes.
    const auto found = function == "min" ? std::ranges::min_element(all, {}, &Moment::value)
                                         : std::ranges::max_element(all, {}, &Moment::value);
    return found->at;
}

namespace {

/// -1, 0, 1 for each step of a curve; small steps are 0.
std::vector<int> step_signs(const std::vector<CurvePoint>& curve) {
    const auto [least, most] = std::ranges::minmax(curve, {}, &CurvePoint::y);
    const double small = 0.02 * std::max(std::abs(most.y), std::abs(most.y - least.y));
    std::vector<int> out;
    for (std::size_t i = 1; i < curve.size(); ++i) {
        const double step = curve[i].y - curve[i - 1].y;
        out.push_back(std::abs(step) <= small ? 0 : step > 0 ? 1 : -1);
    }
    return out;
}

std::string plain(double x) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 6).ptr;
    return std::string(text, end);
}

} // namespace

std::string_view curve_shape(const std::vector<CurvePoint>& curve) {
    if (curve.size() < 2)
        return "flat";
    std::vector<int> turns;
    for (const int sign : step_signs(curve))
        if (sign != 0 && (turns.empty() || turns.back() != sign))
            turns.push_back(sign);
    if (turns.empty())
        return "flat";
    if (turns.size() == 1)
        return turns[0] > 0 ? "rises" : "falls";
    if (turns.size() == 2)
        return turns[0] > 0 ? "peak" : "valley";
    return "mixed";
}

std::vector<std::string> curve_facts(const std::vector<CurvePoint>& curve) {
    std::vector<std::string> out;
    if (curve.size() < 2)
        return out;
    const auto signs = step_signs(curve);
    const auto shape = curve_shape(curve);
    const bool every_step = std::ranges::none_of(signs, [](int s) { return s == 0; });
    if (shape == "rises")
        out.emplace_back(every_step ? "It rises at every step." : "It rises, with a flat part.");
    else if (shape == "falls")
        out.emplace_back(every_step ? "It falls at every step." : "It falls, with a flat part.");
    else if (shape == "flat")
        out.emplace_back("It stays flat.");
    else if (shape == "peak")
        out.emplace_back("It rises, then falls.");
    else if (shape == "valley")
        out.emplace_back("It falls, then rises.");
    else
        out.emplace_back("It turns more than once.");
    if (shape != "flat") {
        for (std::size_t i = 0; i < signs.size();) {
            std::size_t end = i;
            while (end < signs.size() && signs[end] == 0)
                ++end;
            if (end > i)
                out.push_back("It is flat from " + plain(curve[i].x) + " to " + plain(curve[end].x) + ".");
            i = end + 1;
        }
        if (shape == "peak" || shape == "mixed")
            out.push_back("It is highest at " + plain(std::ranges::max_element(curve, {}, &CurvePoint::y)->x) + ".");
        if (shape == "valley" || shape == "mixed")
            out.push_back("It is lowest at " + plain(std::ranges::min_element(curve, {}, &CurvePoint::y)->x) + ".");
    }
    return out;
}

} // namespace sluice::lesson
