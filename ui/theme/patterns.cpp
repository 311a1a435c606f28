// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/patterns.h"

#include <QHash>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace sluice::ui {
namespace {

struct Shape {
    double width; ///< of one period, px at 100 %
    double height;
    Token ground;
};

Shape shape_of(Pattern pattern) {
    switch (pattern) {
    case Pattern::free:
        return {14, 14, Token::card};
    case Pattern::page_table:
        return {6, 6, Token::pt};
    case Pattern::anon:
        return {8, 8, Token::anon};
    case Pattern::file:
        return {8, 8, Token::file};
    case Pattern::dirty:
        return {4, 4, Token::dirty};
    case Pattern::kernel:
        return {6, 6, Token::kern};
    case Pattern::buffer_head:
        return {10, 10, Token::card};
    case Pattern::stall:
        return {8, 8, Token::stallfill};
    case Pattern::asleep:
        return {6, 6, Token::well};
    }
    return {8, 8, Token::well};
}

QPolygonF diamond(QPointF centre, double radius) {
    return QPolygonF({centre + QPointF(0, -radius), centre + QPointF(radius, 0), centre + QPointF(0, radius),
        centre + QPointF(-radius, 0)});
}

// A stripe through the period from corner to corner, drawn again beside it so that periods join without a seam.
void stripe(QPainter& painter, double period, double width, bool leans_right, const QColor& color) {
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
    for (int shift = -1; shift <= 1; ++shift) {
        const double dx = shift * period;
        if (leans_right)
            painter.drawLine(QPointF(dx - period, 2 * period), QPointF(dx + 2 * period, -period));
        else
            painter.drawLine(QPointF(dx - period, -period), QPointF(dx + 2 * period, 2 * period));
    }
}

// Draws one period at the origin; px at 100 %, the caller scales.
void draw_period(QPainter& painter, Pattern pattern, const Theme& theme) {
    const Shape shape = shape_of(pattern);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(Qt::NoPen);
    // On the light theme gaps are cut in white, on the dark one in the ground of a panel.
    const QColor gap = theme.is_dark() ? theme[Token::panel] : theme[Token::card];
    const auto fill = [&](const QRectF& rect, const QColor& color) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.fillRect(rect, color);
        painter.setRenderHint(QPainter::Antialiasing, true);
    };
    switch (pattern) {
    case Pattern::free:
        painter.setPen(QPen(theme[Token::free], 1.2));
        painter.drawEllipse(QPointF(4, 4), 1.9, 1.9);
        painter.drawEllipse(QPointF(11, 11), 1.9, 1.9);
        break;
    case Pattern::page_table:
        fill(QRectF(0, 5, 6, 1), gap);
        break;
    case Pattern::anon:
        painter.setBrush(theme[Token::anonedge]);
        painter.drawEllipse(QPointF(4, 4), 1.2, 1.2);
        break;
    case Pattern::file:
        painter.setPen(QPen(theme[Token::fileedge], 1));
        painter.drawPolygon(diamond({4, 4}, 2.3));
        break;
    case Pattern::dirty:
        stripe(painter, shape.width, 1.1, false, theme[Token::dirtystripe]);
        break;
    case Pattern::kernel:
        fill(QRectF(5, 0, 1, 6), theme.is_dark() ? theme[Token::room] : Theme::mixed(theme[Token::kern], gap, 0.45));
        break;
    case Pattern::buffer_head:
        painter.setBrush(theme[Token::bh]);
        painter.drawPolygon(QPolygonF({{3.4, 2}, {6.6, 2}, {8.2, 8}, {1.8, 8}}));
        break;
    case Pattern::stall:
        stripe(painter, shape.width, 2.3, true, theme.is_dark() ? theme[Token::stallsoft] : theme[Token::card]);
        break;
    case Pattern::asleep:
        painter.setBrush(theme[Token::edge]);
        painter.drawEllipse(QPointF(3, 3), 0.7, 0.7);
        break;
    }
}

