// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/focus_ring.h"

#include "ui/theme/dress.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QTextEdit>
#include <QWidget>

namespace sluice::ui {
namespace {

// In px at 100 %; both grow with the text.
constexpr int gap = 2;
constexpr int width = 2;

int reach() {
    return px(gap) + px(width);
}

class Overlay : public QWidget {
public:
    explicit Overlay(QWidget* parent)
        : QWidget(parent) {
        setObjectName(QStringLiteral("focus_ring"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        draw_focus_ring(painter, QRectF(rect()).adjusted(reach(), reach(), -reach(), -reach()));
    }
};

// The widget that a person would name: the field rather than the line edit inside it.
QWidget* outer(QWidget* widget) {
    QWidget* parent = widget->parentWidget();
    if (parent && (qobject_cast<QAbstractSpinBox*>(parent) || qobject_cast<QComboBox*>(parent)))
        return parent;
    if (parent)
        if (auto* area = qobject_cast<QAbstractScrollArea*>(parent); area && area->viewport() == widget)
            return parent;
    return widget;
}

// Where the ring may be drawn: clipped by the nearest scrolled view, else by the window.
QWidget* host_of(QWidget* widget) {
    for (QWidget* w = widget->parentWidget(); w; w = w->parentWidget()) {
        if (w->isWindow())
            return w;
        if (auto* area = qobject_cast<QAbstractScrollArea*>(w->parentWidget()); area && area->viewport() == w)
            return w;
    }
    return nullptr;
}

bool takes_text(const QWidget* widget) {
    return qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QTextEdit*>(widget)
        || qobject_cast<const QPlainTextEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget);
}

} // namespace

void draw_focus_ring(QPainter& painter, const QRectF& rect, const Theme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme[Token::focus], theme.px(width)));
    const double out = theme.px(gap) + theme.px(width) / 2.0;
    painter.drawRoundedRect(rect.adjusted(-out, -out, out, out), theme.px(corner::box), theme.px(corner::box));
    painter.restore();
}

FocusRing::FocusRing(QObject* parent)
    : QObject(parent) {
    qApp->installEventFilter(this);
}

FocusRing::~FocusRing() = default;

void FocusRing::follow(QWidget* widget) {
    target_ = widget;
    if (!widget || widget->isWindow()) {
        if (overlay_)
            overlay_->hide();
        return;
    }
    refit();
}

void FocusRing::refit() {
    QWidget* host = target_ ? host_of(target_) : nullptr;
    if (!host || !target_->isVisible()) {
        if (overlay_)
            overlay_->hide();
        return;
    }
    if (!overlay_)
        overlay_ = new Overlay(host);
    else if (overlay_->parentWidget() != host)
        overlay_->setParent(host);
    QRect rect = focus_rect(target_);
    if (rect.isNull())
        rect = target_->rect();
    rect.moveTopLeft(target_->mapTo(host, rect.topLeft()));
    overlay_->setGeometry(rect.adjusted(-reach(), -reach(), reach(), reach()));
    overlay_->raise();
    overlay_->show();
}

bool FocusRing::eventFilter(QObject* object, QEvent* event) {
    switch (event->type()) {
    case QEvent::FocusIn:
        if (object->isWidgetType()) {
            auto* widget = outer(static_cast<QWidget*>(object));
            const auto reason = static_cast<QFocusEvent*>(event)->reason();
            const bool pointer = reason == Qt::MouseFocusReason;
            if (!pointer || takes_text(widget))
                follow(widget);
            else
                follow(nullptr);
        }
        break;
    case QEvent::FocusOut:
        if (object->isWidgetType() && outer(static_cast<QWidget*>(object)) == target_)
            follow(nullptr);
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        // The target moves with any of its ancestors.
        if (target_ && object->isWidgetType() && object != overlay_) {
            auto* moved = static_cast<QWidget*>(object);
            if (moved == target_ || moved->isAncestorOf(target_))
                refit();
        }
        break;
    case QEvent::KeyPress:
        // Arrow keys after a click: from here on the focus matters, so show it.
        if (!target_)
            if (QWidget* focused = QApplication::focusWidget(); focused && object == focused)
                follow(outer(focused));
        break;
    default:
        break;
    }
    return QObject::eventFilter(object, event);
}

} // namespace sluice::ui
