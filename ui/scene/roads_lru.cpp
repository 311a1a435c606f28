// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/roads_lru.h"

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

using Place = RoadEnd::Place;

RoadEnd end_of(List list, bool begins, CpuId cpu) {
    if (list == List::none)
        return {begins ? Place::vector : Place::outside, begins ? cpu : std::uint16_t{0}, TankPart::free};
    if (list == List::isolated)
        return {Place::tray, 0, TankPart::free};
    return {Place::belt, static_cast<std::uint16_t>(list), TankPart::free};
}

bool is_active(List l) {
    return l == List::active || l == List::active_anon;
}

} // namespace

std::pair<RoadEnd, RoadEnd> lru_road(List from, List to, CpuId cpu) {
    return {end_of(from, true, cpu), end_of(to, false, cpu)};
}

QPolygonF lru_way(const LruLayout& layout, const RoadEnd& from, const RoadEnd& to, double s) {
    if (layout.doors.empty() || layout.belts.empty())
        return {};
    const auto belt
        = [&](const RoadEnd& e) { return e.place == Place::belt ? layout.belt(static_cast<List>(e.id)) : nullptr; };
    const BeltBox *a = belt(from), *b = belt(to);
    const QRectF& tray = layout.tray.rect;
    const QRectF& first = layout.belts.front().pill;
    // Upright gutters beside the belts, between the name of a list and its head, and between its tail and the wall.
    const double gutter = std::round(first.left() - 7 * s), out_gutter = std::round(first.right() + 9 * s);
    const auto head = [&](const BeltBox& box) {
        const double y = std::round(box.pill.center().y());
        return QPolygonF({{gutter, y}, {std::round(box.pill.left() + 10 * s), y}});
    };
    const auto tail_x = [&](const BeltBox& box) {
        return std::round(std::clamp(box.at(BeltBox::places - 3).x(), tray.left() + 12 * s, tray.right() - 8 * s))
            + 6 * s;
    };
    QPolygonF line;
    if (from.place == Place::vector && b) {
        const LruCardBox* card = layout.card(static_cast<CpuId>(from.id));
        if (!card)
            return {};
        const LruDoorBox& door = layout.doors.front();
        const double x = std::round(card->rect.center().x() + 8 * s),
                     gate = std::round(door.gate.left() + 13 * s); // beside the token
        const double above = std::round(std::min(door.gate.top() - 22 * s, layout.zones.top() - 5 * s)),
                     below = std::round(door.gate.bottom() + 4 * s);
        line << QPointF(x, card->rect.bottom()) << QPointF(x, above) << QPointF(gate, above) << QPointF(gate, below)
             << QPointF(gutter, below);
        line += head(*b);
    } else if (a && to.place == Place::tray) {
        line << QPointF(tail_x(*a), std::round(a->pill.center().y()))
             << QPointF(tail_x(*a), std::round(tray.top() + 6 * s));
    } else if (from.place == Place::tray && b) {
        const double y = std::round(tray.top() - 5 * s), x = std::round(tray.left() + 8 * s);
        line << QPointF(x, tray.top() + 6 * s) << QPointF(x, y) << QPointF(gutter, y);
        line += head(*b);
    } else if (from.place == Place::tray && to.place == Place::outside) {
        const double x = std::round(tray.right() - 10 * s);
        line << QPointF(x, std::round(tray.bottom() - 6 * s)) << QPointF(x, std::round(layout.room.bottom() + 6 * s));
    } else if (a && to.place == Place::outside) {
        const double y = std::round(a->pill.center().y());
        line << QPointF(std::round(a->pill.right() - 12 * s), y) << QPointF(out_gutter, y)
             << QPointF(out_gutter, std::round(layout.room.bottom() + 6 * s));
    } else if (a && b && is_active(a->list)) {
        const double x = std::round(a->pill.right() - a->pill.height() * 0.45);
        const double y = std::round((a->pill.bottom() + b->pill.top()) / 2);
        const double end = std::round(b->pill.left() + b->pill.height() * 0.45);
        line << QPointF(x, std::round(a->pill.bottom())) << QPointF(x, y) << QPointF(end, y)
             << QPointF(end, std::round(b->pill.top()));
    } else if (a && b) {
        line = head(*a);
        std::reverse(line.begin(), line.end());
        line += head(*b);
    }
    return line;
}

} // namespace sluice::ui
