// SPDX-License-Identifier: GPL-3.0-or-later
// A CPU at every level: card, small card, cell, dot.
#include "ui/kit/chip.h"
#include "ui/kit/format.h"
#include "ui/scene/paint.h"
#include "ui/theme/icons.h"
#include "ui/theme/patterns.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

Token token_of(Tone tone) {
    switch (tone) {
    case Tone::stall:
        return Token::stall;
    case Tone::warn:
        return Token::warn;
    case Tone::plain:
        break;
    }
    return Token::ink2;
}

/// The shares of the states when they change too fast for a chip to follow, 4 px high, beneath the chip.
void paint_shares(const Paint& paint, const QRectF& chip, const CpuModel& cpu) {
    const double s = paint.s;
    const QRectF strip(chip.left(), chip.bottom() + 1 * s, chip.width(), 4 * s);
    constexpr std::array colors{Token::goodfill, Token::accentfill, Token::stallfill, Token::warnfill, Token::well};
    double x = strip.left();
    for (std::size_t i = 0; i < cpu.shares.size(); ++i) {
        const double w = strip.width() * static_cast<double>(cpu.shares[i]);
        if (w >= 0.5) {
            const QRectF part(x, strip.top(), w, strip.height());
            if (colors[i] == Token::stallfill)
                fill_pattern(paint.p, part, Pattern::stall, paint.t);
            else
                paint.p.fillRect(part, paint.t[colors[i]]);
        }
        x += w;
    }
}

QString card_title(const CpuModel& cpu) {
    return cpu.mark.isEmpty() ? tr("CPU %1").arg(cpu.id) : tr("CPU %1 · %2").arg(cpu.id).arg(cpu.mark);
}

/// The quicklist; with giants the page list, through which their pages go.
void paint_lists(const Paint& paint, const CardGeometry& g, Level level, const CpuModel& cpu, const SceneModel& model) {
    if (!model.giant)
        return paint_stack(paint, g, level, cpu, model.stack_scale, tr("quicklist"));
    CpuModel shown = cpu;
    shown.quicklist = cpu.pcp;
    shown.limit = 0;
    shown.section_start.reset();
    paint_stack(paint, g, level, shown, model.page_list_scale, tr("page list"));
}

} // namespace

ChipKind chip_kind(CpuChip chip) {
    switch (chip) {
    case CpuChip::user:
        return ChipKind::user;
    case CpuChip::kernel:
        return ChipKind::kernel;
    case CpuChip::spinning:
        return ChipKind::spinning;
    case CpuChip::waiting:
        return ChipKind::waiting;
    case CpuChip::idle:
        break;
    }
    return ChipKind::idle;
}

void paint_card(const Paint& paint, const CardBox& box, const CpuModel& cpu, const SceneModel& model) {
    using Face = Paint::Face;
    const double s = paint.s;
    const CardGeometry g = card_geometry(box.rect, box.level, s);
    paint.box(box.rect, paint.t[Token::card], paint.t[Token::edge], corner::card * s);
    paint.text(g.title, Qt::AlignLeft, card_title(cpu), Token::ink, Face::body_bold);
    const QSize size = chip_size(chip_kind(cpu.chip), false, paint.t);
    const QRectF chip(g.chip_area.right() - size.width(), g.chip_area.center().y() - size.height() / 2.0, size.width(),
        size.height());
    draw_chip(paint.p, chip, chip_kind(cpu.chip), false, paint.t);
    if (cpu.restless)
        paint_shares(paint, chip, cpu);
    paint_lists(paint, g, box.level, cpu, model);
    paint.text(g.function, Qt::AlignLeft, cpu.function, Token::ink, Face::mono);
    paint.text(g.where, Qt::AlignLeft, cpu.where, Token::ink2);
    paint_preemption(paint, g, box.level, cpu, model.bar_span);
    paint.text(g.note, Qt::AlignLeft, cpu.note, token_of(cpu.note_tone));
    if (!g.wait.isEmpty() && !cpu.waiter.isEmpty()) {
        paint_icon(
            paint.p, QRectF(g.wait.left(), g.wait.center().y() - 6 * s, 12 * s, 12 * s), "wait", paint.t[Token::warn]);
        QString text = tr("%1: %2").arg(cpu.waiter, format::duration(cpu.waiter_for));
        if (cpu.waiters > 1)
            text = tr("%1 +%2: %3").arg(cpu.waiter).arg(cpu.waiters - 1).arg(format::duration(cpu.waiter_for));
        paint.text(g.wait.adjusted(16 * s, 0, 0, 0), Qt::AlignLeft, text, Token::warn);
    }
    if (!g.page_list.isEmpty() && !model.giant) {
        // The page list: a second, short stack, lying down.
        const double width = (box.level == Level::large ? 34 : 22) * s;
        const QRectF bar(g.page_list.left(), std::round(g.page_list.center().y() - 3.5 * s), width, 8 * s);
        paint.box(bar, paint.t[Token::well], paint.t[Token::edge], 1 * s);
        const double share = std::min(
            1.0, static_cast<double>(cpu.pcp) / static_cast<double>(std::max<std::uint64_t>(1, model.page_list_scale)));
        if (cpu.pcp > 0)
            fill_pattern(paint.p,
                QRectF(bar.left() + 1, bar.top() + 1, std::max(2.0, std::round((bar.width() - 2) * share)),
                    bar.height() - 2),
                Pattern::asleep, paint.t);
        if (cpu.pcp > 0)
            paint.line({bar.left() + 1 + std::max(2.0, std::round((bar.width() - 2) * share)), bar.top() + 1},
                {bar.left() + 1 + std::max(2.0, std::round((bar.width() - 2) * share)), bar.bottom() - 1},
                paint.t[Token::free], 1.5 * s);
        paint.text(g.page_list.adjusted(width + 6 * s, 0, 0, 0), Qt::AlignLeft,
            tr("%1 on page list").arg(format::count(static_cast<std::int64_t>(cpu.pcp))), Token::ink2);
    }
}

