// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces shared by the drawing files of the style.
#pragma once

#include "ui/theme/dress.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyleOption>

class QStyle;

namespace sluice::ui::parts {

/// A bordered rounded rectangle, its 1 px line inside the given rectangle.
void frame(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& border, double radius);
void rule(QPainter& painter, const QRect& rect, const QColor& color);

struct ButtonLook {
    QColor fill; ///< invalid: none
    QColor border; ///< invalid: none
    QColor text;
    bool bold = false;
};
/// What a button of a kind looks like in a state (enabled, hovered, pressed, on).
ButtonLook button_look(ButtonKind kind, QStyle::State state);
/// The colour for a button's icon: that of its words, but an icon keeps its own where the words are plain ink.
QColor icon_tint(const ButtonLook& look);
/// The kind of a button; tool buttons are quiet unless they say otherwise.
ButtonKind kind_of(const QWidget* widget);

/// Border of a field (line edit, combo box, spin box) in a state.
QColor field_border(QStyle::State state, const QWidget* widget);
QColor field_fill(QStyle::State state);

void tab_shape(QPainter& painter, const QStyleOptionTab& option);
void tab_label(QPainter& painter, const QStyleOptionTab& option);
void menu_item(QPainter& painter, const QStyleOptionMenuItem& option);
void menu_bar_item(QPainter& painter, const QStyleOptionMenuItem& option);
void header_section(QPainter& painter, const QStyleOptionHeader& option);
void header_label(QPainter& painter, const QStyleOptionHeader& option);
void dock_title(QPainter& painter, const QStyleOptionDockWidget& option);
void push_button_label(QPainter& painter, const QStyleOptionButton& option, const QWidget* widget);
void tool_button(QPainter& painter, const QStyleOptionToolButton& option, const QWidget* widget);
void combo_box(QPainter& painter, const QStyleOptionComboBox& option, const QWidget* widget);
void spin_box(QPainter& painter, const QStyleOptionSpinBox& option, const QWidget* widget, const QStyle& style);
void slider(QPainter& painter, const QStyleOptionSlider& option, const QWidget* widget, const QStyle& style);
void scroll_bar(QPainter& painter, const QStyleOptionSlider& option, const QWidget* widget, const QStyle& style);
void progress_bar(QPainter& painter, const QStyleOptionProgressBar& option);
void check_box(QPainter& painter, const QRect& rect, QStyle::State state);
void radio_button(QPainter& painter, const QRect& rect, QStyle::State state);

} // namespace sluice::ui::parts
