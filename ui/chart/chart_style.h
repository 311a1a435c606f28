// SPDX-License-Identifier: GPL-3.0-or-later
// Colours, fonts and pens of charts and timeline, taken from the theme: nothing in ui/chart names a colour.
#pragma once

#include "ui/theme/theme.h"

#include <QPen>

namespace sluice::ui {

struct Series;

/// The theme as charts use it.
struct ChartStyle {
    explicit ChartStyle(const Theme& theme = ui::theme());

    Theme theme;
    struct {
        QColor chrome, panel, card, well, line, edge;
        QColor ink, ink2, ink3;
        QColor accent, accentsoft;
        QColor stall, stallfill;
        QColor good, goodsoft;
        QColor page_table;
        QColor a, b, prediction;
    } colours;

    /// `px` at 100 %, scaled.
    [[nodiscard]] int scaled(int px) const;
    /// The font at `px` at 100 %.
    [[nodiscard]] QFont size(int px, bool bold = false) const;
    [[nodiscard]] QFont tick() const { return size(11); } ///< units, ticks, notes
    [[nodiscard]] QFont body() const { return size(12); }
    [[nodiscard]] QFont strong() const { return size(12, true); }

    [[nodiscard]] QColor colour_of(const Series& series) const;
    /// Colour, width and dashes of a series' line. Above 1,000 points the pen is 1 px: wider ones cost 50 times as
    /// much.
    [[nodiscard]] QPen pen_of(const Series& series) const;
};

} // namespace sluice::ui
