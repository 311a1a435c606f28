// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/controls.h"

#include "ui/theme/dress.h"

#include <QButtonGroup>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace sluice::ui {

Switch::Switch(QWidget* parent)
    : QAbstractButton(parent) {
    setCheckable(true);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize Switch::sizeHint() const {
    return {px(34), px(24)};
}

void Switch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double h = px(18);
    const double w = px(32);
    const QRectF track(1.5, (height() - h) / 2 + 0.5, w - 1, h - 1);
    const bool hovered = isEnabled() && underMouse();
    QColor fill = color(isChecked() ? Token::accentfill : Token::card);
    QColor border = isChecked() ? fill : color(Token::edge);
    if (!isEnabled()) {
        fill = color(isChecked() ? Token::line : Token::room);
        border = color(Token::line);
    }
    painter.setPen(QPen(hovered ? color(Token::ink) : border, 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(track, h / 2, h / 2);
    const double r = h / 2 - px(3);
    const double x = isChecked() ? track.right() - h / 2 + 0.5 : track.left() + h / 2 - 0.5;
    painter.setPen(Qt::NoPen);
    const QColor off = isEnabled() ? color(Token::edge) : color(Token::line);
    painter.setBrush(isChecked() ? (isEnabled() ? color(Token::onaccent) : color(Token::edge)) : off);
    painter.drawEllipse(QPointF(x, track.center().y()), r, r);
}

void Switch::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

Segmented::Segmented(const QStringList& words, QWidget* parent)
    : QWidget(parent)
    , row_(new QHBoxLayout(this))
    , group_(new QButtonGroup(this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(8);
    group_->setExclusive(true);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(group_, &QButtonGroup::idClicked, this, [this](int index) {
        if (index != current_) {
            set_current(index);
            emit chosen(index);
        }
    });
    set_words(words);
}

void Segmented::set_words(const QStringList& words) {
    for (QPushButton* button : buttons_) {
        group_->removeButton(button);
        delete button;
    }
    buttons_.clear();
    for (int i = 0; i < words.size(); ++i) {
        auto* button = new QPushButton(words.at(i), this);
        button->setCheckable(true);
        set_button_kind(button, ButtonKind::small);
        row_->addWidget(button);
        group_->addButton(button, i);
        buttons_.push_back(button);
    }
    set_current(std::clamp(current_, 0, std::max(0, static_cast<int>(words.size()) - 1)));
}

void Segmented::set_current(int index) {
    if (index < 0 || index >= static_cast<int>(buttons_.size()))
        return;
    current_ = index;
    for (int i = 0; i < static_cast<int>(buttons_.size()); ++i) {
        QPushButton* button = buttons_[static_cast<std::size_t>(i)];
        button->setChecked(i == index);
        // Tab stops once, at the word that holds; the arrows go on from there.
        button->setFocusPolicy(i == index ? Qt::StrongFocus : Qt::ClickFocus);
    }
}

void Segmented::set_tip(int index, const QString& tip) {
    if (index >= 0 && index < static_cast<int>(buttons_.size()))
        buttons_[static_cast<std::size_t>(index)]->setToolTip(tip);
}

void Segmented::keyPressEvent(QKeyEvent* event) {
    const int step = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    const int wanted = current_ + step;
    if (step == 0 || wanted < 0 || wanted >= static_cast<int>(buttons_.size())) {
        QWidget::keyPressEvent(event);
        return;
    }
    set_current(wanted);
    buttons_[static_cast<std::size_t>(wanted)]->setFocus(Qt::OtherFocusReason);
    emit chosen(wanted);
}

NumberReadout::NumberReadout(int size, QWidget* parent)
    : QWidget(parent)
    , size_(size) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void NumberReadout::set_size(int size) {
    if (size == size_)
        return;
    size_ = size;
    updateGeometry();
    update();
}

void NumberReadout::set_widest(const QString& widest) {
    widest_ = widest;
    updateGeometry();
}

void NumberReadout::set_value(const QString& number, const QString& unit) {
    if (number == number_ && unit == unit_)
        return;
    number_ = number;
    unit_ = unit;
    setAccessibleName(unit.isEmpty() ? number : number + QChar(0x00A0) + unit);
    update();
}

void NumberReadout::set_note(const QString& note) {
    if (note == note_)
        return;
    const bool height_changes = note.isEmpty() != note_.isEmpty();
    note_ = note;
    if (height_changes)
        updateGeometry();
    update();
}

QSize NumberReadout::sizeHint() const {
    const QFontMetrics number(theme().font(size_, true));
    const QFontMetrics unit(theme().font(type::body));
    const QFontMetrics note(theme().font(type::note));
    const int first
        = number.horizontalAdvance(widest_.isEmpty() ? number_ : widest_) + px(5) + unit.horizontalAdvance(unit_);
    const int width = std::max(first, note_.isEmpty() ? 0 : note.horizontalAdvance(note_));
    return {width + px(2), number.height() + (note_.isEmpty() ? 0 : note.height())};
}

void NumberReadout::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QFont big = theme().font(size_, true);
    const QFont small = theme().font(type::body);
    const QFontMetrics number(big);
    const QFontMetrics unit(small);
    // Right-aligned as columns of numbers are: the unit stands still and digits do not move.
    const int unit_width = unit_.isEmpty() ? 0 : px(5) + unit.horizontalAdvance(unit_);
    const int base = number.ascent();
    painter.setFont(big);
    painter.setPen(color(Token::ink));
    painter.drawText(QPointF(width() - unit_width - number.horizontalAdvance(number_) - px(1), base), number_);
    painter.setFont(small);
    painter.setPen(color(Token::ink2));
    painter.drawText(QPointF(width() - unit_width + px(4), base), unit_);
    if (!note_.isEmpty()) {
        painter.setFont(theme().font(type::note));
        painter.setPen(color(Token::ink3));
        painter.drawText(QRect(0, number.height(), width() - px(1), height() - number.height()),
            Qt::AlignRight | Qt::AlignTop, note_);
    }
}

} // namespace sluice::ui
