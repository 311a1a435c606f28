// SPDX-License-Identifier: GPL-3.0-or-later
// The ways of pages in the picture of the LRU lists: from a card through the door to the head of a list, from its tail
// into the tray, back or out of the room.
#pragma once

#include "ui/scene/layout.h"
#include "ui/scene/scene_model.h"

#include <QPolygonF>

namespace sluice::ui {

/// The two ends of a change of list: `cpu` put the page there or took it off.
std::pair<RoadEnd, RoadEnd> lru_road(List from, List to, CpuId cpu);
/// Empty if an end is not in the picture. All pieces are level or upright.
QPolygonF lru_way(const LruLayout& layout, const RoadEnd& from, const RoadEnd& to, double scale);

} // namespace sluice::ui
