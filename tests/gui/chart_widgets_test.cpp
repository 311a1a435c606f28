// SPDX-License-Identifier: GPL-3.0-or-later
// Charts and timeline as a person drives them: pointer, wheel and keys.
#include "tests/gui/chart_samples.h"
#include "tests/support/catch.h"

#include "ui/chart/claim_chart.h"
#include "ui/chart/plot_canvas.h"
#include "ui/chart/sweep_chart.h"
#include "ui/chart/time_chart.h"
#include "ui/chart/timeline.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QWheelEvent>
#include <QtTest>

#include <cmath>

namespace sluice::ui {
namespace {

template <class W>
void open(W& widget, int width = 800, int height = 200) {
    widget.resize(width, height);
    widget.show();
    QApplication::processEvents();
}

void settle() {
    for (int i = 0; i < 3; ++i) {
        QApplication::processEvents();
    }
}

void wheel(QWidget& widget, const QPoint& at, int steps) {
    QWheelEvent event(
        at, widget.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

QPoint point(const PlotFrame& frame, double x, double y) {
    return frame.to_px(x, y).toPoint();
}

} // namespace

TEST_CASE("a click on a time chart asks for that moment", "[chart]") {
    TimeChart chart;
    chart.set_data(samples::held_in_quicklists());
    open(chart);
    QSignalSpy seek(&chart, &TimeChart::seek_requested);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, point(chart.frame(), 20e6, 5000));
    REQUIRE(seek.count() == 1);
    const double per_px = 60e6 / chart.frame().plot().width();
    CHECK(std::abs(seek[0][0].toDouble() - 20e6) <= per_px);
}

TEST_CASE("wheel zooms around the pointer, drag moves, double click and Home reset", "[chart]") {
    TimeChart chart;
    chart.set_data(samples::held_in_quicklists());
    open(chart);
    QSignalSpy changed(&chart, &TimeChart::range_changed);
    QSignalSpy seek(&chart, &TimeChart::seek_requested);
    const QPoint at = point(chart.frame(), 20e6, 5000);
    const double under = chart.frame().px_to_x(at.x());
    wheel(chart, at, 4);
    settle();
    CHECK(changed.count() == 1);
    CHECK(chart.time_range().length() == Approx(60e6 * std::pow(0.8, 4)));
    CHECK(chart.frame().px_to_x(at.x()) == Approx(under).epsilon(1e-6));
    const Range zoomed = chart.time_range();
    QTest::mousePress(&chart, Qt::LeftButton, {}, at);
    QTest::mouseMove(&chart, at - QPoint(100, 0));
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, at - QPoint(100, 0));
    CHECK(chart.time_range().from > zoomed.from);
    CHECK(chart.time_range().length() == Approx(zoomed.length()));
    CHECK(seek.count() == 0); // a drag is no click
    QTest::keyClick(&chart, Qt::Key_Home);
    CHECK(chart.time_range() == Range{0, 60e6});
    for (int i = 0; i < 300; ++i) {
        wheel(chart, at, 1);
    }
    CHECK(chart.time_range().length() >= 10 - 1e-6);
    settle();
    QTest::mouseDClick(&chart, Qt::LeftButton, {}, at);
    CHECK(chart.time_range() == Range{0, 60e6});
}

TEST_CASE("arrow keys walk from sample to sample and say what is there", "[chart]") {
    TimeChart chart;
    ChartData data;
    data.title = "Free";
    data.unit = "pages";
    data.x_from = 0;
    data.x_to = 60e6;
    Series s;
    s.kind = SeriesKind::step_line;
    s.x = {0, 10e6, 20e6, 30e6};
    s.y = {5, 6, 7, 8};
    s.x_end = 60e6;
    data.series = {s};
    chart.set_data(data);
    chart.set_playhead(10e6);
    open(chart);
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Right);
    CHECK(chart.cursor() == 20e6);
    CHECK(chart.accessibleDescription() == QString("Free at 20.000\u00a0ms. B: 7\u00a0pages."));
    QTest::keyClick(&chart, Qt::Key_Left);
    QTest::keyClick(&chart, Qt::Key_Left);
    CHECK(chart.cursor() == 0);
    QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
    CHECK(chart.cursor() == 30e6);
    QSignalSpy seek(&chart, &TimeChart::seek_requested);
    QTest::keyClick(&chart, Qt::Key_Return);
    REQUIRE(seek.count() == 1);
    CHECK(seek[0][0].toLongLong() == 30000000);
    // Nothing after the playhead can be walked to while it is hidden.
    chart.set_reveal(Reveal::hidden);
    chart.set_cursor(0.0);
    QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
    CHECK(chart.cursor() == 10e6);
    QTest::keyClick(&chart, Qt::Key_Escape);
    CHECK_FALSE(chart.cursor());
    CHECK(chart.accessibleDescription() == chart.sentence());
}

