// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/narration_bar.h"

#include "ui/scene/paint_legend.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QAccessible>
#include <QPainter>
#include <QToolButton>

namespace sluice::ui {
namespace {

constexpr int least_ms_between = 500;

QToolButton* tool(QWidget* parent, const char* icon_name, const QString& words, const QString& tip) {
    auto* b = new QToolButton(parent);
    b->setIcon(icon(icon_name, Token::ink2));
    b->setText(words);
    b->setToolTip(tip);
    b->setAccessibleName(words);
    b->setAutoRaise(true);
    b->setFocusPolicy(Qt::TabFocus);
    set_button_kind(b, ButtonKind::quiet);
    return b;
}

} // namespace

NarrationBar::NarrationBar(QWidget* parent)
    : QWidget(parent) {
    setObjectName("narration");
    speak_ = tool(this, "speak", tr("Say it"), tr("Tell the sentence to a screen reader (N)"));
    table_ = tool(this, "table", tr("As table"), tr("The same numbers as a table (T)"));
    table_->setCheckable(true);
    zoom_ = tool(this, "zoomin", tr("Zoom in"), tr("Nearer: machine, node, CPU (+)"));
    fit_ = tool(this, "fit", tr("Whole machine"), tr("Whole machine (0)"));
    connect(speak_, &QToolButton::clicked, this, &NarrationBar::announce);
    connect(table_, &QToolButton::clicked, this, &NarrationBar::table_toggled);
    connect(zoom_, &QToolButton::clicked, this, &NarrationBar::zoom_in_requested);
    connect(fit_, &QToolButton::clicked, this, &NarrationBar::fit_requested);
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &NarrationBar::show_next);
    setAccessibleName(tr("What is going on"));
}

void NarrationBar::set_narration(const Narration& narration, bool at_once) {
    next_ = narration;
    if (next_ == shown_) {
        timer_.stop();
        return;
    }
    if (at_once || !since_.isValid() || since_.elapsed() >= least_ms_between)
        show_next();
    else if (!timer_.isActive())
        timer_.start(static_cast<int>(least_ms_between - since_.elapsed()));
}

void NarrationBar::show_next() {
    timer_.stop();
    if (next_ == shown_)
        return;
    shown_ = next_;
    since_.restart();
    setAccessibleDescription(shown_.text());
    setToolTip(shown_.text());
    update();
}

void NarrationBar::set_table_shown(bool shown) {
    table_->setChecked(shown);
}

void NarrationBar::announce() {
    show_next();
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QAccessibleAnnouncementEvent event(this, shown_.text());
#else
    // Before 6.8 there is no announcement; a changed name is what screen readers tell.
    setAccessibleName(shown_.text());
    QAccessibleEvent event(this, QAccessible::NameChanged);
#endif
    QAccessible::updateAccessibility(&event);
}

QSize NarrationBar::sizeHint() const {
    return {px(600), px(30)};
}
QSize NarrationBar::minimumSizeHint() const {
    return {px(260), px(30)};
}

void NarrationBar::place_buttons() {
    const int h = px(26), y = (height() - h) / 2;
    const bool words = width() >= px(820);
    table_->setToolButtonStyle(words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    for (QToolButton* b : {speak_, zoom_, fit_})
        b->setToolButtonStyle(Qt::ToolButtonIconOnly);
    int x = width() - px(8);
    for (QToolButton* b : {fit_, zoom_, table_}) {
        const int w = b == table_ && words ? b->sizeHint().width() : px(26);
        x -= w;
        b->setGeometry(x, y, w, h);
        x -= px(2);
    }
    speak_->setGeometry(px(6), y, px(26), h);
}

QRect NarrationBar::text_rect() const {
    return QRect(QPoint(px(36), 0), QPoint(table_->x() - px(8), height() - 1));
}

void NarrationBar::resizeEvent(QResizeEvent*) {
    place_buttons();
}

void NarrationBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange) {
        updateGeometry();
        place_buttons();
        update();
    }
    QWidget::changeEvent(event);
}

void NarrationBar::paintEvent(QPaintEvent*) {
    QPainter p(this);
    p.fillRect(rect(), color(Token::chrome));
    p.fillRect(0, height() - 1, width(), 1, color(Token::line));
    paint_narration(Paint(p, theme()), text_rect(), shown_);
}

} // namespace sluice::ui
