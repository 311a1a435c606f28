// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/chart_samples.h"
#include "tests/support/catch.h"

#include "ui/chart/chart_text.h"
#include "ui/chart/plot_frame.h"
#include "ui/chart/reduce.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace sluice::ui {
namespace {

Series line_of(std::vector<double> x, std::vector<double> y, SeriesKind kind = SeriesKind::line) {
    Series s;
    s.kind = kind;
    s.x = std::move(x);
    s.y = std::move(y);
    return s;
}

Series noise(std::size_t n, unsigned seed, SeriesKind kind) {
    std::mt19937 random(seed);
    Series s;
    s.kind = kind;
    double x = 0;
    for (std::size_t i = 0; i < n; ++i) {
        // Bursts and gaps, equal times included.
        x += random() % 5 == 0 ? random() % 400 : random() % 2;
        s.x.push_back(x);
        s.y.push_back(1 + random() % 1000);
        s.low.push_back(s.y.back() / 2);
        s.high.push_back(s.y.back() * 2);
    }
    s.x_end = x + 10;
    return s;
}

int column_of(double x, const Range& range, int columns) {
    return std::min(columns - 1, static_cast<int>((x - range.from) / range.length() * columns));
}

} // namespace

TEST_CASE("numbers are written with commas, a real minus sign and a no-break space", "[chart]") {
    CHECK(number_text(9855) == "9,855");
    CHECK(number_text(-17.6) == QString(QChar(0x2212)) + "17.6");
    CHECK(number_text(0.87) == "0.87");
    CHECK(number_text(no_value) == QString(QChar(0x2013)));
    CHECK(quantity_text(1234567, "pages") == QString("1,234,567") + nbsp + "pages");
    CHECK(time_text(41207000, time_unit_of(60e6)) == QString("41.207") + nbsp + "ms");
    CHECK(time_unit_of(9.9e6).name == QString::fromUtf8("µs"));
    CHECK(time_unit_of(10e9).name == "s");
}

TEST_CASE("ticks are round, inside the range and not too many", "[chart]") {
    const auto labels = [](const std::vector<Tick>& ticks) {
        QStringList list;
        for (const Tick& t : ticks) {
            list << t.label;
        }
        return list.join(' ');
    };
    CHECK(labels(ticks_of({0, 20000}, Scale::linear, 3)) == "0 10,000 20,000");
    CHECK(labels(ticks_of({1, 10000}, Scale::log, 6)) == "1 10 100 1,000 10,000");
    CHECK(labels(ticks_of({0.5, 1}, Scale::linear, 5)) == "0.5 0.6 0.7 0.8 0.9 1.0");
    CHECK(labels(time_ticks_of({0, 60e6}, time_unit_of(60e6), 7)) == QString("0 10 20 30 40 50 60") + nbsp + "ms");
    std::mt19937 random(1);
    for (int i = 0; i < 500; ++i) {
        const double from = static_cast<double>(random() % 100000) / 100;
        const Range range{from, from + 0.001 * (1 + random() % 1000000)};
        const int most = 2 + static_cast<int>(random() % 9);
        const auto ticks = ticks_of(range, Scale::linear, most);
        CHECK(static_cast<int>(ticks.size()) <= most + 1);
        CHECK(!ticks.empty());
        for (const Tick& t : ticks) {
            CHECK(t.value >= range.from - range.length() * 1e-6);
            CHECK(t.value <= range.to + range.length() * 1e-6);
        }
    }
}

TEST_CASE("a line says what lies on it, a step what holds", "[chart]") {
    const Series line = line_of({0, 10, 20}, {0, 100, 50});
    CHECK(*value_at(line, 5) == 50);
    CHECK(*value_at(line, 20) == 50);
    CHECK_FALSE(value_at(line, 21));
    CHECK_FALSE(value_at(line, -1));
    Series step = line_of({0, 10, 20}, {1, 2, 3}, SeriesKind::step_line);
    CHECK(*value_at(step, 9.9) == 1);
    CHECK_FALSE(value_at(step, 25));
    step.x_end = 30;
    CHECK(*value_at(step, 25) == 3);
    CHECK_FALSE(value_at(step, 31));
}