TEST_CASE("while a prediction waits no axis, table or sentence knows the rest of the run", "[chart]") {
    TimeChart chart;
    ChartData data;
    data.title = "Held";
    data.unit = "pages";
    data.x_from = 0;
    data.x_to = 60e6;
    Series s;
    s.kind = SeriesKind::line;
    for (int i = 0; i <= 60; ++i) {
        s.x.push_back(i * 1e6);
        s.y.push_back(i < 30 ? 10 : 123456);
    }
    data.series = {s};
    chart.set_data(data);
    chart.set_playhead(20.5e6);
    chart.set_reveal(Reveal::hidden);
    open(chart);
    settle();
    CHECK(chart.y_range().to <= 20);
    CHECK(chart.table_model()->rowCount() == 22);
    CHECK_FALSE(chart.sentence().contains("123,456"));
    CHECK(chart.shown_data().series[0].x.back() <= 20.5e6);
    CHECK(chart.time_range() == Range{0, 60e6});
    chart.set_reveal(Reveal::half);
    settle();
    CHECK(chart.y_range().to >= 123456);
    CHECK(chart.table_model()->rowCount() == 61);
}

TEST_CASE("while playing the y range grows and never shrinks", "[chart]") {
    TimeChart chart;
    ChartData data = samples::held_in_quicklists();
    chart.set_data(data);
    open(chart);
    chart.set_playing(true);
    const Range before = chart.y_range();
    for (double& y : data.series[0].y) {
        y /= 100;
    }
    chart.set_data(data);
    settle();
    CHECK(chart.y_range() == before);
    data.series[0].y[3] = 90000;
    chart.set_data(data);
    settle();
    CHECK(chart.y_range().to >= 90000);
    data.series[0].y[3] = 1;
    chart.set_data(data);
    settle();
    CHECK(chart.y_range().to >= 90000);
    chart.set_playing(false);
    settle();
    CHECK(chart.y_range().to < 90000);
}

TEST_CASE("moving the playhead draws no new plot, and requests are joined", "[chart]") {
    TimeChart chart;
    chart.set_data(samples::latency());
    chart.set_reveal(Reveal::half);
    chart.set_playing(true);
    open(chart);
    settle();
    const int before = chart.canvas().replots();
    for (int i = 0; i < 50; ++i) {
        chart.set_playhead(i * 1e6);
        QApplication::processEvents();
    }
    CHECK(chart.canvas().replots() == before);
    CHECK(chart.y_range() == Range{1, 10000});
    for (int i = 0; i < 50; ++i) {
        chart.set_time_range(0, 50e6 - i);
    }
    settle();
    CHECK(chart.canvas().replots() - before <= 2);
}

TEST_CASE("QCustomPlot gets at most two points a pixel column of each series", "[chart]") {
    TimeChart chart;
    chart.set_data(samples::dense(400000));
    open(chart);
    settle();
    const auto columns = static_cast<std::size_t>(chart.frame().plot().width());
    CHECK(chart.canvas().points_drawn() <= 4 * (2 * columns + 2));
    CHECK(chart.canvas().points_drawn() >= 4 * columns);
}

TEST_CASE("T shows the table and leads back", "[chart]") {
    TimeChart chart;
    chart.set_data(samples::held_in_quicklists());
    open(chart);
    chart.activateWindow();
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_T);
    REQUIRE(chart.table_shown());
    auto* table = chart.findChild<QTableView*>();
    REQUIRE(table);
    CHECK(table->model()->rowCount() > 10);
    CHECK(table->model()->headerData(1, Qt::Horizontal).toString() == "B as posted (pages)");
    QTest::keyClick(table, Qt::Key_T);
    CHECK_FALSE(chart.table_shown());
}

