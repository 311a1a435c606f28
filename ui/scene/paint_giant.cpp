// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above the rooms: a giant's pages in the order of their addresses, from freed to still mapped.
#include "ui/kit/format.h"
#include "ui/scene/paint.h"
#include "ui/scene/paint_roads.h"
#include "ui/theme/patterns.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}
QString count(std::uint64_t n) {
    return format::count(static_cast<std::int64_t>(n));
}

/// Longest of these that fits; the last otherwise.
QString first_fitting(const Paint& paint, const QStringList& texts, double width) {
    for (const QString& t : texts)
        if (paint.width(Paint::Face::note, t) <= width)
            return t;
    return texts.back();
}

QStringList counts(const GiantModel& g) {
    if (g.parallel) {
        const std::uint64_t left = g.piece ? (g.mapped + g.piece - 1) / g.piece : 0;
        return {tr("%1 freed · %2 in flight · %3 queued · %4 still mapped")
                    .arg(count(g.pieces_freed), count(g.pieces_in_flight), count(g.pieces_queued), count(left)),
            tr("%1 freed · %2 in flight · %3 queued")
                .arg(count(g.pieces_freed), count(g.pieces_in_flight), count(g.pieces_queued)),
            tr("%1 freed").arg(count(g.pieces_freed))};
    }
    return {tr("%1 pages freed · %2 being freed · %3 still mapped")
                .arg(count(g.freed), count(g.in_flight), count(g.mapped)),
        tr("%1 pages freed · %2 mapped").arg(count(g.freed), count(g.mapped)), tr("%1 freed").arg(count(g.freed))};
}

} // namespace

void paint_giant_strip(const Paint& paint, const QRectF& rect, const GiantModel& g) {
    using Face = Paint::Face;
    const double s = paint.s;
    const bool low = rect.height() < 56 * s;
    const double words = std::min(172 * s, rect.width() * 0.24);
    const QRectF left(rect.left() + 14 * s, rect.top() + (low ? 7 : 12) * s, words - 22 * s, 17 * s);
    paint.text(left, Qt::AlignLeft, g.giants > 1 ? tr("%1 main threads").arg(g.giants) : tr("Main thread"), Token::ink,
        Face::body_bold);
    paint.text(left.translated(0, 18 * s), Qt::AlignLeft, g.doing, g.main_spins ? Token::stall : Token::ink2);

    const QRectF bar(std::round(rect.left() + words), std::round(rect.top() + (low ? 20 : 23) * s),
        std::round(rect.right() - 14 * s - rect.left() - words), std::round(16 * s));
    const QRectF head(bar.left(), rect.top() + (low ? 3 : 5) * s, bar.width(), 16 * s);
    const double gib = static_cast<double>(g.piece) / (std::uint64_t{1} << 18);
    QString title = tr("%1 pages").arg(count(g.pages));
    if (g.parallel && g.piece > 0) {
        const std::uint64_t n = (g.pages + g.piece - 1) / g.piece;
        title = gib == std::floor(gib)
            ? tr("%1 pieces of %2").arg(count(n), format::with_unit(QString::number(gib), QStringLiteral("GiB")))
            : tr("%1 pieces of %2 pages").arg(count(n), count(g.piece));
    }
    const QRectF shown = paint.text(head, Qt::AlignLeft, title, Token::ink, Face::note_bold);
    const double room = head.right() - shown.right() - 12 * s;
    paint.text({shown.right() + 12 * s, head.top(), room, head.height()}, Qt::AlignRight,
        first_fitting(paint, counts(g), room), Token::ink2);

    paint.p.fillRect(bar, paint.t[Token::well]);
    const double total = static_cast<double>(std::max<std::uint64_t>(1, g.pages));
    // What exists can be seen: parts narrower than 3 px are widened at the cost of what is still mapped.
    double x = bar.left();
    const auto part = [&](std::uint64_t pages, auto&& fill) {
        if (pages == 0)
            return;
        const double w = std::max(3.0, std::round(bar.width() * static_cast<double>(pages) / total));
        const QRectF r(x, bar.top(), std::min(w, bar.right() - x), bar.height());
        if (r.width() > 0)
            fill(r);
        x = r.right();
    };
    part(g.freed, [&](const QRectF& r) { fill_pattern(paint.p, r, Pattern::free, paint.t); });
    part(g.in_flight, [&](const QRectF& r) { paint.p.fillRect(r, paint.t[Token::accentfill]); });
    part(g.queued, [&](const QRectF& r) {
        paint.p.fillRect(r, paint.t[Token::warnsoft]);
        paint.box(r, {}, paint.t[Token::warn], 0);
    });
    if (g.mapped > 0 && x < bar.right())
        fill_pattern(paint.p, QRectF(QPointF(x, bar.top()), bar.bottomRight()), Pattern::anon, paint.t);
    paint.box(bar, {}, paint.t[Token::edge], 0);
    // Where one node ends and the next begins.
    double from = 0, last = -1e9;
    const double below = bar.bottom() + 1 * s;
    for (const GiantShare& share : g.shares) {
        const double at = std::round(bar.left() + bar.width() * from / total);
        const double wide = bar.width() * static_cast<double>(share.pages) / total;
        from += static_cast<double>(share.pages);
        if (at - last < 46 * s)
            continue; // no room for its name: the one before stands for it
        last = at;
        paint.p.fillRect(
            QRectF(at, bar.top() - 2 * s, 1.5 * s, bar.height() + (low ? 3 : 14) * s), paint.t[Token::ink]);
        if (below + 14 * s <= rect.bottom())
            paint.text({at + 5 * s, below, std::max(wide, 46 * s) - 6 * s, 14 * s}, Qt::AlignLeft,
                tr("node %1").arg(share.node), Token::ink2);
    }
    if (g.shares.empty() && below + 14 * s <= rect.bottom())
        paint.text(
            {bar.left(), below, bar.width(), 14 * s}, Qt::AlignLeft, tr("pages of all nodes in turn"), Token::ink2);
}

