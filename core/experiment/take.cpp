// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/take.h"

#include <algorithm>

namespace sluice::experiment {

bool is_take(std::string_view name) {
    return is_reduction(name);
}

std::optional<double> take(std::string_view name, const Series& series, Window window) {
    const auto r = reduce(series, name, window);
    return r ? std::optional(r->value) : std::nullopt;
}

std::optional<MetricQuery> parse_query(std::string_view text) {
    MetricQuery q;
    const auto brace = text.find('{');
    q.name = std::string(text.substr(0, brace));
    if (q.name.empty() || q.name.find_first_of(" }=,") != std::string::npos)
        return std::nullopt;
    if (brace == std::string_view::npos)
        return q;
    if (text.back() != '}')
        return std::nullopt;
    std::string_view labels = text.substr(brace + 1, text.size() - brace - 2);
    while (!labels.empty()) {
        const std::string_view part = labels.substr(0, labels.find(','));
        const auto equals = part.find('=');
        if (equals == std::string_view::npos || equals == 0 || equals + 1 == part.size())
            return std::nullopt;
        q.labels.emplace(part.substr(0, equals), part.substr(equals + 1));
        labels.remove_prefix(std::min(labels.size(), part.size() + 1));
    }
    return q;
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
        if (s.unit == Unit::percent) { // a sample is 0 or 100: only their mean says something
            out.value = take("mean", s);
            break;
        }
        out.distribution = true;
        out.median = take("median", s);
        out.p99 = take("p99", s);
        out.max = take("max", s);
        break;
    }
    return out;
}

} // namespace sluice::experiment