TEST_CASE("the button of an empty chart acts", "[chart]") {
    TimeChart chart;
    ChartData data;
    data.title = "Pages per section";
    data.empty_state
        = {"No drain has happened yet", "Lists drain when they grow past their limit.", "Run to the first drain"};
    chart.set_data(data);
    open(chart);
    QSignalSpy action(&chart, &ChartWidget::empty_action);
    auto* button = chart.findChild<QPushButton*>();
    REQUIRE(button);
    CHECK(button->isVisible());
    button->click();
    CHECK(action.count() == 1);
    CHECK(chart.accessibleDescription().startsWith("No drain has happened yet"));
    chart.set_data(samples::held_in_quicklists());
    CHECK_FALSE(button->isVisible());
}

TEST_CASE("a curve is drawn by pointer in one stroke", "[chart]") {
    SweepChart chart;
    ChartData data = samples::workers_sweep();
    data.series.clear();
    data.y_from = 0;
    data.y_to = 15;
    chart.set_data(data);
    chart.set_drawing(true);
    open(chart, 420, 260);
    CHECK(chart.prediction().size() == 6);
    CHECK_FALSE(chart.prediction_complete());
    QSignalSpy changed(&chart, &SweepChart::prediction_changed);
    const PlotFrame frame = chart.frame();
    QTest::mousePress(&chart, Qt::LeftButton, {}, point(frame, 0, 12));
    QTest::mouseMove(&chart, point(frame, 5, 2)); // a fast stroke: no event in between
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, point(frame, 5, 2));
    CHECK(changed.count() >= 2);
    REQUIRE(chart.prediction_complete());
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(chart.prediction()[i] == Approx(12 - 2.0 * static_cast<double>(i)).margin(0.25));
    }
    // Kept as it is once the answer counts.
    chart.set_drawing(false);
    const auto kept = chart.prediction();
    QTest::mouseClick(&chart, Qt::LeftButton, {}, point(frame, 2, 14));
    CHECK(chart.prediction() == kept);
}

TEST_CASE("a curve is drawn by keys, point by point", "[chart]") {
    SweepChart chart;
    ChartData data = samples::workers_sweep();
    data.series.clear();
    data.y_from = 0;
    data.y_to = 10;
    chart.set_data(data);
    chart.set_drawing(true);
    open(chart, 420, 260);
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Right);
    CHECK(chart.selected() == 0);
    QTest::keyClick(&chart, Qt::Key_Up);
    CHECK(chart.prediction()[0] == Approx(5));
    QTest::keyClick(&chart, Qt::Key_Up);
    CHECK(chart.prediction()[0] == Approx(5.1));
    QTest::keyClick(&chart, Qt::Key_Down, Qt::ShiftModifier);
    CHECK(chart.prediction()[0] == Approx(4.1));
    CHECK(chart.accessibleDescription() == QString("1: you say 4.10\u00a0s"));
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Up);
    CHECK(chart.prediction()[1] == Approx(4.1)); // level with its neighbour
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(&chart, Qt::Key_Up, Qt::ShiftModifier);
    }
    CHECK(chart.prediction()[1] == 10); // not out of the picture
    QTest::keyClick(&chart, Qt::Key_Delete);
    CHECK(std::isnan(chart.prediction()[1]));
}

TEST_CASE("a curve is typed into the table", "[chart]") {
    SweepChart chart;
    ChartData data = samples::workers_sweep();
    chart.set_data(data);
    open(chart, 420, 260);
    QAbstractItemModel* model = chart.table_model();
    REQUIRE(model->rowCount() == 6);
    const int mine = model->columnCount() - 1;
    CHECK(model->headerData(mine, Qt::Horizontal).toString() == "yours (s)");
    CHECK_FALSE(model->flags(model->index(2, mine)).testFlag(Qt::ItemIsEditable));
    chart.set_drawing(true);
    CHECK(model->flags(model->index(2, mine)).testFlag(Qt::ItemIsEditable));
    CHECK_FALSE(model->flags(model->index(2, 0)).testFlag(Qt::ItemIsEditable));
    QSignalSpy reset(model, &QAbstractItemModel::modelReset);
    CHECK(model->setData(model->index(2, mine), "1,234.5", Qt::EditRole));
    CHECK(chart.prediction()[2] == 1234.5);
    CHECK_FALSE(model->setData(model->index(2, mine), "many", Qt::EditRole));
    CHECK(chart.prediction()[2] == 1234.5);
    CHECK(model->setData(model->index(2, mine), "", Qt::EditRole));
    CHECK(std::isnan(chart.prediction()[2]));
    static_cast<void>(chart.table_model());
    CHECK(reset.count() == 0); // typing keeps its place
    CHECK(model->data(model->index(0, 1), Qt::DisplayRole).toString() == "12.5");
}

