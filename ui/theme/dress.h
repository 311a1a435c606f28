// SPDX-License-Identifier: GPL-3.0-or-later
// How a standard widget says what it is, so that theme and style can dress it, now and after each change of the
// appearance: size and colour of its text, the surface that it stands on, the kind of a button.
#pragma once

#include "ui/theme/theme.h"

#include <QRect>

class QAbstractButton;
class QLabel;
class QWidget;

namespace sluice::ui {

enum class Face : std::uint8_t { sans, mono };
enum class Weight : std::uint8_t { regular, bold };

/// Font size in px at 100 %, weight, colour and face of a widget's text; kept when theme or scale change.
void set_text(
    QWidget* widget, int size, Weight weight = Weight::regular, Token color = Token::ink, Face face = Face::sans);
/// A label with text that is never mistaken for markup.
QLabel* make_label(const QString& text, int size = type::control, Weight weight = Weight::regular,
    Token color = Token::ink, QWidget* parent = nullptr, Face face = Face::sans);
/// Fills the widget's background with a surface.
void set_surface(QWidget* widget, Token surface);

/// normal: bordered. primary: the one filled button of a region. quiet: no border until hovered (icons, tools).
/// link: words in accent. small: bordered, 26 px high.
enum class ButtonKind : std::uint8_t { normal, primary, quiet, link, small };
void set_button_kind(QAbstractButton* button, ButtonKind kind);
ButtonKind button_kind(const QWidget* button);

/// A wrong value: border and icon in stall.
void set_wrong(QWidget* field, bool wrong);
bool is_wrong(const QWidget* field);

/// A field that shows its frame only under the pointer, with the focus, or when wrong: a value that can be typed over.
void set_quiet_field(QWidget* field);

/// A widget that paints its own focus (a scene, a chart) tells which part of it is focused, in its coordinates; the
/// common ring is drawn 2 px outside. A null rectangle: the whole widget. Call again whenever it moves.
void set_focus_rect(QWidget* widget, const QRect& rect);
QRect focus_rect(const QWidget* widget);

/// Dresses one widget again from what it said; the appearance calls it for all widgets.
void dress(QWidget* widget);

} // namespace sluice::ui
