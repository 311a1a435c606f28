// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of controls, all from px at 100 % and the theme's scale.
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/style_parts.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QFontMetrics>
#include <QSlider>

namespace sluice::ui {

using namespace parts;

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_DefaultFrameWidth:
        return 1;
    case PM_ButtonMargin:
        return px(12);
    case PM_ButtonDefaultIndicator:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_FocusFrameVMargin:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseOverlap:
    case PM_MenuBarPanelWidth:
    case PM_MenuBarVMargin:
    case PM_MenuBarItemSpacing:
    case PM_ToolBarFrameWidth:
    case PM_DockWidgetFrameWidth:
        return 0;
    case PM_DockWidgetTitleMargin:
        return px(6);
    // The margin of the text of an item in a view.
    case PM_FocusFrameHMargin:
        return px(5);
    case PM_HeaderDefaultSectionSizeVertical:
        return px(26);
    case PM_MenuBarHMargin:
        return px(4);
    case PM_MenuPanelWidth:
        return 1;
    case PM_MenuVMargin:
        return px(4);
    case PM_MenuHMargin:
        return 0;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return px(14);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
        return px(8);
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
        return px(16);
    case PM_SliderThickness:
    case PM_SliderControlThickness:
        return px(24);
    case PM_SliderLength:
        return px(14);
    case PM_SliderTickmarkOffset:
        return px(4);
    case PM_ScrollBarExtent:
        return px(12);
    case PM_ScrollBarSliderMin:
        return px(28);
    case PM_SplitterWidth:
        return 1;
    case PM_DockWidgetSeparatorExtent:
        return px(4);
    case PM_HeaderMargin:
        return px(4);
    case PM_HeaderMarkSize:
        return px(10);
    case PM_TabBarTabHSpace:
        return px(24);
    case PM_TabBarTabVSpace:
        return px(12);
    case PM_ToolTipLabelFrameWidth:
        return px(8);
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
        return px(12);
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return px(8);
    case PM_TreeViewIndentation:
        return px(18);
    case PM_TextCursorWidth:
        return 1;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QSize Style::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const {
    switch (type) {
    case CT_PushButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            const ButtonKind kind = kind_of(widget);
            QFont font = widget ? widget->font() : QApplication::font();
            // Wide enough for bold words in every state, so that a button does not change its width.
            if (kind == ButtonKind::primary)
                font.setBold(true);
            const int text
                = button->text.isEmpty() ? 0 : QFontMetrics(font).size(Qt::TextShowMnemonic, button->text).width();
            const int icon = button->icon.isNull() ? 0 : button->iconSize.width();
            int width = text + icon + (text && icon ? px(7) : 0);
            width += (button->features & QStyleOptionButton::HasMenu) ? px(16) : 0;
            if (kind == ButtonKind::link)
                return {width + px(1), std::max(px(24), QFontMetrics(font).height())};
            const int height = px(kind == ButtonKind::small ? 26 : 32);
            const int padding = kind == ButtonKind::primary ? 16 : kind == ButtonKind::small ? 10 : 12;
            width += text ? 2 * px(padding) : height - icon;
            return {std::max(width, height), height};
        }
        break;
    case CT_ToolButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
            const bool with_text = button->toolButtonStyle != Qt::ToolButtonIconOnly && !button->text.isEmpty();
            const ButtonKind kind = kind_of(widget);
            const bool tall = kind == ButtonKind::normal || kind == ButtonKind::primary;
            const int height = px(tall ? 32 : 26);
            if (!with_text)
                return {height, height};
            QFont font = button->font;
            font.setBold(font.bold() || kind == ButtonKind::primary);
            const bool with_icon = button->toolButtonStyle != Qt::ToolButtonTextOnly && !button->icon.isNull();
            int width = QFontMetrics(font).size(Qt::TextShowMnemonic, button->text).width() + 2 * px(tall ? 12 : 8);
            width += with_icon ? button->iconSize.width() + px(6) : 0;
            if (button->features & (QStyleOptionToolButton::HasMenu | QStyleOptionToolButton::MenuButtonPopup))
                width += px(14);
            return {width, height};
        }
        break;
    case CT_LineEdit: {
        QSize own = QProxyStyle::sizeFromContents(type, option, size, widget);
        own.setHeight(std::max(px(28), size.height() + px(6)));
        return own;
    }
    case CT_ComboBox:
        return {size.width() + px(40), std::max(px(28), size.height() + px(6))};
    case CT_SpinBox:
        return {size.width() + px(30), std::max(px(28), size.height())};
    case CT_MenuItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            if (item->menuItemType == QStyleOptionMenuItem::Separator)
                return {size.width(), px(item->text.isEmpty() ? 9 : 20)};
            return {
                size.width() + px(28) + px(4) + px(26) + px(item->text.contains(QLatin1Char('\t')) ? 24 : 8), px(26)};
        }
        break;
    case CT_MenuBarItem:
        return {size.width() + px(16), px(27)};
    case CT_MenuBar:
        return {size.width(), std::max(size.height(), px(28))};
    case CT_TabBarTab: {
        const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
        const int width = tab
            ? QFontMetrics(theme().font(type::control, true)).size(Qt::TextShowMnemonic, tab->text).width()
                + (tab->icon.isNull() ? 0 : tab->iconSize.width() + px(6)) + px(24)
            : size.width();
        return {width, px(30)};
    }
    case CT_HeaderSection: {
        QSize own = QProxyStyle::sizeFromContents(type, option, size, widget);
        own.setHeight(px(26));
        own.setWidth(own.width() + px(16));
        return own;
    }
    case CT_ItemViewItem: {
        QSize own = QProxyStyle::sizeFromContents(type, option, size, widget);
        own.setHeight(std::max(own.height(), px(26)));
        return own;
    }
    case CT_ProgressBar:
        return {size.width(), px(9)};
    case CT_CheckBox:
    case CT_RadioButton: {
        QSize own = QProxyStyle::sizeFromContents(type, option, size, widget);
        own.setHeight(std::max(own.height(), px(24)));
        return own;
    }
    default:
        break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

