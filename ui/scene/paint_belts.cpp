// SPDX-License-Identifier: GPL-3.0-or-later
// The LRU lists as belts, the way of a page that is refilled or isolated, the tray, reclaimers and disks.
#include "ui/kit/format.h"
#include "ui/scene/paint_lru.h"
#include "ui/theme/icons.h"

#include <QCoreApplication>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}
QString pages(std::uint64_t n) {
    return format::count(static_cast<std::int64_t>(n));
}

void arrow_head(const Paint& paint, QPointF tip, QPointF from) {
    const double s = paint.s;
    const bool down = std::abs(tip.x() - from.x()) < std::abs(tip.y() - from.y());
    const double sign = down ? (tip.y() > from.y() ? 1 : -1) : (tip.x() > from.x() ? 1 : -1);
    paint.p.setRenderHint(QPainter::Antialiasing, true);
    paint.p.setPen(Qt::NoPen);
    paint.p.setBrush(paint.t[Token::ink2]);
    const double a = 6 * s * sign, b = 3.5 * s;
    paint.p.drawPolygon(down ? QPolygonF({tip, {tip.x() - b, tip.y() - a}, {tip.x() + b, tip.y() - a}})
                             : QPolygonF({tip, {tip.x() - a, tip.y() - b}, {tip.x() - a, tip.y() + b}}));
    paint.p.setRenderHint(QPainter::Antialiasing, false);
}

void paint_belt(const Paint& paint, const BeltBox& box, const BeltModel& belt) {
    using Face = Paint::Face;
    const double s = paint.s;
    const QRectF& r = box.pill;
    paint.box(r, paint.t[Token::well], paint.t[Token::edge], r.height() / 2);
    // Chevrons from head to tail, then the rings of both ends.
    paint.p.setRenderHint(QPainter::Antialiasing, true);
    paint.p.setPen(QPen(paint.t[Token::line], 1.5 * s));
    paint.p.setBrush(Qt::NoBrush);
    const double h = std::min(6 * s, r.height() * 0.24);
    const std::size_t n = std::min<std::size_t>(belt.glyphs.size(), BeltBox::places);
    for (std::size_t i = 0; i < BeltBox::places - std::max<std::size_t>(n, belt.pages > 0); i += 2) {
        const QPointF at = box.at(i);
        paint.p.drawPolyline(
            QPolygonF({{at.x() - h / 2, at.y() - h}, {at.x() + h / 2, at.y()}, {at.x() - h / 2, at.y() + h}}));
    }
    paint.p.setPen(QPen(paint.t[Token::edge], 1));
    paint.p.setBrush(paint.t[Token::card]);
    const double ring = std::min(5 * s, r.height() * 0.2);
    paint.p.drawEllipse(QPointF(r.left() + r.height() * 0.45, r.center().y()), ring, ring);
    paint.p.drawEllipse(QPointF(r.right() - r.height() * 0.45, r.center().y()), ring, ring);
    paint.p.setRenderHint(QPainter::Antialiasing, false);
    const int size = paint.t.px(box.pitch >= 10 * s ? 9 : box.pitch >= 8 * s ? 8 : 7);
    for (std::size_t i = 0; i < n; ++i)
        paint_glyph(paint, box.at(BeltBox::places - n + i), belt.glyphs[belt.glyphs.size() - n + i], size);
    if (n == 0 && belt.pages > 0) {
        // Fewer pages than one glyph stands for, and the sample met none: half a glyph says that there are some.
        const QPointF at = box.at(BeltBox::places - 1);
        paint.p.save();
        paint.p.setClipRect(QRectF(at.x(), r.top(), size, r.height()), Qt::IntersectClip);
        PageGlyph some;
        some.look = belt.usual;
        paint_glyph(paint, at, some, size);
        paint.p.restore();
    }
    if (box.words.height() < 30 * s) {
        const QRectF name = paint.text(box.words, Qt::AlignLeft, belt.name, Token::ink, Face::note_bold);
        paint.text(
            {name.right() + 5 * s, box.words.top(), box.words.right() - name.right() - 5 * s, box.words.height()},
            Qt::AlignLeft, pages(belt.pages), Token::ink2);
        return;
    }
    paint.text({box.words.left(), box.words.top(), box.words.width(), 16 * s}, Qt::AlignLeft, belt.name, Token::ink,
        Face::control_bold);
    paint.text({box.words.left(), box.words.top() + 15 * s, box.words.width(), 15 * s}, Qt::AlignLeft,
        pages(belt.pages), Token::ink2, Face::note);
}

