// SPDX-License-Identifier: GPL-3.0-or-later
// The ground of the scene, rooms with their titles, corridors between them, and the words of tiles and rows.
#include "ui/kit/format.h"
#include "ui/scene/paint.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

void paint_corridor(const Paint& paint, const CorridorBox& c, const SceneModel& model) {
    const double s = paint.s;
    const QRectF& r = c.opening;
    const QColor edge = paint.t[Token::edge];
    // Room ground over the walls, so that the opening is a hole in them.
    const QRectF hole = c.horizontal ? r.adjusted(-1.5, 0, 1.5, 0) : r.adjusted(0, -1.5, 0, 1.5);
    paint.p.fillRect(hole, paint.t[Token::room]);
    if (c.horizontal) {
        paint.line({r.left(), r.top() + 0.5}, {r.right(), r.top() + 0.5}, edge, 1);
        paint.line({r.left(), r.bottom() - 0.5}, {r.right(), r.bottom() - 0.5}, edge, 1);
    } else {
        paint.line({r.left() + 0.5, r.top()}, {r.left() + 0.5, r.bottom()}, edge, 1);
        paint.line({r.right() - 0.5, r.top()}, {r.right() - 0.5, r.bottom()}, edge, 1);
    }
    int hops = 0;
    for (const LinkModel& l : model.links)
        if ((l.a == c.a && l.b == c.b) || (l.a == c.b && l.b == c.a))
            hops = l.hops;
    if (hops == 0)
        return;
    const QString text = hops == 1 ? tr("1 hop") : tr("%1 hops").arg(hops);
    const double w = paint.width(Paint::Face::note, text);
    if (c.horizontal && w + 4 * s <= c.label.width() + 12 * s)
        paint.text(c.label.adjusted(-4 * s, 0, 4 * s, 0), Qt::AlignHCenter, text, Token::ink2);
    else if (!c.horizontal)
        paint.text(c.label, Qt::AlignRight, text, Token::ink2);
}

/// What the colours of cells and dots mean.
void paint_key(const Paint& paint, const QRectF& rect) {
    const double s = paint.s;
    double x = rect.left();
    const struct {
        CpuChip chip;
        bool off;
        QString words;
    } entries[] = {{CpuChip::kernel, false, tr("kernel")}, {CpuChip::user, false, tr("user")},
        {CpuChip::idle, false, tr("idle")}, {CpuChip::kernel, true, tr("preemption off or spinning")},
        {CpuChip::waiting, false, tr("waiting")}};
    for (const auto& e : entries) {
        const double w = 18 * s + paint.width(Paint::Face::note, e.words);
        if (x + w > rect.right())
            continue;
        CpuModel sample;
        sample.chip = e.chip;
        sample.preempt_off = e.off;
        paint_cell(paint, {0, QRectF(std::round(x), std::round(rect.center().y() - 6 * s), 12 * s, 12 * s), Level::dot},
            sample);
        paint.text({x + 17 * s, rect.top(), w, rect.height()}, Qt::AlignLeft, e.words, Token::ink2);
        x += w + 14 * s;
    }
}

} // namespace

void paint_canvas(const Paint& paint, const SceneLayout& layout, const SceneModel& model) {
    paint.p.fillRect(QRectF(QPointF(0, 0), layout.size), paint.t[Token::canvas]);
    for (const RoomBox& room : layout.rooms) {
        const auto it = std::find_if(
            model.rooms.begin(), model.rooms.end(), [&](const RoomModel& m) { return m.node == room.node; });
        if (it != model.rooms.end())
            paint_room_static(paint, room, *it, layout, model.giant.has_value());
    }
    for (const CorridorBox& c : layout.corridors)
        paint_corridor(paint, c, model);
}

