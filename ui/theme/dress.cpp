// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/dress.h"

#include "ui/theme/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QLabel>
#include <QVariant>

namespace sluice::ui {
namespace {

constexpr const char* text_key = "_sluice_text";
constexpr const char* surface_key = "_sluice_surface";
constexpr const char* kind_key = "_sluice_kind";
constexpr const char* wrong_key = "_sluice_wrong";
constexpr const char* focus_key = "_sluice_focus";

// Packed into one int: size 8 bits, weight 1, face 1, token 8.
int pack(int size, Weight weight, Face face, Token color) {
    return size | (weight == Weight::bold ? 1 << 8 : 0) | (face == Face::mono ? 1 << 9 : 0)
        | (static_cast<int>(color) << 16);
}

} // namespace

void set_text(QWidget* widget, int size, Weight weight, Token color, Face face) {
    widget->setProperty(text_key, pack(size, weight, face, color));
    dress(widget);
}

QLabel* make_label(const QString& text, int size, Weight weight, Token color, QWidget* parent, Face face) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    set_text(label, size, weight, color, face);
    return label;
}

void set_surface(QWidget* widget, Token surface) {
    widget->setProperty(surface_key, static_cast<int>(surface));
    widget->setAutoFillBackground(true);
    dress(widget);
}

void set_button_kind(QAbstractButton* button, ButtonKind kind) {
    button->setProperty(kind_key, static_cast<int>(kind));
    button->updateGeometry();
    button->update();
}

ButtonKind button_kind(const QWidget* button) {
    const QVariant kind = button ? button->property(kind_key) : QVariant();
    return kind.isValid() ? static_cast<ButtonKind>(kind.toInt()) : ButtonKind::normal;
}

void set_wrong(QWidget* field, bool wrong) {
    field->setProperty(wrong_key, wrong);
    field->update();
}

void set_quiet_field(QWidget* field) {
    field->setProperty("_sluice_quiet", true);
}

bool is_wrong(const QWidget* field) {
    return field && field->property(wrong_key).toBool();
}

void set_focus_rect(QWidget* widget, const QRect& rect) {
    widget->setProperty(focus_key, rect);
    if (auto* ring = qApp->findChild<FocusRing*>())
        ring->refit();
}

QRect focus_rect(const QWidget* widget) {
    return widget->property(focus_key).toRect();
}

void dress(QWidget* widget) {
    const QVariant text = widget->property(text_key);
    const QVariant surface = widget->property(surface_key);
    if (!text.isValid() && !surface.isValid())
        return;
    QPalette palette = widget->palette();
    if (text.isValid()) {
        const int packed = text.toInt();
        const bool bold = packed & (1 << 8);
        const int size = packed & 0xFF;
        const QFont font = packed & (1 << 9) ? theme().mono(size, bold) : theme().font(size, bold);
        if (widget->font() != font)
            widget->setFont(font);
        const QColor ink = color(static_cast<Token>(packed >> 16));
        for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
            palette.setColor(QPalette::Active, role, ink);
            palette.setColor(QPalette::Inactive, role, ink);
            palette.setColor(QPalette::Disabled, role, theme().disabled_text());
        }
        palette.setColor(QPalette::Link, color(Token::accent));
    }
    if (surface.isValid()) {
        const QColor ground = color(static_cast<Token>(surface.toInt()));
        palette.setColor(QPalette::Window, ground);
        // Only where the base is the widget's own: fields and lists inside stay as they are.
        if (qobject_cast<QAbstractScrollArea*>(widget))
            palette.setColor(QPalette::Base, ground);
    }
    widget->setPalette(palette);
}

} // namespace sluice::ui
