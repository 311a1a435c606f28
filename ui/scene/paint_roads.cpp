// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/paint_roads.h"

#include "ui/theme/glyphs.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

constexpr int sprite_size = 7;

PageKind kind_of(Cargo cargo) {
    switch (cargo) {
    case Cargo::free:
        return PageKind::free;
    case Cargo::page_table:
        return PageKind::page_table;
    case Cargo::anonymous:
        return PageKind::anon;
    case Cargo::file:
        return PageKind::file_clean;
    case Cargo::kernel:
        return PageKind::kernel;
    case Cargo::buffer_head:
        break;
    }
    return PageKind::buffer_head;
}

std::pair<Token, Token> stream_colors(Cargo cargo) {
    switch (cargo) {
    case Cargo::free:
        return {Token::goodsoft, Token::free};
    case Cargo::page_table:
        return {Token::accentsoft, Token::pt};
    case Cargo::anonymous:
        return {Token::anon, Token::anonedge};
    case Cargo::file:
        return {Token::file, Token::fileedge};
    case Cargo::kernel:
        return {Token::kern, Token::edge};
    case Cargo::buffer_head:
        break;
    }
    return {Token::bh, Token::edge};
}

void arrow(const Paint& paint, const QPointF& tip, const QPointF& from, QColor color) {
    const double s = paint.s;
    const QPointF d = tip - from;
    const double l = std::max(1.0, std::hypot(d.x(), d.y()));
    const QPointF u = d / l, n(-u.y(), u.x());
    paint.p.setRenderHint(QPainter::Antialiasing, true);
    paint.p.setPen(QPen(color, 1));
    paint.p.setBrush(Qt::NoBrush);
    const QPointF back = tip - u * 6 * s;
    paint.p.drawPolyline(QPolygonF({back + n * 3 * s, tip, back - n * 3 * s}));
    paint.p.setRenderHint(QPainter::Antialiasing, false);
}

