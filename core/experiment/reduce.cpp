// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/reduce.h"

#include <boost/histogram.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <utility>

namespace sluice::experiment {

namespace {

/// Points of a window.
std::span<const Point> inside(const Series& s, Window w) {
    const auto first = std::ranges::lower_bound(s.points, w.from, {}, &Point::at);
    const auto last = std::ranges::upper_bound(first, s.points.end(), w.to, {}, &Point::at);
    return {first, last};
}

std::vector<Point> begun(const Series& s, Window w) {
    std::vector<Point> out;
    for (const Span& x : s.spans)
        if (x.start >= w.from && x.start <= w.to)
            out.push_back({x.start, x.value, x.record});
    return out;
}

/// A stretch of a level: the value and how long it holds.
struct Stretch {
    Point point;
    Time length = 0;
};

std::vector<Stretch> stretches(const Series& s, Window w) {
    std::vector<Stretch> out;
    if (w.to < w.from)
        return out;
    const auto after = std::ranges::upper_bound(s.points, w.from, {}, &Point::at);
    Point now{w.from, s.initial, kNoRecord};
    if (after != s.points.begin()) {
        now.value = (after - 1)->value;
        now.record = (after - 1)->record;
    }
    for (auto p = after; p != s.points.end() && p->at <= w.to; ++p) {
        out.push_back({now, p->at - now.at});
        now = *p;
    }
    out.push_back({now, w.to - now.at});
    return out;
}

Window limited(const Series& s, Window w) {
    return {std::max(w.from, s.from), std::min(w.to, s.to)};
}

Reduced made(const Point& p) {
    return {p.value, false, p.record, p.at};
}

std::optional<Reduced> reduce_points(std::span<const Point> points, Reduction r) {
    if (r == Reduction::count)
        return Reduced{static_cast<double>(points.size())};
    double sum = 0;
    if (r == Reduction::sum || r == Reduction::mean)
        for (const Point& p : points)
            sum += p.value;
    if (r == Reduction::sum)
        return Reduced{sum};
    if (points.empty())
        return std::nullopt;
    switch (r) {
    case Reduction::mean:
        return Reduced{sum / static_cast<double>(points.size())};
    case Reduction::min:
        return made(*std::ranges::min_element(points, {}, &Point::value));
    case Reduction::max:
        return made(*std::ranges::max_element(points, {}, &Point::value));
    case Reduction::first:
        return made(points.front());
    default:
        return made(points.back());
    }
}

std::optional<Reduced> reduce_level(const Series& s, Reduction r, Window w) {
    const auto parts = stretches(s, w);
    if (parts.empty())
        return r == Reduction::sum || r == Reduction::count ? std::optional(Reduced{}) : std::nullopt;
    const auto by_value = [](const Stretch& x) { return x.point.value; };
    double area = 0;
    switch (r) {
    case Reduction::min:
        return made(std::ranges::min_element(parts, {}, by_value)->point);
    case Reduction::max:
        return made(std::ranges::max_element(parts, {}, by_value)->point);
    case Reduction::first:
        return made(parts.front().point);
    case Reduction::last:
        return made(parts.back().point);
    case Reduction::count:
        return Reduced{static_cast<double>(parts.size() - 1)};
    default:
        break;
    }
    for (const Stretch& x : parts)
        area += x.point.value * static_cast<double>(x.length);
    if (r == Reduction::sum)
        return Reduced{area / static_cast<double>(kSecond)};
    return Reduced{w.length() > 0 ? area / static_cast<double>(w.length()) : parts.back().point.value};
}

/// The value that the sample of nearest rank has; reorders the values.
Reduced nearest_rank(std::vector<Point>& points, double q) {
    const auto n = static_cast<double>(points.size());
    // The allowance keeps a rank that is whole in arithmetic, like 99 % of 1000, whole in floating point.
    const auto rank = static_cast<std::size_t>(std::ceil(std::clamp(q, 0.0, 100.0) / 100 * n - 1e-9));
    const auto at = points.begin() + static_cast<std::ptrdiff_t>(rank > 0 ? rank - 1 : 0);
    std::nth_element(points.begin(), at, points.end(),
        [](const Point& a, const Point& b) { return a.value != b.value ? a.value < b.value : a.at < b.at; });
    return made(*at);
}

/// "p99.9" → 99.9.
std::optional<double> percentile_of(std::string_view name) {
    if (name.size() < 2 || name.front() != 'p')
        return std::nullopt;
    double q = 0;
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), q, std::chars_format::fixed);
    if (error != std::errc{} || end != name.data() + name.size() || q < 0 || q > 100)
        return std::nullopt;
    return q;
}

bool covers_all(const Series& s, Window w) {
    return w.from <= s.from && w.to >= s.to;
}

} // namespace

std::optional<Reduction> find_reduction(std::string_view name) {
    constexpr std::array<std::string_view, 8> names{"sum", "min", "max", "mean", "median", "count", "first", "last"};
    const auto at = std::ranges::find(names, name);
    return at == names.end() ? std::nullopt : std::optional(static_cast<Reduction>(at - names.begin()));
}

