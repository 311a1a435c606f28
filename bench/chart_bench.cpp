// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart costs when its numbers change: reduce, hand over, replot. The points are the worst there are, noise over
// the full height. Reference: a bare painter that draws as many lines as are left after reduction.
#include "bench/cpu_time.h"

#include "ui/chart/plot_canvas.h"
#include "ui/chart/reduce.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <random>

namespace {

using namespace sluice;

constexpr int width = 1000;
constexpr int height = 200;

std::vector<ui::Series> noise(std::size_t points, int series) {
    std::mt19937 random(11);
    std::vector<ui::Series> all;
    for (int k = 0; k < series; ++k) {
        ui::Series s;
        s.kind = ui::SeriesKind::line;
        s.role = k == 0 ? ui::Role::b : k == 1 ? ui::Role::a : ui::Role::neutral;
        s.index = k;
        const std::size_t n = points / static_cast<std::size_t>(series);
        for (std::size_t i = 0; i < n; ++i) {
            s.x.push_back(60e6 * static_cast<double>(i) / static_cast<double>(n));
            s.y.push_back(static_cast<double>(random() % 10000));
        }
        all.push_back(std::move(s));
    }
    return all;
}

ui::PlotFrame frame_of() {
    ui::PlotFrame frame;
    frame.size = {width, height};
    frame.margins = {68, 28, 150, 22};
    frame.x = {0, 60e6};
    frame.y = {0, 10000};
    frame.x_ticks = ui::time_ticks_of(frame.x, ui::time_unit_of(60e6), 7);
    frame.y_ticks = ui::ticks_of(frame.y, ui::Scale::linear, 5);
    return frame;
}

void bare_lines(const std::vector<ui::Series>& reduced, const ui::PlotFrame& frame, QImage& image) {
    image.fill(ui::color(ui::Token::panel));
    QPainter painter(&image);
    painter.setPen(QPen(ui::color(ui::Token::ink), 1));
    for (const ui::Series& s : reduced) {
        for (std::size_t i = 1; i < s.size(); ++i) {
            painter.drawLine(frame.to_px(s.x[i - 1], s.y[i - 1]), frame.to_px(s.x[i], s.y[i]));
        }
    }
}

void replot(benchmark::State& state) {
    const auto series = noise(static_cast<std::size_t>(state.range(0)), static_cast<int>(state.range(1)));
    const ui::PlotFrame frame = frame_of();
    ui::PlotCanvas canvas;
    canvas.resize(width, height);
    canvas.show();
    QApplication::processEvents();
    QImage image(width, height, QImage::Format_RGB32);
    bench::Pair ms;
    std::size_t drawn = 0;
    for (auto _ : state) {
        const double figure = bench::ns_per(1e6, [&] {
            canvas.set_plot(frame, series);
            canvas.replot_now();
        });
        drawn = canvas.points_drawn();
        std::vector<ui::Series> reduced;
        for (const ui::Series& s : series) {
            reduced.push_back(ui::reduce(s, frame.x, ui::Scale::linear, static_cast<int>(frame.plot().width())));
        }
        ms.add(figure, bench::ns_per(1e6, [&] { bare_lines(reduced, frame, image); }));
    }
    ms.report(state, "ms");
    state.counters["drawn"] = static_cast<double>(drawn);
}
BENCHMARK(replot)
    ->ArgNames({"points", "series"})
    ->Args({1000, 1})
    ->Args({100000, 1})
    ->Args({100000, 4})
    ->Args({1000000, 4})
    ->Unit(benchmark::kMillisecond);

void reduction(benchmark::State& state) {
    const auto series = noise(static_cast<std::size_t>(state.range(0)), 1);
    bench::Pair ms;
    for (auto _ : state) {
        ui::Series out;
        const double figure = bench::ns_per(1e6, [&] {
            out = ui::reduce(series[0], {0, 60e6}, ui::Scale::linear, width);
        });
        double sum = 0;
        // Reference: reading every number once.
        ms.add(figure, bench::ns_per(1e6, [&] {
            for (std::size_t i = 0; i < series[0].size(); ++i) {
                sum += series[0].x[i] + series[0].y[i];
            }
            benchmark::DoNotOptimize(sum);
        }));
        benchmark::DoNotOptimize(out);
    }
    ms.report(state, "ms");
}
BENCHMARK(reduction)->ArgName("points")->Arg(100000)->Arg(1000000)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication app(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
