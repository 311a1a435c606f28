// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/take.h"

#include <charconv>

namespace sluice::experiment {

namespace {

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

} // namespace

bool is_take(std::string_view name) {
    return find_reduction(name) || percentile_of(name);
}

std::optional<double> take(std::string_view name, const Series& series, Window window) {
    std::optional<Reduced> r;
    if (const auto reduction = find_reduction(name))
        r = reduce(series, *reduction, window);
    else if (const auto q = percentile_of(name))
        r = percentile(series, *q, window);
    return r ? std::optional(r->value) : std::nullopt;
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
        out.count = s.points.size();
        out.median = take("median", s);
        out.p99 = take("p99", s);
        out.max = take("max", s);
        break;
    }
    return out;
}

} // namespace sluice::experiment
