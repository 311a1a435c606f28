// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/folding.h"

namespace sluice::ui {

namespace {
// Least sizes, px at 100 %.
constexpr int kRunBar = 52, kNarration = 30, kScene = 156, kTimeline = 76, kSwitch = 32, kChart = 110;
constexpr int kTwo = 630; ///< least width for scene, one panel and two rails
constexpr int kAbove = kRunBar + kNarration + kScene;
}

Folding folding_of(QSize units) {
    const int w = units.width(), h = units.height();
    Folding f;
    f.charts_below = h >= kAbove + kTimeline + kSwitch + kChart;
    f.charts_stay = w >= 1180 && h >= 600;
    f.timeline_stays = h >= kAbove + kTimeline;
    f.columns = !f.charts_stay  ? (w >= kTwo ? Columns::two : Columns::one)
        : w >= 1450 && h >= 860 ? Columns::four
                                : Columns::three;
    return f;
}

bool folds_status(int units) {
    return units < 420;
}

} // namespace sluice::ui
