// SPDX-License-Identifier: GPL-3.0-or-later
#include "lru_samples.h"
#include "scene_samples.h"
#include "tests/support/catch.h"
#include "ui/scene/layout.h"
#include "ui/scene/render.h"

#include <QSet>

#include <algorithm>
#include <cmath>

using namespace sluice;
using namespace sluice::ui;

namespace {

SceneLayout layout_of(int nodes, int cpus, QSizeF size, int threads = 1, double scale = 1, SceneViewState view = {}) {
    return lay_out(layout_input(samples::machine(nodes, cpus, threads), view, size, scale));
}

/// Everything that is wrong with a layout, as words.
QStringList faults(const SceneLayout& l, int cpus) {
    QStringList out;
    const QRectF all(QPointF(0, 0), l.size);
    QSet<int> shown;
    int left_out = 0;
    for (std::size_t i = 0; i < l.rooms.size(); ++i) {
        const RoomBox& r = l.rooms[i];
        if (r.form != RoomForm::row && !all.contains(r.rect))
            out << QString("room %1 sticks out").arg(r.node);
        for (std::size_t k = 0; k < i; ++k)
            if (r.rect.adjusted(1, 1, -1, -1).intersects(l.rooms[k].rect))
                out << QString("rooms %1 and %2 overlap").arg(r.node).arg(l.rooms[k].node);
        std::vector<std::pair<QString, QRectF>> things;
        for (const TankBox& t : r.tanks)
            things.emplace_back(QString("tank %1").arg(t.zone), t.foot.isEmpty() ? t.column : t.column.united(t.foot));
        for (const CardBox& c : r.cards) {
            things.emplace_back(QString("CPU %1").arg(c.cpu), c.rect);
            shown.insert(c.cpu);
            const QSizeF least = least_size(c.level) * l.scale;
            if (c.rect.width() < least.width() - 1 || c.rect.height() < least.height() - 1)
                out << QString("CPU %1 is smaller than its level allows").arg(c.cpu);
        }
        for (const DoorBox& d : r.doors)
            things.emplace_back(QString("lock %1").arg(d.lock), d.rect);
        if (!r.words.isEmpty())
            things.emplace_back("words", r.words);
        if (!r.key.isEmpty())
            things.emplace_back("key", r.key);
        for (std::size_t a = 0; a < things.size(); ++a) {
            if (!r.rect.contains(things[a].second))
                out << QString("%1 sticks out of room %2").arg(things[a].first).arg(r.node);
            for (std::size_t b = 0; b < a; ++b)
                if (things[a].second.adjusted(1, 1, -1, -1).intersects(things[b].second.adjusted(1, 1, -1, -1)))
                    out << QString("%1 overlaps %2").arg(things[a].first, things[b].first);
        }
        left_out += r.cpus_left_out;
    }
    if (shown.size() + left_out != cpus)
        out << QString("%1 CPUs shown, %2 said to be left out, of %3").arg(shown.size()).arg(left_out).arg(cpus);
    return out;
}

const RoomBox& largest(const SceneLayout& l) {
    return *std::find_if(l.rooms.begin(), l.rooms.end(), [](const RoomBox& r) { return r.form == RoomForm::room; });
}

} // namespace

TEST_CASE("nothing overlaps, sticks out or gets lost for any machine", "[scene][layout]") {
    const QSizeF sizes[] = {{980, 436}, {850, 436}, {748, 408}, {560, 320}, {1600, 900}};
    for (const int nodes : {1, 2, 3, 4, 5, 8, 16, 17, 33, 64, 128})
        for (const int cpus : {1, 2, 3, 4, 8, 16, 36, 72, 144})
            for (const QSizeF size : sizes)
                for (const int threads : {1, 2})
                    for (const Zoom zoom : {Zoom::machine, Zoom::node, Zoom::cpu}) {
                        if (nodes * cpus > 1024 || cpus % threads)
                            continue;
                        SceneViewState view;
                        view.zoom = zoom;
                        view.selection = Inspectable::cpu(static_cast<CpuId>(cpus - 1));
                        const SceneLayout l = layout_of(nodes, cpus, size, threads, 1, view);
                        REQUIRE(l.rooms.size() == static_cast<std::size_t>(nodes));
                        const QStringList wrong = faults(l, nodes * cpus);
                        if (!wrong.isEmpty()) {
                            INFO(nodes << " nodes, " << cpus << " CPUs each, " << size.width() << "x" << size.height()
                                       << ", zoom " << static_cast<int>(zoom) << ": "
                                       << wrong.mid(0, 5).join("; ").toStdString());
                            CHECK(wrong.isEmpty());
                        }
                    }
}

TEST_CASE("the number of nodes decides the arrangement", "[scene][layout]") {
    struct Row {
        int nodes, cpus;
        QSizeF size;
        bool one_large;
        Level level; // of the focused room
    };
    const Row rows[] = {
        {1, 1, {980, 436}, false, Level::large},
        {1, 4, {980, 436}, false, Level::large},
        {1, 16, {980, 436}, false, Level::small},
        {2, 2, {980, 436}, false, Level::large},
        {2, 2, {748, 408}, false, Level::medium},
        {4, 2, {980, 436}, false, Level::small},
        {4, 36, {980, 436}, true, Level::cell},
        {12, 2, {980, 436}, true, Level::large},
        {128, 2, {980, 436}, true, Level::large},
    };
    for (const Row& row : rows) {
        const SceneLayout l = layout_of(row.nodes, row.cpus, row.size, row.cpus == 36 ? 2 : 1);
        INFO(row.nodes << " nodes, " << row.cpus << " CPUs, " << row.size.width());
        CHECK(l.one_large == row.one_large);
        CHECK(static_cast<int>(largest(l).level) == static_cast<int>(row.level));
    }
    // One room is at most 720 wide; the large room takes 62 %.
    CHECK(layout_of(1, 4, {1600, 900}).rooms.front().rect.width() == 720);
    const SceneLayout many = layout_of(4, 36, {980, 436}, 2);
    CHECK(std::abs(largest(many).rect.width() - 0.62 * (980 - 24)) <= 1);
    CHECK(std::count_if(many.rooms.begin(), many.rooms.end(), [](const RoomBox& r) { return r.form == RoomForm::tile; })
        == 3);
    CHECK(layout_of(128, 2, {980, 436}).rooms[5].form == RoomForm::row);
    CHECK(layout_of(128, 2, {980, 436}).rows_height > 436);
}

