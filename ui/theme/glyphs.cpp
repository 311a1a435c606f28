// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/glyphs.h"

#include <QHash>
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>

#include <cmath>

namespace sluice::ui {
namespace {

QPolygonF diamond(QPointF c, double r) {
    return QPolygonF({{c.x(), c.y() - r}, {c.x() + r, c.y()}, {c.x(), c.y() + r}, {c.x() - r, c.y()}});
}

QPolygonF hexagon(QPointF c, double r) {
    // Points to the left and right: distinct from a disc even at 7 px.
    return QPolygonF({{c.x() - r, c.y()}, {c.x() - r * 0.52, c.y() - r}, {c.x() + r * 0.52, c.y() - r},
        {c.x() + r, c.y()}, {c.x() + r * 0.52, c.y() + r}, {c.x() - r * 0.52, c.y() + r}});
}

void draw_shape(QPainter& painter, QPointF c, PageKind kind, double size, const Theme& theme) {
    const double r = size / 2;
    const double pen = size >= 12 ? 1.5 : 1.2;
    painter.setRenderHint(QPainter::Antialiasing, true);
    switch (kind) {
    case PageKind::free:
        painter.setPen(QPen(theme[Token::free], 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(c, r - 0.75, r - 0.75);
        break;
    case PageKind::page_table: {
        painter.setRenderHint(QPainter::Antialiasing, false);
        const QRectF square(c.x() - r, c.y() - r, size, size);
        painter.fillRect(square, theme[Token::pt]);
        if (size >= 14) {
            const QColor gap = theme[Token::panel];
            painter.fillRect(QRectF(square.left(), square.top() + std::round(size * 0.3), size, 1), gap);
            painter.fillRect(QRectF(square.left() + std::round(size * 0.38), square.top() + std::round(size * 0.3), 1,
                                 size - std::round(size * 0.3)),
                gap);
        }
        break;
    }
    case PageKind::anon:
        painter.setPen(QPen(theme[Token::anonedge], pen));
        painter.setBrush(theme[Token::anon]);
        painter.drawEllipse(c, r - pen / 2, r - pen / 2);
        break;
    case PageKind::file_clean:
        painter.setPen(QPen(theme[Token::fileedge], pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(theme[Token::file]);
        painter.drawPolygon(diamond(c, 1.15 * r));
        break;
    case PageKind::file_dirty: {
        const QPolygonF outline = diamond(c, 1.15 * r);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme[Token::dirty]);
        painter.drawPolygon(outline);
        painter.save();
        QPainterPath path;
        path.addPolygon(outline);
        painter.setClipPath(path, Qt::IntersectClip);
        // Clean and dirty are equally light: the stripes alone tell them apart without colour, so they are wide. Small
        // diamonds have room for one.
        const bool large = size >= 12;
        painter.setPen(QPen(theme[Token::dirtystripe], large ? 1.7 : size * 0.36));
        const double gap = large ? 4.2 : 4 * size;
        for (double d = -std::floor(size / gap) * gap; d <= size; d += gap)
            painter.drawLine(QPointF(c.x() + d - size, c.y() - size), QPointF(c.x() + d + size, c.y() + size));
        painter.restore();
        painter.setPen(QPen(theme[Token::dirtyedge], pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolygon(outline);
        break;
    }
    case PageKind::kernel:
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme[Token::kern]);
        painter.drawPolygon(hexagon(c, r));
        break;
    case PageKind::buffer_head:
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme[Token::bh]);
        painter.drawPolygon(QPolygonF({{c.x() - r * 0.55, c.y() - r}, {c.x() + r * 0.55, c.y() - r},
            {c.x() + r, c.y() + r}, {c.x() - r, c.y() + r}}));
        break;
    }
}

void draw_states(QPainter& painter, QPointF c, double size, unsigned states, const Theme& theme) {
    const double r = size / 2;
    const QColor ink = theme[Token::ink];
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (states & page_in_pagevec) {
        painter.setPen(QPen(ink, 1.5, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        const double o = r + 2.5;
        const double arm = std::max(2.0, size * 0.22);
        for (int sx : {-1, 1})
            for (int sy : {-1, 1})
                painter.drawPolyline(QPolygonF({{c.x() + sx * (o - arm), c.y() + sy * o},
                    {c.x() + sx * o, c.y() + sy * o}, {c.x() + sx * o, c.y() + sy * (o - arm)}}));
    }
    if (states & page_isolated) {
        QPen pen(ink, 1.5, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({1.2, 1.2});
        painter.setPen(pen);
        painter.drawEllipse(c, r + 2.6, r + 2.6);
    }
    if (states & page_used) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawRect(QRectF(c.x() - r, c.y() - r - 4, size, 1.6));
        painter.setBrush(Qt::NoBrush);
    }
    if (states & page_writing) {
        const double o = r + 2.6;
        painter.setPen(QPen(ink, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        const QRectF box(c.x() - o, c.y() - o, 2 * o, 2 * o);
        painter.drawArc(box, 40 * 16, 150 * 16);
        const double angle = 40 * M_PI / 180;
        const QPointF tip = c + QPointF(o * std::cos(angle), -o * std::sin(angle));
        const double arm = std::max(2.6, size * 0.26);
        painter.drawPolyline(QPolygonF({tip + QPointF(0.6, -arm), tip + QPointF(0.4, 0.4), tip + QPointF(-arm, 0.2)}));
    }
}

constexpr int margin_around(unsigned states) {
    return states == page_plain ? 2 : 7;
}

} // namespace

void draw_page(QPainter& painter, QPointF centre, PageKind kind, double size, unsigned states, const Theme& theme) {
    painter.save();
    draw_shape(painter, centre, kind, size, theme);
    if (states != page_plain)
        draw_states(painter, centre, size, states, theme);
    painter.restore();
}

const QPixmap& page_sprite(PageKind kind, int size, unsigned states, const Theme& theme, qreal device_pixel_ratio) {
    static QHash<quint64, QPixmap> cache;
    const quint64 key = theme.key() | (static_cast<quint64>(kind) << 16) | (static_cast<quint64>(states & 15U) << 20)
        | (static_cast<quint64>(size) << 24) | (static_cast<quint64>(std::lround(device_pixel_ratio * 1000)) << 40);
    if (const auto it = cache.constFind(key); it != cache.constEnd())
        return it.value();
    const int side = size + 2 * margin_around(states);
    const int pixels = static_cast<int>(std::ceil(side * device_pixel_ratio));
    QPixmap sprite(pixels, pixels);
    sprite.fill(Qt::transparent);
    sprite.setDevicePixelRatio(device_pixel_ratio);
    QPainter painter(&sprite);
    draw_page(painter, QPointF(side / 2.0, side / 2.0), kind, size, states, theme);
    painter.end();
    return cache.insert(key, sprite).value();
}

const PageAtlas& page_atlas(int size, const Theme& theme, qreal device_pixel_ratio) {
    static QHash<quint64, PageAtlas> cache;
    const quint64 key = theme.key() | (static_cast<quint64>(size) << 24)
        | (static_cast<quint64>(std::lround(device_pixel_ratio * 1000)) << 40);
    if (const auto it = cache.constFind(key); it != cache.constEnd())
        return it.value();
    const int side = static_cast<int>(std::ceil((size + 2 * margin_around(page_plain)) * device_pixel_ratio));
    PageAtlas atlas;
    atlas.pixmap = QPixmap(side * page_kind_count, side);
    atlas.pixmap.fill(Qt::transparent);
    QPainter painter(&atlas.pixmap);
    for (int i = 0; i < page_kind_count; ++i) {
        const QPixmap& sprite = page_sprite(static_cast<PageKind>(i), size, page_plain, theme, device_pixel_ratio);
        painter.drawPixmap(QRectF(i * side, 0, side, side), sprite, QRectF(sprite.rect()));
        atlas.source[static_cast<std::size_t>(i)] = QRectF(i * side, 0, side, side);
    }
    painter.end();
    return cache.insert(key, atlas).value();
}

} // namespace sluice::ui