void paint_giant_flow(const Paint& paint, const RoomBox& room, const GiantModel& g) {
    const double s = paint.s;
    if (room.tanks.empty() || room.doors.empty())
        return;
    const TankBox& tank = room.tanks.front();
    const auto it = std::find_if(g.flow.begin(), g.flow.end(), [&](const auto& f) { return f.first == tank.zone; });
    if (it == g.flow.end() || it->second <= 0)
        return;
    const DoorBox& door = room.doors.front();
    const double width = std::max(6.0, stream_width(it->second)) * s;
    const QPointF from(door.rect.left() - 4 * s, std::round(door.rect.top() + 38 * s));
    const double end = std::max(tank.column.right(), tank.foot.right()) + 6 * s;
    const double head = width * 0.6 + 3 * s;
    if (from.x() - end < head + 2 * s)
        return;
    const double half = width / 2;
    paint.p.setRenderHint(QPainter::Antialiasing, true);
    paint.p.setPen(QPen(paint.t[Token::free], 1));
    paint.p.setBrush(paint.t[Token::goodsoft]);
    paint.p.drawPolygon(QPolygonF({{from.x(), from.y() - half}, {end + head, from.y() - half},
        {end + head, from.y() - half - 3 * s}, {end, from.y()}, {end + head, from.y() + half + 3 * s},
        {end + head, from.y() + half}, {from.x(), from.y() + half}}));
    paint.p.setRenderHint(QPainter::Antialiasing, false);
}

void paint_giant_key(const Paint& paint, const QRectF& rect) {
    const double s = paint.s;
    double x = rect.left();
    const struct {
        CpuChip chip;
        bool main;
        QString words;
    } entries[] = {{CpuChip::kernel, false, tr("freeing a piece")},
        {CpuChip::spinning, false, tr("spinning for a lock")}, {CpuChip::kernel, true, tr("main thread")},
        {CpuChip::idle, false, tr("idle")}, {CpuChip::user, false, tr("user")}};
    for (const auto& e : entries) {
        const double w = 18 * s + paint.width(Paint::Face::note, e.words);
        if (x + w > rect.right())
            continue;
        CpuModel sample;
        sample.chip = e.chip;
        sample.main = e.main;
        paint_cell(paint, {0, QRectF(std::round(x), std::round(rect.center().y() - 6 * s), 12 * s, 12 * s), Level::dot},
            sample);
        paint.text({x + 17 * s, rect.top(), w, rect.height()}, Qt::AlignLeft, e.words, Token::ink2);
        x += w + 14 * s;
    }
}

} // namespace sluice::ui
