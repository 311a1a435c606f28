// SPDX-License-Identifier: GPL-3.0-or-later
// Paints every chart as the window has it. With SLUICE_PICTURES=FOLDER the pictures are kept, to be looked at.
#include "tests/gui/chart_samples.h"
#include "tests/support/catch.h"

#include "ui/chart/claim_chart.h"
#include "ui/chart/export_panel.h"
#include "ui/chart/sweep_chart.h"
#include "ui/chart/time_chart.h"
#include "ui/chart/timeline.h"
#include "ui/theme/appearance.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QVBoxLayout>

#include <set>

namespace sluice::ui {
namespace {

QImage picture_of(QWidget& widget, const QString& name) {
    widget.show();
    for (int i = 0; i < 4; ++i) {
        QApplication::processEvents();
    }
    const QImage image = widget.grab().toImage();
    const QString folder = qEnvironmentVariable("SLUICE_PICTURES");
    if (!folder.isEmpty()) {
        image.save(folder + u'/' + name + QStringLiteral(".png"));
    }
    return image;
}

/// The pictures are not blank: many colours, and the picture changes where the chart is.
int colours_in(const QImage& image) {
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2) {
            colours.insert(image.pixel(x, y));
        }
    }
    return static_cast<int>(colours.size());
}

/// The appearance of the program for as long as it lives.
struct Dress {
    explicit Dress(bool dark) {
        Appearance::instance().install();
        Appearance::instance().set_scheme(dark ? Scheme::dark : Scheme::light);
    }
    ~Dress() { Appearance::instance().set_scheme(Scheme::light); }
    Dress(const Dress&) = delete;
    Dress& operator=(const Dress&) = delete;
};

struct Stack : QWidget {
    Stack(bool wide, Reveal reveal) {
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        const int left = wide ? 68 : 58;
        const int right = wide ? 158 : 118;
        timeline.set_data(samples::timeline());
        timeline.set_gutter(left, right);
        timeline.set_playhead(41.207e6);
        timeline.set_reveal(reveal);
        timeline.setFixedHeight(wide ? 76 : 64);
        column->addWidget(&timeline);
        latency.set_data(samples::latency());
        latency.set_x_labels(!wide);
        column->addWidget(&latency, 1);
        memory.set_data(samples::held_in_quicklists());
        for (TimeChart* chart : {&latency, &memory}) {
            chart->set_gutter(left, right);
            chart->set_playhead(41.207e6);
            chart->set_reveal(reveal);
        }
        if (wide) {
            column->addWidget(&memory, 1);
        }
        resize(wide ? 980 : 750, wide ? 406 : 234);
    }
    ~Stack() override {
        for (QWidget* w :
            {static_cast<QWidget*>(&timeline), static_cast<QWidget*>(&latency), static_cast<QWidget*>(&memory)}) {
            w->setParent(nullptr);
        }
    }
    Timeline timeline;
    TimeChart latency;
    TimeChart memory;
};

} // namespace

TEST_CASE("the timeline and its charts are painted, light and dark, small and large", "[chart]") {
    const bool dark = GENERATE(false, true);
    const bool wide = GENERATE(false, true);
    const Dress dress(dark);
    Stack stack(wide, Reveal::half);
    const QImage image
        = picture_of(stack, QStringLiteral("time-%1-%2").arg(dark ? "dark" : "light", wide ? "wide" : "small"));
    CHECK(colours_in(image) > 60);
}

TEST_CASE("charts that are not over time are painted, light and dark", "[chart]") {
    const bool dark = GENERATE(false, true);
    const Dress dress(dark);
    const QString end = dark ? QStringLiteral("-dark") : QStringLiteral("-light");
    HistogramChart histogram;
    histogram.set_data(samples::delays_before_after());
    histogram.resize(360, 230);
    histogram.set_cursor(3);
    CHECK(colours_in(picture_of(histogram, QStringLiteral("histogram") + end)) > 20);
    SweepChart sweep;
    sweep.set_data(samples::workers_sweep());
    sweep.set_prediction({10, 6, 4, 3, 2, 1});
    sweep.resize(420, 260);
    CHECK(colours_in(picture_of(sweep, QStringLiteral("sweep") + end)) > 20);
    SweepChart blank;
    ChartData ask = samples::workers_sweep();
    ask.series.clear();
    ask.y_from = 0;
    ask.y_to = 15;
    blank.set_data(ask);
    blank.set_drawing(true);
    blank.resize(420, 260);
    CHECK(colours_in(picture_of(blank, QStringLiteral("draw-blank") + end)) > 4);
    blank.set_prediction({10, 6, 4, 3, no_value, no_value});
    CHECK(colours_in(picture_of(blank, QStringLiteral("draw-some") + end)) > 10);
    ClaimChart claim;
    claim.set_claim(samples::claim());
    claim.resize(740, 250);
    CHECK(colours_in(picture_of(claim, QStringLiteral("claim") + end)) > 20);
    ExportPanel panel;
    panel.set_proposed_name(QStringLiteral("wakeup_latency"));
    panel.resize(panel.sizeHint());
    CHECK(colours_in(picture_of(panel, QStringLiteral("export") + end)) > 10);
}

TEST_CASE("what is hidden after the playhead is not in the picture", "[chart]") {
    const Dress dress(false);
    Stack stack(true, Reveal::hidden);
    const QImage image = picture_of(stack, QStringLiteral("time-hidden"));
    // Right of the playhead the charts have grid and reference lines alone: panel, line and the words.
    const double x = stack.latency.frame().x_to_px(52e6) * image.devicePixelRatio();
    const double y = (stack.latency.y() + stack.latency.frame().y_to_px(30)) * image.devicePixelRatio();
    CHECK(image.pixelColor(static_cast<int>(x), static_cast<int>(y)) == color(Token::panel));
    CHECK(colours_in(image) > 60);
}

TEST_CASE("a chart of many CPUs is painted", "[chart]") {
    const Dress dress(false);
    TimeChart chart;
    chart.set_data(samples::free_memory_per_cpu());
    chart.set_playhead(30e6);
    chart.set_cursor(20e6);
    chart.resize(800, 180);
    CHECK(colours_in(picture_of(chart, QStringLiteral("cpus"))) > 20);
}

TEST_CASE("an empty chart says why and offers the way out", "[chart]") {
    const Dress dress(false);
    TimeChart chart;
    ChartData data;
    data.title = "Pages per section";
    data.empty_state = {"No drain has happened yet",
        "Lists drain when they grow past their limit. The fullest, on CPU 0, is at 1,240 of 6,250.",
        "Run to the first drain"};
    chart.set_data(data);
    chart.resize(800, GENERATE(240, 140));
    CHECK(colours_in(picture_of(chart, QStringLiteral("empty-%1").arg(chart.height()))) > 10);
}

} // namespace sluice::ui
