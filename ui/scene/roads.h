// SPDX-License-Identifier: GPL-3.0-or-later
// The ways on which pages travel: from a road's two ends to a line through the layout, and from a trip's age to a place
// on that line. Pure geometry.
#pragma once

#include "ui/scene/layout.h"
#include "ui/scene/scene_model.h"

#include <QPolygonF>

#include <vector>

namespace sluice::ui {

struct RoadPath {
    QPolygonF line; ///< corners, from → to; empty if an end is not in the picture
    double length = 0; ///< px
    int trip_ms = 0; ///< how long one page is under way, ms of watching
    bool arrow = true; ///< draw an arrow at the end (roads into a tank or a room)

    QPointF at(double share) const; ///< 0: begin, 1: end
};

/// One path for each road of the model, in the same order.
std::vector<RoadPath> road_paths(const SceneLayout& layout, const SceneModel& model);

/// ms of watching that a trip lasts: constant speed, so longer on a longer road, within the limits of scene_model.h;
/// more than 12 pages under way shorten it.
int trip_duration(double length, double scale, const std::vector<Trip>& trips, Time speed);

} // namespace sluice::ui
