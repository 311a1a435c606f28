// SPDX-License-Identifier: GPL-3.0-or-later
// Roads, the pages that travel on them as sprites, and streams where they are too many.
#pragma once

#include "ui/scene/paint.h"
#include "ui/scene/roads.h"

namespace sluice::ui {

struct Dot {
    QPointF at;
    Cargo cargo = Cargo::free;
    Frame frame = 0;
};

/// px at 100 %: 4 at the rate where streams begin, 6 more for each factor of ten, at most 24.
double stream_width(double rate);
/// The pages under way, road by road.
std::vector<Dot> dots_of(const SceneModel& model, const std::vector<RoadPath>& paths);

void paint_road_lines(const Paint& paint, const SceneModel& model, const std::vector<RoadPath>& paths);
void paint_dots(const Paint& paint, const std::vector<Dot>& dots);
/// Reduced motion: each page at its goal, with a thin arrow from where it came.
void paint_arrivals(const Paint& paint, const SceneModel& model, const std::vector<RoadPath>& paths);

} // namespace sluice::ui
