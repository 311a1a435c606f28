// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QFontDatabase>
#include <QFontMetrics>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace sluice::ui {
namespace {

struct Entry {
    const char* name;
    QRgb light;
    QRgb dark;
};

// In the order of Token. The ratios that these must keep are computed by a test.
constexpr Entry entries[] = {
    {"chrome", 0xF3F5F6, 0x1C2126},
    {"panel", 0xFFFFFF, 0x14181C},
    {"canvas", 0xE9EDF0, 0x0D1013},
    {"room", 0xF7F9FA, 0x161B1F},
    {"card", 0xFFFFFF, 0x1E242A},
    {"well", 0xEDF1F4, 0x12171B},
    {"line", 0xD2D9DF, 0x323A42},
    {"edge", 0x75808A, 0x77838E},
    {"ink", 0x14181C, 0xEDF0F2},
    {"ink2", 0x414A52, 0xBDC6CE},
    {"ink3", 0x59636C, 0x9BA6B0},
    {"accent", 0x00609A, 0x74BDEE},
    {"accentfill", 0x0072B2, 0x0072B2},
    {"onaccent", 0xFFFFFF, 0xFFFFFF},
    {"accentsoft", 0xE1EFF8, 0x10324A},
    {"focus", 0x14181C, 0xEDF0F2},
    {"stall", 0xA94200, 0xF59A5E},
    {"stallfill", 0xD55E00, 0xE8702A},
    {"stallsoft", 0xFCE8DA, 0x3D2113},
    {"warn", 0x755000, 0xF2BC4A},
    {"warnfill", 0xE69F00, 0xE69F00},
    {"warnsoft", 0xFFF2D2, 0x362A0E},
    {"good", 0x006B4E, 0x4FCBA3},
    {"goodfill", 0x008F69, 0x16A87D},
    {"goodsoft", 0xDCF2EA, 0x0E3227},
    {"free", 0x00805C, 0x35B98F},
    {"pt", 0x0072B2, 0x3A9BDD},
    {"anon", 0xCC79A7, 0xC27FA5},
    {"anonedge", 0x94426F, 0xF0C6DB},
    {"file", 0x56B4E9, 0x6BBCEA},
    {"fileedge", 0x1D6FA5, 0xC2E4F8},
    {"dirty", 0xE69F00, 0xE69F00},
    {"dirtyedge", 0x8A5E00, 0xFFD27A},
    {"dirtystripe", 0x8A5E00, 0x6B4800},
    {"kern", 0x505B65, 0x66727D},
    {"bh", 0x3A434B, 0xC3CBD2},
    {"A", 0x59636C, 0x9BA6B0},
    {"B", 0x0072B2, 0x4FA9E6},
    {"pred", 0xD55E00, 0xF08A45},
};
static_assert(std::size(entries) == token_count);

QString first_family(std::initializer_list<const char*> names, QFontDatabase::SystemFont otherwise) {
    const QStringList known = QFontDatabase::families();
    for (const char* name : names)
        if (known.contains(QLatin1String(name)))
            return QLatin1String(name);
    return QFontDatabase::systemFont(otherwise).family();
}

const QString& sans_family() {
    static const QString family = first_family({"Noto Sans", "DejaVu Sans"}, QFontDatabase::GeneralFont);
    return family;
}

const QString& mono_family() {
    static const QString family = first_family({"Noto Sans Mono", "DejaVu Sans Mono"}, QFontDatabase::FixedFont);
    return family;
}

QFont make_font(const QString& family, int pixels, bool bold) {
    QFont font(family);
    font.setPixelSize(pixels);
    font.setBold(bold);
    // Whole pixel advances jump from size to size and make text at 11 px uneven.
    font.setHintingPreference(QFont::PreferVerticalHinting);
    return font;
}

Theme& current() {
    static Theme theme = Theme::light();
    return theme;
}

} // namespace

const char* token_name(Token token) {
    return entries[static_cast<std::size_t>(token)].name;
}

Theme::Theme(bool dark, double scale)
    : dark_(dark)
    , scale_(std::clamp(scale, 1.0, 3.0)) {
    for (std::size_t i = 0; i < colors_.size(); ++i)
        colors_[i] = QColor::fromRgb(dark ? entries[i].dark : entries[i].light);
}

Theme Theme::light(double scale) {
    return Theme(false, scale);
}
Theme Theme::dark(double scale) {
    return Theme(true, scale);
}

QColor Theme::disabled_text() const {
    return mixed(color(Token::ink3), color(Token::card), dark_ ? 0.35 : 0.3);
}

QColor Theme::faded(QColor color, double alpha) {
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

QColor Theme::mixed(const QColor& first, const QColor& second, double weight) {
    const auto mix = [weight](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * weight)); };
    return QColor(mix(first.red(), second.red()), mix(first.green(), second.green()), mix(first.blue(), second.blue()));
}

int Theme::px(double n) const {
    const int scaled = static_cast<int>(std::lround(n * scale_));
    return n > 0 ? std::max(1, scaled) : scaled;
}

QFont Theme::font(int size, bool bold) const {
    return make_font(sans_family(), px(size), bold);
}
QFont Theme::mono(int size, bool bold) const {
    return make_font(mono_family(), px(size), bold);
}
int Theme::line_height(int size) const {
    return QFontMetrics(font(size)).height();
}

QPalette Theme::palette() const {
    QPalette p;
    const auto set = [&p](QPalette::ColorRole role, const QColor& value) { p.setColor(role, value); };
    set(QPalette::Window, color(Token::chrome));
    set(QPalette::WindowText, color(Token::ink));
    set(QPalette::Base, color(Token::panel));
    set(QPalette::AlternateBase, color(Token::room));
    set(QPalette::Text, color(Token::ink));
    set(QPalette::PlaceholderText, color(Token::ink3));
    set(QPalette::Button, color(Token::card));
    set(QPalette::ButtonText, color(Token::ink));
    set(QPalette::BrightText, color(Token::onaccent));
    set(QPalette::ToolTipBase, color(Token::ink));
    set(QPalette::ToolTipText, color(Token::panel));
    set(QPalette::Highlight, color(Token::accentsoft));
    set(QPalette::HighlightedText, color(Token::ink));
    set(QPalette::Link, color(Token::accent));
    set(QPalette::LinkVisited, color(Token::accent));
    set(QPalette::Light, color(Token::card));
    set(QPalette::Midlight, color(Token::well));
    set(QPalette::Mid, color(Token::line));
    set(QPalette::Dark, color(Token::edge));
    set(QPalette::Shadow, color(Token::edge));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, disabled_text());
    p.setColor(QPalette::Disabled, QPalette::Base, color(Token::room));
    return p;
}

quint64 Theme::key() const {
    return (dark_ ? 1U : 0U) | (static_cast<quint64>(std::lround(scale_ * 1000)) << 1);
}

const Theme& theme() {
    return current();
}

/// Only the appearance sets it.
void set_current_theme(const Theme& value) {
    current() = value;
}

} // namespace sluice::ui