/// From the tail of an active belt to the head of its inactive one.
void paint_refill(const Paint& paint, const BeltBox& active, const BeltBox& inactive, bool word) {
    const double s = paint.s;
    const double right = active.pill.right() - active.pill.height() * 0.45,
                 left = inactive.pill.left() + inactive.pill.height() * 0.45;
    const double top = active.pill.bottom(), end = inactive.pill.top();
    if (end - top < 8 * s)
        return;
    const double y = std::round((top + end) / 2) + 0.5;
    const QColor ink = paint.t[Token::edge];
    const double lx = std::round(left) + 0.5, rx = std::round(right) + 0.5;
    paint.line({rx, top}, {rx, y}, ink, 1.5 * s);
    const QString text = tr("refill: not used lately");
    const double w = paint.width(Paint::Face::note, text) + 12 * s;
    const double middle = (lx + rx) / 2;
    if (word && w < rx - lx - 40 * s) {
        paint.line({rx, y}, {middle + w / 2, y}, ink, 1.5 * s);
        paint.line({middle - w / 2, y}, {lx, y}, ink, 1.5 * s);
        paint.text({middle - w / 2, y - 8 * s, w, 16 * s}, Qt::AlignHCenter, text, Token::ink2);
    } else {
        paint.line({rx, y}, {lx, y}, ink, 1.5 * s);
    }
    paint.line({lx, y}, {lx, end - 2 * s}, ink, 1.5 * s);
    arrow_head(paint, {lx, end}, {lx, y});
}

void paint_tray(const Paint& paint, const TrayBox& box, const LruSetModel& set, const BeltBox* from) {
    using Face = Paint::Face;
    const double s = paint.s;
    const TrayModel& t = set.tray;
    if (box.rect.isEmpty())
        return;
    QPen pen(paint.t[Token::ink2], 1.5 * s, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3, 2});
    paint.p.setRenderHint(QPainter::Antialiasing, true);
    paint.p.setPen(pen);
    paint.p.setBrush(paint.t[Token::room]);
    paint.p.drawRoundedRect(box.rect.adjusted(0.75 * s, 0.75 * s, -0.75 * s, -0.75 * s), 4 * s, 4 * s);
    paint.p.setRenderHint(QPainter::Antialiasing, false);
    const std::size_t places = box.columns * box.rows;
    const std::size_t n = std::min(t.glyphs.size(), places);
    for (std::size_t i = 0; i < places; ++i) {
        const QPointF at = box.at(i);
        if (i < n)
            paint_glyph(paint, at, t.glyphs[i], paint.t.px(box.pitch >= 10 * s && box.rect.height() >= 32 * s ? 9 : 7));
        else
            paint.p.fillRect(
                QRectF(std::round(at.x()) - s, std::round(at.y()) - s, 2 * s, 2 * s), paint.t[Token::line]);
    }
    QString who = tr("isolated"), how = tr("nothing is isolated");
    if (t.pages > 0) {
        who = t.tasks > 1     ? tr("isolated by %1 tasks").arg(t.tasks)
            : t.who.isEmpty() ? tr("isolated")
                              : tr("isolated by %1").arg(t.who);
        how = t.tasks <= 1 && t.batch >= t.pages ? tr("%1 of %2, off the lists").arg(pages(t.pages), pages(t.batch))
                                                 : tr("%1 pages, off the lists").arg(pages(t.pages));
    }
    paint.text({box.words.left(), box.words.top() + s, box.words.width(), 15 * s}, Qt::AlignRight, who, Token::ink,
        Face::control_bold);
    paint.text(
        {box.words.left(), box.words.top() + 16 * s, box.words.width(), 15 * s}, Qt::AlignRight, how, Token::ink2);
    if (!from)
        return;
    // The one who takes pages off the tail, and the way that they go.
    const double x
        = std::round(std::clamp(from->at(BeltBox::places - 3).x(), box.rect.left() + 12 * s, box.rect.right() - 8 * s))
        + 0.5;
    if (box.rect.top() - from->pill.bottom() < 7 * s)
        return;
    paint.line({x, from->pill.bottom()}, {x, box.rect.top() - 2 * s}, paint.t[Token::edge], 1.5 * s);
    arrow_head(paint, {x, box.rect.top()}, {x, from->pill.bottom()});
    if (t.cpu && set.held && set.holder == *t.cpu) {
        const double h = std::min(22 * s, from->pill.height() - 4);
        paint_token(
            paint, {std::round(x - 15 * s), std::round(from->pill.center().y() - h / 2), 30 * s, h}, *t.cpu, false);
    }
}

} // namespace

