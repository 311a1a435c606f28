// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/frames.h"

#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sluice::ui {

CardFrame::CardFrame(QWidget* parent, Token ground)
    : QWidget(parent)
    , ground_(ground)
    , outer_(new QVBoxLayout(this))
    , body_(new QVBoxLayout) {
    outer_->setContentsMargins(1, 1, 1, 1);
    outer_->setSpacing(0);
    outer_->addLayout(body_, 1);
    body_->setContentsMargins(px(16), px(12), px(16), px(12));
    // Of its own: nested layouts take the spacing of the one around them.
    body_->setSpacing(px(8));
}

void CardFrame::set_strong(bool strong) {
    strong_ = strong;
    update();
}

void CardFrame::set_ground(Token ground, Token border) {
    ground_ = ground;
    border_ = border;
    update();
}

void CardFrame::set_title(const QString& title) {
    if (!title_) {
        title_ = make_label(title, type::control, Weight::bold, Token::ink, this);
        title_->setFixedHeight(px(32));
        title_->setContentsMargins(px(14), 0, px(14), 0);
        outer_->insertWidget(0, title_, 0, Qt::AlignTop);
    }
    title_->setText(title);
    setAccessibleName(title);
}

void CardFrame::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double pen = strong_ ? 2 : 1;
    const QRectF box = QRectF(rect()).adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2);
    const double radius = px(corner::box);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ground_));
    painter.drawRoundedRect(box, radius, radius);
    if (title_) {
        QPainterPath path;
        path.addRoundedRect(box, radius, radius);
        painter.save();
        painter.setClipPath(path);
        painter.fillRect(QRect(0, 0, width(), px(32)), color(Token::chrome));
        painter.fillRect(QRect(0, px(32), width(), 1), color(Token::line));
        painter.restore();
    }
    painter.setPen(QPen(strong_ ? color(Token::accent) : color(border_), pen));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, radius, radius);
}

void CardFrame::changeEvent(QEvent* event) {
    if (event->type() == QEvent::StyleChange && title_)
        title_->setFixedHeight(px(32));
    QWidget::changeEvent(event);
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent)
    : QLabel(text, parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const {
    return {std::min(fontMetrics().horizontalAdvance(QStringLiteral("MMM")), QLabel::minimumSizeHint().width()),
        QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
    if (const QString tip = shown == text() ? QString() : text(); toolTip() != tip)
        setToolTip(tip);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, shown);
}

Rule::Rule(QWidget* parent, Qt::Orientation orientation)
    : QWidget(parent) {
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
}

void Rule::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), color(Token::line));
}

DockHead::DockHead(const QString& icon, const QString& title, QWidget* parent)
    : QWidget(parent)
    , icon_(icon)
    , title_(make_label(title, type::control, Weight::bold, Token::ink, this))
    , note_(new ElidedLabel({}, this))
    , row_(new QHBoxLayout(this)) {
    row_->setSpacing(px(4));
    row_->addWidget(title_);
    row_->addSpacing(px(8));
    row_->addWidget(note_, 1);
    set_text(note_, type::control, Weight::regular, Token::ink2);
    note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(title);
    row_->setContentsMargins(icon_.isEmpty() ? px(12) : px(34), 0, px(8), 1);
}

void DockHead::set_title(const QString& title) {
    title_->setText(title);
    setAccessibleName(title);
}

void DockHead::set_note(const QString& note) {
    note_->setText(note);
}

QToolButton* DockHead::add_button(const QString& icon_name, const QString& name, const QString& key) {
    auto* button = new QToolButton(this);
    button->setIcon(icon(icon_name));
    ui::set_tip(button, {name, key, QString(), QString()});
    row_->addWidget(button);
    return button;
}

void DockHead::add_widget(QWidget* widget) {
    row_->addWidget(widget);
}

QSize DockHead::sizeHint() const {
    return {row_->sizeHint().width(), px(30)};
}
QSize DockHead::minimumSizeHint() const {
    return {row_->minimumSize().width(), px(30)};
}

void DockHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), color(Token::chrome));
    painter.fillRect(QRect(0, height() - 1, width(), 1), color(Token::line));
    if (!icon_.isEmpty())
        paint_icon(painter, QRectF(px(11), (height() - 1 - px(16)) / 2.0, px(16), px(16)), icon_, color(Token::ink));
}

void DockHead::changeEvent(QEvent* event) {
    if (event->type() == QEvent::StyleChange) {
        row_->setContentsMargins(icon_.isEmpty() ? px(12) : px(34), 0, px(8), 1);
        updateGeometry();
    }
    QWidget::changeEvent(event);
}

QString Tip::html() const {
    QString text = QStringLiteral("<p style='white-space:pre-wrap; margin:0'><b>%1</b>").arg(title.toHtmlEscaped());
    if (!key.isEmpty())
        text += QStringLiteral("&nbsp;&nbsp;<span style='font-family:\"%1\"'>%2</span>")
                    .arg(theme().mono(type::control).family(), key.toHtmlEscaped());
    if (!sentence.isEmpty())
        text += QStringLiteral("<br>") + sentence.toHtmlEscaped();
    if (!source.isEmpty())
        text += QStringLiteral("<br><i>") + source.toHtmlEscaped() + QStringLiteral("</i>");
    return text + QStringLiteral("</p>");
}

void set_tip(QWidget* widget, const Tip& tip) {
    widget->setToolTip(tip.html());
    widget->setAccessibleName(tip.title);
    QString description = tip.sentence;
    if (!tip.source.isEmpty())
        description += (description.isEmpty() ? QString() : QStringLiteral(" ")) + tip.source;
    widget->setAccessibleDescription(description);
}

} // namespace sluice::ui
