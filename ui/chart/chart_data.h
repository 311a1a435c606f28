// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart shows, as plain numbers: everything that is drawn, told in the table, read aloud and exported comes
// from one ChartData. It knows no plotting library and no widget.
#pragma once

#include <QString>

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace sluice::ui {

/// "Not a number", for ends and values that are absent.
inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// What x counts.
enum class XKind {
    time, ///< ns since the start of the run
    number, ///< any number, in ChartData::x_unit
    category, ///< 0, 1, 2 …, named by ChartData::categories
};

enum class Scale { linear, log };

/// How a series is drawn.
enum class SeriesKind {
    line, ///< values joined by straight lines
    step_line, ///< a value holds until the next one
    area, ///< as line (or step_line when `stepped`), filled down to the axis
    band, ///< windows of time: `low` to `high` flat filled, y (the median) as a line, all stepped
    dots, ///< single small dots
    column, ///< parts of a stack at x, from `low` to y; Series::index picks the filling
    bars, ///< histogram: bin i reaches from x[i] to x[i + 1], the last to x_end
    points, ///< filled points with the interval `low` to `high`, joined by a line when there are more than one
    published, ///< open diamonds with error bars from `low` to `high`
    prediction, ///< what the learner drew: an 8 px band beneath all other data
};

/// Whose numbers they are; decides colour and pen.
enum class Role {
    a, ///< the run as it was: grey, dashed 7-3
    b, ///< the run now: blue, solid
    model, ///< what the model gives beside published numbers: as B, without the letter
    published, ///< from a paper or a patch: ink
    prediction, ///< the learner's
    limit, ///< a limit that moves: dotted ink
    neutral, ///< one of several CPUs or nodes; Series::index picks the pattern
};

/// One sequence of numbers. x rises (equal neighbours are allowed), all vectors that are not empty have one length.
struct Series {
    QString name; ///< "as posted"; the role's letter is put before it
    SeriesKind kind = SeriesKind::line;
    Role role = Role::b;
    int index = 0; ///< of a neutral series: 0, 1, 2 …
    bool stepped = false; ///< area only
    bool quiet = false; ///< no entry right of the axis
    bool joined = true; ///< points only: a line leads from each to the next
    bool lettered = true; ///< "B" stands before the name; off where there is nothing to compare
    std::vector<double> x; ///< in the unit of the x axis
    std::vector<double> y;
    std::vector<double> low; ///< lower end of a band, interval or error bar
    std::vector<double> high; ///< upper end
    std::vector<QString> labels; ///< beside single points; empty, or one for each x (blank: none)
    double x_end = no_value; ///< where the last step, window or bin ends
    QString readout; ///< replaces the number at the playhead
    QString line_label; ///< stands at the right end, beside the line itself

    [[nodiscard]] std::size_t size() const { return x.size(); }
    [[nodiscard]] bool empty() const { return x.empty(); }
};

/// A level that does not move: "one timer tick, 977 µs".
struct ReferenceLine {
    double value = 0;
    QString label;
    bool dotted = false;
};

/// A delay that is still going on at the playhead.
struct OpenSample {
    double since = 0; ///< x at which it began
    double at = no_value; ///< x up to which it is told; no_value: the playhead
    double value = 0; ///< y so far
    Role role = Role::b;
    QString text; ///< "1,862 µs so far"
};

/// What a model may say beside a published number.
struct ToleranceBox {
    double x = 0; ///< place on a category axis
    double low = 0;
    double high = 0;
    bool test = true; ///< false: the row set the costs, so that it proves nothing
};

/// One column of the table twin.
struct TableColumn {
    QString name; ///< "as posted, p99"
    QString unit; ///< "µs"; blank for a count or a word
    std::vector<double> numbers; ///< no_value: the cell is empty. Unused when `words` is filled.
    std::vector<QString> words;

    /// "as posted, p99 (µs)"
    [[nodiscard]] QString header() const;
    [[nodiscard]] std::size_t rows() const { return words.empty() ? numbers.size() : words.size(); }
};

/// The same numbers as the picture, in the same order.
struct ChartTable {
    std::vector<TableColumn> columns;

    [[nodiscard]] std::size_t rows() const;
    /// The cell as a person reads it: comma for thousands, real minus sign.
    [[nodiscard]] QString cell(std::size_t row, std::size_t column) const;
    [[nodiscard]] bool empty() const { return columns.empty() || rows() == 0; }
};

/// What stands in place of a chart that has nothing to show.
struct EmptyWords {
    QString title; ///< "No drain has happened yet"
    QString text;
    QString button; ///< blank: no button
};

/// One chart.
struct ChartData {
    QString id; ///< "section_length", as lessons and the command line name it
    QString title; ///< "Wake-up latency"
    QString note; ///< beside the title: "wake-up to running"
    QString unit; ///< of y: "µs", "pages"
    XKind x_kind = XKind::time;
    QString x_title; ///< of a number or category axis: "delay"
    QString x_unit;
    Scale x_scale = Scale::linear; ///< number axes only
    Scale y_scale = Scale::linear;
    std::vector<double> x_places; ///< number axes: the values named beneath the axis; empty: round ones
    std::vector<QString> categories;
    std::vector<Series> series; ///< drawn in the order prediction, bands, areas, lines, points
    std::vector<ReferenceLine> references;
    std::optional<OpenSample> open;
    std::vector<ToleranceBox> boxes;
    double x_from = no_value; ///< the whole x range; no_value: that of the data
    double x_to = no_value;
    double y_from = no_value; ///< both set: the y range, whatever the data
    double y_to = no_value;
    bool y_from_zero = true; ///< linear scale only
    QString sentence; ///< blank: describe() makes one
    QString remark; ///< small, below the entries at the right: "Same y range, A and B"
    ChartTable table; ///< empty: table_of() makes one
    EmptyWords empty_state;

    /// True if no series has a point.
    [[nodiscard]] bool empty() const;
    /// Note, unit and "log scale" as one heading: the part after the title.
    [[nodiscard]] QString heading_note() const;
    /// What stands under a number or category axis: "delay, µs, log scale". Blank for time.
    [[nodiscard]] QString x_words() const;
};

/// A closed range of an axis; `from < to`.
struct Range {
    double from = 0;
    double to = 1;

    [[nodiscard]] double length() const { return to - from; }
    [[nodiscard]] bool contains(double v) const { return v >= from && v <= to; }
    bool operator==(const Range&) const = default;
};

/// The smallest range that holds both.
[[nodiscard]] Range united(const Range& a, const Range& b);

/// The x range of the whole chart: x_from to x_to, or that of the data (widened when it is a point or empty).
[[nodiscard]] Range x_range_of(const ChartData& data);

/// A y range with round ends that holds everything drawn for x up to `x_limit`, references included. On a log scale
/// whole decades, values ≤ 0 not counted.
[[nodiscard]] Range y_range_of(const ChartData& data, double x_limit = std::numeric_limits<double>::infinity());

/// The index of the last sample at or before x, or nothing. Source: binary search; x must rise.
[[nodiscard]] std::optional<std::size_t> index_at(const Series& series, double x);

/// What the line says at x: the value that holds for stepped kinds, between two samples of a straight line the value on
/// the line. Nothing before the first sample, and nothing after the last unless x_end says that it holds so long; the
/// last window of a band is also told for one more window length, while the next one is not complete.
[[nodiscard]] std::optional<double> value_at(const Series& series, double x);

/// The series as it was known at `x`: samples after x are gone, and so is everything that they would tell. The last
/// value holds up to x.
[[nodiscard]] Series cut_at(const Series& series, double x);
/// The chart as it was known at `x`: every series cut, line labels kept.
[[nodiscard]] ChartData cut_at(const ChartData& data, double x);

/// The table of a chart: its own, or one made from the series. Series with different x are merged into one column of x;
/// a cell is empty where a series has no sample.
[[nodiscard]] ChartTable table_of(const ChartData& data);

/// The sentence of a chart: its own, or one made from what the series say at x (no_value: their largest values).
[[nodiscard]] QString describe(const ChartData& data, double x = no_value);

/// "B as posted", "CPU 3": the role's letter and the name.
[[nodiscard]] QString series_title(const Series& series);

/// True if all values are whole: then an axis has no ticks between them.
[[nodiscard]] bool whole_numbers(const ChartData& data);

} // namespace sluice::ui
