// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard focus: a 2 px ring in ink, 2 px outside the thing, the same everywhere.
#pragma once

#include "ui/theme/theme.h"

#include <QObject>
#include <QPointer>
#include <QRectF>

class QPainter;

namespace sluice::ui {

/// For things inside a picture: the ring around a rectangle.
void draw_focus_ring(QPainter& painter, const QRectF& rect, const Theme& theme = ui::theme());

/// Shows the ring around whatever widget has the focus. Focus that came by the pointer is ringed in text fields only.
class FocusRing : public QObject {
    Q_OBJECT
public:
    explicit FocusRing(QObject* parent);
    ~FocusRing() override;
    /// Fits the ring again after the focused widget's focus_rect() changed.
    void refit();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void follow(QWidget* widget);
    QPointer<QWidget> target_;
    QPointer<QWidget> overlay_;
};

} // namespace sluice::ui
