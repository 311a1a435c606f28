// SPDX-License-Identifier: GPL-3.0-or-later
// A curve that the learner expects: drawn with the pointer, or set point by point in a table. After the answer is kept
// the run's curve is drawn over it.
#pragma once

#include "ui/chart/chart_data.h"
#include "ui/lesson/answer_field.h"

class QTableWidget;

namespace sluice::ui {

class SweepChart;

class CurveField final : public AnswerField {
    Q_OBJECT
public:
    explicit CurveField(const lesson::Prediction& prediction, QWidget* parent = nullptr);
    std::optional<lesson::Response> response(QString& missing) const override;
    void show_response(const lesson::Response& response) override;
    void set_locked(bool locked) override;
    void show_verdict(const lesson::Verdict& verdict) override;
    QWidget* first() override;

private:
    void fill_table();
    void take_cell(int row);
    double scale_y() const;
    /// The chart of the question, with the run's curve once it may be seen.
    ChartData data(const std::vector<lesson::CurvePoint>* answer) const;

    lesson::Prediction prediction_;
    std::vector<double> ys_; ///< shown unit; NaN: not set yet
    QTableWidget* table_;
    SweepChart* chart_ = nullptr;
};

} // namespace sluice::ui
