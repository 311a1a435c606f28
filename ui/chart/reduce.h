// SPDX-License-Identifier: GPL-3.0-or-later
// Leaves of a series what can be seen: at most two points in a column of pixels, the lowest and the highest, so that a
// single long delay among a million short ones is still drawn and a plot costs the same for any number of points.
#pragma once

#include "ui/chart/chart_data.h"

namespace sluice::ui {

/// The series inside `x` for a plot `columns` pixels wide: at most 2 points a column, plus one on either side of the
/// range that lines need. Within a column the lowest and the highest stay, in order of time. Where a line goes on from
/// a column whose last value was neither, that value is put at the start of the next (empty) column: the level after a
/// burst stays right, and no point moves by more than a pixel.
/// \param scale decides where columns lie.
[[nodiscard]] Series reduce(const Series& series, const Range& x, Scale scale, int columns);

/// Cuts a reduced series at the limits of a plot: nothing outside is left, lines end exactly on the border, dots and
/// points outside are dropped. What is above or below lies on the border for fills and is a gap for lines.
[[nodiscard]] Series clip(const Series& series, const Range& x, const Range& y, Scale x_scale, Scale y_scale);

} // namespace sluice::ui
