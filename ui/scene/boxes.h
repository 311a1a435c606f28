// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes that both pictures of the scene have: CPUs and zones.
#pragma once

#include "core/record/ids.h"

#include <QRectF>
#include <QSizeF>

namespace sluice::ui {

/// How much of a CPU is shown, most first.
enum class Level : std::uint8_t { large, medium, small, cell, dot };
/// Least size of a CPU at a level, px at 100 %.
QSizeF least_size(Level level);

struct TankBox {
    ZoneId zone = 0;
    QRectF column; ///< the part on a true scale
    QRectF foot; ///< the enlarged part; empty in tiles and rows
    QRectF name; ///< for the zone's name
    double label_right = 0; ///< right end of the numbers beside it; 0: there is no room for numbers at the side
    double label_left = 0;
    bool total = true; ///< the number of all pages stands beside its top
};

struct CardBox {
    CpuId cpu = 0;
    QRectF rect;
    Level level = Level::large;
};

} // namespace sluice::ui
