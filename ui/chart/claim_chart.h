// SPDX-License-Identifier: GPL-3.0-or-later
// Published numbers beside what the model gives, each row with what it is allowed to be off.
#pragma once

#include "ui/chart/chart_widget.h"

namespace sluice::ui {

/// What a row of a claim is for.
enum class ClaimUse {
    test, ///< judged: soft good with a solid edge
    calibration, ///< set the costs, so it proves nothing: dashed on well
    report, ///< no box
};

struct ClaimRow {
    QString name; ///< "Before"
    QString note; ///< "page at a time"
    double published = no_value;
    double published_low = no_value; ///< error bar, if one was published
    double published_high = no_value;
    double model = no_value;
    double model_low = no_value; ///< interval over seeds
    double model_high = no_value;
    double allowed_low = no_value;
    double allowed_high = no_value;
    ClaimUse use = ClaimUse::test;
    QString published_text; ///< blank: made from the number
    QString model_text;
};

struct ClaimData {
    QString title;
    QString axis; ///< "share of system time spent spinning, all locks"
    QString unit; ///< "%"
    QString model_name; ///< "model, 95 % of 20 seeds"
    QString sentence;
    std::vector<ClaimRow> rows;
};

class ClaimChart : public ChartWidget {
    Q_OBJECT

public:
    using ChartWidget::ChartWidget;

    void set_claim(ClaimData claim);
    [[nodiscard]] const ClaimData& claim() const { return claim_; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void lay_out() override;
    void paint_over(QPainter& painter) override;

private:
    [[nodiscard]] double row_middle(std::size_t row) const;
    void paint_row(QPainter& painter, std::size_t row);
    void paint_legend(QPainter& painter);

    ClaimData claim_;
};

/// The same claim as a chart that can be exported: rows along the x axis.
[[nodiscard]] ChartData chart_of(const ClaimData& claim);

} // namespace sluice::ui
