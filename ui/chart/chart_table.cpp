// SPDX-License-Identifier: GPL-3.0-or-later
// The table twin that every chart has, made from its series.
#include "ui/chart/chart_data.h"

#include "ui/chart/chart_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sluice::ui::Chart", text);
}

/// All x of the series, each once, rising.
std::vector<double> all_x(const std::vector<Series>& series) {
    std::vector<double> xs;
    for (const Series& s : series) {
        xs.insert(xs.end(), s.x.begin(), s.x.end());
    }
    std::sort(xs.begin(), xs.end());
    xs.erase(std::unique(xs.begin(), xs.end()), xs.end());
    return xs;
}

/// True if a series has two samples at one x: then rows cannot be merged by x alone.
bool repeats(const Series& s) {
    return std::adjacent_find(s.x.begin(), s.x.end()) != s.x.end();
}

/// Values of one series spread over the rows of the table.
class Spread {
public:
    Spread(const Series& series, const std::vector<double>& xs)
        : rows_(xs.size()) {
        std::size_t row = 0;
        for (std::size_t i = 0; i < series.size(); ++i) {
            while (row < xs.size() && xs[row] < series.x[i]) {
                ++row;
            }
            place_.push_back(row);
            // The next equal x takes the next row.
            row += i + 1 < series.size() && series.x[i + 1] == series.x[i] ? 1 : 0;
        }
    }

    [[nodiscard]] std::vector<double> column(const std::vector<double>& values) const {
        std::vector<double> column(rows_, no_value);
        for (std::size_t i = 0; i < std::min(values.size(), place_.size()); ++i) {
            if (place_[i] < rows_) {
                column[place_[i]] = values[i];
            }
        }
        return column;
    }

private:
    std::size_t rows_;
    std::vector<std::size_t> place_;
};

/// As all_x, but an x that one series has k times is there k times.
std::vector<double> all_x_with_repeats(const std::vector<Series>& series) {
    std::vector<double> xs;
    for (const Series& s : series) {
        std::vector<double> merged;
        std::set_union(xs.begin(), xs.end(), s.x.begin(), s.x.end(), std::back_inserter(merged));
        xs = std::move(merged);
    }
    return xs;
}

TableColumn x_column(const ChartData& data, const std::vector<double>& xs) {
    TableColumn column;
    switch (data.x_kind) {
    case XKind::time: {
        const TimeUnit unit = time_unit_of(x_range_of(data).to);
        column.name = tr("time");
        column.unit = unit.name;
        column.numbers.reserve(xs.size());
        for (const double x : xs) {
            column.numbers.push_back(x / unit.ns);
        }
        break;
    }
    case XKind::number:
        column.name = data.x_title.isEmpty() ? QStringLiteral("x") : data.x_title;
        column.unit = data.x_unit;
        column.numbers = xs;
        break;
    case XKind::category:
        column.name = data.x_title.isEmpty() ? tr("case") : data.x_title;
        column.unit = data.x_unit;
        for (const double x : xs) {
            const auto i = static_cast<std::size_t>(std::max(0.0, std::round(x)));
            column.words.push_back(i < data.categories.size() ? data.categories[i] : number_text(x));
        }
        break;
    }
    return column;
}

} // namespace

QString TableColumn::header() const {
    return unit.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, unit);
}

std::size_t ChartTable::rows() const {
    std::size_t most = 0;
    for (const TableColumn& column : columns) {
        most = std::max(most, column.rows());
    }
    return most;
}

QString ChartTable::cell(std::size_t row, std::size_t column) const {
    if (column >= columns.size() || row >= columns[column].rows()) {
        return {};
    }
    const TableColumn& c = columns[column];
    if (!c.words.empty()) {
        return c.words[row];
    }
    const double value = c.numbers[row];
    if (std::isnan(value)) {
        return {};
    }
    // Times keep their microseconds, other numbers what can be told apart.
    const bool time = c.unit == QStringLiteral("ms") || c.unit == QStringLiteral("s");
    return time && column == 0 ? number_text(value, 3) : number_text(value);
}

ChartTable table_of(const ChartData& data) {
    if (!data.table.columns.empty()) {
        return data.table;
    }
    ChartTable table;
    const bool repeated = std::any_of(data.series.begin(), data.series.end(), repeats);
    const std::vector<double> xs = repeated ? all_x_with_repeats(data.series) : all_x(data.series);
    table.columns.push_back(x_column(data, xs));
    for (const Series& s : data.series) {
        const Spread spread(s, xs);
        const QString name = series_title(s);
        if (s.kind == SeriesKind::band) {
            table.columns.push_back({tr("%1, p1").arg(name), data.unit, spread.column(s.low), {}});
            table.columns.push_back({tr("%1, p50").arg(name), data.unit, spread.column(s.y), {}});
            table.columns.push_back({tr("%1, p99").arg(name), data.unit, spread.column(s.high), {}});
            continue;
        }
        if (s.kind == SeriesKind::bars && table.columns.size() == 1) {
            // A bin is a range: where it ends is the next one's start.
            TableColumn to{tr("%1, up to").arg(table.columns.front().name), data.x_unit, {}, {}};
            for (std::size_t i = 0; i < xs.size(); ++i) {
                to.numbers.push_back(i + 1 < xs.size() ? xs[i + 1] : s.x_end);
            }
            table.columns.push_back(std::move(to));
        }
        table.columns.push_back({name, data.unit, spread.column(s.y), {}});
        if (!s.low.empty() || !s.high.empty()) {
            table.columns.push_back({tr("%1, from").arg(name), data.unit, spread.column(s.low), {}});
            table.columns.push_back({tr("%1, to").arg(name), data.unit, spread.column(s.high), {}});
        }
    }
    return table;
}

} // namespace sluice::ui