/// Stripes as polygons cut at the edges of `rect`, for devices that know no clipping (Qt's SVG generator).
void cut_stripes(
    QPainter& painter, const QRectF& rect, double period, double width, bool leans_right, const QColor& color) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double half = width / std::sqrt(2.0);
    // Lines x + y = c (leaning right) or x - y = c, one period apart, through the lower left corner.
    const double sign = leans_right ? 1 : -1;
    const double corner = rect.left() + sign * rect.bottom();
    const double reach = rect.width() + rect.height();
    const auto steps = static_cast<int>(std::ceil(reach / period)) + 1;
    for (int k = -steps; k <= steps; ++k) {
        const double c = corner + k * period, top = c - sign * rect.top(), bottom = c - sign * rect.bottom();
        const QPolygonF band({{top - half, rect.top()}, {top + half, rect.top()}, {bottom + half, rect.bottom()},
            {bottom - half, rect.bottom()}});
        if (const QPolygonF inside = band.intersected(QPolygonF(rect)); !inside.isEmpty())
            painter.drawPolygon(inside);
    }
}

} // namespace

const QPixmap& pattern_tile(Pattern pattern, const Theme& theme, qreal device_pixel_ratio) {
    static QHash<quint64, QPixmap> cache;
    const quint64 key = theme.key() | (static_cast<quint64>(pattern) << 16)
        | (static_cast<quint64>(std::lround(device_pixel_ratio * 1000)) << 24);
    if (const auto it = cache.constFind(key); it != cache.constEnd())
        return it.value();
    const Shape shape = shape_of(pattern);
    // Whole device pixels, so that tiles join exactly; the drawing is stretched by less than half a pixel to fit.
    const int width = std::max(1, static_cast<int>(std::lround(shape.width * theme.scale() * device_pixel_ratio)));
    const int height = std::max(1, static_cast<int>(std::lround(shape.height * theme.scale() * device_pixel_ratio)));
    QPixmap tile(width, height);
    tile.fill(theme[shape.ground]);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(width / shape.width, height / shape.height);
    draw_period(painter, pattern, theme);
    painter.end();
    tile.setDevicePixelRatio(device_pixel_ratio);
    return cache.insert(key, tile).value();
}

void fill_pattern(QPainter& painter, const QRectF& rect, Pattern pattern, const Theme& theme) {
    if (rect.isEmpty())
        return;
    const auto type = painter.paintEngine() ? painter.paintEngine()->type() : QPaintEngine::Raster;
    if (type == QPaintEngine::Raster || type == QPaintEngine::OpenGL || type == QPaintEngine::OpenGL2) {
        const QPixmap& tile = pattern_tile(pattern, theme, painter.device()->devicePixelRatio());
        const double height = tile.height() / tile.devicePixelRatio();
        const double offset = height - std::fmod(rect.height(), height);
        painter.drawTiledPixmap(rect, tile, QPointF(0, offset));
        return;
    }
    const Shape shape = shape_of(pattern);
    const double scale = theme.scale();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.fillRect(rect, theme[shape.ground]);
    const bool cut = type == QPaintEngine::SVG;
    if (cut && (pattern == Pattern::stall || pattern == Pattern::dirty)) {
        const bool stall = pattern == Pattern::stall;
        cut_stripes(painter, rect, shape.width * scale, (stall ? 2.3 : 1.1) * scale, stall,
            !stall                ? theme[Token::dirtystripe]
                : theme.is_dark() ? theme[Token::stallsoft]
                                  : theme[Token::card]);
        painter.restore();
        return;
    }
    for (double y = rect.bottom() - shape.height * scale; y > rect.top() - shape.height * scale;
         y -= shape.height * scale)
        for (double x = rect.left(); x < rect.right(); x += shape.width * scale) {
            // Without clipping only whole periods are drawn.
            if (cut && (y < rect.top() || x + shape.width * scale > rect.right() + 0.01))
                continue;
            painter.save();
            painter.translate(x, y);
            painter.scale(scale, scale);
            draw_period(painter, pattern, theme);
            painter.restore();
        }
    painter.restore();
}

} // namespace sluice::ui
