// SPDX-License-Identifier: GPL-3.0-or-later
// Tabs, menus, headers, dock titles, fields with parts, sliders and scroll bars.
#include "ui/theme/icons.h"
#include "ui/theme/style_parts.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QFontMetrics>
#include <QStyle>

#include <algorithm>

namespace sluice::ui::parts {

void tab_shape(QPainter& painter, const QStyleOptionTab& option) {
    const bool selected = option.state & QStyle::State_Selected;
    const bool hovered = (option.state & QStyle::State_MouseOver) && (option.state & QStyle::State_Enabled);
    const QRect rect = option.rect;
    painter.fillRect(rect, color(selected ? Token::panel : hovered ? Token::well : Token::chrome));
    const bool last = option.position == QStyleOptionTab::End || option.position == QStyleOptionTab::OnlyOneTab;
    if (!last)
        rule(painter, QRect(rect.right(), rect.top(), 1, rect.height()), color(Token::line));
    if (selected)
        rule(painter, QRect(rect.left(), rect.bottom() - px(2) + 1, rect.width() - (last ? 0 : 1), px(2)),
            color(Token::accentfill));
    else
        rule(painter, QRect(rect.left(), rect.bottom(), rect.width(), 1), color(Token::line));
}

void tab_label(QPainter& painter, const QStyleOptionTab& option) {
    painter.save();
    const bool selected = option.state & QStyle::State_Selected;
    const bool enabled = option.state & QStyle::State_Enabled;
    QFont font = theme().font(type::control, selected);
    painter.setFont(font);
    const QColor ink = enabled ? color(selected ? Token::ink : Token::ink2) : theme().disabled_text();
    const int side = option.icon.isNull() ? 0 : option.iconSize.width();
    const QFontMetrics metrics(font);
    const int text_width = metrics.size(Qt::TextShowMnemonic, option.text).width();
    const int space = side && text_width ? px(6) : 0;
    int x = option.rect.left() + std::max(px(4), (option.rect.width() - side - space - text_width) / 2);
    if (side) {
        paint_icon(painter, QRect(x, option.rect.center().y() - side / 2, side, side), option.icon, ink, enabled);
        x += side + space;
    }
    painter.setPen(ink);
    const int room = option.rect.right() - x;
    painter.drawText(QRect(x, option.rect.top(), room, option.rect.height()),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine,
        text_width > room ? metrics.elidedText(option.text, Qt::ElideRight, room, Qt::TextShowMnemonic) : option.text);
    painter.restore();
}

void menu_item(QPainter& painter, const QStyleOptionMenuItem& option) {
    painter.save();
    const QRect rect = option.rect;
    if (option.menuItemType == QStyleOptionMenuItem::Separator) {
        rule(painter, QRect(rect.left() + px(8), rect.center().y(), rect.width() - px(16), 1), color(Token::line));
        if (!option.text.isEmpty()) {
            const QFont font = theme().font(type::note);
            const int width = QFontMetrics(font).horizontalAdvance(option.text) + px(8);
            painter.fillRect(QRect(rect.left() + px(12), rect.top(), width, rect.height()), color(Token::card));
            painter.setFont(font);
            painter.setPen(color(Token::ink3));
            painter.drawText(rect.adjusted(px(16), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, option.text);
        }
        painter.restore();
        return;
    }
    const bool enabled = option.state & QStyle::State_Enabled;
    if ((option.state & QStyle::State_Selected) && enabled)
        painter.fillRect(rect, color(Token::accentsoft));
    const QColor ink = enabled ? color(Token::ink) : theme().disabled_text();
    const int column = px(28);
    const QRect mark(rect.left() + px(8), rect.top() + (rect.height() - px(16)) / 2, px(16), px(16));
    if (option.checkType != QStyleOptionMenuItem::NotCheckable) {
        QStyle::State state = enabled ? QStyle::State_Enabled : QStyle::State_None;
        state |= option.checked ? QStyle::State_On : QStyle::State_Off;
        const QRect box = mark.adjusted(px(1), px(1), -px(1), -px(1));
        if (option.checkType == QStyleOptionMenuItem::Exclusive)
            radio_button(painter, box, state);
        else
            check_box(painter, box, state);
    } else if (!option.icon.isNull()) {
        paint_icon(painter, mark, option.icon, ink, enabled);
    }
    const int right = px(26);
    const QRect line(rect.left() + column + px(4), rect.top(), rect.width() - column - px(4) - right, rect.height());
    const qsizetype tab = option.text.indexOf(QLatin1Char('\t'));
    QFont font = option.font;
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine,
        tab < 0 ? option.text : option.text.left(tab));
    if (tab >= 0) {
        painter.setPen(enabled ? color(Token::ink3) : theme().disabled_text());
        painter.drawText(line.adjusted(0, 0, right - px(12), 0), Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
            option.text.mid(tab + 1));
    }
    if (option.menuItemType == QStyleOptionMenuItem::SubMenu)
        paint_icon(painter, QRectF(rect.right() - px(20), rect.center().y() - px(6), px(12), px(12)),
            QStringLiteral("chevr"), ink);
    painter.restore();
}

void menu_bar_item(QPainter& painter, const QStyleOptionMenuItem& option) {
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool selected = (option.state & QStyle::State_Selected) && enabled;
    painter.fillRect(option.rect, color(selected ? Token::accentsoft : Token::chrome));
    painter.setPen(enabled ? color(selected ? Token::ink : Token::ink2) : theme().disabled_text());
    painter.drawText(option.rect, Qt::AlignCenter | Qt::TextHideMnemonic | Qt::TextSingleLine, option.text);
}

void header_section(QPainter& painter, const QStyleOptionHeader& option) {
    painter.fillRect(option.rect, color(Token::chrome));
    if (option.orientation == Qt::Horizontal)
        rule(painter, QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), color(Token::edge));
    else
        rule(painter, QRect(option.rect.right(), option.rect.top(), 1, option.rect.height()), color(Token::line));
}

