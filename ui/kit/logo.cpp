// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/logo.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QPixmap>

namespace sluice::ui {

void draw_logo(QPainter& painter, const QRectF& rect) {
    painter.save();
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / 52.0, rect.height() / 52.0);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(Token::accentfill));
    painter.drawRoundedRect(QRectF(0, 0, 52, 52), 7, 7);
    // A basin that is full, the gate, a basin that fills; pages stand on the water and pass the gate.
    QColor water = color(Token::onaccent);
    painter.setBrush(water);
    painter.drawRect(QRectF(8, 24, 14, 20));
    painter.drawRect(QRectF(24.5, 8, 3, 36));
    painter.drawRect(QRectF(30, 34, 14, 10));
    painter.drawRect(QRectF(31, 9, 7, 7));
    painter.setBrush(Theme::faded(water, 0.65));
    painter.drawRect(QRectF(11, 12, 7, 7));
    painter.drawRect(QRectF(31, 21, 7, 7));
    painter.restore();
}

QIcon app_icon() {
    QIcon icon;
    for (const int side : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        draw_logo(painter, QRectF(0, 0, side, side));
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace sluice::ui
