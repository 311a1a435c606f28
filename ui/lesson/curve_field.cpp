// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/curve_field.h"

#include "core/experiment/knobs.h"
#include "ui/chart/sweep_chart.h"
#include "ui/kit/format.h"
#include "ui/theme/dress.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cmath>

namespace sluice::ui {

namespace {
QString text(const std::string& s) {
    return QString::fromStdString(s);
}
}

CurveField::CurveField(const lesson::Prediction& prediction, QWidget* parent)
    : AnswerField(parent)
    , prediction_(prediction)
    , ys_(prediction.xs.size(), no_value)
    , table_(new QTableWidget(2, static_cast<int>(prediction.xs.size())))
    , chart_(new SweepChart) {
    chart_->setObjectName("sweep");
    chart_->setMinimumHeight(px(190));
    chart_->set_data(data(nullptr));
    std::vector<double> places(prediction_.xs.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = static_cast<double>(i);
    chart_->set_prediction_places(places);
    chart_->set_drawing(true);

    QStringList heads;
    for (const double x : prediction_.xs)
        heads << QString::number(x);
    table_->setHorizontalHeaderLabels(heads);
    table_->setVerticalHeaderLabels({tr("yours"), tr("run")});
    table_->setRowCount(1);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table_->horizontalHeader()->setMinimumSectionSize(px(30));
    table_->verticalHeader()->setDefaultSectionSize(px(24));
    table_->setAccessibleName(
        tr("%1 Your values, one for each %2").arg(text(prediction_.ask), text(prediction_.x.label)));
    table_->setFixedHeight(px(56));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(px(4));
    column->addWidget(chart_);
    auto* hint = make_label(
        tr("Draw with the pointer, or type one value for each place."), type::note, Weight::regular, Token::ink2);
    hint->setWordWrap(true);
    column->addWidget(hint);
    column->addWidget(table_);
    fill_table();

    connect(chart_, &SweepChart::prediction_changed, this, [this] {
        ys_ = chart_->prediction();
        fill_table();
        emit edited();
    });
    connect(table_, &QTableWidget::cellChanged, this, [this](int row, int col) {
        if (row == 0)
            take_cell(col);
    });
}

double CurveField::scale_y() const {
    const auto* unit = lesson::find_unit(prediction_.y.unit);
    return unit ? unit->scale : 1;
}

ChartData CurveField::data(const std::vector<lesson::CurvePoint>* answer) const {
    ChartData c;
    c.id = "sweep";
    c.title = text(prediction_.y.label);
    c.unit = text(prediction_.y.unit);
    c.x_kind = XKind::category;
    c.x_title = text(prediction_.x.label);
    for (const double x : prediction_.xs)
        c.categories.push_back(QString::number(x));
    c.y_scale = prediction_.y.logarithmic ? Scale::log : Scale::linear;
    // An empty axis still needs a range to draw in.
    const double scale = scale_y();
    double high = prediction_.y.high / scale;
    if (high <= 0)
        high = 1;
    c.references.push_back({high, {}, true});
    if (prediction_.y.logarithmic && prediction_.y.low > 0)
        c.references.push_back({prediction_.y.low / scale, {}, true});
    if (answer) {
        Series s;
        s.name = tr("the run");
        s.kind = SeriesKind::points;
        s.role = Role::b;
        for (std::size_t i = 0; i < prediction_.xs.size(); ++i)
            for (const auto& p : *answer)
                if (p.x == prediction_.xs[i]) {
                    s.x.push_back(static_cast<double>(i));
                    s.y.push_back(p.y / scale);
                }
        c.series.push_back(std::move(s));
    }
    c.x_from = -0.5;
    c.x_to = static_cast<double>(prediction_.xs.size()) - 0.5;
    return c;
}

void CurveField::fill_table() {
    const QSignalBlocker quiet(table_);
    for (std::size_t i = 0; i < ys_.size(); ++i) {
        auto* item = new QTableWidgetItem(std::isnan(ys_[i]) ? QString() : QString::number(ys_[i], 'g', 4));
        item->setTextAlignment(Qt::AlignCenter);
        table_->setItem(0, static_cast<int>(i), item);
    }
}

void CurveField::take_cell(int col) {
    double v = 0;
    const bool ok = format::parse_number(table_->item(0, col)->text(), v);
    ys_[static_cast<std::size_t>(col)] = ok ? v : no_value;
    chart_->set_prediction(ys_);
    emit edited();
}

std::optional<lesson::Response> CurveField::response(QString& missing) const {
    lesson::Response r;
    for (std::size_t i = 0; i < ys_.size(); ++i) {
        if (std::isnan(ys_[i])) {
            missing = tr("The place %1 has no value yet.").arg(prediction_.xs[i]);
            return std::nullopt;
        }
        r.curve.push_back({prediction_.xs[i], ys_[i] * scale_y()});
    }
    return r;
}

void CurveField::show_response(const lesson::Response& r) {
    for (std::size_t i = 0; i < ys_.size() && i < r.curve.size(); ++i)
        ys_[i] = r.curve[i].y / scale_y();
    chart_->set_prediction(ys_);
    fill_table();
}

void CurveField::set_locked(bool locked) {
    chart_->set_drawing(!locked);
    table_->setEditTriggers(locked ? QAbstractItemView::NoEditTriggers : QAbstractItemView::AllEditTriggers);
}

void CurveField::show_verdict(const lesson::Verdict& verdict) {
    chart_->set_data(data(&verdict.curve));
    chart_->set_prediction(ys_);
}

QWidget* CurveField::first() {
    return chart_;
}

} // namespace sluice::ui
