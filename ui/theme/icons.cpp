// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>
#include <cmath>

namespace sluice::ui {
namespace {

const QByteArray& source(const QString& name) {
    static QHash<QString, QByteArray> cache;
    auto it = cache.find(name);
    if (it == cache.end()) {
        QFile file(QStringLiteral(":/sluice/icons/%1.svg").arg(name));
        it = cache.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
    }
    return it.value();
}

QByteArray tinted(const QString& name, const QColor& color) {
    QByteArray svg = source(name);
    svg.replace("currentColor", color.name(QColor::HexRgb).toLatin1());
    return svg;
}

class Engine : public QIconEngine {
public:
    Engine(QString name, Token color)
        : name_(std::move(name))
        , color_(color) { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        paint_icon(*painter, rect, name_, tint(mode));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override { return render(size, mode, 1.0); }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override {
        return render(size, mode, scale);
    }
    QIconEngine* clone() const override { return new Engine(name_, color_); }
    QString key() const override { return QStringLiteral("sluice"); }
    // The style asks for it to tint the icon of a button as its words.
    QString iconName() override { return QStringLiteral("sluice/") + name_; }
    bool isNull() override { return source(name_).isEmpty(); }

private:
    QColor tint(QIcon::Mode mode) const { return mode == QIcon::Disabled ? theme().disabled_text() : color(color_); }
    // size is in device pixels here: Qt divides by the scale afterwards.
    QPixmap render(const QSize& size, QIcon::Mode mode, qreal scale) const {
        const int side = std::min(size.width(), size.height());
        QPixmap pixmap = icon_pixmap(name_, side, tint(mode), 1.0);
        pixmap.setDevicePixelRatio(scale);
        return pixmap;
    }
    QString name_;
    Token color_;
};

} // namespace

QIcon icon(const QString& name, Token color) {
    return source(name).isEmpty() ? QIcon() : QIcon(new Engine(name, color));
}

QPixmap icon_pixmap(const QString& name, int size, const QColor& color, qreal device_pixel_ratio) {
    const int side = static_cast<int>(std::lround(size * device_pixel_ratio));
    static QHash<QString, QPixmap> cache;
    const QString key = name + QLatin1Char('/') + color.name(QColor::HexRgb) + QString::number(side);
    if (const auto it = cache.constFind(key); it != cache.constEnd()) {
        QPixmap copy = it.value();
        copy.setDevicePixelRatio(device_pixel_ratio);
        return copy;
    }
    QPixmap pixmap(side, side);
    pixmap.fill(Qt::transparent);
    if (!source(name).isEmpty()) {
        QSvgRenderer renderer(tinted(name, color));
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        renderer.render(&painter, QRectF(0, 0, side, side));
    }
    cache.insert(key, pixmap);
    pixmap.setDevicePixelRatio(device_pixel_ratio);
    return pixmap;
}

void paint_icon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& color) {
    if (source(name).isEmpty() || rect.isEmpty())
        return;
    const double side = std::min(rect.width(), rect.height());
    const QPointF corner = rect.center() - QPointF(side / 2, side / 2);
    const auto type = painter.paintEngine() ? painter.paintEngine()->type() : QPaintEngine::Raster;
    if (type == QPaintEngine::Raster) {
        const qreal ratio = painter.device()->devicePixelRatio() * std::abs(painter.worldTransform().m11());
        const int whole = static_cast<int>(std::lround(side));
        const QPixmap pixmap = icon_pixmap(name, whole, color, ratio);
        painter.drawPixmap(QPointF(std::round(corner.x()), std::round(corner.y())), pixmap);
    } else {
        QSvgRenderer renderer(tinted(name, color));
        renderer.render(&painter, QRectF(corner, QSizeF(side, side)));
    }
}

void paint_icon(QPainter& painter, const QRect& rect, const QIcon& icon, const QColor& color, bool enabled) {
    const QString name = icon.name();
    if (color.isValid() && name.startsWith(QLatin1String("sluice/")))
        paint_icon(painter, QRectF(rect), name.mid(7), color);
    else
        icon.paint(&painter, rect, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
}

QStringList icon_names() {
    QStringList names;
    for (const QString& file : QDir(QStringLiteral(":/sluice/icons")).entryList({QStringLiteral("*.svg")}, QDir::Files))
        names.append(file.chopped(4));
    names.sort();
    return names;
}

} // namespace sluice::ui
