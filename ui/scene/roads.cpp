// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/roads.h"

#include "ui/scene/paint.h"
#include "ui/scene/roads_lru.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace sluice::ui {
namespace {

constexpr double px_per_ms = 0.35;
constexpr std::size_t waiting_most = 12;

/// An end of a road: its room, the way from the thing to the room's lane, and whether it is a tank.
struct Stop {
    const RoomBox* room = nullptr;
    bool tank = false;
    QPolygonF to_lane; ///< from the thing itself to the point where it meets the lane's trunk
    QPointF tank_top; ///< tanks: where roads from other rooms come in
};

const TankModel* tank_model(const SceneModel& model, ZoneId zone) {
    return model.tank(zone);
}

Stop stop_of(const SceneLayout& layout, const SceneModel& model, const RoadEnd& end, double trunk_offset) {
    const double s = layout.scale;
    Stop out;
    if (end.place == RoadEnd::Place::tank) {
        for (const RoomBox& room : layout.rooms)
            for (const TankBox& tank : room.tanks)
                if (tank.zone == end.id) {
                    out.room = &room;
                    out.tank = true;
                    const TankModel* m = tank_model(model, end.id);
                    const QRectF& c = tank.column;
                    double y = c.center().y();
                    if (m && room.form == RoomForm::room) {
                        const auto [low, high] = tank_levels(c, *m)[static_cast<std::size_t>(end.part)];
                        // Pages join the free ones at their surface.
                        y = end.part == TankPart::free ? std::min(high + 9 * s, low - 1) : (low + high) / 2;
                        y = std::clamp(y, c.top() + 6 * s, c.bottom() - 4 * s);
                    }
                    y = std::round(y);
                    out.tank_top = QPointF(std::round(c.center().x()), c.top() - 2 * s);
                    out.to_lane << QPointF(c.right() + 6 * s, y) << QPointF(room.lane.left() + trunk_offset, y);
                    return out;
                }
        return out;
    }
    const auto cpu = static_cast<CpuId>(end.id);
    const RoomBox* room = layout.room_of_cpu(cpu);
    const CardBox* card = layout.card(cpu);
    if (!room || !card)
        return out;
    out.room = room;
    const double trunk = room->lane.left() + trunk_offset;
    if (card->level > Level::small) {
        const QPointF c(std::round(card->rect.center().x()), std::round(card->rect.center().y()));
        out.to_lane << c << QPointF(trunk, c.y());
        return out;
    }
    const CardGeometry g = card_geometry(card->rect, card->level, s);
    const double channel = std::round(g.channel);
    switch (end.place) {
    case RoadEnd::Place::stack: {
        const double x = std::round(g.stack.center().x());
        out.to_lane << QPointF(x, g.stack.top() + std::min(30 * s, g.stack.height() * 0.4)) << QPointF(x, channel)
                    << QPointF(trunk, channel);
        break;
    }
    case RoadEnd::Place::page_list: {
        const double y
            = std::round(card->level == Level::small ? card->rect.center().y() : card->rect.bottom() - 10 * s);
        out.to_lane << QPointF(card->rect.left() + 2 * s, y) << QPointF(trunk, y);
        break;
    }
    case RoadEnd::Place::vector:
    case RoadEnd::Place::belt:
    case RoadEnd::Place::tray:
    case RoadEnd::Place::outside:
        break; // of the other picture
    case RoadEnd::Place::work:
    case RoadEnd::Place::tank: {
        const double x = std::round(g.function.left() - 7 * s);
        out.to_lane << QPointF(x, std::round(g.function.center().y())) << QPointF(x, channel)
                    << QPointF(trunk, channel);
        break;
    }
    }
    return out;
}

QPolygonF reversed(const QPolygonF& line) {
    QPolygonF out = line;
    std::reverse(out.begin(), out.end());
    return out;
}

void append(QPolygonF& line, const QPointF& p) {
    if (line.isEmpty() || line.back() != p)
        line << p;
}

/// The way between two rooms, from the lane of one to the lane or the tank top of the other.
void cross(const SceneLayout& layout, QPolygonF& line, const Stop& from, const Stop& to) {
    const RoomBox &a = *from.room, &b = *to.room;
    const double s = layout.scale;
    const QPointF into = to.tank && b.form == RoomForm::room ? QPointF(to.tank_top.x(), b.corridor)
                                                             : QPointF(to.to_lane.back().x(), b.corridor);
    append(line, {line.back().x(), a.form == RoomForm::room ? a.corridor : line.back().y()});
    const bool same_row = std::abs(a.rect.top() - b.rect.top()) < 1 && !layout.one_large;
    if (same_row) {
        append(line, {into.x(), line.back().y()});
        return;
    }
    if (!layout.one_large) {
        // Two by two: along the own row to the column of the goal, then through the doorway between the rows.
        const RoomBox* above = &a;
        for (const RoomBox& r : layout.rooms)
            if (std::abs(r.rect.top() - a.rect.top()) < 1 && std::abs(r.rect.left() - b.rect.left()) < 1)
                above = &r;
        const double x = std::round(above->rect.right() - 6 * s);
        append(line, {x, line.back().y()});
        append(line, {x, b.corridor});
        append(line, {into.x(), b.corridor});
        return;
    }
    // One large room: out through its wall and along the gap to the tile or row.
    const RoomBox& tile = a.form == RoomForm::room ? b : a;
    const double gap = std::round(tile.rect.left() - 6 * s);
    append(line, {gap, line.back().y()});
    append(line, {gap, b.form == RoomForm::room ? b.corridor : std::round(b.rect.center().y())});
    if (b.form == RoomForm::room)
        append(line, {into.x(), b.corridor});
    else
        append(line, {b.rect.left() + 2 * s, line.back().y()});
}

} // namespace

