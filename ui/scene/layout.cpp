// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/layout.h"

#include "ui/scene/layout_room.h"

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

constexpr double share_of_focus = 0.62;
constexpr int tiles_in_column = 3;
constexpr int tiles_in_two_columns = 16;

QRectF whole(const QRectF& r) {
    const double x = std::round(r.x()), y = std::round(r.y());
    return {x, y, std::round(r.right()) - x, std::round(r.bottom()) - y};
}

Level before(const LayoutInput& in, std::size_t i, bool& known) {
    known = i < in.before.size();
    return known ? in.before[i] : Level::dot;
}

RoomBox room(const LayoutInput& in, std::size_t i, const QRectF& rect) {
    bool known = false;
    const Level last = before(in, i, known);
    const bool zoomed = in.zoom == Zoom::cpu && in.zoomed_cpu.has_value();
    return furnish_room(in.nodes[i], whole(rect), in.scale, known ? std::optional(last) : std::nullopt,
        zoomed ? in.zoomed_cpu : std::nullopt);
}

void add_corridor(SceneLayout& out, const RoomBox& a, const RoomBox& b, bool horizontal) {
    const double s = out.scale;
    CorridorBox c;
    c.a = a.node;
    c.b = b.node;
    c.horizontal = horizontal;
    if (horizontal) {
        c.opening = QRectF(QPointF(a.rect.right(), a.corridor - 10 * s), QPointF(b.rect.left(), a.corridor + 9 * s));
        c.label = QRectF(c.opening.left(), c.opening.bottom(), c.opening.width(), 22 * s);
    } else {
        const double x = a.rect.right() - 12 * s;
        c.opening = QRectF(QPointF(x, a.rect.bottom()), QPointF(x + 12 * s, b.rect.top()));
        c.label = QRectF(x - 52 * s, c.opening.top(), 48 * s, c.opening.height());
    }
    out.corridors.push_back(c);
}

/// All rooms alike: one, two side by side, or two by two. False if some room would show its CPUs smaller than S.
bool lay_out_equal(const LayoutInput& in, SceneLayout& out) {
    const double s = in.scale;
    const std::size_t n = in.nodes.size();
    const bool roomy = in.size.width() >= 860 * s;
    const double margin = (roomy ? 12 : 9) * s;
    const double gap = (n == 1 ? 0 : roomy ? 40 : 30) * s;
    const double top = in.top + margin, height = in.size.height() - in.top - 2 * margin;
    if (n == 1) {
        // Giants meet many CPUs; for the few of other subjects more width would only be empty.
        const double width = std::min(in.size.width() - 2 * margin, in.strip ? in.size.width() : 720 * s);
        out.rooms.push_back(room(in, 0, {(in.size.width() - width) / 2, top, width, height}));
        return true;
    }
    if (n > 4)
        return false;
    const double width = (in.size.width() - 2 * margin - gap) / 2;
    const int rows = n == 2 ? 1 : 2;
    const double vgap = 14 * s;
    const double h = (height - (rows - 1) * vgap) / rows;
    for (std::size_t i = 0; i < n; ++i) {
        const double x = margin + static_cast<double>(i % 2) * (width + gap);
        const double y = top + static_cast<double>(i / 2) * (h + vgap);
        out.rooms.push_back(room(in, i, {x, y, width, h}));
        if (out.rooms.back().level > Level::small) {
            out.rooms.clear();
            return false;
        }
    }
    for (std::size_t i = 0; i + 1 < n; i += 2)
        add_corridor(out, out.rooms[i], out.rooms[i + 1], true);
    for (std::size_t i = 0; i + 2 < n; ++i)
        add_corridor(out, out.rooms[i], out.rooms[i + 2], false);
    return true;
}

