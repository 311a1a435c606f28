// SPDX-License-Identifier: GPL-3.0-or-later
// Charts that are not over time: histogram and sweep. They stand beside, never on, the axis of time.
#pragma once

#include "ui/chart/chart_widget.h"

namespace sluice::ui {

class XyChart : public ChartWidget {
    Q_OBJECT

public:
    explicit XyChart(QWidget* parent = nullptr);

    void set_data(ChartData data) override;
    /// Fixes the y range, so that charts side by side compare; nothing: from the data again.
    void set_y_range(std::optional<Range> range);

    /// The x that pointer or arrow keys chose, as an index into places().
    [[nodiscard]] std::optional<std::size_t> cursor() const { return cursor_; }
    void set_cursor(std::optional<std::size_t> index);
    /// All x at which some series has a sample, rising.
    [[nodiscard]] const std::vector<double>& places() const { return places_; }
    /// What the series say at a place, in words.
    [[nodiscard]] QStringList words_at(std::size_t index) const;
    void reset_view();

signals:
    void cursor_moved();

protected:
    void lay_out() override;
    void paint_over(QPainter& painter) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

    /// The series to draw: those of the data unless a chart adds its own.
    [[nodiscard]] virtual ChartData drawn() const { return data_; }
    /// The name of a place: "8", "64 to 178 µs".
    [[nodiscard]] virtual QString place_text(std::size_t index) const;
    /// Index of the place nearest to a point of the widget.
    [[nodiscard]] virtual std::optional<std::size_t> place_at(const QPointF& point) const;
    void find_places();

private:
    std::vector<double> places_;
    std::optional<std::size_t> cursor_;
    std::optional<Range> fixed_y_;
    std::optional<Range> zoomed_; ///< part of the x range
    bool keyboard_cursor_ = false;
};

/// Counts by bin: before as a dashed outline, after filled. Log axes are said in words.
class HistogramChart : public XyChart {
    Q_OBJECT

public:
    using XyChart::XyChart;

protected:
    [[nodiscard]] QString place_text(std::size_t index) const override;
    [[nodiscard]] std::optional<std::size_t> place_at(const QPointF& point) const override;
};

} // namespace sluice::ui
