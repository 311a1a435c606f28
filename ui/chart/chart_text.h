// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, units and ticks as charts and timeline write them: comma for thousands, real minus sign, no-break space
// before a unit, one time unit for a whole run.
#pragma once

#include "ui/chart/chart_data.h"

namespace sluice::ui {

/// No-break space, between a number and its unit.
inline constexpr QChar nbsp{0x00a0};

/// 12345.678 with 1 decimal: "12,345.7". A negative number begins with U+2212. Not a number: "–".
[[nodiscard]] QString number_text(double value, int decimals);

/// A number with as many decimals as leave `digits` significant ones, none for whole numbers: 9,855 · 0.87 · 182.8
[[nodiscard]] QString number_text(double value);

/// number_text and unit: "9,855 pages", "0.87 %". A blank unit gives the number alone.
[[nodiscard]] QString quantity_text(double value, const QString& unit);

/// The unit in which times of a run of this length are written: "µs" below 10 ms, "ms" below 10 s, then "s".
struct TimeUnit {
    QString name;
    double ns = 1000; ///< length of one
};
[[nodiscard]] TimeUnit time_unit_of(double run_length_ns);

/// 41207000 ns in ms: "41.207 ms". Three decimals for ms and s, none for µs.
[[nodiscard]] QString time_text(double ns, const TimeUnit& unit);

/// One tick of an axis.
struct Tick {
    double value = 0;
    QString label;
};

/// Round ticks inside a range, at most `most` (≥ 2): steps of 1, 2 or 5 times a power of ten, whole decades on a log
/// scale (every second, third … one when there are too many).
[[nodiscard]] std::vector<Tick> ticks_of(const Range& range, Scale scale, int most);

/// Ticks of a time axis, labels without unit; the axis writes the unit behind the last one.
[[nodiscard]] std::vector<Tick> time_ticks_of(const Range& range_ns, const TimeUnit& unit, int most);

} // namespace sluice::ui