TEST_CASE("histogram and sweep tell what the cursor is on", "[chart]") {
    HistogramChart histogram;
    histogram.set_data(samples::delays_before_after());
    open(histogram, 360, 230);
    QTest::mouseMove(&histogram, point(histogram.frame(), 30, 10));
    REQUIRE(histogram.cursor() == 3);
    CHECK(histogram.words_at(3).join(";")
        == QString("A as posted  900\u00a0wake-ups;B at most 256  1,100\u00a0wake-ups"));
    SweepChart sweep;
    sweep.set_data(samples::workers_sweep());
    open(sweep, 420, 260);
    sweep.setFocus();
    QTest::keyClick(&sweep, Qt::Key_Left);
    CHECK(sweep.cursor() == 5);
    CHECK(sweep.accessibleDescription().startsWith(QString("32\u00a0workers: published  5.23\u00a0s (5.10 to 5.40)")));
}

TEST_CASE("the timeline is driven by pointer", "[chart]") {
    Timeline timeline;
    timeline.set_data(samples::timeline());
    timeline.set_playhead(41.207e6);
    open(timeline, 980, 76);
    QSignalSpy seek(&timeline, &Timeline::seek_requested);
    QSignalSpy activated(&timeline, &Timeline::mark_activated);
    const double width = 980 - 68 - 150;
    const auto x_of = [&](double ns) { return 68 + ns / 60e6 * width; };
    // 7 px beside a 3 px block still hits it.
    const QPoint beside(static_cast<int>(x_of(3.2e6)) - 7, 30);
    REQUIRE(timeline.stop_at(beside));
    QTest::mouseClick(&timeline, Qt::LeftButton, {}, beside);
    REQUIRE(seek.count() == 1);
    CHECK(seek[0][0].toLongLong() == 3200000);
    CHECK(timeline.accessibleDescription().contains("drain on CPU 0"));
    // The diamond of the knob.
    QTest::mouseClick(&timeline, Qt::LeftButton, {}, QPoint(static_cast<int>(x_of(15e6)), 12));
    REQUIRE(activated.count() == 1);
    CHECK(activated[0][0].toInt() == 2);
    CHECK(seek[1][0].toLongLong() == 15000000);
    // Anywhere on the axis, and dragging on.
    QTest::mousePress(&timeline, Qt::LeftButton, {}, QPoint(static_cast<int>(x_of(45e6)), 68));
    CHECK(seek[2][0].toDouble() == Approx(45e6).margin(60e6 / width));
    QTest::mouseMove(&timeline, QPoint(static_cast<int>(x_of(50e6)), 68));
    CHECK(seek[3][0].toDouble() == Approx(50e6).margin(60e6 / width));
    QTest::mouseRelease(&timeline, Qt::LeftButton, {}, QPoint(static_cast<int>(x_of(50e6)), 68));
}

