// SPDX-License-Identifier: GPL-3.0-or-later
// The quicklist as a stack with its top open, and the preemption bar with its ticks.
#include "ui/kit/format.h"
#include "ui/scene/paint.h"
#include "ui/theme/patterns.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

} // namespace

void paint_stack(const Paint& paint, const CardGeometry& g, Level level, const CpuModel& cpu, std::uint64_t scale,
    const QString& name) {
    using Face = Paint::Face;
    const double s = paint.s;
    const QRectF& r = g.stack;
    const auto y_of = [&](std::uint64_t pages) {
        return std::round(r.bottom() - 1
            - (r.height() - 2)
                * std::min(1.0, static_cast<double>(pages) / static_cast<double>(std::max<std::uint64_t>(scale, 1))));
    };
    paint.p.fillRect(r, paint.t[Token::well]);
    double top = y_of(cpu.quicklist);
    if (cpu.quicklist > 0)
        top = std::min(top, r.bottom() - 1 - 2 * s);
    if (r.bottom() - 1 - top >= 1)
        fill_pattern(paint.p, QRectF(QPointF(r.left() + 1, top), QPointF(r.right() - 1, r.bottom() - 1)),
            Pattern::page_table, paint.t);
    // Open at the top: posts and a floor.
    const QColor edge = paint.t[Token::edge];
    paint.line({r.left() + 0.5, r.top()}, {r.left() + 0.5, r.bottom()}, edge, 1);
    paint.line({r.right() - 0.5, r.top()}, {r.right() - 0.5, r.bottom()}, edge, 1);
    paint.line({r.left(), r.bottom() - 0.5}, {r.right(), r.bottom() - 0.5}, edge, 1);
    const bool full_form = level <= Level::medium;
    if (cpu.section_start && *cpu.section_start > cpu.quicklist && full_form) {
        const double y = y_of(*cpu.section_start);
        const double x1 = r.left() + 3 * s, x2 = r.right() - 3 * s;
        if (top - y >= 2) {
            const QColor ghost = paint.t[Token::pt];
            paint.line({x1, y + 0.5}, {x2, y + 0.5}, ghost, 1, Qt::DashLine);
            paint.line({x1, y}, {x1, top}, ghost, 1, Qt::DashLine);
            paint.line({x2, y}, {x2, top}, ghost, 1, Qt::DashLine);
        }
    }
    const double limit = y_of(cpu.limit);
    const QColor ink = paint.t[Token::ink];
    if (cpu.limit > 0) {
        const double out = full_form ? 5 * s : 2 * s;
        paint.line({r.left() - out, limit}, {r.right() + out, limit}, ink, 2 * s);
        if (full_form) {
            paint.p.setRenderHint(QPainter::Antialiasing, true);
            paint.p.setPen(Qt::NoPen);
            paint.p.setBrush(ink);
            const double x = r.right() + out;
            paint.p.drawPolygon(QPolygonF({{x, limit}, {x + 5 * s, limit - 3.5 * s}, {x + 5 * s, limit + 3.5 * s}}));
            paint.p.setRenderHint(QPainter::Antialiasing, false);
        }
    }
    if (!full_form)
        return;
    paint.text(g.stack_label, Qt::AlignLeft, name, Token::ink2);

    // Count and limit dodge each other: the limit stays at its line, the count goes above or below it.
    const double w = g.label_right - g.label_left;
    const double count_height = 16 * s, limit_up = 8 * s, limit_down = 21 * s;
    const QString count = format::count(static_cast<std::int64_t>(cpu.quicklist));
    double y = std::clamp(top - count_height / 2, r.top() - 2 * s, r.bottom() - count_height);
    if (cpu.limit > 0) {
        const double label_top = std::clamp(limit - limit_up, r.top() - 2 * s, r.bottom() - limit_down - 2 * s);
        const double label_bottom = label_top + limit_up + limit_down;
        if (y + count_height > label_top && y < label_bottom) {
            const bool above_fits = label_top - count_height >= r.top() - 6 * s;
            const bool below_fits = label_bottom + count_height <= r.bottom() + 4 * s;
            const bool want_above = cpu.quicklist > cpu.limit;
            y = (want_above && above_fits) || !below_fits ? label_top - count_height : label_bottom;
        }
        paint.text({g.label_left, label_top + 1 * s, w, 14 * s}, Qt::AlignLeft,
            format::count(static_cast<std::int64_t>(cpu.limit)), Token::ink2);
        paint.text({g.label_left, label_top + 14 * s, w, 14 * s}, Qt::AlignLeft, tr("limit"), Token::ink2);
    }
    paint.text({g.label_left, y, w, count_height}, Qt::AlignLeft, count, Token::ink, Face::control_bold);
}

void paint_preemption(const Paint& paint, const CardGeometry& g, Level level, const CpuModel& cpu, Time span) {
    using Face = Paint::Face;
    const double s = paint.s;
    const QString duration = format::duration(cpu.preempt_off_for);
    if (!cpu.preempt_off) {
        paint.text(g.preemption, Qt::AlignLeft, tr("preemption on"), Token::ink2);
    } else if (level == Level::large) {
        const QString both = tr("preemption off %1").arg(duration);
        const bool fits = paint.width(Face::note_bold, both) <= g.preemption.width();
        paint.text(
            g.preemption, Qt::AlignLeft, fits ? both : tr("off %1").arg(duration), Token::stall, Face::note_bold);
    } else {
        paint.text(g.preemption, Qt::AlignLeft, tr("preemption off"), Token::stall, Face::note_bold);
        paint.text(g.duration, Qt::AlignLeft, duration, Token::stall, Face::note_bold);
    }
    const QRectF& r = g.bar;
    paint.box(r, paint.t[Token::well], paint.t[Token::edge], 2 * s);
    const auto x_of = [&](Time after) {
        return r.left() + 1
            + (r.width() - 2)
            * std::min(1.0, static_cast<double>(after) / static_cast<double>(std::max<Time>(span, 1)));
    };
    if (cpu.preempt_off) {
        const double x = std::max(r.left() + 3, std::round(x_of(cpu.preempt_off_for)));
        fill_pattern(
            paint.p, QRectF(QPointF(r.left() + 1, r.top() + 1), QPointF(x, r.bottom() - 1)), Pattern::stall, paint.t);
        paint.line({x, r.top() - 2 * s}, {x, r.bottom() + 2 * s}, paint.t[Token::stallfill], 2 * s);
    }
    paint.p.setRenderHint(QPainter::Antialiasing, true);
    for (const TickMark& tick : cpu.ticks) {
        const double x = x_of(tick.after), y = g.ticks.top() + 1.5 * s;
        if (x > r.right() - 1 * s || (tick.after > span))
            continue;
        paint.p.setPen(QPen(paint.t[tick.held_off ? Token::stallfill : Token::edge], 1));
        paint.p.setBrush(tick.held_off ? QBrush(paint.t[Token::stallfill]) : QBrush(Qt::NoBrush));
        paint.p.drawPolygon(QPolygonF({{x, y}, {x + 3.5 * s, y + 6 * s}, {x - 3.5 * s, y + 6 * s}}));
    }
    paint.p.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace sluice::ui
