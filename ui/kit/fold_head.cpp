// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/fold_head.h"

#include "ui/theme/icons.h"

#include <QPainter>

namespace sluice::ui {

FoldHead::FoldHead(const QString& words, QWidget* parent)
    : QAbstractButton(parent) {
    setText(words);
    setAccessibleName(words);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FoldHead::set_note(const QString& note) {
    note_ = note;
    setAccessibleDescription(note);
    update();
}

QSize FoldHead::sizeHint() const {
    return {px(220), px(34)};
}
QSize FoldHead::minimumSizeHint() const {
    return {px(120), px(34)};
}

void FoldHead::paintEvent(QPaintEvent*) {
    const Theme& t = theme();
    QPainter p(this);
    if (underMouse() || isDown())
        p.fillRect(rect(), isDown() ? t.pressed_ground() : t.hover_ground());
    const int left = px(14), arrow = px(14);
    paint_icon(
        p, QRectF(left, (height() - arrow) / 2.0, arrow, arrow), isChecked() ? "chevd" : "chevr", t[Token::ink2]);
    p.setFont(t.font(type::control));
    p.setPen(t[isEnabled() ? Token::ink : Token::ink3]);
    const QRect words = rect().adjusted(left + arrow + px(8), 0, -px(14), 0);
    p.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, text());
    p.setFont(t.font(type::note));
    p.setPen(t[Token::ink2]);
    const int used = QFontMetrics(t.font(type::control)).horizontalAdvance(text()) + px(10);
    const QRect rest = words.adjusted(used, 0, 0, 0);
    p.drawText(
        rest, Qt::AlignRight | Qt::AlignVCenter, p.fontMetrics().elidedText(note_, Qt::ElideRight, rest.width()));
}

void FoldHead::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void FoldHead::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace sluice::ui
