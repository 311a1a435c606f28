// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/chart_text.h"

#include "ui/kit/format.h"

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

/// Decimals that tell two neighbouring multiples of `step` apart.
int decimals_of_step(double step) {
    return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
}

/// The smallest of 1, 2, 5 × 10^k that is at least `raw`.
double round_step(double raw) {
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= raw * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10 * power;
}

} // namespace

QString number_text(double value, int decimals) {
    return format::real(value, decimals);
}

QString number_text(double value) {
    const double size = std::abs(value);
    if (std::isnan(value) || size >= 1000 || value == std::round(value)) {
        return number_text(value, 0);
    }
    int decimals = 2;
    if (size >= 10) {
        decimals = 1;
    } else if (size < 0.1) {
        decimals = std::min(9, 2 - static_cast<int>(std::floor(std::log10(size))));
    }
    return number_text(value, decimals);
}

QString quantity_text(double value, const QString& unit) {
    return unit.isEmpty() ? number_text(value) : number_text(value) + nbsp + unit;
}

TimeUnit time_unit_of(double run_length_ns) {
    if (run_length_ns < 10e6) {
        return {QString(QChar(0x00b5)) + u's', 1e3};
    }
    if (run_length_ns < 10e9) {
        return {QStringLiteral("ms"), 1e6};
    }
    return {QStringLiteral("s"), 1e9};
}

QString time_text(double ns, const TimeUnit& unit) {
    return number_text(ns / unit.ns, unit.ns < 1e6 ? 0 : 3) + nbsp + unit.name;
}

std::vector<Tick> ticks_of(const Range& range, Scale scale, int most) {
    std::vector<Tick> ticks;
    most = std::max(most, 2);
    if (!(range.to > range.from)) {
        return ticks;
    }
    if (scale == Scale::log) {
        if (!(range.from > 0)) {
            return ticks;
        }
        const int first = static_cast<int>(std::ceil(std::log10(range.from) - 1e-9));
        const int last = static_cast<int>(std::floor(std::log10(range.to) + 1e-9));
        if (last - first < 1) {
            // Less than two decades: round linear steps say more than a single tick.
            return ticks_of(range, Scale::linear, most);
        }
        const int stride = std::max(1, (last - first + most - 1) / most);
        for (int decade = first; decade <= last; decade += stride) {
            const double value = std::pow(10.0, decade);
            ticks.push_back({value, number_text(value, std::max(0, -decade))});
        }
        return ticks;
    }
    const double step = round_step(range.length() / most);
    const int decimals = decimals_of_step(step);
    const double first = std::ceil(range.from / step - 1e-6);
    for (double i = first; i * step <= range.to + step * 1e-6; ++i) {
        ticks.push_back({i * step, i == 0 ? QStringLiteral("0") : number_text(i * step, decimals)});
    }
    return ticks;
}

std::vector<Tick> time_ticks_of(const Range& range_ns, const TimeUnit& unit, int most) {
    std::vector<Tick> ticks = ticks_of({range_ns.from / unit.ns, range_ns.to / unit.ns}, Scale::linear, most);
    for (Tick& tick : ticks) {
        tick.value *= unit.ns;
    }
    if (!ticks.empty()) {
        ticks.back().label += nbsp + unit.name;
    }
    return ticks;
}

} // namespace sluice::ui
