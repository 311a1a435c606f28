// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time of one frame of the scene, beside references measured in the same run: one blit of a cached pixmap of the
// same size, and 10,000 bare sprites. Limits: the busiest scene 8 ms at scale 1 and 16 ms at 2, 10,000 dots 8 ms.
#include "core/journal/journal.h"
#include "core/journal/machine_state.h"
#include "core/record/recorder.h"
#include "tests/gui/lru_samples.h"
#include "tests/gui/scene_samples.h"
#include "ui/scene/paint_roads.h"
#include "ui/scene/render.h"
#include "ui/scene/roads.h"
#include "ui/scene/scene_builder.h"
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
void giant_144_cpus(benchmark::State& state) {
    frame(state, samples::giant(4, 36), {1100, 436});
}
void giant_128_nodes(benchmark::State& state) {
    frame(state, samples::giant(128, 2, 1), {1600, 1000});
}
void many_nodes(benchmark::State& state) {
    frame(state, samples::machine(128, 2), {980, 436});
}
void sixteen_cpus(benchmark::State& state) {
    frame(state, samples::machine(1, 16), {1600, 1000});
}

void lru_lists(benchmark::State& state) {
    frame(state, samples::lru(), {980, 516});
}
void lru_lists_full_window(benchmark::State& state) {
    frame(state, samples::lru({.cpus = 16, .nodes = 4, .split = true, .sets = 4}), {1600, 1000});
}

/// The scene of a moment with every page of the machine on an LRU list, each with a place of its own.
void build_lru(benchmark::State& state) {
    using namespace sluice;
    const auto pages = static_cast<std::uint64_t>(state.range(0));
    auto m = std::make_shared<machine::Machine>();
    m->nodes = 1;
    m->cpus = {{0, 0}, {0, 1}, {0, 2}, {0, 3}};
    machine::Zone z;
    z.pages = pages;
    m->zones.push_back(z);
    machine::derive_topology(*m);
    auto journal = std::make_shared<journal::Journal>();
    {
        Recorder recorder(*journal, 4);
        for (std::uint64_t i = 0; i < pages; ++i) {
            Record r;
            r.at = static_cast<Time>(i);
            r.kind = Kind::list;
            r.a = (i * 40503) % pages; // odd: every frame once
            r.count = 1;
            r.to = static_cast<std::uint16_t>(i % 3 ? List::inactive : List::active);
            recorder.write(r);
        }
    }
    journal::MachineState at(m);
    journal->for_each(0, journal->size(), [&](const Record& r, RecordIndex) { at.apply(r); });
    RunIndex index;
    const SceneNames names = standard_names();
    SceneModel model = build_scene(at, *journal, at.now(), index, names, {});
    for (auto _ : state) {
        model = build_scene(at, *journal, at.now(), index, names, {});
        benchmark::DoNotOptimize(model);
    }
    state.counters["glyphs"] = static_cast<double>(model.lru->sets[0].belts[1].glyphs.size());
    state.counters["pages_per_glyph"] = static_cast<double>(model.lru->pages_per_glyph);
}

/// Both lists in whole, for comparison.
void reference_whole_lists(benchmark::State& state) {
    using namespace sluice;
    const auto pages = static_cast<std::uint64_t>(state.range(0));
    auto m = std::make_shared<machine::Machine>();
    m->nodes = 1;
    m->cpus = {{0, 0}};
    machine::Zone z;
    z.pages = pages;
    m->zones.push_back(z);
    machine::derive_topology(*m);
    journal::MachineState at(m);
    for (std::uint64_t i = 0; i < pages; ++i) {
        Record r;
        r.kind = Kind::list;
        r.a = (i * 40503) % pages;
        r.count = 1;
        r.to = static_cast<std::uint16_t>(List::inactive);
        at.apply(r);
    }
    for (auto _ : state)
        benchmark::DoNotOptimize(at.lru(0, List::inactive));
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
BENCHMARK(giant_144_cpus)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(giant_128_nodes)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(many_nodes)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(lru_lists)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(lru_lists_full_window)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(build_lru)->Arg(131072)->Arg(4194304)->Unit(benchmark::kMillisecond);
BENCHMARK(reference_whole_lists)->Arg(131072)->Arg(4194304)->Unit(benchmark::kMillisecond);
BENCHMARK(reference_sprites_10000)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(sprites_10000)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
