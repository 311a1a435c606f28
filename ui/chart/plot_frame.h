// SPDX-License-Identifier: GPL-3.0-or-later
// Where a plot lies in its widget or on its page, what its axes show, and the way from numbers to pixels and back.
#pragma once

#include "ui/chart/chart_text.h"

#include <QMargins>
#include <QPointF>
#include <QRectF>
#include <QSize>

namespace sluice::ui {

struct PlotFrame {
    QSize size; ///< of the whole picture, logical pixels
    QMargins margins; ///< from the picture's edges to the axes
    Range x;
    Range y;
    Scale x_scale = Scale::linear;
    Scale y_scale = Scale::linear;
    std::vector<Tick> x_ticks;
    std::vector<Tick> y_ticks;
    bool x_labels = true;
    bool y_labels = true;
    bool x_grid = false; ///< upright grid lines instead of level ones

    /// The area between the axes; at least 1 x 1.
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] double x_to_px(double value) const;
    [[nodiscard]] double y_to_px(double value) const;
    [[nodiscard]] double px_to_x(double px) const;
    [[nodiscard]] double px_to_y(double px) const;
    [[nodiscard]] QPointF to_px(double xv, double yv) const { return {x_to_px(xv), y_to_px(yv)}; }
    /// True if the point lies between the axes, borders included.
    [[nodiscard]] bool holds(double xv, double yv) const { return x.contains(xv) && y.contains(yv); }
};

struct ChartStyle;

/// Ticks of the frame's y axis; none between whole numbers when there are no others.
[[nodiscard]] std::vector<Tick> y_ticks_of(const ChartData& data, const PlotFrame& frame, int most);

/// Ticks of the frame's x axis: moments, numbers or the names of categories (as many as fit).
[[nodiscard]] std::vector<Tick> x_ticks_of(const ChartData& data, const PlotFrame& frame, const ChartStyle& style);

} // namespace sluice::ui
