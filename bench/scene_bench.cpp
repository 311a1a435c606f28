// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time of one frame of the scene, beside references measured in the same run: one blit of a cached pixmap of the
// same size, and 10,000 bare sprites. Limits: the busiest scene 8 ms at scale 1 and 16 ms at 2, 10,000 dots 8 ms.
#include "tests/gui/scene_samples.h"
#include "ui/scene/paint_roads.h"
#include "ui/scene/render.h"
#include "ui/scene/roads.h"
#include "ui/theme/glyphs.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QPixmap>

using namespace sluice::ui;

namespace {

QImage canvas(QSize size, double ratio) {
    QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    return image;
}

double ratio_of(const benchmark::State& state) {
    return static_cast<double>(state.range(0));
}

void frame(benchmark::State& state, const SceneModel& model, QSize size) {
    QImage image = canvas(size, ratio_of(state));
    const SceneLayout layout = lay_out(layout_input(model, {}, size, 1));
    QPixmap ground(size * ratio_of(state));
    ground.setDevicePixelRatio(ratio_of(state));
    {
        QPainter p(&ground);
        render_ground(p, model, layout, Theme::light());
    }
    for (auto _ : state) {
        QPainter p(&image);
        p.drawPixmap(0, 0, ground);
        render_moment(p, model, layout, {}, Theme::light());
    }
}

void reference_blit(benchmark::State& state) {
    QImage image = canvas({980, 436}, ratio_of(state));
    QPixmap ground(QSize(980, 436) * ratio_of(state));
    ground.setDevicePixelRatio(ratio_of(state));
    ground.fill(Qt::white);
    for (auto _ : state) {
        QPainter p(&image);
        p.drawPixmap(0, 0, ground);
    }
}

void two_nodes(benchmark::State& state) {
    frame(state, samples::two_nodes(), {980, 436});
}
void two_nodes_full_window(benchmark::State& state) {
    frame(state, samples::busy(400), {1600, 1000});
}
void four_nodes_144_cpus(benchmark::State& state) {
    frame(state, samples::machine(4, 36, 2), {980, 436});
}
void many_nodes(benchmark::State& state) {
    frame(state, samples::machine(128, 2), {980, 436});
}
void sixteen_cpus(benchmark::State& state) {
    frame(state, samples::machine(1, 16), {1600, 1000});
}

void sprites_10000(benchmark::State& state) {
    QImage image = canvas({1600, 1000}, ratio_of(state));
    std::vector<Dot> dots;
    for (int i = 0; i < 10'000; ++i)
        dots.push_back({QPointF(7 + (i * 37) % 1580, 7 + (i * 91) % 980), static_cast<Cargo>(i / 2000), 0});
    for (auto _ : state) {
        QPainter p(&image);
        paint_dots(Paint(p, Theme::light()), dots);
    }
}

void reference_sprites_10000(benchmark::State& state) {
    QImage image = canvas({1600, 1000}, ratio_of(state));
    const QPixmap& sprite = page_sprite(PageKind::page_table, 7, page_plain, Theme::light(), ratio_of(state));
    for (auto _ : state) {
        QPainter p(&image);
        for (int i = 0; i < 10'000; ++i)
            p.drawPixmap(QPoint(7 + (i * 37) % 1580, 7 + (i * 91) % 980), sprite);
    }
}

} // namespace

BENCHMARK(reference_blit)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(two_nodes)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(two_nodes_full_window)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(sixteen_cpus)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(four_nodes_144_cpus)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(many_nodes)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(reference_sprites_10000)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(sprites_10000)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