/// A band along the road with an arrow at its end; its width says how many.
void stream(const Paint& paint, const RoadPath& path, const RoadModel& road) {
    const double s = paint.s;
    // Between the lists the ways are narrow.
    const double width = (road.from.of_lists() ? std::min(5.0, stream_width(road.rate)) : stream_width(road.rate)) * s;
    const auto [fill, edge] = stream_colors(road.cargo);
    QPainterPath band;
    band.moveTo(path.line.front());
    for (qsizetype i = 1; i < path.line.size(); ++i)
        band.lineTo(path.line[i]);
    // The arrow takes the last pixels; the band ends where it begins.
    const QPointF tip = path.line.back();
    const QPointF before = path.line[path.line.size() - 2];
    const QPointF d = tip - before;
    const double l = std::max(1.0, std::hypot(d.x(), d.y()));
    const QPointF u = d / l, n(-u.y(), u.x());
    const double head = std::min(l, width * 0.8 + 3 * s);
    band = QPainterPath(path.line.front());
    for (qsizetype i = 1; i + 1 < path.line.size(); ++i)
        band.lineTo(path.line[i]);
    band.lineTo(tip - u * head);
    paint.p.setRenderHint(QPainter::Antialiasing, true);
    paint.p.setBrush(Qt::NoBrush);
    paint.p.setPen(QPen(paint.t[edge], width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    paint.p.drawPath(band);
    paint.p.setPen(QPen(paint.t[fill], std::max(1.0, width - 2), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    paint.p.drawPath(band);
    paint.p.setPen(QPen(paint.t[edge], 1));
    paint.p.setBrush(paint.t[fill]);
    const double half = width / 2 + 3 * s;
    paint.p.drawPolygon(QPolygonF({tip - u * head + n * half, tip, tip - u * head - n * half}));
    paint.p.setRenderHint(QPainter::Antialiasing, false);
}

bool is_vector(const QPainter& p) {
    return p.paintEngine() && p.paintEngine()->type() != QPaintEngine::Raster
        && p.paintEngine()->type() != QPaintEngine::X11;
}

} // namespace

double stream_width(double rate) {
    return std::clamp(4 + 6 * std::log10(std::max(1.0, rate / stream_above)), 4.0, 24.0);
}

std::vector<Dot> dots_of(const SceneModel& model, const std::vector<RoadPath>& paths) {
    std::vector<Dot> out;
    for (std::size_t i = 0; i < model.roads.size() && i < paths.size(); ++i) {
        const RoadModel& road = model.roads[i];
        const RoadPath& path = paths[i];
        if (road.stream || path.line.size() < 2 || path.trip_ms <= 0)
            continue;
        const double whole
            = static_cast<double>(path.trip_ms) / 1000.0 * static_cast<double>(std::max<Time>(1, model.speed));
        for (const Trip& trip : road.trips) {
            const double share = static_cast<double>(trip.age) / whole;
            if (share > 1)
                break; // youngest first: all further ones have arrived
            out.push_back({path.at(share), road.cargo, trip.frame});
        }
    }
    return out;
}

void paint_road_lines(const Paint& paint, const SceneModel& model, const std::vector<RoadPath>& paths) {
    for (std::size_t i = 0; i < model.roads.size() && i < paths.size(); ++i) {
        const QPolygonF& line = paths[i].line;
        if (line.size() < 2)
            continue;
        if (model.roads[i].stream) {
            stream(paint, paths[i], model.roads[i]);
            continue;
        }
        QPen pen(paint.t[Token::edge], 1, Qt::SolidLine, Qt::FlatCap);
        pen.setDashPattern({1, 3});
        paint.p.setPen(pen);
        paint.p.setBrush(Qt::NoBrush);
        QPolygonF crisp = line;
        for (QPointF& p : crisp)
            p += QPointF(0.5, 0.5);
        paint.p.drawPolyline(crisp);
        arrow(paint, crisp.back(), crisp[crisp.size() - 2], paint.t[Token::edge]);
    }
}

void paint_dots(const Paint& paint, const std::vector<Dot>& dots) {
    const bool vector = is_vector(paint.p);
    const qreal ratio = paint.p.device() ? paint.p.device()->devicePixelRatioF() : 1;
    const QPixmap* sprite = nullptr;
    QPointF half;
    int last = -1;
    for (const Dot& dot : dots) {
        if (vector) {
            draw_page(paint.p, dot.at, kind_of(dot.cargo), sprite_size, page_plain, paint.t);
            continue;
        }
        if (last != static_cast<int>(dot.cargo)) {
            last = static_cast<int>(dot.cargo);
            sprite = &page_sprite(kind_of(dot.cargo), sprite_size, page_plain, paint.t, ratio);
            half = QPointF(sprite->width() / ratio / 2, sprite->height() / ratio / 2);
        }
        const QPointF at = dot.at - half;
        paint.p.drawPixmap(QPoint(qRound(at.x()), qRound(at.y())), *sprite);
    }
}

void paint_arrivals(const Paint& paint, const SceneModel& model, const std::vector<RoadPath>& paths) {
    std::vector<Dot> dots;
    for (std::size_t i = 0; i < model.roads.size() && i < paths.size(); ++i) {
        const QPolygonF& line = paths[i].line;
        if (line.size() < 2 || model.roads[i].stream)
            continue;
        paint.p.setRenderHint(QPainter::Antialiasing, true);
        paint.line(line.front(), line.back(), paint.t[Token::ink2], 1);
        paint.p.setRenderHint(QPainter::Antialiasing, false);
        arrow(paint, line.back(), line.front(), paint.t[Token::ink2]);
        dots.push_back(
            {line.back(), model.roads[i].cargo, model.roads[i].trips.empty() ? 0 : model.roads[i].trips.front().frame});
    }
    paint_dots(paint, dots);
}

} // namespace sluice::ui
