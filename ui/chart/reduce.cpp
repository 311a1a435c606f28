// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/reduce.h"

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

bool joined(const Series& s) {
    return s.kind != SeriesKind::dots && s.kind != SeriesKind::points && s.kind != SeriesKind::published;
}

bool stepped(const Series& s) {
    return s.kind == SeriesKind::step_line || s.kind == SeriesKind::band || s.kind == SeriesKind::bars
        || (s.kind == SeriesKind::area && s.stepped);
}

double transformed(double v, Scale scale) {
    return scale == Scale::log ? std::log10(std::max(v, 1e-300)) : v;
}
double restored(double v, Scale scale) {
    return scale == Scale::log ? std::pow(10.0, v) : v;
}

/// A point that stays: a sample of the source, perhaps moved to `x` and widened to the column's low and high.
struct Kept {
    std::size_t index;
    double x;
    double low;
    double high;
};

double at(const std::vector<double>& values, std::size_t i) {
    return i < values.size() ? values[i] : no_value;
}

Series without_points(const Series& s) {
    Series out;
    out.name = s.name;
    out.kind = s.kind;
    out.role = s.role;
    out.index = s.index;
    out.stepped = s.stepped;
    out.quiet = s.quiet;
    out.x_end = s.x_end;
    out.readout = s.readout;
    out.line_label = s.line_label;
    return out;
}

void append(Series& to, const Series& from, std::size_t index, double x, double y, double low, double high) {
    to.x.push_back(x);
    to.y.push_back(y);
    if (!from.low.empty()) {
        to.low.push_back(low);
    }
    if (!from.high.empty()) {
        to.high.push_back(high);
    }
    if (!from.labels.empty()) {
        to.labels.push_back(index < from.labels.size() ? from.labels[index] : QString());
    }
}

} // namespace

Series reduce(const Series& series, const Range& x, Scale scale, int columns) {
    Series out = without_points(series);
    columns = std::max(columns, 1);
    const std::size_t n = std::min(series.x.size(), series.y.size());
    const double from = transformed(x.from, scale);
    const double per_column = (transformed(x.to, scale) - from) / columns;
    if (n == 0 || !(per_column > 0)) {
        return out;
    }
    const auto begin = series.x.begin();
    const auto end = begin + static_cast<long>(n);
    auto first = static_cast<std::size_t>(std::lower_bound(begin, end, x.from) - begin);
    const auto last = static_cast<std::size_t>(std::upper_bound(begin, end, x.to) - begin); // one past
    std::vector<Kept> kept;
    kept.reserve(std::min<std::size_t>(last - first, 2 * static_cast<std::size_t>(columns)) + 2);
    const auto keep = [&](std::size_t i) { kept.push_back({i, series.x[i], at(series.low, i), at(series.high, i)}); };
    if (joined(series) && first > 0) {
        keep(first - 1);
    }
    const auto column_of = [&](std::size_t i) {
        const auto c = static_cast<int>((transformed(series.x[i], scale) - from) / per_column);
        return std::clamp(c, 0, columns - 1);
    };
    std::size_t i = first;
    while (i < last) {
        const int column = column_of(i);
        // The end of the column is found by x alone: no logarithm for each sample.
        const double column_end = column + 1 < columns ? restored(from + (column + 1) * per_column, scale) : x.to;
        std::size_t lowest = i;
        std::size_t highest = i;
        double low = at(series.low, i);
        double high = at(series.high, i);
        std::size_t next = i + 1;
        for (; next < last && (series.x[next] < column_end || column + 1 == columns); ++next) {
            const double y = series.y[next];
            if (y < series.y[lowest] || std::isnan(series.y[lowest])) {
                lowest = next;
            }
            if (y > series.y[highest] || std::isnan(series.y[highest])) {
                highest = next;
            }
            if (series.kind == SeriesKind::band) {
                low = std::fmin(low, at(series.low, next));
                high = std::fmax(high, at(series.high, next));
            }
        }
        if (next - i <= 2) {
            for (std::size_t k = i; k < next; ++k) {
                keep(k);
            }
        } else {
            const std::size_t one = std::min(lowest, highest);
            const std::size_t two = std::max(lowest, highest);
            keep(one);
            if (two != one) {
                keep(two);
            }
            if (series.kind == SeriesKind::band) {
                for (std::size_t k = kept.size() - (two != one ? 2 : 1); k < kept.size(); ++k) {
                    kept[k].low = low;
                    kept[k].high = high;
                }
            }
            const std::size_t ending = next - 1;
            if (joined(series) && ending != two && column + 1 < columns
                && (next >= last || column_of(next) > column + 1)) {
                keep(ending);
                // Safely past the border, whichever way it is rounded.
                const double past = restored(from + (column + 1.001) * per_column, scale);
                kept.back().x = next < n ? std::min(past, series.x[next]) : past;
            }
        }
        i = next;
    }
    if (joined(series) && !stepped(series) && last < n) {
        keep(last);
    }
    for (const Kept& k : kept) {
        append(out, series, k.index, k.x, series.y[k.index], k.low, k.high);
    }
    return out;
}