void paint_small_card(const Paint& paint, const CardBox& box, const CpuModel& cpu, const SceneModel& model) {
    using Face = Paint::Face;
    const double s = paint.s;
    const CardGeometry g = card_geometry(box.rect, Level::small, s);
    paint.box(box.rect, paint.t[Token::card], paint.t[Token::edge], corner::card * s);
    if (cpu.preempt_off)
        fill_pattern(paint.p, QRectF(box.rect.left() + 1, box.rect.top() + 1, 5 * s, box.rect.height() - 2),
            Pattern::stall, paint.t);
    paint.text(g.title, Qt::AlignLeft, card_title(cpu), Token::ink, Face::control_bold);
    const QSize size = chip_size(chip_kind(cpu.chip), true, paint.t);
    draw_chip(paint.p,
        QRectF(g.chip_area.right() - size.width(), g.chip_area.center().y() - size.height() / 2.0, size.width(),
            size.height()),
        chip_kind(cpu.chip), true, paint.t);
    paint_lists(paint, g, Level::small, cpu, model);
    paint.text(g.function, Qt::AlignLeft, cpu.function, Token::ink2, Face::mono_small);
    const QString pages = format::count(static_cast<std::int64_t>(model.giant ? cpu.pcp : cpu.quicklist));
    const QString with_unit = format::with_unit(pages, tr("pages"));
    const bool fits = paint.width(Face::note_bold, with_unit) <= g.note.width();
    paint.text(g.note, Qt::AlignLeft, fits ? with_unit : pages, Token::ink, Face::note_bold);
}

void paint_cell(const Paint& paint, const CardBox& box, const CpuModel& cpu) {
    const double s = paint.s;
    const QRectF& r = box.rect;
    const Theme& t = paint.t;
    const double radius = (box.level == Level::dot ? 2 : 3) * s;
    Token text = Token::ink;
    if (cpu.main && cpu.chip != CpuChip::idle) {
        // A main thread is dark; stripes at its left when it spins.
        paint.box(r, t[Token::ink], t[Token::ink], radius);
        if (cpu.chip == CpuChip::spinning)
            fill_pattern(
                paint.p, QRectF(r.left() + 1, r.top() + 1, r.width() * 0.3, r.height() - 2), Pattern::stall, t);
        text = Token::card;
    } else if (cpu.chip == CpuChip::spinning || (cpu.preempt_off && cpu.mark.isEmpty())) {
        // Stripes, never plain; preemption off goes with any state.
        paint.box(r, t[Token::stallsoft], t[Token::stallfill], radius);
        if (box.level == Level::dot)
            fill_pattern(paint.p, r.adjusted(2, 2, -2, -2), Pattern::stall, t);
        else
            fill_pattern(
                paint.p, QRectF(r.left() + 1, r.top() + 1, r.width() * 0.3, r.height() - 2), Pattern::stall, t);
        text = Token::stall;
    } else if (cpu.chip == CpuChip::kernel) {
        paint.box(r, t[Token::accentfill], t[Token::accentfill], radius);
        text = Token::onaccent;
    } else if (cpu.chip == CpuChip::user) {
        paint.box(r, t[Token::goodsoft], t[Token::goodfill], radius);
        text = Token::good;
    } else if (cpu.chip == CpuChip::waiting) {
        paint.box(r, t[Token::warnsoft], t[Token::warnfill], radius);
        text = Token::warn;
    } else {
        paint.box(r, t[Token::well], t[Token::edge], radius);
    }
    if (box.level == Level::cell) {
        const QString mark = cpu.mark.isEmpty() ? QString::number(cpu.id) : cpu.mark;
        const bool striped = cpu.chip == CpuChip::spinning || (cpu.preempt_off && cpu.mark.isEmpty());
        paint.text(striped ? r.adjusted(r.width() * 0.3, 0, 0, 0) : r, Qt::AlignHCenter, mark, text, Paint::Face::note);
    }
}

} // namespace sluice::ui
