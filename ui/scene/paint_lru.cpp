// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/paint_lru.h"

#include "ui/scene/paint_roads.h"
#include "ui/scene/roads.h"

#include "ui/theme/glyphs.h"

#include <QPaintEngine>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

PageKind kind_of(PageLook look) {
    switch (look) {
    case PageLook::anonymous:
        return PageKind::anon;
    case PageLook::dirty:
        return PageKind::file_dirty;
    case PageLook::file:
        break;
    }
    return PageKind::file_clean;
}

Token token_of(PageLook look) {
    switch (look) {
    case PageLook::anonymous:
        return Token::anonedge;
    case PageLook::dirty:
        return Token::dirty;
    case PageLook::file:
        break;
    }
    return Token::fileedge;
}

bool is_vector(const QPainter& p) {
    return p.paintEngine() && p.paintEngine()->type() != QPaintEngine::Raster
        && p.paintEngine()->type() != QPaintEngine::X11;
}

} // namespace

void paint_glyph(const Paint& paint, QPointF at, const PageGlyph& page, int size, unsigned more_states) {
    if (size < 7) {
        const double r = std::max(1.5, size / 2.0);
        paint.p.fillRect(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r), paint.t[token_of(page.look)]);
        return;
    }
    unsigned states = more_states | (page.used ? page_used : 0u) | (page.writing ? page_writing : 0u);
    if (page.used && page.writing && more_states) // at most two at once
        states &= ~static_cast<unsigned>(page_used);
    if (is_vector(paint.p)) {
        draw_page(paint.p, at, kind_of(page.look), size, states, paint.t);
        return;
    }
    const qreal ratio = paint.p.device() ? paint.p.device()->devicePixelRatioF() : 1;
    const QPixmap& sprite = page_sprite(kind_of(page.look), size, states, paint.t, ratio);
    paint.p.drawPixmap(
        QPoint(qRound(at.x() - sprite.width() / ratio / 2), qRound(at.y() - sprite.height() / ratio / 2)), sprite);
}

void paint_token(const Paint& paint, const QRectF& rect, CpuId cpu, bool waits) {
    paint.box(rect, paint.t[waits ? Token::stallsoft : Token::accentsoft],
        paint.t[waits ? Token::stall : Token::accent], 3 * paint.s, 1.5 * paint.s);
    paint.text(
        rect, Qt::AlignHCenter, QString::number(cpu), waits ? Token::stall : Token::accent, Paint::Face::control_bold);
}

void paint_lru_ground(const Paint& paint, const SceneLayout& layout, const SceneModel&) {
    const double s = paint.s;
    const LruLayout& l = *layout.lru;
    paint.p.fillRect(QRectF(QPointF(0, 0), layout.size), paint.t[Token::canvas]);
    paint.box(l.room, paint.t[Token::room], paint.t[Token::edge], corner::box * s);
    paint.box(l.zones, paint.t[Token::room], paint.t[Token::edge], corner::box * s);
}

void paint_lru_moment(
    const Paint& paint, const SceneLayout& layout, const SceneModel& model, const SceneViewState& view) {
    const LruLayout& l = *layout.lru;
    const LruModel& lru = *model.lru;
    paint_wires(paint, l, lru); // they pass behind cards of a second row
    for (const LruCardBox& box : l.cards) {
        const CpuModel* cpu = model.cpu(box.cpu);
        const LruCpuModel* more = lru.cpu(box.cpu);
        if (!cpu || !more)
            continue;
        if (box.level <= Level::small)
            paint_lru_card(paint, box, *cpu, *more, model.rooms.size());
        else
            paint_cell(paint, {box.cpu, box.rect, box.level}, *cpu);
    }
    const std::vector<RoadPath> paths = road_paths(layout, model);
    if (!view.reduced_motion)
        paint_road_lines(paint, model, paths);
    for (const LruDoorBox& box : l.doors)
        if (box.set < lru.sets.size())
            paint_lru_door(paint, box, lru.sets[box.set]);
    paint_belts(paint, l, lru);
    paint_lru_foot(paint, l, lru);
    paint_zones(paint, l, model);
    if (view.reduced_motion)
        paint_arrivals(paint, model, paths);
    else
        paint_dots(paint, dots_of(model, paths));
}

std::vector<PageSpot> page_spots(const SceneModel& model, const LruLayout& layout, double scale) {
    std::vector<PageSpot> out;
    if (!model.lru)
        return out;
    for (const LruCardBox& box : layout.cards) {
        const LruCpuModel* c = model.lru->cpu(box.cpu);
        if (!c || box.level > Level::small)
            continue;
        const std::size_t n = std::min<std::size_t>(c->vector.pages.size(), c->vector.capacity);
        for (std::size_t i = 0; i < n; ++i)
            out.push_back(
                {c->vector.pages[i].frame, box.grid.slot(static_cast<std::uint32_t>(i)), Inspectable::cpu(box.cpu)});
    }
    const std::size_t shown = layout.shape.shown;
    if (shown >= model.lru->sets.size())
        return out;
    const LruSetModel& set = model.lru->sets[shown];
    const auto around = [&](QPointF at, double pitch) {
        const double r = std::clamp(pitch / 2, 3.5 * scale, 8 * scale);
        return QRectF(at.x() - r, at.y() - 8 * scale, 2 * r, 16 * scale);
    };
    for (const BeltBox& box : layout.belts) {
        const BeltModel* belt = set.belt(box.list);
        if (!belt)
            continue;
        const std::size_t n = std::min<std::size_t>(belt->glyphs.size(), BeltBox::places);
        for (std::size_t i = 0; i < n; ++i)
            out.push_back({belt->glyphs[belt->glyphs.size() - n + i].frame,
                around(box.at(BeltBox::places - n + i), box.pitch), Inspectable::list(set.number, box.list)});
    }
    const std::size_t n = std::min(set.tray.glyphs.size(), layout.tray.columns * layout.tray.rows);
    for (std::size_t i = 0; i < n; ++i)
        out.push_back({set.tray.glyphs[i].frame, around(layout.tray.at(i), layout.tray.pitch),
            Inspectable::list(set.number, List::isolated)});
    return out;
}

QRectF place_of(const SceneModel& model, const SceneLayout& layout, const Inspectable& thing) {
    if (thing.what != Inspectable::What::page || !layout.lru)
        return layout.rect_of(thing);
    for (const PageSpot& spot : page_spots(model, *layout.lru, layout.scale))
        if (spot.frame == thing.id)
            return spot.rect;
    return {};
}

} // namespace sluice::ui