void paint_room_static(
    const Paint& paint, const RoomBox& room, const RoomModel& model, const SceneLayout& layout, bool giant) {
    using Face = Paint::Face;
    const double s = paint.s;
    if (room.form == RoomForm::row) {
        if (!room.rect.intersects(layout.rows))
            return;
        paint.p.save();
        paint.p.setClipRect(layout.rows);
        paint.p.fillRect(room.rect, paint.t[Token::room]);
        paint.line({room.rect.left(), room.rect.bottom() - 0.5}, {room.rect.right(), room.rect.bottom() - 0.5},
            paint.t[Token::line], 1);
        paint.text(room.title, Qt::AlignLeft, tr("Node %1").arg(room.node), Token::ink, Face::note_bold);
        paint.p.restore();
        return;
    }
    paint.box(room.rect, paint.t[Token::room], paint.t[Token::edge], corner::box * s);
    const QRectF title
        = paint.text(room.title, Qt::AlignLeft, tr("Node %1").arg(room.node), Token::ink, Face::body_bold);
    const QString cpus = model.cpus.size() == 1 ? tr("1 CPU") : tr("%1 CPUs").arg(model.cpus.size());
    const QString note = QStringLiteral("%1 · %2").arg(format::bytes(model.bytes), cpus);
    const double left = title.right() + 8 * s;
    paint.text(QRectF(QPointF(left, room.title.top()), room.title.bottomRight()), Qt::AlignLeft, note, Token::ink2);
    const auto cells = static_cast<std::size_t>(
        std::count_if(room.cards.begin(), room.cards.end(), [](const CardBox& c) { return c.level == Level::cell; }));
    const std::size_t threads = room.cores.empty() ? 0 : cells / room.cores.size();
    if (!room.cores_title.isEmpty() && !room.cores.empty()) {
        const QString cores = room.cores.size() == 1 ? tr("1 core") : tr("%1 cores").arg(room.cores.size());
        const QString words
            = threads <= 1 ? tr("%1 of one thread").arg(cores) : tr("%1 × %2 threads").arg(cores).arg(threads);
        paint.text(room.cores_title, Qt::AlignLeft, words, Token::ink, Face::note_bold);
    }
    for (const CoreBox& core : room.cores) {
        paint.box(core.rect, paint.t[Token::card], paint.t[Token::edge], 3 * s);
        if (threads > 1)
            paint.text({core.rect.left(), core.rect.bottom() - 17 * s, core.rect.width(), 15 * s}, Qt::AlignHCenter,
                QString::number(core.core), Token::ink2);
    }
    if (!room.key.isEmpty())
        giant ? paint_giant_key(paint, room.key) : paint_key(paint, room.key);
}

void paint_room_words(const Paint& paint, const RoomBox& room, const RoomModel& model) {
    const double s = paint.s;
    if (room.words.isEmpty())
        return;
    std::map<CpuChip, int> states;
    int off = 0;
    for (const CpuModel& c : model.cpus) {
        ++states[c.chip];
        off += c.preempt_off;
    }
    const TankModel* tank = nullptr;
    for (const TankModel& t : model.tanks)
        if (t.absent.isEmpty() && (!tank || t.pages > tank->pages))
            tank = &t;
    if (room.form == RoomForm::row) {
        const QString free
            = tank ? tr("%1 free").arg(format::count(static_cast<std::int64_t>(tank->free()))) : QString();
        paint.text(room.words, Qt::AlignRight, free, Token::ink2);
        return;
    }
    // Words in order of importance, as many as there are lines.
    QStringList lines;
    lines << model.words;
    if (tank)
        lines << tr("free %1 of %2")
                     .arg(format::count(static_cast<std::int64_t>(tank->free())),
                         format::count(static_cast<std::int64_t>(tank->pages)));
    QStringList counts;
    if (room.cpus_left_out > 0)
        counts << tr("%1 CPUs not drawn").arg(room.cpus_left_out);
    if (off > 0)
        counts << tr("%1 preemption off").arg(off);
    if (const int n = states[CpuChip::spinning]; n > 0)
        counts << tr("%1 spinning").arg(n);
    if (const int n = states[CpuChip::kernel] + states[CpuChip::user]; n > 0)
        counts << tr("%1 at work").arg(n);
    if (counts.isEmpty())
        counts << tr("all idle");
    lines << counts.join(QStringLiteral(" · "));
    const double line = 15 * s;
    const int fit = static_cast<int>(room.words.height() / line + 0.5);
    for (int i = 0; i < fit && i < lines.size(); ++i)
        paint.text({room.words.left(), room.words.top() + i * line, room.words.width(), line}, Qt::AlignLeft, lines[i],
            Token::ink2);
}

} // namespace sluice::ui
