// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything stands in the picture of the LRU lists: cards of CPUs on top, the room of the lists with its door
// beneath, zones at the right, disks and reclaimers at the foot. Pure geometry.
#pragma once

#include "ui/scene/boxes.h"
#include "ui/scene/inspectable.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace sluice::ui {

struct LruShape {
    std::vector<CpuId> cpus; ///< by node
    std::vector<NodeId> nodes; ///< of the CPUs
    std::uint32_t capacity = 16; ///< slots of a vector
    std::vector<List> belts;
    std::vector<LockId> locks; ///< by set
    std::size_t shown = 0; ///< the set whose belts are drawn
    struct ZoneShape {
        ZoneId zone = 0;
        std::uint64_t pages = 0;
        bool absent = false;
    };
    std::vector<ZoneShape> zones; ///< the largest first, absent ones last
    std::size_t disks = 0;
    std::vector<TaskId> actors;
    std::optional<CpuId> zoomed; ///< this CPU gets a large card, the others small ones
    bool operator==(const LruShape&) const = default;
};

inline bool operator==(const LruShape::ZoneShape& a, const LruShape::ZoneShape& b) {
    return a.zone == b.zone && a.pages == b.pages && a.absent == b.absent;
}

/// The vector on a card: slots of one size in rows, nearest the top left first.
struct SlotGrid {
    QRectF rect; ///< around all slots, frame included
    double pitch = 0; ///< px from slot to slot
    std::uint32_t columns = 8;
    QRectF slot(std::uint32_t i) const {
        return {rect.left() + 2 + (i % columns) * pitch, rect.top() + 2 + static_cast<double>(i / columns) * pitch,
            pitch - 1, pitch - 1};
    }
};

struct LruCardBox {
    CpuId cpu = 0;
    QRectF rect;
    Level level = Level::large;
    QRectF title, chip, function, where, count, whose, note; ///< empty if there is no place
    SlotGrid grid; ///< empty for cells
};

struct LruDoorBox {
    std::size_t set = 0;
    LockId lock = 0;
    QRectF rect; ///< all of it
    QRectF gate;
    bool large = true;
    double wall = 0; ///< y of the wall
    QRectF tokens; ///< of those who wait, nearest the gate first
    QRectF queue_words, name;
};

struct BeltBox {
    List list = List::active;
    QRectF words; ///< name and count
    QRectF pill;
    double first = 0, pitch = 0; ///< x of the place nearest the head, px from place to place
    static constexpr std::size_t places = 40;
    QPointF at(std::size_t place) const { return {first + static_cast<double>(place) * pitch, pill.center().y()}; }
};

struct TrayBox {
    QRectF words, rect;
    double pitch = 0;
    std::size_t columns = 16, rows = 2;
    QPointF at(std::size_t i) const {
        return {rect.left() + pitch * (0.5 + static_cast<double>(i % columns)),
            rect.top() + rect.height() * (0.5 + static_cast<double>(i / columns)) / static_cast<double>(rows)};
    }
};

struct ThingBox {
    Inspectable thing;
    QRectF rect;
};

struct LruLayout {
    std::vector<LruCardBox> cards;
    std::vector<LruDoorBox> doors; ///< the one of the shown set first
    QRectF room;
    QRectF set_name; ///< for the name of the set whose belts are drawn
    std::vector<BeltBox> belts;
    double ends_y = 0; ///< y of the words head and tail
    TrayBox tray;
    std::vector<ThingBox> actors, disks;
    QRectF disk_words;
    QRectF zones; ///< the panel
    QRectF zones_title;
    std::vector<TankBox> tanks;
    std::vector<QRectF> tank_names; ///< in the order of the tanks
    std::vector<QRectF> absent; ///< in order of the absent zones of the shape
    double wires = 0; ///< y of the topmost wire between cards and tokens

    const LruCardBox* card(CpuId cpu) const;
    const BeltBox* belt(List list) const;
    /// Everything that can be chosen, in reading order, with its place.
    std::vector<ThingBox> things() const;

    LruShape shape;
};

/// `before`: the level that the cards had; a better one must have 10 % to spare.
LruLayout lay_out_lru(const LruShape& shape, QSizeF size, double scale, std::optional<Level> before = std::nullopt);

} // namespace sluice::ui
