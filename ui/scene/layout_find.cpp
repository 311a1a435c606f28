// SPDX-License-Identifier: GPL-3.0-or-later
// Looking things up in a layout, by name and by place, and the inside of a card.
#include "ui/scene/layout.h"

#include <algorithm>
#include <cmath>

namespace sluice::ui {

const RoomBox* SceneLayout::room(NodeId node) const {
    const auto it = std::find_if(rooms.begin(), rooms.end(), [&](const RoomBox& r) { return r.node == node; });
    return it == rooms.end() ? nullptr : &*it;
}

const RoomBox* SceneLayout::room_of_cpu(CpuId cpu) const {
    for (const RoomBox& r : rooms)
        for (const CardBox& c : r.cards)
            if (c.cpu == cpu)
                return &r;
    return nullptr;
}

const CardBox* SceneLayout::card(CpuId cpu) const {
    for (const RoomBox& r : rooms)
        for (const CardBox& c : r.cards)
            if (c.cpu == cpu)
                return &c;
    return nullptr;
}

const TankBox* SceneLayout::tank(ZoneId zone) const {
    for (const RoomBox& r : rooms)
        for (const TankBox& t : r.tanks)
            if (t.zone == zone)
                return &t;
    return nullptr;
}

const DoorBox* SceneLayout::door(LockId lock) const {
    for (const RoomBox& r : rooms)
        for (const DoorBox& d : r.doors)
            if (d.lock == lock)
                return &d;
    return nullptr;
}

std::vector<Level> SceneLayout::levels() const {
    std::vector<Level> out;
    if (lru && !lru->cards.empty())
        return {lru->cards.front().level};
    out.reserve(rooms.size());
    for (const RoomBox& r : rooms)
        // A tile never had room for more than dots: what it becomes as a room owes nothing to that.
        out.push_back(r.form == RoomForm::room ? r.level : Level::large);
    return out;
}

QRectF SceneLayout::rect_of(const Inspectable& thing) const {
    if (lru) {
        if (thing == Inspectable::door() && !lru->doors.empty())
            return lru->doors.front().rect;
        for (const ThingBox& t : lru->things())
            if (t.thing == thing)
                return t.rect;
        return {};
    }
    switch (thing.what) {
    case Inspectable::What::node:
        if (const RoomBox* r = room(static_cast<NodeId>(thing.id)))
            return r->rect;
        break;
    case Inspectable::What::cpu:
        if (const CardBox* c = card(static_cast<CpuId>(thing.id)))
            return c->rect;
        break;
    case Inspectable::What::zone:
        if (const TankBox* t = tank(static_cast<ZoneId>(thing.id)))
            return t->foot.isEmpty() ? t->column : t->column.united(t->foot);
        break;
    case Inspectable::What::lock:
        if (const DoorBox* d = door(static_cast<LockId>(thing.id)))
            return d->rect;
        break;
    case Inspectable::What::page:
    case Inspectable::What::list:
    case Inspectable::What::disk:
    case Inspectable::What::task:
    case Inspectable::What::nothing:
        break;
    }
    return {};
}

Inspectable SceneLayout::thing_at(const QPointF& point) const {
    if (lru) {
        for (const ThingBox& t : lru->things())
            if (t.rect.contains(point))
                return t.thing;
        return {};
    }
    for (const RoomBox& r : rooms) {
        if (!r.rect.contains(point) || (r.form == RoomForm::row && !rows.contains(point)))
            continue;
        for (const DoorBox& d : r.doors)
            if (d.rect.contains(point))
                return Inspectable::lock(d.lock);
        for (const CardBox& c : r.cards)
            if (c.rect.contains(point))
                return Inspectable::cpu(c.cpu);
        for (const TankBox& t : r.tanks)
            if (t.column.contains(point) || t.foot.contains(point) || t.name.contains(point))
                return Inspectable::zone(t.zone);
        return Inspectable::node(r.node);
    }
    return {};
}

CardGeometry card_geometry(const QRectF& rect, Level level, double s) {
    CardGeometry g;
    const double left = rect.left(), top = rect.top(), right = rect.right(), bottom = rect.bottom();
    if (level == Level::small) {
        g.title = QRectF(left + 10 * s, top + 3 * s, rect.width() - 34 * s, 18 * s);
        g.chip_area = QRectF(right - 24 * s, top + 3 * s, 20 * s, 18 * s);
        g.stack = QRectF(left + 10 * s, top + 25 * s, 10 * s, rect.height() - 32 * s);
        g.label_left = left + 26 * s;
        g.label_right = right - 5 * s;
        g.function = QRectF(g.label_left, top + 22 * s, g.label_right - g.label_left, 15 * s);
        g.note = QRectF(g.label_left, bottom - 22 * s, g.label_right - g.label_left, 15 * s);
        g.channel = top + 21 * s;
        return g;
    }
    if (level > Level::small)
        return g;
    const bool large = level == Level::large;
    g.title = QRectF(left + 12 * s, top + 5 * s, rect.width() * 0.5, 20 * s);
    g.chip_area = QRectF(left + rect.width() * 0.4, top + 5 * s, rect.width() * 0.6 - 10 * s, 20 * s);
    const double stack_width = large ? 34 * s : 27 * s;
    g.stack = QRectF(left + 12 * s, top + 37 * s, stack_width, rect.height() - 59 * s);
    g.stack_label = QRectF(left + 12 * s, bottom - 20 * s, 80 * s, 16 * s);
    g.label_left = g.stack.right() + 11 * s;
    g.label_right = left + (large ? 108 : 95) * s;
    g.channel = top + 30 * s;

    // Lines of the right column, in order of importance when the card is low.
    const double x = left + (large ? 113 : 99) * s, w = right - (large ? 10 : 8) * s - x;
    const double spare = std::max(0.0, rect.height() - (large ? 140 : 147) * s);
    const bool tight = !large && rect.height() < 116 * s; // a low card of level M: every line as low as text allows
    double y = top + (tight ? 28 : 31) * s + std::min(4 * s, spare * 0.2);
    const auto line = [&](double height) {
        const QRectF r(x, y, w, height);
        y += height;
        return r;
    };
    g.function = line((tight ? 15 : 16) * s);
    g.where = line((tight ? 14 : 15) * s);
    y += std::min(7 * s, spare * 0.35);
    g.preemption = line(14 * s);
    if (!large)
        g.duration = line(14 * s);
    y += 1 * s;
    g.bar = line(11 * s);
    g.ticks = line(10 * s);
    const double end = bottom - 3 * s;
    if (y + 14 * s <= end)
        g.note = line(14 * s);
    const double list_at = bottom - 19 * s;
    if (large && y + 14 * s <= end) {
        y += std::clamp(list_at - y - 15 * s, 0.0, 2 * s);
        g.wait = line(14 * s);
    }
    if (y <= list_at + 1 * s)
        g.page_list = QRectF(x, list_at, w, 15 * s);
    return g;
}

} // namespace sluice::ui
