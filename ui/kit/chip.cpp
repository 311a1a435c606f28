// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/chip.h"

#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace sluice::ui {

ChipLook chip_look(ChipKind kind) {
    const auto word = [](const char* text) { return QCoreApplication::translate("StateChip", text); };
    switch (kind) {
    case ChipKind::user:
        return {"user", word(QT_TRANSLATE_NOOP("StateChip", "user")), Token::good, Token::goodsoft};
    case ChipKind::kernel:
        return {"kernel", word(QT_TRANSLATE_NOOP("StateChip", "kernel")), Token::accent, Token::accentsoft};
    case ChipKind::spinning:
        return {"spin", word(QT_TRANSLATE_NOOP("StateChip", "spinning")), Token::stall, Token::stallsoft};
    case ChipKind::waiting:
        return {"wait", word(QT_TRANSLATE_NOOP("StateChip", "waiting")), Token::warn, Token::warnsoft};
    case ChipKind::idle:
        break;
    }
    return {"idle", word(QT_TRANSLATE_NOOP("StateChip", "idle")), Token::ink2, Token::well};
}

QSize chip_size(ChipKind kind, bool compact, const Theme& t) {
    const int height = t.px(19);
    if (compact)
        return {t.px(20), height};
    const int text = QFontMetrics(t.font(type::note)).horizontalAdvance(chip_look(kind).word);
    return {t.px(6) + t.px(13) + t.px(4) + text + t.px(7), height};
}

void draw_chip(QPainter& painter, QRectF rect, ChipKind kind, bool compact, const Theme& t) {
    const ChipLook look = chip_look(kind);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(t[look.ink], 1));
    painter.setBrush(t[look.ground]);
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), t.px(corner::chip), t.px(corner::chip));
    const double side = t.px(13);
    const double left = compact ? rect.center().x() - side / 2 : rect.left() + t.px(6);
    paint_icon(painter, QRectF(left, rect.center().y() - side / 2, side, side), QLatin1String(look.icon), t[look.ink]);
    if (!compact) {
        painter.setFont(t.font(type::note));
        painter.setPen(t[look.ink]);
        painter.drawText(QRectF(left + side + t.px(4), rect.top(), rect.width(), rect.height()),
            Qt::AlignLeft | Qt::AlignVCenter, look.word);
    }
    painter.restore();
}

StateChip::StateChip(ChipKind kind, QWidget* parent)
    : QWidget(parent)
    , kind_(kind) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(chip_look(kind).word);
}

void StateChip::set_kind(ChipKind kind) {
    if (kind == kind_)
        return;
    kind_ = kind;
    setAccessibleName(chip_look(kind).word);
    updateGeometry();
    update();
}

void StateChip::set_compact(bool compact) {
    compact_ = compact;
    setToolTip(compact ? chip_look(kind_).word : QString());
    updateGeometry();
    update();
}

QSize StateChip::sizeHint() const {
    return chip_size(kind_, compact_);
}

void StateChip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw_chip(painter, QRectF(QPointF(), QSizeF(sizeHint())), kind_, compact_);
}

void StateChip::changeEvent(QEvent* event) {
    if (event->type() == QEvent::StyleChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

KeyHint::KeyHint(const QString& keys, const QString& word, QWidget* parent)
    : QWidget(parent)
    , keys_(keys)
    , word_(word) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("%1: %2").arg(keys, word));
}

QSize KeyHint::sizeHint() const {
    const int cap = std::max(px(16), QFontMetrics(theme().mono(type::note)).horizontalAdvance(keys_) + px(8));
    const int word = word_.isEmpty() ? 0 : px(5) + QFontMetrics(theme().font(type::note)).horizontalAdvance(word_);
    return {cap + word + 1, px(18)};
}

