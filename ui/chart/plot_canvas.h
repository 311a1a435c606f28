// SPDX-License-Identifier: GPL-3.0-or-later
// The one place where QCustomPlot draws: axes, grid, lines, bands, areas, bars and dots of a frame. All other marks are
// painted over it by the charts themselves.
#pragma once

#include "ui/chart/chart_style.h"
#include "ui/chart/plot_frame.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QPaintDevice;

namespace sluice::ui {

/// A widget that shows one plot. It takes no input: pointer and keys belong to the chart around it.
class PlotCanvas : public QWidget {
    Q_OBJECT

public:
    explicit PlotCanvas(QWidget* parent = nullptr);
    ~PlotCanvas() override;

    void set_style(const ChartStyle& style);
    /// What is drawn from now on. Series are reduced and clipped here; nothing is drawn before the next frame.
    void set_plot(const PlotFrame& frame, const std::vector<Series>& series);
    /// Painted above the plot whenever the widget is; asks for no new plot.
    void set_overlay(std::function<void(QPainter&)> overlay);
    /// Only the overlay changed.
    void repaint_overlay();
    /// Draws the plot at once instead of with the next frame (measuring, grabbing).
    void replot_now();
    /// How often the plot itself was drawn.
    [[nodiscard]] int replots() const;
    /// Points handed to QCustomPlot by the last set_plot.
    [[nodiscard]] std::size_t points_drawn() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;

private:
    void follow_screen();

    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Paints one plot by a fresh painter: for files, independent of any screen.
/// \param device an image, an SVG generator or a PDF writer
/// \param scale device pixels for each logical pixel of the frame
/// \param vector true for SVG and PDF: nothing is cached as a picture, text stays text
/// \param over paints the rest, in logical pixels, above the plot
/// \return false if the device took no painter
bool paint_plot(QPaintDevice& device, double scale, bool vector, const PlotFrame& frame,
    const std::vector<Series>& series, const ChartStyle& style, const std::function<void(QPainter&)>& over);

} // namespace sluice::ui
