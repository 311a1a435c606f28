// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence above the scene and the line of shapes beneath it.
#pragma once

#include "ui/scene/paint.h"

namespace sluice::ui {

/// What the legend has to explain.
struct LegendContent {
    bool files = false, buffers = false, lists = false, streams = false, held_off = false;
    bool giant = false; ///< rooms where giants are freed
    bool lru = false; ///< the picture of the LRU lists
    bool heads_limited = false;
    std::uint64_t pages_per_glyph = 0; ///< of a belt
    double stream_rate = 0; ///< pages a second of the run for the thinnest stream
    bool operator==(const LegendContent&) const = default;
};
LegendContent legend_of(const SceneModel& model);

/// `note` stands at the right end if there is room.
void paint_legend(const Paint& paint, const QRectF& rect, const LegendContent& content, const QString& note);
void paint_narration(const Paint& paint, const QRectF& rect, const Narration& narration);

} // namespace sluice::ui
