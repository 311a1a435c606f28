// SPDX-License-Identifier: GPL-3.0-or-later
// The marks that are painted above a plot, the same on the screen and in a file.
#pragma once

#include "ui/chart/chart_style.h"
#include "ui/chart/plot_frame.h"

#include <QStringList>

class QPainter;

namespace sluice::ui {

/// Title in bold, what it shows beside it, along the top of the picture. Elided to `width`. A valid `ground` is filled
/// behind the words, so that a line through the chart does not cross them.
void paint_heading(QPainter& painter, const ChartData& data, const ChartStyle& style, const QPointF& baseline,
    int width, const QColor& ground = {});

/// Level lines with their words at the right end.
void paint_references(QPainter& painter, const ChartData& data, const ChartStyle& style, const PlotFrame& frame);

/// Points with intervals, published diamonds with error bars, labelled dots with their words, names of lines at their
/// right ends. Nothing outside the axes.
void paint_marks(QPainter& painter, const ChartData& data, const ChartStyle& style, const PlotFrame& frame);

/// What a model may say: soft good with a solid edge when it is a test, dashed on well when the row set the costs.
void paint_tolerance(QPainter& painter, const QRectF& box, bool test, const ChartStyle& style);

/// The ring of a delay that is still going on, with its words where nothing else says them.
void paint_open(QPainter& painter, const OpenSample& open, const ChartStyle& style, const PlotFrame& frame, double x,
    bool with_words = false);

/// An open diamond with an ink edge: a published number.
void paint_diamond(QPainter& painter, const QPointF& centre, double radius, const QColor& edge, const QColor& ground);

/// A thin upright line at x and a box with lines of words beside it, inside the axes.
void paint_tip(
    QPainter& painter, const QStringList& lines, const ChartStyle& style, const PlotFrame& frame, double x_value);

/// A short piece of line, dot or ground as a series is drawn, `box` large: what stands before its name.
void paint_sample(QPainter& painter, const Series& series, const ChartStyle& style, const QRectF& box);

/// One name with its number, right of the axis or in the key of a file.
struct Entry {
    Series look; ///< without points
    QString name;
    QString value; ///< bold; blank in the key of a file
    QString brief; ///< stands for the value (or the name, if there is no value) where there is little room
};

/// The entries of a chart: one for each series that is not quiet, a ground for the band. With x, values at x.
[[nodiscard]] std::vector<Entry> entries_of(const ChartData& data, std::optional<double> x);

/// Entries one below the other: name, value beneath in bold; from 4 on in one line each. What does not fit is counted.
/// The remark comes last, in several lines if need be.
void paint_entries(QPainter& painter, const std::vector<Entry>& entries, const QString& remark, const ChartStyle& style,
    const QRectF& area);

/// Entries side by side in rows; returns the height used. For files.
double paint_key(QPainter* painter, const std::vector<Entry>& entries, const ChartStyle& style, const QRectF& area);

} // namespace sluice::ui