void header_label(QPainter& painter, const QStyleOptionHeader& option) {
    painter.save();
    const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
    const QFont font = theme().font(type::note, sorted);
    painter.setFont(font);
    painter.setPen(color(Token::ink2));
    QRect rect = option.rect.adjusted(px(1), 0, -px(1), 0); // beside the style's own margin
    if (sorted) {
        painter.save();
        const QRectF mark(rect.right() - px(10), rect.center().y() - px(5), px(10), px(10));
        if (option.sortIndicator == QStyleOptionHeader::SortUp) {
            painter.translate(mark.center());
            painter.rotate(180);
            painter.translate(-mark.center());
        }
        const QPixmap chevron
            = icon_pixmap(QStringLiteral("chevd"), px(10), color(Token::ink2), painter.device()->devicePixelRatio());
        painter.drawPixmap(mark.topLeft(), chevron);
        painter.restore();
        rect.setRight(rect.right() - px(14));
    }
    painter.drawText(rect, static_cast<int>(option.textAlignment) | Qt::TextSingleLine,
        QFontMetrics(font).elidedText(option.text, Qt::ElideRight, rect.width()));
    painter.restore();
}

void dock_title(QPainter& painter, const QStyleOptionDockWidget& option) {
    painter.save();
    painter.fillRect(option.rect, color(Token::chrome));
    rule(painter, QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), color(Token::line));
    painter.setFont(theme().font(type::control, true));
    painter.setPen(color(Token::ink));
    painter.drawText(option.rect.adjusted(px(12), 0, -px(56), 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        option.title);
    painter.restore();
}

void combo_box(QPainter& painter, const QStyleOptionComboBox& option, const QWidget* widget) {
    frame(painter, option.rect, field_fill(option.state), field_border(option.state, widget), px(corner::card));
    const bool enabled = option.state & QStyle::State_Enabled;
    paint_icon(painter, QRectF(option.rect.right() - px(21), option.rect.center().y() - px(6) + 1, px(12), px(12)),
        QStringLiteral("chevd"), enabled ? color(Token::ink) : theme().disabled_text());
}

void spin_box(QPainter& painter, const QStyleOptionSpinBox& option, const QWidget* widget, const QStyle& style) {
    if (option.frame)
        frame(painter, option.rect, field_fill(option.state), field_border(option.state, widget), px(corner::card));
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const QRect up = style.subControlRect(QStyle::CC_SpinBox, &option, QStyle::SC_SpinBoxUp, widget);
    const QRect down = style.subControlRect(QStyle::CC_SpinBox, &option, QStyle::SC_SpinBoxDown, widget);
    const auto chevron = [&](const QRect& rect, bool points_up, QAbstractSpinBox::StepEnabledFlag step, bool active) {
        const bool possible = (option.stepEnabled & step) && (option.state & QStyle::State_Enabled);
        if (active && possible && (option.state & QStyle::State_MouseOver))
            painter.fillRect(rect.adjusted(0, points_up ? 1 : 0, -1, points_up ? 0 : -1), color(Token::well));
        const double s = px(9);
        painter.save();
        painter.translate(QRectF(rect).center());
        if (points_up)
            painter.rotate(180);
        painter.drawPixmap(QPointF(-s / 2, -s / 2),
            icon_pixmap(QStringLiteral("chevd"), static_cast<int>(s),
                possible ? color(Token::ink2) : theme().disabled_text(), painter.device()->devicePixelRatio()));
        painter.restore();
    };
    chevron(up, true, QAbstractSpinBox::StepUpEnabled, option.activeSubControls == QStyle::SC_SpinBoxUp);
    chevron(down, false, QAbstractSpinBox::StepDownEnabled, option.activeSubControls == QStyle::SC_SpinBoxDown);
}

