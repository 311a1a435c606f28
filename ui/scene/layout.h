// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything of the scene stands: pure geometry from the shape of a machine and a size. One room a node while all
// fit; otherwise one room large and the others as tiles or rows. How much a card shows follows from the space it gets.
#pragma once

#include "ui/scene/boxes.h"
#include "ui/scene/inspectable.h"
#include "ui/scene/layout_lru.h"
#include "ui/scene/scene_model.h"
#include "ui/scene/scene_view_state.h"

#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace sluice::ui {

struct NodeShape {
    struct CpuShape {
        CpuId id = 0;
        std::uint16_t core = 0;
    };
    NodeId node = 0;
    std::vector<ZoneId> zones; ///< the largest first
    std::vector<CpuShape> cpus;
    std::vector<LockId> locks;
};

struct LayoutInput {
    QSizeF size;
    double scale = 1; ///< of text and lines
    std::vector<NodeShape> nodes;
    NodeId focus = 0; ///< the node that gets most space when not all can have the same
    Zoom zoom = Zoom::machine;
    std::optional<CpuId> zoomed_cpu; ///< for Zoom::cpu
    std::vector<Level> before; ///< levels of the last layout by index of node, empty if none: a better level must have
                               ///< 10 % to spare, so that a resize does not flicker
    double scroll = 0; ///< px that rows are scrolled by
    std::optional<LruShape> lru; ///< the picture of the LRU lists is drawn instead of rooms
    bool strip = false; ///< a strip above the rooms says how far giants are
    double top = 0; ///< px above the rooms; set by lay_out
};

enum class RoomForm : std::uint8_t { room, tile, row };

/// Two or more CPUs of one core, drawn in one box.
struct CoreBox {
    std::uint16_t core = 0;
    QRectF rect;
};

struct DoorBox {
    LockId lock = 0;
    QRectF rect;
    bool upright = true; ///< in the wall of the lane, with tokens below; otherwise with a queue and words beside it
};

struct RoomBox {
    NodeId node = 0;
    RoomForm form = RoomForm::room;
    QRectF rect;
    Level level = Level::large;
    QRectF title;
    std::vector<TankBox> tanks;
    QRectF lane; ///< between tanks and cards
    std::vector<CardBox> cards;
    std::vector<CoreBox> cores;
    QRectF cores_title; ///< for "18 cores × 2 threads"; empty unless cells are drawn
    std::vector<DoorBox> doors;
    QRectF words; ///< tiles and rows
    QRectF key; ///< explains the colours of cells and dots; empty if there is no room
    int cpus_left_out = 0; ///< dots that found no place
    double corridor = 0; ///< y of the road to other rooms
};

/// An opening between two rooms.
struct CorridorBox {
    NodeId a = 0, b = 0;
    QRectF opening;
    QRectF label;
    bool horizontal = true;
};

struct SceneLayout {
    QSizeF size;
    double scale = 1;
    QRectF strip; ///< of the giants; empty if there is none
    std::vector<RoomBox> rooms; ///< in order of nodes
    std::vector<CorridorBox> corridors;
    bool one_large = false; ///< the focused room is large, the others are tiles or rows
    QRectF rows; ///< clip of the rows, empty if there are none
    double rows_height = 0; ///< px of all rows; more than rows.height() can be scrolled
    std::optional<LruLayout> lru; ///< if this is set there are no rooms

    const RoomBox* room(NodeId node) const;
    const RoomBox* room_of_cpu(CpuId cpu) const;
    const CardBox* card(CpuId cpu) const;
    const TankBox* tank(ZoneId zone) const;
    const DoorBox* door(LockId lock) const;
    /// Levels by index of node, or of the cards of the LRU picture, for the next layout's `before`.
    std::vector<Level> levels() const;
    /// The rectangle of a thing; empty if it is not shown.
    QRectF rect_of(const Inspectable& thing) const;
    /// The innermost thing at a point.
    Inspectable thing_at(const QPointF& point) const;
};

SceneLayout lay_out(const LayoutInput& input);

/// The shape of a model's machine.
std::vector<NodeShape> shape_of(const SceneModel& model);
/// The shape of the picture of its LRU lists, if it has one; `shown`: the set of lists that one has chosen.
std::optional<LruShape> lru_shape_of(const SceneModel& model, std::optional<std::uint32_t> shown = std::nullopt);

/// Rectangles inside a card of level L, M or S; those that have no place are empty.
struct CardGeometry {
    QRectF title, chip_area, stack, stack_label, function, where, preemption, duration, bar, ticks, note, wait,
        page_list;
    double label_left = 0, label_right = 0; ///< for count and limit beside the stack
    double channel = 0; ///< y of roads inside the card, above the stack
};
CardGeometry card_geometry(const QRectF& rect, Level level, double scale);

} // namespace sluice::ui
