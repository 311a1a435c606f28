// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/rail.h"

#include "ui/kit/frames.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace sluice::ui {

namespace {

constexpr int kWidth = 40, kTall = 36, kLeast = 24; ///< px at 100 %

/// A tool button with a dot at its corner while something behind it is spoken of.
class RailButton : public QToolButton {
public:
    using QToolButton::QToolButton;
    bool wanted = false;

protected:
    void paintEvent(QPaintEvent* event) override {
        QToolButton::paintEvent(event);
        if (!wanted || isChecked())
            return;
        QPainter p(this);
        p.setRenderHint(QPainter::Antialiasing);
        p.setPen(Qt::NoPen);
        p.setBrush(color(Token::accent));
        p.drawEllipse(QPointF(width() - px(6), px(6)), px(4), px(4));
    }
};

} // namespace

Rail::Rail(Qt::Edge side, QWidget* parent)
    : QWidget(parent)
    , side_(side) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
}

QToolButton* Rail::add(const QString& icon_name, const QString& name, const QString& key) {
    auto* button = new RailButton(this);
    button->setIcon(icon(icon_name));
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    set_button_kind(button, ButtonKind::quiet);
    set_tip(button, {name, key, {}, {}});
    buttons_.push_back(button);
    place();
    return button;
}

void Rail::set_wanted(QToolButton* button, bool wanted) {
    static_cast<RailButton*>(button)->wanted = wanted;
    button->setAccessibleDescription(wanted ? tr("The lesson speaks of this.") : QString());
    button->update();
}

void Rail::set_note(const QString& note) {
    note_ = note;
    update();
}

QSize Rail::sizeHint() const {
    return {px(kWidth), px(kTall) * static_cast<int>(buttons_.size()) + px(8)};
}

QSize Rail::minimumSizeHint() const {
    return {px(kWidth), px(kLeast)};
}

void Rail::place() {
    // As tall as there is room for, never less than what can be hit.
    const int n = std::max(1, static_cast<int>(buttons_.size()));
    const bool tight = height() < px(kLeast + 2) * n + px(8);
    const int tall = std::clamp((height() - (tight ? 0 : px(8))) / n, px(kLeast), px(kTall));
    int y = tight ? 0 : px(4);
    for (QToolButton* b : buttons_) {
        // What finds no place at all is in the menu View.
        b->setVisible(y + px(kLeast) <= height());
        b->setGeometry(px(4), y, px(kWidth - 8), tall - (tall > px(28) ? px(2) : 0));
        y += tall;
    }
}

void Rail::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

void Rail::changeEvent(QEvent* event) {
    if (event->type() == QEvent::StyleChange) {
        updateGeometry();
        place();
    }
    QWidget::changeEvent(event);
}

void Rail::paintEvent(QPaintEvent*) {
    QPainter p(this);
    p.fillRect(rect(), color(Token::chrome));
    p.fillRect(QRect(side_ == Qt::LeftEdge ? width() - 1 : 0, 0, 1, height()), color(Token::line));
    if (note_.isEmpty() || buttons_.empty())
        return;
    p.setFont(theme().font(type::control, true));
    p.setPen(color(Token::ink));
    p.drawText(QRect(0, buttons_.back()->geometry().bottom() + px(4), width() - 1, px(18)), Qt::AlignCenter, note_);
}

} // namespace sluice::ui