void slider(QPainter& painter, const QStyleOptionSlider& option, const QWidget* widget, const QStyle& style) {
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
    const bool across = option.orientation == Qt::Horizontal;
    const QRect groove = style.subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, widget);
    const QRect handle = style.subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, widget);
    const QColor filled = enabled ? color(Token::accentfill) : color(Token::line);
    const QColor rest = color(enabled ? Token::edge : Token::line);
    const int thin = px(2);
    const int thick = px(4);
    painter.save();
    const QPoint mid = handle.topLeft() + QPoint(handle.width() / 2, handle.height() / 2);
    if (across) {
        const int y = mid.y();
        const bool mirrored = option.upsideDown;
        painter.fillRect(QRect(groove.left(), y - thin / 2, groove.width(), thin), rest);
        const QRect part = mirrored ? QRect(mid.x(), y - thick / 2, groove.right() - mid.x(), thick)
                                    : QRect(groove.left(), y - thick / 2, mid.x() - groove.left(), thick);
        frame(painter, part, filled, QColor(), thick / 2.0);
    } else {
        const int x = mid.x();
        painter.fillRect(QRect(x - thin / 2, groove.top(), thin, groove.height()), rest);
        const QRect part = option.upsideDown ? QRect(x - thick / 2, mid.y(), thick, groove.bottom() - mid.y())
                                             : QRect(x - thick / 2, groove.top(), thick, mid.y() - groove.top());
        frame(painter, part, filled, QColor(), thick / 2.0);
    }
    if (option.tickPosition & QSlider::TicksBelow && option.tickInterval > 0 && across) {
        const int span = option.maximum - option.minimum;
        for (int value = option.minimum; span > 0 && value <= option.maximum; value += option.tickInterval) {
            const int x = groove.left() + handle.width() / 2
                + QStyle::sliderPositionFromValue(
                    option.minimum, option.maximum, value, groove.width() - handle.width(), option.upsideDown);
            painter.fillRect(QRect(x, mid.y() + px(8), 1, px(4)), rest);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const double r = px(12) / 2.0;
    painter.setPen(QPen(hovered ? color(Token::ink) : enabled ? filled : rest, px(2)));
    painter.setBrush(color(Token::card));
    painter.drawEllipse(QRectF(handle).center(), r - px(1) + 0.5, r - px(1) + 0.5);
    painter.restore();
}

void progress_bar(QPainter& painter, const QStyleOptionProgressBar& option) {
    // The widget is never lower than a line of text; the bar is.
    const int height = std::min(px(9), option.rect.height());
    const QRect rect(
        option.rect.left(), option.rect.top() + (option.rect.height() - height) / 2, option.rect.width(), height);
    frame(painter, rect, color(Token::well), color(Token::edge), px(corner::bar));
    const QRect inner = rect.adjusted(1, 1, -1, -1);
    if (option.maximum <= option.minimum) {
        // Length unknown: the whole bar in the soft ground, nothing that moves.
        painter.fillRect(inner, color(Token::accentsoft));
        return;
    }
    const double share = double(option.progress - option.minimum) / (double(option.maximum) - option.minimum);
    const int length = static_cast<int>(inner.width() * std::clamp(share, 0.0, 1.0) + 0.5);
    painter.fillRect(QRect(inner.left(), inner.top(), length, inner.height()), color(Token::accentfill));
}

void scroll_bar(QPainter& painter, const QStyleOptionSlider& option, const QWidget* widget, const QStyle& style) {
    const bool across = option.orientation == Qt::Horizontal;
    if (option.maximum <= option.minimum)
        return;
    const QRect handle = style.subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarSlider, widget);
    const bool active = option.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    const int side = px(active ? 8 : 6);
    const QRect thumb = across
        ? QRect(handle.left() + 2, option.rect.bottom() - px(2) - side + 1, handle.width() - 4, side)
        : QRect(option.rect.right() - px(2) - side + 1, handle.top() + 2, side, handle.height() - 4);
    frame(painter, thumb, color(active ? Token::ink2 : Token::edge), QColor(), side / 2.0);
}

} // namespace sluice::ui::parts
