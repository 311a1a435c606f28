// SPDX-License-Identifier: GPL-3.0-or-later
// Which regions of the laboratory stand side by side. It depends on the size of the window measured in the size of
// text: a window of 1280 px holds half as much at 200 %, and folds like one of 640 px.
#pragma once

#include <QSize>

#include <cstdint>

namespace sluice::ui {

/// From the least room to the most.
enum class Columns : std::uint8_t {
    one, ///< the scene, or one panel instead of it; rails at both sides
    two, ///< the scene, and beside it the lesson or one panel; rails
    three, ///< lesson, scene, and the panels as tabs
    four, ///< as three, with the knobs over the code
};

struct Folding {
    Columns columns = Columns::four;
    bool charts_stay = true; ///< otherwise they come when they are asked for
    bool charts_below = true; ///< they fit below the scene; otherwise they stand in its place
    bool timeline_stays = true; ///< otherwise it comes with the charts
    bool rails() const { return columns <= Columns::two; }
    bool operator==(const Folding&) const = default;
};

/// `units`: the size of the laboratory without menu and status line, in px at 100 %.
Folding folding_of(QSize units);
/// True if a window of this height (px at 100 %) has no room for a status line.
bool folds_status(int units);

} // namespace sluice::ui