TEST_CASE("the selected node gets the space", "[scene][layout]") {
    SceneViewState view;
    view.selection = Inspectable::node(9);
    const SceneLayout l = layout_of(12, 2, {980, 436}, 1, 1, view);
    CHECK(l.room(9)->form == RoomForm::room);
    CHECK(l.room(0)->form != RoomForm::room);
}

TEST_CASE("a level does not flicker around its threshold", "[scene][layout]") {
    // Find the width at which two rooms of two CPUs change from M to L, then walk a few pixels to and fro.
    SceneModel m = samples::machine(2, 2);
    const auto level = [&](double width, const std::vector<Level>& before) {
        LayoutInput in = layout_input(m, {}, {width, 436}, 1);
        in.before = before;
        const SceneLayout l = lay_out(in);
        return l.levels();
    };
    double width = 600;
    while (level(width, {}).front() != Level::large)
        width += 1;
    auto now = level(width - 1, {});
    REQUIRE(now.front() == Level::medium);
    now = level(width, now); // just enough, but no 10 % to spare
    CHECK(now.front() == Level::medium);
    now = level(width * 1.12, now);
    CHECK(now.front() == Level::large);
    now = level(width, now); // and back: still enough
    CHECK(now.front() == Level::large);
    CHECK(level(width - 1, now).front() == Level::medium);
}

TEST_CASE("cards of the LRU picture keep their level around its threshold", "[scene][layout][lru]") {
    const SceneModel m = samples::lru({.cpus = 8});
    const auto level = [&](double width, const std::vector<Level>& before) {
        LayoutInput in = layout_input(m, {}, {width, 436}, 1);
        in.before = before;
        return lay_out(in).levels();
    };
    double width = 1000;
    while (level(width, {}).front() != Level::medium)
        width += 1;
    auto now = level(width - 1, {});
    REQUIRE(now.front() == Level::small);
    now = level(width, now);
    CHECK(now.front() == Level::small);
    now = level(width * 1.12, now);
    CHECK(now.front() == Level::medium);
    now = level(width, now);
    CHECK(now.front() == Level::medium);
}

TEST_CASE("larger text makes the same layout of a smaller scene", "[scene][layout]") {
    for (const double scale : {1.0, 1.5, 2.0, 3.0}) {
        const SceneLayout l = layout_of(2, 2, {1960, 872}, 1, scale);
        CHECK(faults(l, 4).isEmpty());
    }
    CHECK(layout_of(2, 2, {1960, 872}, 1, 2.0).rooms.front().level == layout_of(2, 2, {980, 436}).rooms.front().level);
}

TEST_CASE("a card's parts stay inside it and apart", "[scene][layout]") {
    for (const Level level : {Level::large, Level::medium, Level::small})
        for (double h = least_size(level).height(); h < 200; h += 7)
            for (double w = least_size(level).width(); w < 360; w += 31) {
                const QRectF rect(10, 20, w, h);
                const CardGeometry g = card_geometry(rect, level, 1);
                QRectF last;
                for (const QRectF& r :
                    {g.function, g.where, g.preemption, g.duration, g.bar, g.ticks, g.note, g.wait, g.page_list}) {
                    if (r.isEmpty())
                        continue;
                    INFO("level " << static_cast<int>(level) << ", " << w << "x" << h << ", part at " << r.top());
                    CHECK(rect.contains(r));
                    CHECK(r.top() >= last.bottom() - 0.01);
                    last = r;
                }
                CHECK(rect.contains(g.stack));
                CHECK(g.label_right <= (g.function.isEmpty() ? rect.right()
                              : level == Level::small        ? rect.right()
                                                             : g.function.left()));
            }
}

TEST_CASE("things are found where they are drawn", "[scene][layout]") {
    const SceneLayout l = layout_of(2, 2, {980, 436});
    for (const Inspectable& thing :
        {Inspectable::cpu(0), Inspectable::cpu(3), Inspectable::zone(1), Inspectable::lock(0)}) {
        const QRectF r = l.rect_of(thing);
        REQUIRE(!r.isEmpty());
        CHECK(l.thing_at(r.center()) == thing);
    }
    CHECK(l.thing_at(l.rooms[1].title.center()) == Inspectable::node(1));
    CHECK(!l.thing_at({2, 2}).valid());
    CHECK(l.rect_of(Inspectable::cpu(99)).isEmpty());
}

TEST_CASE("anchors of lessons name things of the scene", "[scene]") {
    CHECK(scene_anchor("scene.cpu3") == Inspectable::cpu(3));
    CHECK(scene_anchor("scene.node0") == Inspectable::node(0));
    CHECK(scene_anchor("scene.zone12") == Inspectable::zone(12));
    CHECK(scene_anchor("scene") == Inspectable{});
    CHECK(!scene_anchor("scene.cpu"));
    CHECK(!scene_anchor("code"));
    for (const Inspectable& t : {Inspectable::cpu(7), Inspectable::lock(2), Inspectable::page(99)})
        CHECK(scene_anchor(anchor_name(t)) == t);
}
