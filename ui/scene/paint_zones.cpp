// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of the zones: tanks, the ballast of buffer heads with its limit, zones that the machine lacks.
#include "ui/kit/format.h"
#include "ui/scene/paint_lru.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("Scene", text);
}

void paint_absent(const Paint& paint, const QRectF& r, const TankModel& tank) {
    const double s = paint.s;
    QPen pen(paint.t[Token::edge], 1.5 * s, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3, 2});
    paint.p.setRenderHint(QPainter::Antialiasing, true);
    paint.p.setPen(pen);
    paint.p.setBrush(Qt::NoBrush);
    paint.p.drawRoundedRect(r.adjusted(0.75 * s, 0.75 * s, -0.75 * s, -0.75 * s), 3 * s, 3 * s);
    paint.p.setRenderHint(QPainter::Antialiasing, false);
    // The name of an absent zone is the only text that is turned.
    paint.p.save();
    paint.p.translate(r.center());
    paint.p.rotate(-90);
    const QString full = tr("%1: %2").arg(tank.name, tank.absent);
    const QRectF line(-r.height() / 2 + 6 * s, -8 * s, r.height() - 12 * s, 16 * s);
    const bool fits = paint.width(Paint::Face::note, full) <= line.width();
    paint.text(line, Qt::AlignHCenter, fits ? full : tank.name, Token::ink2);
    paint.p.restore();
}

/// How much of the zone buffer heads take, and how much they may take.
void paint_ballast(const Paint& paint, const TankBox& box, const TankModel& tank, int limit, double right_end) {
    const double s = paint.s;
    const std::uint64_t heads = tank.part(TankPart::buffer_heads);
    const QRectF& r = box.column;
    if (limit > 0) {
        const double y = std::round(r.top() + r.height() * limit / 100.0) + 0.5;
        paint.line({r.left() - 3 * s, y}, {r.right() + 4 * s, y}, paint.t[Token::ink], 2 * s, Qt::DashLine);
        const QString words = tr("limit %1 %").arg(limit);
        const double x = r.right() + 6 * s;
        if (x + paint.width(Paint::Face::note, words) <= right_end)
            paint.text({x, y - 8 * s, right_end - x, 15 * s}, Qt::AlignLeft, words, Token::ink2);
    }
    if (box.label_right <= 0 || (heads == 0 && limit == 0))
        return;
    const double share = tank.pages ? 100.0 * static_cast<double>(heads) / static_cast<double>(tank.pages) : 0;
    const double w = r.left() - 8 * s - box.label_left;
    // The number of free pages stands beside the surface; when that is near the top, this one stands beneath it.
    const double surface = tank_levels(r, tank)[static_cast<std::size_t>(TankPart::free)].second;
    const double y = surface < r.top() + 40 * s ? surface + 22 * s : r.top() - 3 * s;
    paint.text({box.label_left, y, w, 15 * s}, Qt::AlignRight, format::percent(share, 1), Token::ink,
        Paint::Face::control_bold);
    paint.text({box.label_left, y + 15 * s, w, 14 * s}, Qt::AlignRight, tr("ballast"), Token::ink2);
}

} // namespace

void paint_zones(const Paint& paint, const LruLayout& layout, const SceneModel& model) {
    using Face = Paint::Face;
    const double s = paint.s;
    std::uint64_t bytes = 0;
    for (const RoomModel& r : model.rooms)
        bytes += r.bytes;
    const QRectF title = paint.text(layout.zones_title, Qt::AlignLeft, tr("Zones"), Token::ink, Face::body_bold);
    paint.text(QRectF(QPointF(title.right() + 8 * s, layout.zones_title.top()), layout.zones_title.bottomRight()),
        Qt::AlignLeft, format::bytes(bytes), Token::ink2);
    RoomBox around; // a tank's painter asks for the room around it; the panel is wide enough for every form
    around.rect = QRectF(0, 0, 10'000 * s, 10'000 * s);
    for (std::size_t i = 0; i < layout.tanks.size(); ++i) {
        const TankBox& box = layout.tanks[i];
        const TankModel* tank = model.tank(box.zone);
        if (!tank)
            continue;
        paint_tank(paint, around, box, *tank);
        // Several zones of a kind are told apart by their nodes.
        const QRectF& name = layout.tank_names[i];
        QString words = tank->name;
        if (model.rooms.size() > 1) {
            const QString node = tr("node %1").arg(tank->node);
            words = tank->name == QLatin1String("DMA")          ? tank->name
                : paint.width(Face::note, node) <= name.width() ? node
                                                                : QString::number(tank->node);
        }
        const Face face = paint.width(Face::note_bold, words) + 4 * s <= name.width() ? Face::note_bold : Face::note;
        if (paint.width(face, words) <= name.width() + 6 * s)
            paint.text(name.adjusted(-3 * s, 0, 3 * s, 0), Qt::AlignHCenter, words, Token::ink, face);
        const double next
            = i + 1 < layout.tanks.size() ? layout.tanks[i + 1].column.left() - 2 * s : layout.zones.right() - 4 * s;
        const double absent = layout.absent.empty() ? next : std::min(next, layout.absent.front().left() - 2 * s);
        if (tank->name == QLatin1String("NORMAL"))
            paint_ballast(paint, box, *tank, model.lru->buffer_limit, absent);
    }
    std::size_t at = 0;
    for (const RoomModel& r : model.rooms)
        for (const TankModel& t : r.tanks)
            if (!t.absent.isEmpty() && at < layout.absent.size())
                paint_absent(paint, layout.absent[at++], t);
}

} // namespace sluice::ui
