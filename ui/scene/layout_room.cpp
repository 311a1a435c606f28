// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/layout_room.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace sluice::ui {
namespace {

using Cpus = std::vector<NodeShape::CpuShape>;

struct Grid {
    int columns = 0;
    double width = 0, height = 0;
};

double card_gap(Level level) {
    return level == Level::small ? 6 : 11;
}

/// Fewest columns in which n cards of a level fit into an area; columns == 0 if they do not.
Grid fit_cards(Level level, std::size_t n, const QSizeF& area, double s, double spare) {
    const double gap = card_gap(level) * s;
    const QSizeF least = least_size(level) * s * spare;
    const QSizeF most = (level == Level::small ? QSizeF(190, 92) : QSizeF(380, 190)) * s;
    for (int columns = 1; columns <= static_cast<int>(n); ++columns) {
        const int rows = (static_cast<int>(n) + columns - 1) / columns;
        const double w = (area.width() - (columns - 1) * gap) / columns;
        const double h = (area.height() - (rows - 1) * gap) / rows;
        if (w < least.width())
            break;
        if (h >= least.height())
            return {columns, std::min(w, most.width()), std::min(h, most.height())};
    }
    return {};
}

std::map<std::uint16_t, std::vector<CpuId>> cores_of(const Cpus& cpus) {
    std::map<std::uint16_t, std::vector<CpuId>> cores;
    for (const auto& c : cpus)
        cores[c.core].push_back(c.id);
    return cores;
}

/// `compact`: as small as cells may be, without the numbers of the cores.
bool place_cells(RoomBox& room, const Cpus& cpus, const QRectF& area, double s, double spare, bool compact) {
    const auto cores = cores_of(cpus);
    std::size_t threads = 1;
    for (const auto& [core, ids] : cores)
        threads = std::max(threads, ids.size());
    // A core of one thread needs no number of its own.
    const double cell_w = (compact ? 30 : 36) * s,
                 cell_h = (compact               ? 17
                                  : threads == 1 ? 24
                                                 : 18)
        * s,
                 pad = (compact ? 3 : 4) * s, gap = (compact ? 4 : 6) * s;
    const double box_w = cell_w + 2 * pad,
                 box_h = static_cast<double>(threads) * (cell_h + 2 * s) + pad
        + (threads == 1     ? 2
                  : compact ? 1
                            : 17)
            * s;
    const double title = 24 * s;
    const int columns = static_cast<int>((area.width() / spare + gap) / (box_w + gap));
    if (columns < 1)
        return false;
    const auto rows = (cores.size() + static_cast<std::size_t>(columns) - 1) / static_cast<std::size_t>(columns);
    if (title + static_cast<double>(rows) * (box_h + gap) - gap > area.height() / spare)
        return false;
    // An even number in each row reads better than a full one and a rest.
    const int even = static_cast<int>((cores.size() + rows - 1) / rows);
    room.cores_title = QRectF(area.left(), area.top(), area.width(), title - 4 * s);
    int k = 0;
    for (const auto& [core, ids] : cores) {
        const QRectF box(std::round(area.left() + (k % even) * (box_w + gap)),
            std::round(area.top() + title + (k / even) * (box_h + gap)), box_w, box_h);
        room.cores.push_back({core, box});
        double y = box.top() + pad;
        for (const CpuId id : ids) {
            room.cards.push_back({id, QRectF(box.left() + pad, y, cell_w, cell_h), Level::cell});
            y += cell_h + 2 * s;
        }
        ++k;
    }
    return true;
}

void place_dots(RoomBox& room, const Cpus& cpus, const QRectF& area, double s) {
    const double size = 12 * s;
    for (const double pitch : {16 * s, 14 * s}) {
        const int columns = std::max(1, static_cast<int>((area.width() + pitch - size) / pitch));
        const int rows = std::max(1, static_cast<int>((area.height() + pitch - size) / pitch));
        const bool fits = cpus.size() <= static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
        if (!fits && pitch > 14.5 * s)
            continue;
        const auto shown = fits ? cpus.size() : static_cast<std::size_t>(std::max(0, columns * rows));
        for (std::size_t i = 0; i < shown; ++i) {
            const auto k = static_cast<int>(i);
            room.cards.push_back({cpus[i].id,
                QRectF(std::round(area.left() + (k % columns) * pitch), std::round(area.top() + (k / columns) * pitch),
                    size, size),
                Level::dot});
        }
        room.cpus_left_out = static_cast<int>(cpus.size() - shown);
        return;
    }
}

/// A line that explains the colours of cells and dots, if there is room below them.
void place_key(RoomBox& room, const QRectF& area, double s) {
    double bottom = area.top();
    for (const CardBox& c : room.cards)
        bottom = std::max(bottom, c.rect.bottom());
    for (const CoreBox& c : room.cores)
        bottom = std::max(bottom, c.rect.bottom());
    const double end = room.doors.empty() ? area.bottom() : room.doors.front().rect.top();
    if (end - bottom >= 30 * s)
        room.key = QRectF(area.left(), bottom + 8 * s, area.width(), 18 * s);
}

/// Places CPUs at the best level that fits.
void place_cpus(
    RoomBox& room, const Cpus& cpus, const QRectF& area, double s, std::optional<Level> before, Level best) {
    for (const Level level : {Level::large, Level::medium, Level::small, Level::cell, Level::dot}) {
        if (level < best)
            continue;
        const double spare = before && level < *before ? 1.1 : 1.0;
        room.level = level;
        if (level == Level::dot) {
            place_dots(room, cpus, area, s);
            return;
        }
        if (level == Level::cell) {
            for (const bool compact : {false, true})
                if (place_cells(room, cpus, area, s, spare, compact))
                    return;
            continue;
        }
        const Grid grid = fit_cards(level, cpus.size(), area.size(), s, spare);
        if (grid.columns == 0)
            continue;
        const double gap = card_gap(level) * s;
        for (std::size_t i = 0; i < cpus.size(); ++i) {
            const auto k = static_cast<int>(i);
            const double x = area.left() + (k % grid.columns) * (grid.width + gap);
            const double y = area.top() + (k / grid.columns) * (grid.height + gap);
            room.cards.push_back({cpus[i].id,
                QRectF(std::round(x), std::round(y), std::floor(grid.width), std::floor(grid.height)), level});
        }
        return;
    }
}

} // namespace