std::optional<Reduced> reduce(const Series& s, Reduction r, Window w) {
    if (r == Reduction::median)
        return percentile(s, 50, w);
    const bool all = covers_all(s, w);
    w = limited(s, w);
    if (s.shape == Shape::level)
        return reduce_level(s, r, w);
    if (s.shape == Shape::events)
        return reduce_points(begun(s, w), r);
    if (s.bins && all) {
        switch (r) {
        case Reduction::sum:
            return Reduced{s.bins->sum()};
        case Reduction::count:
            return Reduced{static_cast<double>(s.bins->count())};
        case Reduction::mean:
            return Reduced{s.bins->sum() / static_cast<double>(s.bins->count())};
        case Reduction::min:
            return Reduced{s.bins->min()};
        case Reduction::max:
            return Reduced{s.bins->max()};
        default:
            break;
        }
    }
    auto out = reduce_points(inside(s, w), r);
    if (out && s.bins && (s.points.empty() || w.to > s.points.back().at))
        out->approximate = true; // samples at the end of the window are only in the bins
    return out;
}

std::optional<Reduced> percentile(const Series& s, double q, Window w) {
    const bool all = covers_all(s, w);
    w = limited(s, w);
    if (s.shape == Shape::level) {
        auto parts = stretches(s, w);
        if (parts.empty())
            return std::nullopt;
        if (w.length() == 0)
            return made(parts.back().point);
        std::ranges::stable_sort(parts, {}, [](const Stretch& x) { return x.point.value; });
        const double wanted = std::clamp(q, 0.0, 100.0) / 100 * static_cast<double>(w.length()) - 1e-9;
        Time below = 0;
        for (const Stretch& x : parts) {
            below += x.length;
            if (x.length > 0 && static_cast<double>(below) >= wanted)
                return made(x.point);
        }
        return made(parts.back().point);
    }
    if (s.bins && all)
        return Reduced{s.bins->percentile(q), true};
    const auto part = inside(s, w);
    std::vector<Point> points = s.shape == Shape::events ? begun(s, w) : std::vector<Point>(part.begin(), part.end());
    if (points.empty())
        return std::nullopt;
    Reduced out = nearest_rank(points, q);
    out.approximate = s.bins && w.to > s.points.back().at;
    return out;
}

std::optional<Reduced> reduce(const Series& s, std::string_view name, Window w) {
    if (const auto reduction = find_reduction(name))
        return reduce(s, *reduction, w);
    const auto q = percentile_of(name);
    return q ? percentile(s, *q, w) : std::nullopt;
}

bool is_reduction(std::string_view name) {
    return find_reduction(name) || percentile_of(name);
}

std::optional<double> value_at(const Series& s, Time t) {
    if (s.shape == Shape::counter) {
        double sum = 0;
        for (const Point& p : inside(s, {s.from, t}))
            sum += p.value;
        return sum;
    }
    if (s.shape == Shape::events) {
        const auto after = std::ranges::upper_bound(s.spans, t, {}, &Span::start);
        return after == s.spans.begin() ? std::nullopt : std::optional((after - 1)->value);
    }
    const auto after = std::ranges::upper_bound(s.points, t, {}, &Point::at);
    if (after != s.points.begin())
        return (after - 1)->value;
    return s.shape == Shape::level ? std::optional(s.initial) : std::nullopt;
}

std::optional<double> delta(const Series& s, Time t0, Time t1) {
    const auto a = value_at(s, t0), b = value_at(s, t1);
    return a && b ? std::optional(*b - *a) : std::nullopt;
}

std::optional<double> rate(const Series& s, Window w) {
    w = limited(s, w);
    if (w.length() <= 0)
        return std::nullopt;
    const auto total = reduce(s, s.shape == Shape::counter ? Reduction::sum : Reduction::count, w);
    return total ? std::optional(total->value * static_cast<double>(kSecond) / static_cast<double>(w.length()))
                 : std::nullopt;
}

std::uint64_t Histogram::total() const {
    std::uint64_t n = below + above;
    for (const std::uint64_t c : counts)
        n += c;
    return n;
}

Histogram histogram(const Series& s, Window w, std::size_t bins, double low, double high) {
    w = limited(s, w);
    const auto part = inside(s, w);
    const std::vector<Point> points
        = s.shape == Shape::events ? begun(s, w) : std::vector<Point>(part.begin(), part.end());
    Histogram out;
    if (points.empty() || bins == 0)
        return out;
    if (low <= 0)
        low = std::max(1.0, std::ranges::min_element(points, {}, &Point::value)->value);
    if (high <= low)
        high = std::max(low, std::ranges::max_element(points, {}, &Point::value)->value) * 1.001;
    namespace bh = boost::histogram;
    auto h = bh::make_histogram(
        bh::axis::regular<double, bh::axis::transform::log>(static_cast<unsigned>(bins), low, high));
    for (const Point& p : points)
        h(p.value);
    const auto& axis = h.axis();
    for (int i = 0; i < axis.size(); ++i) {
        out.edges.push_back(axis.bin(i).lower());
        out.counts.push_back(static_cast<std::uint64_t>(h.at(i)));
    }
    out.edges.push_back(axis.bin(axis.size() - 1).upper());
    out.below = static_cast<std::uint64_t>(h.at(-1));
    out.above = static_cast<std::uint64_t>(h.at(axis.size()));
    return out;
}

std::vector<Band> bands(const Series& s, Window w, Time width, double low, double high) {
    std::vector<Band> out;
    w = limited(s, w);
    if (width <= 0 || w.to < w.from)
        return out;
    std::vector<Point> points;
    const auto part = inside(s, w);
    auto p = part.begin();
    while (p != part.end()) {
        const Time start = p->at / width * width;
        points.clear();
        for (; p != part.end() && p->at < start + width; ++p)
            points.push_back(*p);
        Band band{start, start + width, points.size(), 0, 0, 0};
        band.low = nearest_rank(points, low).value;
        band.middle = nearest_rank(points, 50).value;
        band.high = nearest_rank(points, high).value;
        out.push_back(band);
    }
    return out;
}

} // namespace sluice::experiment
