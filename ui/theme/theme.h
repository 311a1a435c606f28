// SPDX-License-Identifier: GPL-3.0-or-later
// What the window looks like: every colour by its meaning, type sizes and the scale of text. The only place in the
// program that knows a colour. A Theme is a value; theme() is the one in force (GUI thread only).
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

#include <array>
#include <cstdint>

class QWidget;

namespace sluice::ui {

/// A colour by what it means. Surfaces, then text, then soft grounds, then shapes that carry a meaning.
enum class Token : std::uint8_t {
    chrome,
    panel,
    canvas,
    room,
    card,
    well,
    line,
    edge,
    ink,
    ink2,
    ink3,
    accent,
    accentfill,
    onaccent,
    accentsoft,
    focus,
    stall,
    stallfill,
    stallsoft,
    warn,
    warnfill,
    warnsoft,
    good,
    goodfill,
    goodsoft,
    free,
    pt,
    anon,
    anonedge,
    file,
    fileedge,
    dirty,
    dirtyedge,
    dirtystripe,
    kern,
    bh,
    run_a,
    run_b,
    pred,
};
inline constexpr int token_count = static_cast<int>(Token::pred) + 1;

/// The name of a token as the palette file has it ("run_a" is "A").
const char* token_name(Token token);

/// Type sizes in px at 100 %. Two weights only: regular and bold.
namespace type {
inline constexpr int note = 11; ///< units, ticks, notes, chips; the smallest there is
inline constexpr int control = 12; ///< controls, tables, scene labels, code
inline constexpr int body = 13; ///< lesson text, CPU and node names
inline constexpr int heading = 14; ///< step title, heading of an empty state
inline constexpr int card = 16; ///< card titles
inline constexpr int lesson = 18; ///< lesson title, time readout
inline constexpr int sentence = 20; ///< the sentence that answers Why, a claim's title
inline constexpr int product = 28; ///< the product's name, once
}

/// Corner radii in px at 100 %.
namespace corner {
inline constexpr int bar = 2;
inline constexpr int chip = 3;
inline constexpr int card = 4;
inline constexpr int box = 6;
}

/// Colours and sizes of one appearance.
class Theme {
public:
    /// scale: size of text and controls, 1.0 to 3.0, besides the device pixel ratio.
    static Theme light(double scale = 1.0);
    static Theme dark(double scale = 1.0);

    bool is_dark() const { return dark_; }
    double scale() const { return scale_; }
    QColor color(Token token) const { return colors_[static_cast<std::size_t>(token)]; }
    QColor operator[](Token token) const { return color(token); }

    /// Text of something that cannot be pressed now; faint on purpose, its reason stands beside it in ink3.
    QColor disabled_text() const;
    /// Ground under the pointer and of a pressed control.
    QColor hover_ground() const { return color(Token::well); }
    QColor pressed_ground() const { return color(Token::line); }
    /// A colour at a share of its strength, for bands and for time after the playhead.
    static QColor faded(QColor color, double alpha);
    /// The mean of two colours, weight of the second from 0 to 1.
    static QColor mixed(const QColor& first, const QColor& second, double weight);

    /// n px at 100 %, scaled and rounded to whole px; at least 1 for n > 0.
    int px(double n) const;
    /// Noto Sans, or DejaVu Sans where it is missing; size in px at 100 %.
    QFont font(int size, bool bold = false) const;
    /// Noto Sans Mono, or DejaVu Sans Mono.
    QFont mono(int size, bool bold = false) const;
    /// Height of a line of text of the given size, in px after scaling.
    int line_height(int size) const;

    QPalette palette() const;

    bool operator==(const Theme& other) const { return dark_ == other.dark_ && scale_ == other.scale_; }
    /// Distinguishes themes in cache keys.
    quint64 key() const;

private:
    Theme(bool dark, double scale);
    bool dark_ = false;
    double scale_ = 1.0;
    std::array<QColor, token_count> colors_;
};

/// The theme in force.
const Theme& theme();
/// Shorthands for the theme in force.
inline QColor color(Token token) {
    return theme().color(token);
}
inline int px(double n) {
    return theme().px(n);
}

} // namespace sluice::ui