RoomBox furnish_room(
    const NodeShape& node, const QRectF& rect, double s, std::optional<Level> before, std::optional<CpuId> zoomed) {
    RoomBox room;
    room.node = node.node;
    room.rect = rect;
    room.title = QRectF(rect.left() + 14 * s, rect.top() + 4 * s, rect.width() - 28 * s, 24 * s);
    room.corridor = std::round(rect.top() + 37 * s);
    const bool wide = rect.width() >= wide_room * s;
    const bool low = rect.height() < 260 * s;
    const double top = rect.top() + (low ? 46 : 53) * s, bottom = rect.bottom() - 12 * s;

    // Tanks: the largest zone first and widest, the others thin beside it.
    double x = rect.left() + (wide ? 64 : 14) * s;
    const double main_width = std::round(
        wide ? std::clamp(rect.width() * 0.175, 64 * s, 84 * s) : std::clamp(rect.width() * 0.14, 48 * s, 64 * s));
    const double foot_height = low ? 30 * s : wide ? 78 * s : 50 * s, name_height = 22 * s, shoulder = 7 * s;
    for (std::size_t i = 0; i < node.zones.size(); ++i) {
        const double w = i == 0 ? main_width : 30 * s;
        TankBox tank;
        tank.zone = node.zones[i];
        const double foot_bottom = bottom - name_height + (wide ? 0 : 2 * s);
        tank.foot = QRectF(std::round(x - 6 * s), std::round(foot_bottom - foot_height), w + 12 * s, foot_height);
        tank.column = QRectF(
            QPointF(std::round(x), std::round(top + 4 * s)), QPointF(std::round(x) + w, tank.foot.top() - shoulder));
        const double aside = std::min(24 * s, x - rect.left() - 2 * s);
        tank.name = QRectF(x - aside, foot_bottom + 2 * s, w + 2 * aside, name_height - 2 * s);
        if (i == 0 && wide) {
            tank.label_right = tank.foot.left() - 3 * s;
            tank.label_left = rect.left() + 4 * s;
        }
        room.tanks.push_back(tank);
        x += w + 22 * s;
    }
    const double tank_right = room.tanks.empty() ? rect.left() + 8 * s : room.tanks.back().column.right();
    const double lane_width = (wide ? 44 : 34) * s;
    room.lane = QRectF(QPointF(tank_right, top), QPointF(tank_right + lane_width, bottom));

    QRectF area(QPointF(room.lane.right(), top), QPointF(rect.right() - 12 * s, bottom));
    // Two locks stand side by side; where there is height, words below say how long visits and waits take.
    const bool doors = node.locks.size() > 1;
    const double door_strip = (doors && area.height() > 250 * s ? 98 : 68) * s;
    Cpus cpus = node.cpus;
    Level best = Level::large;
    if (zoomed) {
        const auto it = std::find_if(cpus.begin(), cpus.end(), [&](const auto& c) { return c.id == *zoomed; });
        if (it != cpus.end() && cpus.size() > 1) {
            const QSizeF size(std::min(area.width(), 320 * s), std::min(area.height() * 0.6, 176 * s));
            const Level level = size.width() >= 250 * s && size.height() >= 140 * s ? Level::large : Level::medium;
            room.cards.push_back({it->id, QRectF(area.topLeft(), size), level});
            area.setTop(area.top() + size.height() + 12 * s);
            cpus.erase(it);
            best = Level::small;
        }
    }
    // With small cards there is no lane door: the lock gets a strip of its own, with its queue.
    place_cpus(room, cpus, area, s, before, best);
    if (room.level >= Level::small && !node.locks.empty() && area.height() > 190 * s) {
        const RoomBox whole_area = room;
        room.cards.resize(zoomed && best == Level::small ? 1 : 0);
        room.cores.clear();
        room.cpus_left_out = 0;
        QRectF upper = area;
        upper.setBottom(area.bottom() - door_strip);
        place_cpus(room, cpus, upper, s, before, best);
        if (room.level > whole_area.level && whole_area.level == Level::small && !doors) {
            room = whole_area; // larger cards are worth more than the strip; the lock goes into the lane
        } else {
            const std::size_t n = doors && area.width() >= 300 * s ? 2 : 1;
            const double w = (area.width() - static_cast<double>(n - 1) * 12 * s) / static_cast<double>(n);
            for (std::size_t i = 0; i < n; ++i)
                room.doors.push_back({node.locks[i],
                    QRectF(area.left() + static_cast<double>(i) * (w + 12 * s), area.bottom() - door_strip + 6 * s, w,
                        door_strip - 6 * s),
                    false});
        }
    }
    if (room.level >= Level::cell)
        place_key(room, area, s);
    if (room.doors.empty() && !node.locks.empty() && !room.tanks.empty() && !low) {
        const double w = std::min(34 * s, lane_width - 8 * s);
        const QRectF lane = room.lane;
        const double h = 104 * s;
        room.doors.push_back({node.locks.front(),
            QRectF(std::round(lane.center().x() - w / 2 + 2 * s), std::round(bottom - h), w, h), true});
    }
    if (zoomed && best == Level::small && !room.cards.empty())
        room.level = room.cards.front().level;
    return room;
}