QPointF RoadPath::at(double share) const {
    if (line.isEmpty())
        return {};
    double left = std::clamp(share, 0.0, 1.0) * length;
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QPointF d = line[i] - line[i - 1];
        const double l = std::abs(d.x()) + std::abs(d.y()); // all pieces are level or upright
        if (left <= l && l > 0)
            return line[i - 1] + d * (left / l);
        left -= l;
    }
    return line.back();
}

int trip_duration(double length, double scale, const std::vector<Trip>& trips, Time speed) {
    int ms = std::clamp(static_cast<int>(length / scale / px_per_ms), trip_ms_least, trip_ms_most);
    const Time window = static_cast<Time>(static_cast<double>(ms) / 1000.0 * static_cast<double>(speed));
    const auto n = static_cast<std::size_t>(
        std::count_if(trips.begin(), trips.end(), [&](const Trip& t) { return t.age < window; }));
    if (n > waiting_most)
        ms = std::max(trip_ms_least, static_cast<int>(static_cast<std::size_t>(ms) * waiting_most / n));
    return ms;
}

std::vector<RoadPath> road_paths(const SceneLayout& layout, const SceneModel& model) {
    const double s = layout.scale;
    std::vector<RoadPath> out;
    out.reserve(model.roads.size());
    std::map<const RoomBox*, int> used; // trunks taken in each lane
    for (const RoadModel& road : model.roads) {
        RoadPath path;
        if (layout.lru) {
            path.line = lru_way(*layout.lru, road.from, road.to, s);
            for (qsizetype i = 1; i < path.line.size(); ++i) {
                const QPointF d = path.line[i] - path.line[i - 1];
                path.length += std::abs(d.x()) + std::abs(d.y());
            }
            path.trip_ms = trip_duration(path.length, s, road.trips, model.speed);
            out.push_back(std::move(path));
            continue;
        }
        const auto trunk = [&](const RoadEnd& end) {
            const Stop probe = stop_of(layout, model, end, 0);
            if (!probe.room || probe.room->lane.isEmpty())
                return 0.0;
            const int places = std::max(1, static_cast<int>((probe.room->lane.width() - 22 * s) / (8 * s)));
            return (14 + (used[probe.room]++ % places) * 8) * s;
        };
        const double first = trunk(road.from);
        const Stop from = stop_of(layout, model, road.from, first);
        Stop to = stop_of(layout, model, road.to, first);
        if (!from.room || !to.room) {
            out.push_back(path);
            continue;
        }
        const bool inside_card = road.from.place != RoadEnd::Place::tank && road.to.place != RoadEnd::Place::tank
            && road.from.id == road.to.id;
        if (from.room == to.room && from.room->form != RoomForm::room) {
            out.push_back(path); // tiles and rows say it in words
            continue;
        }
        if (inside_card) {
            // Straight along the channel, without going out into the lane.
            QPolygonF a = from.to_lane, b = to.to_lane;
            a.removeLast();
            b.removeLast();
            if (a.isEmpty() || b.isEmpty() || a.size() < 2 || b.size() < 2) {
                out.push_back(path);
                continue;
            }
            for (const QPointF& p : a)
                append(path.line, p);
            for (const QPointF& p : reversed(b))
                append(path.line, p);
        } else if (from.room == to.room) {
            for (const QPointF& p : from.to_lane)
                append(path.line, p);
            for (const QPointF& p : reversed(to.to_lane))
                append(path.line, p);
        } else {
            to = stop_of(layout, model, road.to, trunk(road.to));
            if (from.room->form != RoomForm::room) {
                path.line << QPointF(from.room->rect.left() + 2 * s, std::round(from.room->rect.center().y()));
            } else if (from.tank) {
                path.line << from.tank_top;
            } else {
                path.line = from.to_lane;
            }
            cross(layout, path.line, from, to);
            if (to.room->form == RoomForm::room) {
                if (to.tank)
                    append(path.line, to.tank_top);
                else
                    for (const QPointF& p : reversed(to.to_lane))
                        append(path.line, p);
            }
        }
        for (qsizetype i = 1; i < path.line.size(); ++i) {
            const QPointF d = path.line[i] - path.line[i - 1];
            path.length += std::abs(d.x()) + std::abs(d.y());
        }
        path.trip_ms = trip_duration(path.length, s, road.trips, model.speed);
        out.push_back(std::move(path));
    }
    return out;
}

} // namespace sluice::ui