QRect Style::subControlRect(
    ComplexControl control, const QStyleOptionComplex* option, SubControl sub, const QWidget* widget) const {
    const QRect rect = option->rect;
    switch (control) {
    case CC_ComboBox:
        if (sub == SC_ComboBoxEditField)
            return rect.adjusted(px(8), 1, -px(26), -1);
        if (sub == SC_ComboBoxArrow)
            return QRect(rect.right() - px(26), rect.top(), px(26), rect.height());
        if (sub == SC_ComboBoxListBoxPopup)
            return rect;
        break;
    case CC_SpinBox:
        if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option)) {
            const int buttons = box->buttonSymbols == QAbstractSpinBox::NoButtons ? 0 : px(20);
            const int half = rect.height() / 2;
            switch (sub) {
            case SC_SpinBoxUp:
                return QRect(rect.right() - buttons + 1, rect.top(), buttons, half);
            case SC_SpinBoxDown:
                return QRect(rect.right() - buttons + 1, rect.top() + half, buttons, rect.height() - half);
            case SC_SpinBoxEditField:
                return rect.adjusted(px(6), 1, -buttons - 1, -1);
            case SC_SpinBoxFrame:
                return rect;
            default:
                break;
            }
        }
        break;
    case CC_Slider:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            const int length = px(14);
            const bool across = bar->orientation == Qt::Horizontal;
            const int space = (across ? rect.width() : rect.height()) - length;
            const int position = QStyle::sliderPositionFromValue(
                bar->minimum, bar->maximum, bar->sliderPosition, space, bar->upsideDown);
            // With ticks the handle stands above the middle, so that both have room.
            const int lift = across && (bar->tickPosition & QSlider::TicksBelow) ? px(3) : 0;
            if (sub == SC_SliderHandle)
                return across ? QRect(rect.left() + position, rect.center().y() - length / 2 - lift, length, length)
                              : QRect(rect.center().x() - length / 2, rect.top() + position, length, length);
            if (sub == SC_SliderGroove)
                return rect;
        }
        break;
    case CC_ScrollBar:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            const bool across = bar->orientation == Qt::Horizontal;
            const int length = across ? rect.width() : rect.height();
            const int range = bar->maximum - bar->minimum;
            int thumb = length;
            if (range > 0) {
                const double share = double(bar->pageStep) / (double(range) + bar->pageStep);
                thumb = std::clamp(static_cast<int>(share * length), std::min(px(28), length), length);
            }
            const int start = QStyle::sliderPositionFromValue(
                bar->minimum, bar->maximum, bar->sliderPosition, length - thumb, bar->upsideDown);
            const auto along = [&](int from, int to) {
                return across ? QRect(rect.left() + from, rect.top(), to - from, rect.height())
                              : QRect(rect.left(), rect.top() + from, rect.width(), to - from);
            };
            switch (sub) {
            case SC_ScrollBarSlider:
                return along(start, start + thumb);
            case SC_ScrollBarGroove:
                return rect;
            case SC_ScrollBarSubPage:
                return along(0, start);
            case SC_ScrollBarAddPage:
                return along(start + thumb, length);
            case SC_ScrollBarSubLine:
            case SC_ScrollBarAddLine:
            case SC_ScrollBarFirst:
            case SC_ScrollBarLast:
                return QRect();
            default:
                break;
            }
        }
        break;
    default:
        break;
    }
    return QProxyStyle::subControlRect(control, option, sub, widget);
}