RoomBox furnish_tile(const NodeShape& node, const QRectF& rect, double s) {
    RoomBox room;
    room.node = node.node;
    room.form = RoomForm::tile;
    room.rect = rect;
    room.level = Level::dot;
    room.corridor = rect.center().y();
    room.title = QRectF(rect.left() + 12 * s, rect.top() + 5 * s, rect.width() - 24 * s, 20 * s);
    const double top = rect.top() + 29 * s, bottom = rect.bottom() - 8 * s;
    double x = rect.left() + 12 * s;
    for (std::size_t i = 0; i < node.zones.size() && i < 1; ++i) {
        TankBox tank;
        tank.zone = node.zones[i];
        tank.column = QRectF(QPointF(x, top), QPointF(x + 30 * s, bottom));
        room.tanks.push_back(tank);
        x += 44 * s;
    }
    // Words keep as many lines as leave the dots their place.
    const double line = 15 * s;
    const double height = bottom - top;
    const QRectF right(QPointF(x, top), QPointF(rect.right() - 10 * s, bottom));
    // The wider pitch, unless the narrower one saves a row.
    const auto rows_at = [&](double pitch) {
        const int columns = std::max(1, static_cast<int>((right.width() + (pitch - 12) * s) / (pitch * s)));
        return std::ceil(static_cast<double>(node.cpus.size()) / columns);
    };
    const double dots = std::min(rows_at(16) * 16, rows_at(14) * 14) * s + 3 * s;
    const int lines = std::clamp(static_cast<int>((height - dots) / line), 1, 3);
    room.words = QRectF(right.left(), bottom - lines * line, right.width(), lines * line);
    place_dots(room, node.cpus, QRectF(right.topLeft(), QPointF(right.right(), room.words.top() - 3 * s)), s);
    return room;
}

RoomBox furnish_row(const NodeShape& node, const QRectF& rect, double s) {
    RoomBox room;
    room.node = node.node;
    room.form = RoomForm::row;
    room.rect = rect;
    room.level = Level::dot;
    room.corridor = rect.center().y();
    room.title = QRectF(rect.left() + 8 * s, rect.top(), 66 * s, rect.height());
    double x = room.title.right() + 4 * s;
    for (std::size_t i = 0; i < node.zones.size() && i < 1; ++i) {
        TankBox tank;
        tank.zone = node.zones[i];
        const double w = std::min(90 * s, rect.width() * 0.26);
        tank.column = QRectF(x, rect.top() + 6 * s, w, rect.height() - 12 * s);
        room.tanks.push_back(tank);
        x += w + 10 * s;
    }
    // Dots only for as many CPUs as leave room for words; the words count the rest.
    const double words = std::min(110 * s, std::max(0.0, rect.right() - 8 * s - x));
    const QRectF dots(QPointF(x, rect.top() + 6 * s), QPointF(rect.right() - 14 * s - words, rect.bottom() - 5 * s));
    if (dots.width() >= 12 * s)
        place_dots(room, node.cpus, dots, s);
    else
        room.cpus_left_out = static_cast<int>(node.cpus.size());
    room.words
        = QRectF(QPointF(rect.right() - 8 * s - words, rect.top()), QPointF(rect.right() - 8 * s, rect.bottom()));
    return room;
}

} // namespace sluice::ui
