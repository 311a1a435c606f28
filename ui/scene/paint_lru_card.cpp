// SPDX-License-Identifier: GPL-3.0-or-later
// A CPU's card with its vector, and the wires from cards to the tokens at the door.
#include "ui/kit/chip.h"
#include "ui/scene/paint_lru.h"
#include "ui/theme/patterns.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

/// No room stands around the cards of this picture: on a machine of several nodes a card names its own.
QString card_title(const Paint& paint, double width, const CpuModel& cpu, std::size_t nodes, bool small) {
    QString title = tr("CPU %1").arg(cpu.id);
    if (nodes < 2)
        return title;
    const auto face = small ? Paint::Face::control_bold : Paint::Face::body_bold;
    for (const QString& longer : {tr("%1, node %2").arg(title).arg(cpu.node), tr("%1, n%2").arg(title).arg(cpu.node),
             tr("%1, n%2").arg(cpu.id).arg(cpu.node)})
        if (paint.width(face, longer) <= width)
            return longer;
    return title;
}

void paint_slots(const Paint& paint, const SlotGrid& grid, const VectorModel& v) {
    const double s = paint.s;
    const auto used = static_cast<std::uint32_t>(v.pages.size());
    const int size = grid.pitch >= 15 * s ? paint.t.px(9)
        : grid.pitch >= 12 * s            ? paint.t.px(7.5)
                                          : paint.t.px(grid.pitch / s - 3);
    const double radius = grid.pitch >= 12 * s ? 2 * s : 0;
    const bool bars = grid.pitch < 10 * s; // too small for shapes: areas
    for (std::uint32_t i = 0; i < v.capacity; ++i) {
        const QRectF r = grid.slot(i);
        const bool filled = i < used;
        if (bars) {
            paint.p.fillRect(r, paint.t[filled ? Token::card : Token::well]);
            if (!filled)
                continue;
        } else {
            paint.box(
                r, paint.t[filled ? Token::card : Token::well], paint.t[filled ? Token::edge : Token::line], radius);
        }
        if (filled) {
            PageGlyph g = v.pages[i];
            const bool used_lately = g.used && !bars;
            g.used = g.writing = false; // a slot has room for one state, drawn inside
            paint_glyph(paint, r.center() + QPointF(0, used_lately ? s : 0), g, size);
            if (used_lately)
                paint.p.fillRect(
                    QRectF(r.center().x() - 4 * s, r.top() + 1.5 * s, 8 * s, 1.5 * s), paint.t[Token::ink]);
        }
    }
    if (v.state == VectorState::full || used >= v.capacity)
        paint.box(grid.rect.adjusted(-0.5 * s, -0.5 * s, 0.5 * s, 0.5 * s), {}, paint.t[Token::ink], 3 * s, 1.5 * s);
}

} // namespace

void paint_lru_card(
    const Paint& paint, const LruCardBox& box, const CpuModel& cpu, const LruCpuModel& lru, std::size_t nodes) {
    using Face = Paint::Face;
    const double s = paint.s;
    const bool small = box.level == Level::small;
    paint.box(box.rect, paint.t[Token::card], paint.t[lru.tone == LruTone::holding ? Token::ink : Token::edge],
        corner::card * s, lru.tone == LruTone::holding ? 2 * s : 1);
    if (small && cpu.preempt_off && lru.tone == LruTone::stall)
        fill_pattern(paint.p, QRectF(box.rect.left() + 1, box.rect.top() + 1, 4 * s, box.rect.height() - 2),
            Pattern::stall, paint.t);
    paint.text(box.title, Qt::AlignLeft, card_title(paint, box.title.width(), cpu, nodes, small), Token::ink,
        small ? Face::control_bold : Face::body_bold);
    const QSize size = chip_size(chip_kind(cpu.chip), small, paint.t);
    draw_chip(paint.p,
        QRectF(
            box.chip.right() - size.width(), box.chip.center().y() - size.height() / 2.0, size.width(), size.height()),
        chip_kind(cpu.chip), small, paint.t);
    paint.text(box.function, Qt::AlignLeft, cpu.function, small ? Token::ink2 : Token::ink,
        small ? Face::mono_small : Face::mono);
    if (!box.where.isEmpty())
        paint.text(box.where, Qt::AlignLeft, cpu.where, Token::ink2);
    const VectorModel& v = lru.vector;
    paint_slots(paint, box.grid, v);
    const Token tone = lru.tone == LruTone::stall ? Token::stall : Token::ink2;
    if (small) {
        paint.text(box.count, Qt::AlignLeft, QString::number(v.pages.size()),
            lru.tone == LruTone::stall ? Token::stall : Token::ink, Face::note_bold);
        return;
    }
    paint.text(
        box.count, Qt::AlignLeft, tr("%1 of %2").arg(v.pages.size()).arg(v.capacity), Token::ink, Face::control_bold);
    paint.text(box.whose, Qt::AlignLeft, vector_state_word(v.state), Token::ink2);
    if (!box.where.isEmpty() && v.state != VectorState::empty && box.note.width() > 0) {
        // Whose vector it is stands at the right of the last line, if the state leaves room for it.
        const double note = paint.width(Face::note, lru.note), whose = paint.width(Face::note, v.whose);
        if (note + whose + 10 * s <= box.note.width())
            paint.text(box.note, Qt::AlignRight, v.whose, Token::ink3);
    }
    paint.text(box.note, Qt::AlignLeft, lru.note, tone);
}

void paint_wires(const Paint& paint, const LruLayout& layout, const LruModel& lru) {
    const double s = paint.s;
    if (layout.doors.empty() || layout.shape.shown >= lru.sets.size())
        return;
    const LruDoorBox& door = layout.doors.front();
    const LruSetModel& set = lru.sets[layout.shape.shown];
    int level = 0;
    const auto wire = [&](CpuId cpu, const QRectF& token, Token color) {
        const LruCardBox* card = layout.card(cpu);
        if (!card || card->level > Level::small || token.isEmpty())
            return;
        const double x = std::round(card->rect.center().x()) + 0.5, to = std::round(token.center().x()) + 0.5;
        const double y = layout.wires + 4 * s * (level++ % 4);
        paint.line({x, card->rect.bottom()}, {x, y}, paint.t[color], 1.5 * s, Qt::DotLine);
        paint.line({x, y}, {to, y}, paint.t[color], 1.5 * s, Qt::DotLine);
        paint.line({to, y}, {to, token.top()}, paint.t[color], 1.5 * s, Qt::DotLine);
    };
    for (std::size_t i = 0; i < set.waiters.size(); ++i)
        wire(set.waiters[i], token_rect(door, i, set.waiters.size(), s), Token::stallfill);
    if (set.held)
        wire(set.holder, QRectF(door.gate.center().x(), door.gate.top() - 18 * s, 1, 1), Token::accentfill);
}

} // namespace sluice::ui