TEST_CASE("reduction keeps at most two points a column and never the extremes out", "[chart]") {
    const SeriesKind kind = GENERATE(SeriesKind::line, SeriesKind::step_line, SeriesKind::band, SeriesKind::dots);
    for (unsigned seed = 1; seed < 40; ++seed) {
        const Series s = noise(3000, seed, kind);
        const Range range{s.x.back() * 0.1, s.x.back() * 0.9};
        const int columns = 50 + static_cast<int>(seed) * 7;
        const Series r = reduce(s, range, Scale::linear, columns);
        CHECK(std::is_sorted(r.x.begin(), r.x.end()));
        std::map<int, int> in_column;
        std::map<int, Range> kept;
        std::map<int, Range> all;
        const auto note = [&](std::map<int, Range>& into, double x, double y) {
            if (range.contains(x)) {
                const int c = column_of(x, range, columns);
                const auto [it, first] = into.try_emplace(c, Range{y, y});
                it->second = united(it->second, {y, y});
                static_cast<void>(first);
            }
        };
        for (std::size_t i = 0; i < r.size(); ++i) {
            if (range.contains(r.x[i])) {
                ++in_column[column_of(r.x[i], range, columns)];
            }
            note(kept, r.x[i], r.y[i]);
        }
        for (std::size_t i = 0; i < s.size(); ++i) {
            note(all, s.x[i], s.y[i]);
        }
        int most = 0;
        for (const auto& [c, n] : in_column) {
            most = std::max(most, n);
        }
        CHECK(most <= 2);
        for (const auto& [c, extremes] : all) {
            REQUIRE(kept.count(c) == 1);
            CHECK(kept[c].from <= extremes.from);
            CHECK(kept[c].to >= extremes.to);
        }
    }
}

TEST_CASE("the level after a burst stays right", "[chart]") {
    // Column 0 holds 5, 100, 1, 50; nothing follows before column 8.
    Series s = line_of({0, 0.1, 0.2, 0.3, 8.5}, {5, 100, 1, 50, 7}, SeriesKind::step_line);
    s.x_end = 10;
    const Series r = reduce(s, {0, 10}, Scale::linear, 10);
    CHECK(*value_at(r, 5) == 50);
    CHECK(*value_at(r, 9) == 7);
    CHECK(*std::max_element(r.y.begin(), r.y.end()) == 100);
    CHECK(*std::min_element(r.y.begin(), r.y.end()) == 1);
}

TEST_CASE("a band keeps the widest window of a column", "[chart]") {
    Series s = line_of({0, 1, 2, 3}, {10, 10, 10, 10}, SeriesKind::band);
    s.low = {5, 1, 5, 5};
    s.high = {20, 20, 900, 20};
    s.x_end = 4;
    const Series r = reduce(s, {0, 4}, Scale::linear, 1);
    CHECK(r.size() <= 2);
    CHECK(*std::min_element(r.low.begin(), r.low.end()) == 1);
    CHECK(*std::max_element(r.high.begin(), r.high.end()) == 900);
}

TEST_CASE("clipping leaves nothing outside and the same line inside", "[chart]") {
    for (unsigned seed = 1; seed < 30; ++seed) {
        Series s = noise(300, seed, SeriesKind::line);
        s.x.erase(std::unique(s.x.begin(), s.x.end()), s.x.end());
        s.y.resize(s.x.size());
        s.low.clear();
        s.high.clear();
        const Range x{s.x.back() * 0.2, s.x.back() * 0.7};
        const Range y{200, 700};
        const Series c = clip(s, x, y, Scale::linear, Scale::linear);
        for (std::size_t i = 0; i < c.size(); ++i) {
            CHECK(x.contains(c.x[i]));
            CHECK(y.contains(c.y[i]));
        }
        for (int i = 1; i < 100; ++i) {
            const double at = x.from + i * x.length() / 100;
            const double want = std::clamp(*value_at(s, at), y.from, y.to);
            CHECK(*value_at(c, at) == Approx(want).margin(1e-6));
        }
    }
    Series dots = line_of({1, 2, 3}, {10, 1000, 10}, SeriesKind::dots);
    CHECK(clip(dots, {0, 10}, {1, 100}, Scale::linear, Scale::log).size() == 2);
}

TEST_CASE("what is cut at the playhead tells nothing of what follows", "[chart]") {
    // Two runs that are the same up to 20 and differ afterwards must give the same chart at 20.
    const SeriesKind kind
        = GENERATE(SeriesKind::line, SeriesKind::step_line, SeriesKind::area, SeriesKind::band, SeriesKind::dots);
    const auto run = [&](double later) {
        ChartData data;
        data.x_from = 0;
        data.x_to = 100;
        Series s = line_of({0, 5, 15, 25, 40}, {1, 2, 3, later, later * 2}, kind);
        // The window from 15 to 25 is still open at 20: its numbers depend on what follows.
        s.low = kind == SeriesKind::band ? std::vector<double>{1, 1, later, later, later} : std::vector<double>{};
        s.high = s.low;
        if (kind == SeriesKind::band) {
            s.y[2] = later;
        }
        s.x_end = 100;
        data.series = {s};
        return cut_at(data, 20);
    };
    const ChartData one = run(4);
    const ChartData other = run(4000);
    CHECK(one.series[0].x == other.series[0].x);
    CHECK(one.series[0].y == other.series[0].y);
    CHECK(one.series[0].high == other.series[0].high);
    CHECK(y_range_of(one) == y_range_of(other));
    CHECK(describe(one, 20) == describe(other, 20));
    CHECK(x_range_of(one) == Range{0, 100});
    for (const double x : one.series[0].x) {
        CHECK(x <= 20);
    }
    if (kind != SeriesKind::dots) {
        CHECK(value_at(one.series[0], 20).has_value());
    }
}