void paint_belts(const Paint& paint, const LruLayout& layout, const LruModel& lru) {
    const double s = paint.s;
    if (layout.shape.shown >= lru.sets.size() || layout.belts.empty())
        return;
    const LruSetModel& set = lru.sets[layout.shape.shown];
    const QRectF& pill = layout.belts.front().pill;
    paint.text({pill.left(), layout.ends_y - 7 * s, 60 * s, 14 * s}, Qt::AlignLeft, tr("head"), Token::ink2);
    paint.text({pill.right() - 60 * s, layout.ends_y - 7 * s, 60 * s, 14 * s}, Qt::AlignRight, tr("tail"), Token::ink2);
    if (!set.name.isEmpty())
        paint.text(
            layout.set_name, Qt::AlignLeft, tr("lists of %1").arg(set.name), Token::ink, Paint::Face::control_bold);
    for (const BeltBox& box : layout.belts)
        if (const BeltModel* belt = set.belt(box.list))
            paint_belt(paint, box, *belt);
    for (const auto& [active, inactive] :
        {std::pair(List::active, List::inactive), {List::active_anon, List::inactive_anon}}) {
        const BeltBox *a = layout.belt(active), *i = layout.belt(inactive);
        if (a && i)
            paint_refill(paint, *a, *i, true);
    }
    paint_tray(paint, layout.tray, set, layout.belts.empty() ? nullptr : &layout.belts.back());
}

void paint_lru_foot(const Paint& paint, const LruLayout& layout, const LruModel& lru) {
    using Face = Paint::Face;
    const double s = paint.s;
    for (const ThingBox& box : layout.actors) {
        const auto it = std::find_if(
            lru.actors.begin(), lru.actors.end(), [&](const ActorModel& a) { return a.task == box.thing.id; });
        if (it == lru.actors.end())
            continue;
        const bool runs = it->cpu.has_value();
        const Token ink = runs ? Token::accent : Token::ink2;
        paint.box(box.rect, paint.t[runs ? Token::accentsoft : Token::well],
            paint.t[runs ? Token::accent : Token::edge], 3 * s);
        const QRectF name
            = paint.text(box.rect.adjusted(6 * s, 0, -6 * s, 0), Qt::AlignLeft, it->name, ink, Face::note_bold);
        paint.text(QRectF(QPointF(name.right() + 6 * s, box.rect.top()), box.rect.bottomRight() - QPointF(5 * s, 0)),
            Qt::AlignLeft, it->doing, ink);
    }
    if (layout.disks.empty())
        return;
    paint.text(layout.disk_words, Qt::AlignRight, tr("%1 being written").arg(pages(lru.writing)), Token::ink2);
    for (const ThingBox& box : layout.disks) {
        if (box.thing.id >= lru.disks.size())
            continue;
        const std::uint32_t queue = lru.disks[box.thing.id].queue;
        // A disk: a drum with the length of its queue.
        const QRectF& r = box.rect;
        paint.p.setRenderHint(QPainter::Antialiasing, true);
        paint.p.setPen(QPen(paint.t[queue > 0 ? Token::ink2 : Token::edge], 1));
        paint.p.setBrush(paint.t[queue > 0 ? Token::card : Token::well]);
        const double cap = 5 * s;
        QPainterPath drum;
        drum.moveTo(r.left(), r.top() + cap / 2);
        drum.lineTo(r.left(), r.bottom() - cap / 2);
        drum.arcTo(QRectF(r.left(), r.bottom() - cap, r.width(), cap), 180, 180);
        drum.lineTo(r.right(), r.top() + cap / 2);
        drum.arcTo(QRectF(r.left(), r.top(), r.width(), cap), 0, 180);
        paint.p.drawPath(drum);
        paint.p.drawArc(QRectF(r.left(), r.top(), r.width(), cap), 180 * 16, 180 * 16);
        paint.p.setRenderHint(QPainter::Antialiasing, false);
        paint.text(r.adjusted(0, 3 * s, 0, 0), Qt::AlignHCenter, QString::number(queue),
            queue > 0 ? Token::ink : Token::ink2, Face::note_bold);
    }
}

} // namespace sluice::ui