TEST_CASE("words on the timeline cross neither each other nor the playhead's time", "[chart]") {
    Timeline timeline;
    TimelineData data = samples::timeline();
    // Two changes at one moment, one shortly after, one branch.
    data.marks.push_back({MarkKind::knob, 15e6, "cap: 256", 5});
    data.marks.push_back({MarkKind::knob, 15.4e6, "trigger: end of unmap", 6});
    std::sort(data.marks.begin(), data.marks.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    timeline.set_data(data);
    open(timeline, 1200, 90);
    std::size_t most = 0;
    for (double t = 0; t <= 60e6; t += 0.5e6) {
        timeline.set_playhead(t);
        const auto labels = timeline.labels();
        most = std::max(most, labels.size());
        for (std::size_t i = 0; i < labels.size(); ++i) {
            INFO("playhead " << t << ", " << labels[i].text.toStdString());
            CHECK(!labels[i].rect.intersects(timeline.playhead_label()));
            for (std::size_t k = i + 1; k < labels.size(); ++k)
                CHECK(!labels[i].rect.intersects(labels[k].rect));
        }
    }
    CHECK(most >= 2);
}

TEST_CASE("the playhead's line leaves a chart's title alone", "[chart]") {
    TimeChart chart;
    chart.set_data(samples::held_in_quicklists());
    open(chart, 800, 200);
    const auto heading = [&](double ns) {
        chart.set_playhead(ns);
        settle();
        return chart.grab(QRect(chart.frame().plot().left() + 4, 6, 60, 10)).toImage();
    };
    const Range all = chart.whole_range();
    const QImage far = heading(all.to);
    const double in_title = all.from + all.length() * 30 / chart.frame().plot().width();
    CHECK(heading(in_title) == far);
}

TEST_CASE("the timeline is driven by keys", "[chart]") {
    Timeline timeline;
    timeline.set_data(samples::timeline());
    timeline.set_playhead(41.207e6);
    open(timeline, 980, 76);
    timeline.setFocus();
    QSignalSpy seek(&timeline, &Timeline::seek_requested);
    QTest::keyClick(&timeline, Qt::Key_Right);
    REQUIRE(timeline.current_stop());
    CHECK(timeline.current_stop()->at == Approx(46.9e6));
    QTest::keyClick(&timeline, Qt::Key_Return);
    REQUIRE(seek.count() == 1);
    CHECK(seek[0][0].toLongLong() == 46900000);
    int steps = 0;
    while (timeline.current_stop()->at > 0.1e6 && steps++ < 100) {
        QTest::keyClick(&timeline, Qt::Key_Left);
    }
    CHECK(timeline.current_stop()->kind == Timeline::Stop::Kind::mark);
    // Hidden: nothing after the playhead can be reached or is told.
    timeline.set_reveal(Reveal::hidden);
    QTest::keyClick(&timeline, Qt::Key_End);
    CHECK(timeline.current_stop()->at <= 41.207e6);
    CHECK(timeline.table_model()->rowCount() == 18);
    QTest::keyClick(&timeline, Qt::Key_Escape);
    CHECK(timeline.accessibleDescription() == timeline.sentence());
    CHECK(timeline.sentence().contains("3 stalls"));
}

TEST_CASE("a claim has a table and a sentence", "[chart]") {
    ClaimChart chart;
    chart.set_claim(samples::claim());
    open(chart, 740, 250);
    CHECK(chart.table_model()->rowCount() == 2);
    CHECK(chart.table_model()->columnCount() == 7);
    CHECK(chart.accessibleDescription().contains(
        QString("After: 0.87\u00a0% against 0.85\u00a0%, 0.60 to 1.10\u00a0% allowed")));
}

TEST_CASE("charts of nothing, of one point and of odd numbers do not break", "[chart]") {
    const double infinity = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& y :
        {std::vector<double>{}, {0}, {-5}, {no_value}, {infinity}, {1e300, -1e300}, {0, 0, 0}, {no_value, 3}}) {
        for (const Scale scale : {Scale::linear, Scale::log}) {
            for (const SeriesKind kind : {SeriesKind::line, SeriesKind::step_line, SeriesKind::area, SeriesKind::band,
                     SeriesKind::dots, SeriesKind::bars, SeriesKind::points}) {
                ChartData data;
                data.title = "Odd";
                data.y_scale = scale;
                Series s;
                s.kind = kind;
                s.y = y;
                s.low = y;
                s.high = y;
                for (std::size_t i = 0; i < y.size(); ++i) {
                    s.x.push_back(static_cast<double>(i));
                }
                data.series = {s};
                TimeChart chart;
                chart.set_data(data);
                chart.set_playhead(0);
                chart.set_reveal(Reveal::hidden);
                open(chart, 200, 90);
                chart.canvas().replot_now();
                CHECK(chart.y_range().to > chart.y_range().from);
                CHECK_FALSE(chart.grab().isNull());
            }
        }
    }
}

} // namespace sluice::ui
