// SPDX-License-Identifier: GPL-3.0-or-later
// The product's sign: a full basin, a gate, a basin that fills, pages that pass. The same as
// packaging/icons/sluice.svg.
#pragma once

#include <QIcon>

class QPainter;
class QRectF;

namespace sluice::ui {

void draw_logo(QPainter& painter, const QRectF& rect);

/// The icon of the program's windows, in the sizes that desktops ask for.
QIcon app_icon();

} // namespace sluice::ui