QRect Style::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    switch (element) {
    case SE_PushButtonContents:
        if (kind_of(widget) == ButtonKind::link)
            return option->rect;
        return option->rect.adjusted(px(4), 0, -px(4), 0);
    case SE_LineEditContents: {
        const bool inside = widget
            && (qobject_cast<QAbstractSpinBox*>(widget->parentWidget())
                || (widget->parentWidget() && widget->parentWidget()->inherits("QComboBox")));
        return inside ? option->rect : option->rect.adjusted(px(8), 1, -px(8), -1);
    }
    default:
        return QProxyStyle::subElementRect(element, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const {
    switch (hint) {
    case SH_Table_GridLineColor:
        return static_cast<int>(color(Token::line).rgba());
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton;
    case SH_ScrollBar_LeftClickAbsolutePosition:
        return 0;
    case SH_ComboBox_Popup:
        return 0;
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_UnderlineShortcut:
        return 0;
    case SH_Menu_MouseTracking:
    case SH_MenuBar_MouseTracking:
        return 1;
    case SH_MessageBox_CenterButtons:
        return 0;
    case SH_ToolTip_WakeUpDelay:
        return 500;
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration:
        return 0;
    case SH_TabBar_ElideMode:
        return Qt::ElideRight;
    case SH_DialogButtonBox_ButtonsHaveIcons:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QIcon Style::standardIcon(StandardPixmap pixmap, const QStyleOption* option, const QWidget* widget) const {
    switch (pixmap) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
    case SP_LineEditClearButton:
    case SP_DialogCloseButton:
        return icon(QStringLiteral("cross"), Token::ink2);
    case SP_TitleBarNormalButton:
        return icon(QStringLiteral("fit"), Token::ink2);
    case SP_ToolBarHorizontalExtensionButton:
    case SP_ToolBarVerticalExtensionButton:
        return icon(QStringLiteral("more"), Token::ink2);
    case SP_ArrowBack:
    case SP_ArrowLeft:
        return icon(QStringLiteral("arrl"));
    case SP_ArrowForward:
    case SP_ArrowRight:
        return icon(QStringLiteral("arrr"));
    case SP_ArrowUp:
    case SP_FileDialogToParent:
        return icon(QStringLiteral("arru"));
    case SP_FileDialogNewFolder:
        return icon(QStringLiteral("plus"));
    case SP_FileDialogListView:
        return icon(QStringLiteral("list"));
    case SP_FileDialogDetailedView:
        return icon(QStringLiteral("table"));
    case SP_FileIcon:
        return icon(QStringLiteral("note"));
    case SP_DirHomeIcon:
        return icon(QStringLiteral("home"));
    case SP_DirIcon:
    case SP_DirOpenIcon:
        return icon(QStringLiteral("folder"));
    case SP_MessageBoxWarning:
    case SP_MessageBoxCritical:
        return icon(QStringLiteral("warn"), Token::stall);
    case SP_MessageBoxInformation:
    case SP_MessageBoxQuestion:
        return icon(QStringLiteral("info"), Token::accent);
    default:
        return QProxyStyle::standardIcon(pixmap, option, widget);
    }
}

} // namespace sluice::ui