/// Only the focused room, with the whole width; for a machine of one node or a scene too narrow for tiles.
void lay_out_one_large(const LayoutInput& in, SceneLayout& out) {
    const double s = in.scale;
    const double margin = (in.size.width() >= 860 * s ? 12 : 9) * s, gap = 14 * s;
    const double inner = in.size.width() - 2 * margin, height = in.size.height() - in.top - 2 * margin;
    const double top = in.top + margin;
    const double large = std::round(inner * share_of_focus);
    const QRectF side(margin + large + gap, top, inner - large - gap, height);
    const std::size_t others = in.nodes.size() - 1;
    const double tile_gap = 8 * s, tile_least = 96 * s, row_height = 24 * s;
    const auto rows_of_two = static_cast<double>((others + 1) / 2);
    const bool column = others <= tiles_in_column;
    const bool two
        = !column && others <= tiles_in_two_columns && rows_of_two * (tile_least + tile_gap) - tile_gap <= height;
    if (!column && !two) {
        out.rows = side;
        out.rows_height = static_cast<double>(others) * row_height;
    }
    const double scroll = std::clamp(in.scroll, 0.0, std::max(0.0, out.rows_height - side.height()));
    out.one_large = true;
    std::size_t k = 0; // place among the others
    for (std::size_t i = 0; i < in.nodes.size(); ++i) {
        if (in.nodes[i].node == in.focus) {
            out.rooms.push_back(room(in, i, {margin, top, large, height}));
            continue;
        }
        const auto at = static_cast<double>(k++);
        if (column) {
            const double h = std::min((height - (tiles_in_column - 1) * tile_gap) / tiles_in_column, 150 * s);
            out.rooms.push_back(
                furnish_tile(in.nodes[i], whole({side.x(), side.y() + at * (h + tile_gap), side.width(), h}), s));
        } else if (two) {
            const double w = (side.width() - tile_gap) / 2;
            const double h = std::min((height - (rows_of_two - 1) * tile_gap) / rows_of_two, 130 * s);
            const double x = side.x() + std::fmod(at, 2) * (w + tile_gap);
            out.rooms.push_back(
                furnish_tile(in.nodes[i], whole({x, side.y() + std::floor(at / 2) * (h + tile_gap), w, h}), s));
        } else {
            const QRectF r(side.x(), side.y() + at * row_height - scroll, side.width(), row_height);
            out.rooms.push_back(furnish_row(in.nodes[i], r, s));
        }
    }
}

} // namespace

QSizeF least_size(Level level) {
    switch (level) {
    case Level::large:
        return {250, 140};
    case Level::medium:
        return {200, 110};
    case Level::small:
        return {96, 64};
    case Level::cell:
        return {30, 17};
    case Level::dot:
        break;
    }
    return {12, 12};
}

SceneLayout lay_out(const LayoutInput& input) {
    SceneLayout out;
    out.size = input.size;
    out.scale = input.scale;
    if (input.lru) {
        out.lru = lay_out_lru(*input.lru, input.size, input.scale,
            input.before.empty() || input.lru->zoomed ? std::nullopt : std::optional(input.before.front()));
        return out;
    }
    if (input.nodes.empty())
        return out;
    LayoutInput in = input;
    if (std::none_of(in.nodes.begin(), in.nodes.end(), [&](const NodeShape& n) { return n.node == in.focus; }))
        in.focus = in.nodes.front().node;
    if (in.strip) {
        const double s = in.scale, margin = (in.size.width() >= 860 * s ? 12 : 9) * s;
        out.strip = whole({margin, margin, in.size.width() - 2 * margin, (in.size.height() < 360 * s ? 50 : 60) * s});
        in.top = out.strip.height() + 10 * s;
    }
    const bool near = in.zoom != Zoom::machine && in.nodes.size() > 1;
    if (near || !lay_out_equal(in, out))
        lay_out_one_large(in, out);
    return out;
}

std::vector<NodeShape> shape_of(const SceneModel& model) {
    std::vector<NodeShape> out;
    out.reserve(model.rooms.size());
    for (const RoomModel& r : model.rooms) {
        NodeShape n;
        n.node = r.node;
        std::vector<const TankModel*> tanks;
        for (const TankModel& t : r.tanks)
            if (t.absent.isEmpty())
                tanks.push_back(&t);
        std::stable_sort(tanks.begin(), tanks.end(), [](const auto* a, const auto* b) { return a->pages > b->pages; });
        for (const TankModel* t : tanks)
            n.zones.push_back(t->zone);
        for (const CpuModel& c : r.cpus)
            n.cpus.push_back({c.id, c.core});
        for (const LockModel& l : r.locks)
            n.locks.push_back(l.id);
        out.push_back(std::move(n));
    }
    return out;
}

std::optional<LruShape> lru_shape_of(const SceneModel& model, std::optional<std::uint32_t> shown) {
    if (!model.lru)
        return std::nullopt;
    const LruModel& lru = *model.lru;
    LruShape out;
    for (const LruCpuModel& c : lru.cpus) {
        out.cpus.push_back(c.cpu);
        out.nodes.push_back(c.node);
    }
    out.capacity = lru.capacity;
    out.shown = shown && *shown < lru.sets.size() ? *shown : lru.shown;
    for (const LruSetModel& s : lru.sets)
        out.locks.push_back(s.lock);
    if (out.shown < lru.sets.size())
        for (const BeltModel& b : lru.sets[out.shown].belts)
            out.belts.push_back(b.list);
    for (const RoomModel& r : model.rooms)
        for (const TankModel& t : r.tanks)
            out.zones.push_back({t.zone, t.pages, !t.absent.isEmpty()});
    std::stable_sort(out.zones.begin(), out.zones.end(),
        [](const auto& a, const auto& b) { return a.absent != b.absent ? b.absent : a.pages > b.pages; });
    out.disks = lru.disks.size();
    for (const ActorModel& a : lru.actors)
        out.actors.push_back(a.task);
    return out;
}

} // namespace sluice::ui
