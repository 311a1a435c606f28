// SPDX-License-Identifier: GPL-3.0-or-later
// Line icons from the resources (:/sluice/icons/NAME.svg), tinted by meaning, sharp at any device pixel ratio, cached.
#pragma once

#include "ui/theme/theme.h"

#include <QIcon>
#include <QPixmap>
#include <QRectF>

class QPainter;

namespace sluice::ui {

/// An icon that follows the theme: tinted when it is painted. Empty for an unknown name.
QIcon icon(const QString& name, Token color = Token::ink);
/// A pixmap of size x size logical px.
QPixmap icon_pixmap(const QString& name, int size, const QColor& color, qreal device_pixel_ratio);
void paint_icon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& color);
/// Paints an icon in the given colour if it came from icon(), else as it is (in grey if not enabled). An invalid
/// colour: in the colour that the icon was made with.
void paint_icon(QPainter& painter, const QRect& rect, const QIcon& icon, const QColor& color, bool enabled);
/// Names of all icons, sorted.
QStringList icon_names();

} // namespace sluice::ui
