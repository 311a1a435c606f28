// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/knob_row.h"

#include "ui/kit/frames.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

namespace sluice::ui {

KnobRow::KnobRow(const QString& id, const QString& title, QWidget* parent)
    : QWidget(parent)
    , head_(new QHBoxLayout)
    , body_(new QVBoxLayout(this))
    , title_(make_label(title, type::control, Weight::bold, Token::ink, this))
    , was_(new ElidedLabel({}, this))
    , effect_(make_label({}, type::note, Weight::regular, Token::ink2, this))
    , undo_(new QToolButton(this))
    , info_(new QToolButton(this))
    , lock_(new QLabel(this))
    , note_(make_label({}, type::note, Weight::regular, Token::ink2, this))
    , wrong_(make_label({}, type::note, Weight::regular, Token::stall, this))
    , id_(id)
    , title_text_(title) {
    setObjectName(QStringLiteral("knob_") + id);
    set_text(was_, type::note, Weight::regular, Token::ink2);
    head_->setSpacing(px(6));
    head_->addWidget(title_);
    head_->addWidget(was_);
    head_->addStretch(1);
    head_->addWidget(effect_);
    head_->addWidget(lock_);
    head_->addWidget(undo_);
    head_->addWidget(info_);
    body_->setSpacing(px(4));
    body_->addLayout(head_);
    body_->addWidget(wrong_);
    body_->addWidget(note_);
    for (QLabel* label : {note_, wrong_})
        label->setWordWrap(true);
    undo_->setIcon(icon(QStringLiteral("undo"), Token::accent));
    info_->setIcon(icon(QStringLiteral("info"), Token::ink2));
    connect(undo_, &QToolButton::clicked, this, &KnobRow::undo_pressed);
    connect(info_, &QToolButton::clicked, this,
        [this] { QToolTip::showText(info_->mapToGlobal(QPoint(0, info_->height())), info_->toolTip(), info_); });
    for (QWidget* widget : std::initializer_list<QWidget*>{was_, effect_, undo_, info_, lock_, note_, wrong_})
        widget->hide();
    fit_margins();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
}

void KnobRow::fit_margins() {
    body_->setContentsMargins(px(12), px(9), px(12), px(9));
    const int side = px(24);
    undo_->setFixedSize(side, side);
    info_->setFixedSize(side, side);
    lock_->setPixmap(icon_pixmap(QStringLiteral("lock"), px(14), color(Token::ink3), devicePixelRatioF()));
    // The buttons are taller than the title; without this the row would jump when they come and go.
    title_->setMinimumHeight(side);
}

void KnobRow::set_was(const QString& was) {
    changed_ = !was.isEmpty();
    was_->setText(was);
    was_->setVisible(changed_);
    undo_->setVisible(changed_ && !fixed_);
    undo_->setAccessibleName(tr("Undo %1, %2").arg(title_text_, was));
    undo_->setToolTip(tr("Back to what it %1").arg(was));
    update();
}

void KnobRow::set_fixed(const QString& reason) {
    fixed_ = !reason.isEmpty();
    fixed_reason_ = reason;
    set_control_enabled(!fixed_);
    set_text(title_, type::control, Weight::bold, fixed_ ? Token::ink3 : Token::ink);
    lock_->setVisible(fixed_);
    lock_->setToolTip(reason);
    undo_->setVisible(changed_ && !fixed_);
    refresh_note();
}

void KnobRow::set_note(const QString& note) {
    note_text_ = note;
    refresh_note();
}

void KnobRow::refresh_note() {
    note_->setText(fixed_ ? fixed_reason_ : note_text_);
    note_->setVisible(!note_->text().isEmpty() && !wrong_->isVisibleTo(this));
    if (QWidget* widget = control())
        widget->setAccessibleDescription(note_->text());
}

void KnobRow::set_effect(const QString& effect) {
    effect_->setText(effect);
    effect_->setVisible(!effect.isEmpty());
}

void KnobRow::set_tip(const QString& title, const QString& sentence, const QString& source) {
    ui::set_tip(info_, {title, QString(), sentence, source});
    info_->setAccessibleName(tr("About %1").arg(title_text_));
    info_->show();
    title_->setToolTip(info_->toolTip());
}

void KnobRow::set_wrong_message(const QString& message) {
    wrong_->setText(message);
    wrong_->setVisible(!message.isEmpty());
    refresh_note();
    if (!message.isEmpty())
        if (QWidget* widget = control())
            widget->setAccessibleDescription(message);
}

QString KnobRow::wrong_message() const {
    return wrong_->isVisibleTo(this) ? wrong_->text() : QString();
}

void KnobRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), color(Token::line));
    if (changed_)
        painter.fillRect(QRect(0, 0, px(4), height() - 1), color(Token::accentfill));
}

void KnobRow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::StyleChange)
        fit_margins();
    QWidget::changeEvent(event);
}

} // namespace sluice::ui