Series clip(const Series& series, const Range& x, const Range& y, Scale x_scale, Scale y_scale) {
    Series out = without_points(series);
    const auto bound_y = [&](double v) { return std::isnan(v) ? v : std::clamp(v, y.from, y.to); };
    const std::size_t n = std::min(series.x.size(), series.y.size());
    if (!joined(series)) {
        for (std::size_t i = 0; i < n; ++i) {
            if (x.contains(series.x[i]) && y.contains(series.y[i])) {
                append(
                    out, series, i, series.x[i], series.y[i], bound_y(at(series.low, i)), bound_y(at(series.high, i)));
            }
        }
        return out;
    }
    if (!std::isnan(out.x_end)) {
        out.x_end = std::clamp(out.x_end, x.from, x.to);
    }
    if (stepped(series)) {
        for (std::size_t i = 0; i < n; ++i) {
            const double end = i + 1 < n ? series.x[i + 1] : series.x_end;
            if (series.x[i] > x.to || (series.x[i] < x.from && !(end > x.from))) {
                continue;
            }
            append(out, series, i, std::max(series.x[i], x.from), bound_y(series.y[i]), bound_y(at(series.low, i)),
                bound_y(at(series.high, i)));
        }
        return out;
    }
    // Straight lines are straight in the scales of the plot, so borders are crossed there.
    for (std::size_t i = 0; i < n; ++i) {
        if (x.contains(series.x[i])) {
            append(out, series, i, series.x[i], bound_y(series.y[i]), no_value, no_value);
        }
        if (i + 1 == n || std::isnan(series.y[i]) || std::isnan(series.y[i + 1])) {
            continue;
        }
        const double x0 = transformed(series.x[i], x_scale);
        const double x1 = transformed(series.x[i + 1], x_scale);
        const double y0 = transformed(series.y[i], y_scale);
        const double y1 = transformed(series.y[i + 1], y_scale);
        std::vector<double> crossings;
        for (const double border : {transformed(x.from, x_scale), transformed(x.to, x_scale)}) {
            if ((x0 < border) != (x1 < border) && x0 != x1) {
                crossings.push_back((border - x0) / (x1 - x0));
            }
        }
        for (const double border : {transformed(y.from, y_scale), transformed(y.to, y_scale)}) {
            if ((y0 < border) != (y1 < border) && y0 != y1) {
                crossings.push_back((border - y0) / (y1 - y0));
            }
        }
        std::sort(crossings.begin(), crossings.end());
        for (const double t : crossings) {
            const double raw = restored(x0 + t * (x1 - x0), x_scale);
            const double cx = std::clamp(raw, x.from, x.to);
            if (t > 0 && t < 1 && std::abs(raw - cx) <= 1e-9 * x.length()) {
                append(
                    out, series, series.size(), cx, bound_y(restored(y0 + t * (y1 - y0), y_scale)), no_value, no_value);
            }
        }
    }
    return out;
}

} // namespace sluice::ui
