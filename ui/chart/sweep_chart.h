// SPDX-License-Identifier: GPL-3.0-or-later
// One number against the values of a knob: published diamonds, the model's points with intervals, and the curve that
// the learner expects, drawn by pointer, by arrow keys or as numbers in the table.
#pragma once

#include "ui/chart/xy_chart.h"

namespace sluice::ui {

class SweepChart : public XyChart {
    Q_OBJECT

public:
    explicit SweepChart(QWidget* parent = nullptr);

    void set_data(ChartData data) override;
    [[nodiscard]] ChartData shown_data() const override { return drawn(); }

    /// The places where the learner says a value: 0, 1, 2 … for categories, else values of the x axis; rising.
    /// Points that are already drawn are kept where the places stay the same.
    void set_prediction_places(std::vector<double> x);
    /// One number for each place; no_value: not said yet.
    [[nodiscard]] const std::vector<double>& prediction() const { return prediction_; }
    void set_prediction(std::vector<double> values);
    [[nodiscard]] bool prediction_complete() const;

    /// While drawing, pointer and keys edit the curve; afterwards it stays as it is, beneath the data.
    void set_drawing(bool drawing);
    [[nodiscard]] bool drawing() const { return drawing_; }
    /// The point that the arrow keys move.
    [[nodiscard]] std::optional<std::size_t> selected() const { return selected_; }

signals:
    /// The learner changed the curve.
    void prediction_changed();

protected:
    [[nodiscard]] ChartData drawn() const override;
    [[nodiscard]] ChartTable make_table() const override;
    [[nodiscard]] ChartTableModel* make_table_model() override;
    void paint_over(QPainter& painter) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void put(std::size_t index, double value);
    void changed();
    void select(std::size_t index);
    void move_selected(double steps);
    [[nodiscard]] std::optional<std::size_t> prediction_at(double px) const;
    void draw_through(const QPointF& from, const QPointF& to);

    std::vector<double> places_of_prediction_;
    std::vector<double> prediction_;
    std::optional<std::size_t> selected_;
    std::optional<QPointF> pen_;
    bool drawing_ = false;
};

} // namespace sluice::ui
