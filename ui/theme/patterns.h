// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns that fill areas, so that no meaning rests on colour alone. Cached tiles, one for each pattern, theme, scale
// and device pixel ratio; on vector devices (SVG, PDF) the same patterns are drawn as shapes.
#pragma once

#include "ui/theme/theme.h"

#include <QPixmap>
#include <QRectF>

class QPainter;

namespace sluice::ui {

enum class Pattern : std::uint8_t {
    free, ///< sparse rings, 14 px apart
    page_table, ///< horizontal lines every 6 px
    anon, ///< dots, 8 px apart
    file, ///< outlined diamonds, 8 px apart
    dirty, ///< stripes leaning left, 4 px apart
    kernel, ///< vertical lines every 6 px
    buffer_head, ///< weights, 10 px apart
    stall, ///< stripes leaning right, twice as wide as those of dirty
    asleep, ///< faint dots on well
};
inline constexpr int pattern_count = static_cast<int>(Pattern::asleep) + 1;

/// One period of the pattern with its ground.
const QPixmap& pattern_tile(Pattern pattern, const Theme& theme, qreal device_pixel_ratio);
/// Fills a rectangle; the pattern is anchored at the bottom left corner, so that a growing stack does not shift it.
void fill_pattern(QPainter& painter, const QRectF& rect, Pattern pattern, const Theme& theme = ui::theme());

} // namespace sluice::ui