TEST_CASE("the table has the same numbers as the picture", "[chart]") {
    ChartData data = samples::latency();
    const ChartTable table = table_of(data);
    REQUIRE(table.columns.size() == 6); // time, p1, p50, p99, single delays, A
    CHECK(table.columns[0].header() == "time (ms)");
    CHECK(table.columns[3].header() == QString::fromUtf8("B as posted, p99 (µs)"));
    std::size_t with_p99 = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (!std::isnan(table.columns[3].numbers[row])) {
            CHECK(table.columns[0].numbers[row] * 1e6 == Approx(data.series[0].x[with_p99]).margin(0.01));
            CHECK(table.columns[3].numbers[row] == data.series[0].high[with_p99]);
            ++with_p99;
        }
    }
    CHECK(with_p99 == data.series[0].size());
    // Two samples at one moment have two rows.
    ChartData twice;
    twice.series = {line_of({1, 2, 2, 3}, {10, 20, 30, 40}), line_of({2}, {99})};
    const ChartTable t = table_of(twice);
    REQUIRE(t.rows() == 4);
    CHECK(t.columns[1].numbers == std::vector<double>{10, 20, 30, 40});
    CHECK(t.columns[2].numbers[1] == 99);
    CHECK(t.cell(3, 1) == "40");
}

TEST_CASE("every sample chart has a sentence and a range that holds its data", "[chart]") {
    for (const ChartData& data : {samples::latency(), samples::held_in_quicklists(), samples::workers_sweep(),
             samples::delays_before_after(), samples::free_memory_per_cpu()}) {
        CHECK(describe(data).size() > 30);
        CHECK(describe(data).endsWith('.'));
        const Range y = y_range_of(data);
        for (const Series& s : data.series) {
            for (const double v : s.y) {
                CHECK((y.contains(v) || v == 0));
            }
        }
    }
    CHECK(describe(samples::latency(), 41.207e6)
        == QString::fromUtf8("Wake-up latency at 41.207\u00a0ms. B as posted: 1,862\u00a0µs so far; "
                             "A at most 256: 96\u00a0µs worst."));
}

TEST_CASE("counts have no ticks between whole numbers", "[chart]") {
    ChartData data;
    data.title = "Taken clear";
    data.unit = "pages";
    Series s = line_of({0, 10}, {0, 1}, SeriesKind::step_line);
    data.series = {s};
    PlotFrame frame;
    frame.size = {400, 200};
    frame.y = y_range_of(data);
    CHECK(y_ticks_of(data, frame, 6).size() == 2);
    data.series[0].y[1] = 0.9;
    CHECK(y_ticks_of(data, frame, 6).size() == 6);
}

TEST_CASE("the timeline's sentence and table", "[chart]") {
    const TimelineData data = samples::timeline();
    CHECK(describe(data)
        == QString::fromUtf8("60\u00a0ms; 14 drains, 4 stalls above half a tick, longest 3,258\u00a0µs."));
    // At 41.207 ms the third stall has lasted 2,307 µs, and no fourth is known.
    CHECK(describe(data, 41.207e6)
        == QString::fromUtf8("60\u00a0ms; 11 drains, 3 stalls above half a tick, longest 2,307\u00a0µs."));
    const ChartTable table = table_of(data);
    CHECK(table.rows() == 4 + 14 + 4);
    CHECK(std::is_sorted(table.columns[0].numbers.begin(), table.columns[0].numbers.end()));
    CHECK(table_of(data, 41.207e6).rows() == 4 + 11 + 3);
}

TEST_CASE("blocks of the timeline can be seen and are few", "[chart]") {
    std::vector<TimelineSpan> spans;
    for (int i = 0; i < 100000; ++i) {
        spans.push_back({i * 600.0, i * 600.0 + 30, {}, {}});
    }
    const auto blocks = blocks_of(spans, {0, 60e6}, 600, std::numeric_limits<double>::infinity());
    std::size_t count = 0;
    for (const SpanBlock& b : blocks) {
        CHECK(b.right - b.left >= 3 - 1e-9);
        CHECK(b.left >= 0);
        CHECK(b.right <= 600 + 1e-9);
        count += b.count;
    }
    CHECK(count == spans.size());
    CHECK(blocks.size() <= 150);
    const auto few = blocks_of({{10e6, 10.001e6, {}, {}}, {30e6, 40e6, {}, {}}}, {0, 60e6}, 600, 35e6);
    REQUIRE(few.size() == 2);
    CHECK(few[0].right - few[0].left == Approx(3));
    CHECK(few[1].right == Approx(350));
}

} // namespace sluice::ui
