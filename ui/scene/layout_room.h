// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of one room, tile or row of the scene.
#pragma once

#include "ui/scene/layout.h"

namespace sluice::ui {

/// From this width on (px at 100 %) numbers stand beside the tank and the card still has its full form.
inline constexpr double wide_room = 452;

/// A whole room. `before`: the level that it had. `zoomed`: this CPU, if it is of the node, gets a large card.
RoomBox furnish_room(
    const NodeShape& node, const QRectF& rect, double scale, std::optional<Level> before, std::optional<CpuId> zoomed);
/// A small tank, dots and words.
RoomBox furnish_tile(const NodeShape& node, const QRectF& rect, double scale);
/// One line: tank as a bar, dots, words.
RoomBox furnish_row(const NodeShape& node, const QRectF& rect, double scale);

} // namespace sluice::ui
