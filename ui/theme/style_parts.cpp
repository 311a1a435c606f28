// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style_parts.h"

#include "ui/theme/icons.h"

#include <QAbstractButton>
#include <QFontMetrics>
#include <QStyle>
#include <QToolButton>

namespace sluice::ui::parts {

void frame(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& border, double radius) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(border.isValid() ? QPen(border, 1) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const double inset = border.isValid() ? 0.5 : 0;
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

void rule(QPainter& painter, const QRect& rect, const QColor& color) {
    painter.fillRect(rect, color);
}

ButtonKind kind_of(const QWidget* widget) {
    if (widget && !widget->property("_sluice_kind").isValid()
        && (qobject_cast<const QToolButton*>(widget) || widget->inherits("QDockWidgetTitleButton")))
        return ButtonKind::quiet;
    return button_kind(widget);
}

ButtonLook button_look(ButtonKind kind, QStyle::State state) {
    const Theme& t = theme();
    const bool enabled = state & QStyle::State_Enabled;
    const bool hovered = enabled && (state & QStyle::State_MouseOver);
    const bool pressed = enabled && (state & QStyle::State_Sunken);
    const bool on = state & QStyle::State_On;
    if (kind == ButtonKind::link)
        return {QColor(), QColor(), enabled ? t[Token::accent] : t.disabled_text()};
    if (!enabled) {
        if (on)
            return {t[Token::well], t[Token::line], t[Token::ink3]};
        if (kind == ButtonKind::quiet)
            return {QColor(), QColor(), t.disabled_text()};
        return {t[Token::card], t[Token::line], t.disabled_text(), false};
    }
    if (kind == ButtonKind::primary) {
        const QColor fill
            = pressed ? Theme::mixed(t[Token::accentfill], QColor(Qt::black), 0.25) : t[Token::accentfill];
        return {fill, hovered || pressed ? t[Token::ink] : fill, t[Token::onaccent], true};
    }
    if (on)
        return {pressed ? t[Token::line] : t[Token::accentsoft], hovered ? t[Token::ink] : t[Token::accent],
            t[Token::accent]};
    if (pressed)
        return {t.pressed_ground(), t[Token::ink], t[Token::ink]};
    if (hovered)
        return {t.hover_ground(), t[Token::ink], t[Token::ink]};
    if (kind == ButtonKind::quiet)
        return {QColor(), QColor(), t[Token::ink]};
    return {t[Token::card], t[Token::edge], t[Token::ink]};
}

QColor icon_tint(const ButtonLook& look) {
    return look.text == color(Token::ink) ? QColor() : look.text;
}

QColor field_border(QStyle::State state, const QWidget* widget) {
    if (is_wrong(widget))
        return color(Token::stall);
    if (!(state & QStyle::State_Enabled))
        return color(Token::line);
    return color(state & QStyle::State_MouseOver ? Token::ink : Token::edge);
}

QColor field_fill(QStyle::State state) {
    return color(state & QStyle::State_Enabled ? Token::card : Token::room);
}

void push_button_label(QPainter& painter, const QStyleOptionButton& option, const QWidget* widget) {
    const ButtonLook look = button_look(kind_of(widget), option.state);
    painter.save();
    QFont font = painter.font();
    if (look.bold)
        font.setBold(true);
    if (kind_of(widget) == ButtonKind::link && (option.state & QStyle::State_MouseOver))
        font.setUnderline(true);
    painter.setFont(font);
    const QFontMetrics metrics(font);
    const bool has_menu = option.features & QStyleOptionButton::HasMenu;
    const int menu_width = has_menu ? px(16) : 0;
    const int icon_side = option.icon.isNull() ? 0 : option.iconSize.width();
    const int text_width = option.text.isEmpty() ? 0 : metrics.size(Qt::TextShowMnemonic, option.text).width();
    const int space = icon_side && text_width ? px(7) : 0;
    const QRect rect = option.rect;
    const bool link = kind_of(widget) == ButtonKind::link;
    int x = link ? rect.left() : rect.left() + (rect.width() - icon_side - space - text_width - menu_width) / 2;
    x = std::max(x, rect.left());
    if (icon_side) {
        const QRect place(x, rect.top() + (rect.height() - icon_side) / 2, icon_side, icon_side);
        paint_icon(painter, place, option.icon, icon_tint(look), option.state & QStyle::State_Enabled);
        x += icon_side + space;
    }
    if (text_width) {
        const int room = rect.right() + 1 - x - menu_width;
        const QString text = text_width > room
            ? metrics.elidedText(option.text, Qt::ElideRight, room, Qt::TextShowMnemonic)
            : option.text;
        painter.setPen(look.text);
        painter.drawText(QRect(x, rect.top(), room, rect.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, text);
    }
    if (has_menu)
        paint_icon(painter, QRectF(rect.right() - px(14), rect.center().y() - px(6), px(12), px(12)),
            QStringLiteral("chevd"), look.text);
    painter.restore();
}

void tool_button(QPainter& painter, const QStyleOptionToolButton& option, const QWidget* widget) {
    const ButtonLook look = button_look(kind_of(widget), option.state);
    if (look.fill.isValid() || look.border.isValid())
        frame(painter, option.rect, look.fill, look.border, px(corner::card));
    painter.save();
    QFont font = option.font;
    font.setBold(font.bold() || look.bold);
    painter.setFont(font);
    const QFontMetrics metrics(font);
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool with_text = option.toolButtonStyle != Qt::ToolButtonIconOnly && !option.text.isEmpty();
    const bool with_icon = option.toolButtonStyle != Qt::ToolButtonTextOnly && !option.icon.isNull();
    const bool arrow = option.features & (QStyleOptionToolButton::HasMenu | QStyleOptionToolButton::MenuButtonPopup);
    const int arrow_width = arrow && with_text ? px(14) : 0;
    const int side = with_icon ? option.iconSize.width() : 0;
    const int text_width = with_text ? metrics.size(Qt::TextShowMnemonic, option.text).width() : 0;
    const int space = with_icon && with_text ? px(6) : 0;
    const QRect rect = option.rect;
    int x = rect.left() + (rect.width() - side - space - text_width - arrow_width) / 2;
    if (with_icon) {
        paint_icon(painter, QRect(x, rect.top() + (rect.height() - side) / 2, side, side), option.icon, icon_tint(look),
            enabled);
        x += side + space;
    }
    if (with_text) {
        painter.setPen(look.text);
        painter.drawText(QRect(x, rect.top(), text_width + 1, rect.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, option.text);
        x += text_width;
    }
    if (arrow_width)
        paint_icon(
            painter, QRectF(x + px(3), rect.center().y() - px(5), px(10), px(10)), QStringLiteral("chevd"), look.text);
    painter.restore();
}

void check_box(QPainter& painter, const QRect& rect, QStyle::State state) {
    const bool enabled = state & QStyle::State_Enabled;
    const bool hovered = enabled && (state & QStyle::State_MouseOver);
    const bool on = state & (QStyle::State_On | QStyle::State_NoChange);
    const QColor fill = on ? (enabled ? color(Token::accentfill) : color(Token::line)) : field_fill(state);
    const QColor border = hovered ? color(Token::ink) : on ? fill : color(enabled ? Token::edge : Token::line);
    frame(painter, rect, fill, border, px(corner::bar));
    const QColor mark = enabled ? color(Token::onaccent) : color(Token::ink3);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(mark, px(1.8), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const double u = rect.width() / 14.0;
    const QPointF o = QRectF(rect).topLeft();
    if (state & QStyle::State_On)
        painter.drawPolyline(
            QPolygonF({o + QPointF(3.4 * u, 7.4 * u), o + QPointF(6 * u, 10 * u), o + QPointF(10.6 * u, 4.4 * u)}));
    else if (state & QStyle::State_NoChange)
        painter.drawLine(o + QPointF(4 * u, 7 * u), o + QPointF(10 * u, 7 * u));
    painter.restore();
}

void radio_button(QPainter& painter, const QRect& rect, QStyle::State state) {
    const bool enabled = state & QStyle::State_Enabled;
    const bool hovered = enabled && (state & QStyle::State_MouseOver);
    const bool on = state & QStyle::State_On;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor fill = on ? (enabled ? color(Token::accentfill) : color(Token::line)) : field_fill(state);
    const QColor border = hovered ? color(Token::ink) : on ? fill : color(enabled ? Token::edge : Token::line);
    painter.setPen(QPen(border, 1));
    painter.setBrush(fill);
    const QRectF circle = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawEllipse(circle);
    if (on) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(enabled ? color(Token::onaccent) : color(Token::ink3));
        const double r = rect.width() * 0.19;
        painter.drawEllipse(circle.center(), r, r);
    }
    painter.restore();
}

} // namespace sluice::ui::parts
