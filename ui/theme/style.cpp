// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style.h"

#include "ui/theme/icons.h"
#include "ui/theme/style_parts.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

namespace sluice::ui {

using namespace parts;

Style::Style()
    : QProxyStyle(QStringLiteral("Fusion")) { }

QPalette Style::standardPalette() const {
    return theme().palette();
}

void Style::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) || qobject_cast<QSlider*>(widget)
        || qobject_cast<QScrollBar*>(widget) || qobject_cast<QLineEdit*>(widget) || qobject_cast<QTabBar*>(widget)
        || qobject_cast<QAbstractSpinBox*>(widget))
        widget->setAttribute(Qt::WA_Hover);
    if (auto* bar = qobject_cast<QTabBar*>(widget))
        bar->setDrawBase(false);
    if (auto* view = qobject_cast<QTableView*>(widget))
        view->setShowGrid(false);
}

void Style::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const QRect rect = option->rect;
    switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelButtonBevel:
    case PE_PanelButtonTool: {
        const ButtonLook look = button_look(kind_of(widget), option->state);
        if (look.fill.isValid() || look.border.isValid())
            frame(*painter, rect, look.fill, look.border, px(corner::card));
        return;
    }
    case PE_FrameDefaultButton:
    case PE_FrameStatusBarItem:
    case PE_FrameButtonBevel:
    case PE_FrameButtonTool:
    case PE_FrameTabBarBase:
    case PE_PanelScrollAreaCorner:
        return;
    case PE_FrameFocusRect:
        // The ring round the widget says where the focus is; inside a view the item says it as well.
        if (qobject_cast<const QAbstractItemView*>(widget)) {
            painter->setPen(color(Token::ink));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(rect.adjusted(0, 0, -1, -1));
        }
        return;
    case PE_PanelLineEdit:
        if (const auto* panel = qstyleoption_cast<const QStyleOptionFrame*>(option)) {
            const bool inside = widget
                && (qobject_cast<QAbstractSpinBox*>(widget->parentWidget())
                    || qobject_cast<QComboBox*>(widget->parentWidget()));
            const bool quiet = widget && widget->property("_sluice_quiet").toBool() && !is_wrong(widget)
                && !(option->state & (State_HasFocus | State_MouseOver));
            if (panel->lineWidth > 0 && !inside && !quiet)
                frame(*painter, rect, field_fill(option->state), field_border(option->state, widget), px(corner::card));
        }
        return;
    case PE_FrameLineEdit:
        frame(*painter, rect, QColor(), field_border(option->state, widget), px(corner::card));
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        check_box(*painter, rect, option->state);
        return;
    case PE_IndicatorRadioButton:
        radio_button(*painter, rect, option->state);
        return;
    case PE_PanelTipLabel:
        frame(*painter, rect, color(Token::ink), QColor(), 0);
        return;
    case PE_PanelMenu:
        painter->fillRect(rect, color(Token::card));
        return;
    case PE_FrameMenu:
    case PE_Frame:
    case PE_FrameWindow:
    case PE_FrameDockWidget: {
        if (const auto* panel = qstyleoption_cast<const QStyleOptionFrame*>(option); panel && panel->lineWidth == 0)
            return;
        painter->save();
        painter->setPen(color(Token::edge));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    }
    case PE_IndicatorHeaderArrow:
        return;
    case PE_FrameTabWidget:
        rule(*painter, QRect(rect.left(), rect.top(), rect.width(), 1), color(Token::line));
        return;
    case PE_PanelStatusBar:
        painter->fillRect(rect, color(Token::chrome));
        rule(*painter, QRect(rect.left(), rect.top(), rect.width(), 1), color(Token::line));
        return;
    case PE_PanelMenuBar:
        return;
    case PE_IndicatorToolBarSeparator:
        if (option->state & State_Horizontal)
            rule(*painter, QRect(rect.center().x(), rect.top() + px(6), 1, rect.height() - px(12)), color(Token::line));
        else
            rule(*painter, QRect(rect.left() + px(6), rect.center().y(), rect.width() - px(12), 1), color(Token::line));
        return;
    case PE_IndicatorDockWidgetResizeHandle:
        painter->fillRect(rect, color(Token::chrome));
        rule(*painter,
            option->state & State_Horizontal ? QRect(rect.left(), rect.center().y(), rect.width(), 1)
                                             : QRect(rect.center().x(), rect.top(), 1, rect.height()),
            color(Token::line));
        return;
    case PE_IndicatorBranch:
        if (option->state & State_Children)
            paint_icon(*painter, QRectF(rect.center().x() - px(6), rect.center().y() - px(6), px(12), px(12)),
                option->state & State_Open ? QStringLiteral("chevd") : QStringLiteral("chevr"), color(Token::ink2));
        return;
    case PE_IndicatorArrowDown:
        paint_icon(*painter, QRectF(rect), QStringLiteral("chevd"), color(Token::ink2));
        return;
    case PE_IndicatorArrowRight:
        paint_icon(*painter, QRectF(rect), QStringLiteral("chevr"), color(Token::ink2));
        return;
    case PE_PanelItemViewRow: {
        const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
        if (item && (item->features & QStyleOptionViewItem::Alternate))
            painter->fillRect(rect, color(Token::room));
        return;
    }
    case PE_PanelItemViewItem: {
        const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
        if (!item)
            return;
        if (item->state & State_Selected) {
            painter->fillRect(rect, color(Token::accentsoft));
            if (item->index.column() == 0 || qobject_cast<const QListView*>(widget))
                rule(*painter, QRect(rect.left(), rect.top(), px(4), rect.height()), color(Token::accentfill));
        } else if (item->backgroundBrush.style() != Qt::NoBrush) {
            painter->fillRect(rect, item->backgroundBrush);
        } else if ((item->state & State_MouseOver) && (item->state & State_Enabled)) {
            painter->fillRect(rect, color(Token::well));
        }
        return;
    }
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const QRect rect = option->rect;
    switch (element) {
    case CE_PushButton:
        // Fusion would inset the words by another px on each side.
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            proxy()->drawControl(CE_PushButtonBevel, button, painter, widget);
            QStyleOptionButton label = *button;
            label.rect = proxy()->subElementRect(SE_PushButtonContents, button, widget);
            proxy()->drawControl(CE_PushButtonLabel, &label, painter, widget);
            return;
        }
        break;
    case CE_PushButtonBevel:
        proxy()->drawPrimitive(PE_PanelButtonCommand, option, painter, widget);
        return;
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option))
            return push_button_label(*painter, *button, widget);
        break;
    case CE_TabBarTabShape:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return tab_shape(*painter, *tab);
        break;
    case CE_TabBarTabLabel:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return tab_label(*painter, *tab);
        break;
    case CE_MenuItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            // Combo boxes ask for their popup's rows here only in styles that draw menus for them; ours does not.
            return menu_item(*painter, *item);
        }
        break;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            menu_bar_item(*painter, *item);
            rule(*painter, QRect(rect.left(), widget ? widget->height() - 1 : rect.bottom(), rect.width(), 1),
                color(Token::line));
            return;
        }
        break;
    case CE_MenuBarEmptyArea:
        painter->fillRect(rect, color(Token::chrome));
        rule(*painter, QRect(rect.left(), widget ? widget->height() - 1 : rect.bottom(), rect.width(), 1),
            color(Token::line));
        return;
    case CE_MenuEmptyArea:
        painter->fillRect(rect, color(Token::card));
        return;
    case CE_ToolBar:
        painter->fillRect(rect, color(Token::chrome));
        rule(*painter, QRect(rect.left(), rect.bottom(), rect.width(), 1), color(Token::line));
        return;
    case CE_HeaderSection:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option))
            return header_section(*painter, *header);
        break;
    case CE_HeaderEmptyArea:
        painter->fillRect(rect, color(Token::chrome));
        return;
    case CE_HeaderLabel:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option))
            return header_label(*painter, *header);
        break;
    case CE_Splitter:
        painter->fillRect(rect, color(Token::line));
        return;
    case CE_DockWidgetTitle:
        if (const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(option))
            return dock_title(*painter, *dock);
        break;
    case CE_ProgressBar:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option))
            return progress_bar(*painter, *bar);
        break;
    case CE_ShapedFrame:
        if (const auto* panel = qstyleoption_cast<const QStyleOptionFrame*>(option)) {
            if (panel->frameShape == QFrame::HLine) {
                rule(*painter, QRect(rect.left(), rect.center().y(), rect.width(), 1), color(Token::line));
                return;
            }
            if (panel->frameShape == QFrame::VLine) {
                rule(*painter, QRect(rect.center().x(), rect.top(), 1, rect.height()), color(Token::line));
                return;
            }
            if (panel->frameShape != QFrame::NoFrame)
                proxy()->drawPrimitive(PE_Frame, option, painter, widget);
            return;
        }
        break;
    case CE_ComboBoxLabel:
        if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option); box && !box->editable) {
            painter->save();
            const bool enabled = option->state & State_Enabled;
            const QColor ink = enabled ? color(Token::ink) : color(Token::ink3);
            QRect text = rect.adjusted(px(10), 0, -px(26), 0);
            if (!box->currentIcon.isNull()) {
                const int side = px(16);
                paint_icon(*painter, QRect(text.left(), rect.center().y() - side / 2, side, side), box->currentIcon,
                    ink, enabled);
                text.setLeft(text.left() + side + px(6));
            }
            painter->setPen(ink);
            painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                option->fontMetrics.elidedText(box->currentText, Qt::ElideRight, text.width()));
            painter->restore();
            return;
        }
        break;
    case CE_RubberBand:
        painter->fillRect(rect, Theme::faded(color(Token::accentfill), 0.15));
        painter->setPen(color(Token::accentfill));
        painter->drawRect(rect.adjusted(0, 0, -1, -1));
        return;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
    switch (control) {
    case CC_ToolButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option))
            return tool_button(*painter, *button, widget);
        break;
    case CC_ComboBox:
        if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option))
            return combo_box(*painter, *box, widget);
        break;
    case CC_SpinBox:
        if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option))
            return spin_box(*painter, *box, widget, *proxy());
        break;
    case CC_Slider:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return slider(*painter, *bar, widget, *proxy());
        break;
    case CC_ScrollBar:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return scroll_bar(*painter, *bar, widget, *proxy());
        break;
    default:
        break;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace sluice::ui