void KeyHint::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const int cap = std::max(px(16), QFontMetrics(theme().mono(type::note)).horizontalAdvance(keys_) + px(8));
    const double top = (height() - px(17)) / 2.0;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color(Token::edge), 1));
    painter.setBrush(color(Token::card));
    const QRectF box(0.5, top + 0.5, cap - 1, px(17) - 1);
    painter.drawRoundedRect(box, px(corner::chip), px(corner::chip));
    painter.setFont(theme().mono(type::note));
    painter.setPen(color(Token::ink));
    painter.drawText(box, Qt::AlignCenter, keys_);
    painter.setFont(theme().font(type::note));
    painter.setPen(color(Token::ink2));
    painter.drawText(QRect(cap + px(5), 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, word_);
}

StepDots::StepDots(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void StepDots::set_steps(int count, int current, int done) {
    count_ = std::max(0, count);
    current_ = std::clamp(current, 0, std::max(0, count_ - 1));
    done_ = std::clamp(done, 0, count_);
    cursor_ = current_;
    setAccessibleName(words());
    setAccessibleDescription(tr("%1 steps done. Left and right choose a step, Enter goes there.").arg(done_));
    updateGeometry();
    update();
}

QString StepDots::words() const {
    return tr("step %1 of %2").arg(current_ + 1).arg(count_);
}

QSize StepDots::sizeHint() const {
    const int text = QFontMetrics(theme().font(type::note)).horizontalAdvance(words()) + px(10);
    return {count_ * px(28) + text, px(24)};
}

QSize StepDots::minimumSizeHint() const {
    const int text = QFontMetrics(theme().font(type::note)).horizontalAdvance(words()) + px(10);
    return {count_ * px(10) + text, px(24)};
}

QRect StepDots::bar_rect(int step) const {
    const int text = QFontMetrics(theme().font(type::note)).horizontalAdvance(words()) + px(10);
    const int gap = px(4);
    const int room = std::max(count_ * px(8), width() - text);
    const int bar = std::min(px(24), room / std::max(1, count_) - gap);
    return {step * (bar + gap), (height() - px(6)) / 2, bar, px(6)};
}

void StepDots::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int step = 0; step < count_; ++step) {
        const QRectF bar = bar_rect(step);
        const double radius = bar.height() / 2;
        if (step == current_) {
            painter.setPen(QPen(color(Token::accent), 2));
            painter.setBrush(step < done_ ? color(Token::accentfill) : color(Token::card));
            painter.drawRoundedRect(bar.adjusted(1, 0, -1, 0), radius, radius);
        } else if (step < done_) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color(Token::accentfill));
            painter.drawRoundedRect(bar, radius, radius);
        } else {
            painter.setPen(QPen(color(Token::edge), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        }
        if (hasFocus() && step == cursor_ && cursor_ != current_) {
            painter.setPen(QPen(color(Token::ink), 1.5));
            painter.drawLine(QPointF(bar.left(), bar.bottom() + px(4)), QPointF(bar.right(), bar.bottom() + px(4)));
        }
    }
    painter.setFont(theme().font(type::note));
    painter.setPen(color(Token::ink2));
    const int left = count_ > 0 ? bar_rect(count_ - 1).right() + px(8) : 0;
    painter.drawText(QRect(left, 0, width() - left, height()), Qt::AlignLeft | Qt::AlignVCenter, words());
}

void StepDots::mousePressEvent(QMouseEvent* event) {
    for (int step = 0; step < count_; ++step)
        if (bar_rect(step).adjusted(-px(2), -height(), px(2), height()).contains(event->pos())) {
            emit step_chosen(step);
            return;
        }
}

void StepDots::keyPressEvent(QKeyEvent* event) {
    const int before = cursor_;
    switch (event->key()) {
    case Qt::Key_Left:
        cursor_ = std::max(0, cursor_ - 1);
        break;
    case Qt::Key_Right:
        cursor_ = std::min(count_ - 1, cursor_ + 1);
        break;
    case Qt::Key_Home:
        cursor_ = 0;
        break;
    case Qt::Key_End:
        cursor_ = count_ - 1;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (count_ > 0)
            emit step_chosen(cursor_);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (cursor_ != before)
        update();
}

void StepDots::focusInEvent(QFocusEvent* event) {
    cursor_ = current_;
    QWidget::focusInEvent(event);
}

} // namespace sluice::ui
