// SPDX-License-Identifier: GPL-3.0-or-later
// Painters of the picture of the LRU lists.
#pragma once

#include "ui/scene/paint.h"

#include <vector>

namespace sluice::ui {

/// Ground, walls of the room, the panel of the zones.
void paint_lru_ground(const Paint& paint, const SceneLayout& layout, const SceneModel& model);
/// Everything of the moment.
void paint_lru_moment(
    const Paint& paint, const SceneLayout& layout, const SceneModel& model, const SceneViewState& view);

void paint_lru_card(
    const Paint& paint, const LruCardBox& box, const CpuModel& cpu, const LruCpuModel& lru, std::size_t nodes);
void paint_wires(const Paint& paint, const LruLayout& layout, const LruModel& lru);
void paint_lru_door(const Paint& paint, const LruDoorBox& box, const LruSetModel& set);
void paint_belts(const Paint& paint, const LruLayout& layout, const LruModel& lru);
void paint_lru_foot(const Paint& paint, const LruLayout& layout, const LruModel& lru);
void paint_zones(const Paint& paint, const LruLayout& layout, const SceneModel& model);

/// A page as a sprite, or as shapes on devices that are no pixels. `size` below 7: a small area of its colour.
void paint_glyph(const Paint& paint, QPointF at, const PageGlyph& page, int size, unsigned more_states = 0);
/// A CPU as a small plate with its number. `waits`: it stands outside.
void paint_token(const Paint& paint, const QRectF& rect, CpuId cpu, bool waits);
/// Where the token of the nth CPU that waits stands; empty if there is no place for it.
QRectF token_rect(const LruDoorBox& box, std::size_t nth, std::size_t all, double scale);
QRectF holder_rect(const LruDoorBox& box, double scale);

/// Pages that can be pointed at: in slots, on the shown belts, in the tray.
struct PageSpot {
    Frame frame = 0;
    QRectF rect;
    Inspectable around; ///< card, belt or tray
};
std::vector<PageSpot> page_spots(const SceneModel& model, const LruLayout& layout, double scale);
/// The rectangle of a thing, pages on the LRU lists included; empty if it is not shown.
QRectF place_of(const SceneModel& model, const SceneLayout& layout, const Inspectable& thing);

} // namespace sluice::ui
