// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep as a chart and as words: the model's means with 95 % intervals over the values of the knob, beside what was
// published.
#pragma once

#include "core/experiment/published.h"
#include "ui/chart/chart_data.h"

namespace sluice::ui {

/// The unit in which all values of a number are written, fixed by the largest of them.
struct SweepUnit {
    QString name; ///< "s"; blank for plain counts
    double scale = 1; ///< from the metric's unit
};
SweepUnit sweep_unit(const experiment::Sweep& sweep, std::size_t number, const experiment::Published& published);

/// "exit.time", "max of drain.section.pages": a number as a heading.
QString number_title(const experiment::SweepNumber& number);
/// The metric's meaning, one sentence.
QString number_meaning(const experiment::SweepNumber& number);

/// The chart of one number over the first knob; of several knobs, one series for each combination of the others.
/// `unit`: that of sweep_unit() unless given.
ChartData sweep_chart(const experiment::Sweep& sweep, std::size_t number, const experiment::Published& published,
    std::optional<SweepUnit> unit = std::nullopt);
/// Where values of a knob lie on the x axis: the values themselves, or 0, 1, 2 … for knobs that are no numbers.
std::vector<double> sweep_places(const experiment::SweepAxis& axis);

} // namespace sluice::ui
