// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of the LRU lists at the sizes of the window. With SLUICE_SCENE_OUT=DIR the pictures are kept.
#include "lru_samples.h"
#include "scene_samples.h"
#include "tests/support/catch.h"
#include "ui/scene/accessible.h"
#include "ui/scene/paint_lru.h"
#include "ui/scene/render.h"
#include "ui/scene/roads_lru.h"
#include "ui/scene/scene_widget.h"

#include <QAccessible>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>

using namespace sluice;
using namespace sluice::ui;

namespace {

struct Sample {
    const char* name;
    SceneModel model;
};

std::vector<Sample> all_samples() {
    using samples::lru;
    return {{"lru", lru()}, {"lru-1cpu", lru({.cpus = 1})}, {"lru-8", lru({.cpus = 8, .disks = 12})},
        {"lru-16-nodes", lru({.cpus = 16, .nodes = 4, .sets = 4, .fair = true})},
        {"lru-64cpu", lru({.cpus = 64, .nodes = 4, .sets = 4})}, {"lru-31", lru({.capacity = 31, .irq_off = true})},
        {"lru-64", lru({.capacity = 64})}, {"lru-1slot", lru({.capacity = 1})}, {"lru-split", lru({.split = true})},
        {"lru-quiet", lru({.quiet = true})}};
}

QImage picture(const SceneModel& model, QSize size, const Theme& theme, double ratio, const SceneViewState& view = {}) {
    QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::magenta);
    QPainter p(&image);
    render_scene(p, model, view, size, theme);
    return image;
}

} // namespace

TEST_CASE("the LRU lists are drawn at every size, theme and scale", "[scene][lru]") {
    const QByteArray out = qgetenv("SLUICE_SCENE_OUT");
    for (const Sample& sample : all_samples())
        for (const QSize size : {QSize(941, 516), QSize(850, 436), QSize(748, 408), QSize(560, 320)})
            for (const bool dark : {false, true})
                for (const double ratio : {1.0, 2.0}) {
                    SceneViewState view;
                    view.selection = Inspectable::cpu(2);
                    const QImage image
                        = picture(sample.model, size, dark ? Theme::dark() : Theme::light(), ratio, view);
                    CHECK(image.pixelColor(2, 2) != QColor(Qt::magenta));
                    CHECK(image.pixelColor(image.width() - 3, image.height() - 3) != QColor(Qt::magenta));
                    if (!out.isEmpty())
                        image.save(QString("%1/%2-%3-%4-%5.png")
                                       .arg(QString(out), sample.name)
                                       .arg(size.width())
                                       .arg(dark ? "dark" : "light")
                                       .arg(ratio));
                }
}

TEST_CASE("nothing of the LRU picture leaves the scene or covers another thing", "[scene][lru]") {
    for (const Sample& sample : all_samples())
        for (const QSize size : {QSize(941, 516), QSize(850, 436), QSize(748, 408), QSize(560, 320)})
            for (const double scale : {1.0, 1.5}) {
                INFO(sample.name << " " << size.width() << " at " << scale);
                const QSizeF at(size.width() * scale, size.height() * scale);
                const SceneLayout layout = lay_out(layout_input(sample.model, {}, at, scale));
                REQUIRE(layout.lru);
                const auto things = layout.lru->things();
                const QRectF all(QPointF(0, 0), at);
                for (std::size_t i = 0; i < things.size(); ++i) {
                    INFO("thing " << i << " of kind " << static_cast<int>(things[i].thing.what));
                    CHECK(all.contains(things[i].rect));
                    CHECK(!things[i].rect.isEmpty());
                    CHECK(layout.thing_at(things[i].rect.center()) == things[i].thing);
                    for (std::size_t k = i + 1; k < things.size(); ++k) {
                        const QRectF both = things[i].rect.intersected(things[k].rect);
                        CHECK((both.width() <= 1.5 || both.height() <= 1.5));
                    }
                }
                for (const LruCardBox& card : layout.lru->cards)
                    if (card.level <= Level::small) {
                        CHECK(card.rect.contains(card.grid.rect));
                        CHECK(card.rect.contains(card.grid.slot(sample.model.lru->capacity - 1)));
                    }
            }
}

TEST_CASE("pages in slots, on belts and in the tray can be pointed at", "[scene][lru]") {
    const SceneModel m = samples::lru();
    const SceneLayout layout = lay_out(layout_input(m, {}, QSizeF(941, 516), 1));
    const auto spots = page_spots(m, *layout.lru, 1);
    const LruModel& l = *m.lru;
    std::size_t expected = l.sets[0].tray.glyphs.size();
    for (const auto& c : l.cpus)
        expected += c.vector.pages.size();
    for (const auto& b : l.sets[0].belts)
        expected += b.glyphs.size();
    CHECK(spots.size() == expected);
    for (const PageSpot& s : spots)
        CHECK(layout.rect_of(s.around).adjusted(-1, -1, 1, 1).contains(s.rect.center()));
}

TEST_CASE("every way between lists is level or upright and stays in the scene", "[scene][lru]") {
    const List all[]
        = {List::none, List::active, List::inactive, List::isolated, List::active_anon, List::inactive_anon};
    for (const bool split : {false, true})
        for (const QSizeF size : {QSizeF(941, 516), QSizeF(560, 320)}) {
            const SceneModel m = samples::lru({.split = split});
            const SceneLayout layout = lay_out(layout_input(m, {}, size, 1));
            for (const List from : all)
                for (const List to : all) {
                    if (from == to || (!split && (from > List::isolated || to > List::isolated)))
                        continue;
                    INFO(static_cast<int>(from) << " to " << static_cast<int>(to));
                    const auto [a, b] = lru_road(from, to, 3);
                    const QPolygonF way = lru_way(*layout.lru, a, b, 1);
                    if (from == List::none && to == List::isolated) {
                        CHECK(way.isEmpty());
                        continue;
                    }
                    REQUIRE(way.size() >= 2);
                    for (qsizetype i = 0; i < way.size(); ++i) {
                        CHECK(QRectF(QPointF(0, 0), size).contains(way[i]));
                        if (i > 0)
                            CHECK((way[i].x() == way[i - 1].x() || way[i].y() == way[i - 1].y()));
                    }
                }
            CHECK(lru_way(*layout.lru, lru_road(List::none, List::active, 77).first,
                lru_road(List::none, List::active, 77).second, 1)
                      .isEmpty()); // no such CPU in the picture
        }
}

TEST_CASE("choosing the lock of another set shows its lists", "[scene][lru]") {
    const SceneModel m = samples::lru({.cpus = 16, .nodes = 4, .sets = 4});
    SceneViewState view;
    CHECK(lay_out(layout_input(m, view, QSizeF(941, 516), 1)).lru->shape.shown == 0);
    view.selection = Inspectable::lock(22);
    const SceneLayout layout = lay_out(layout_input(m, view, QSizeF(941, 516), 1));
    CHECK(layout.lru->shape.shown == 2);
    CHECK(layout.lru->doors.size() == 4);
    CHECK(layout.lru->doors.front().lock == 22);
    view.selection = Inspectable::list(3, List::inactive);
    CHECK(lay_out(layout_input(m, view, QSizeF(941, 516), 1)).lru->shape.shown == 3);
}

TEST_CASE("the LRU picture is written as SVG without pixels", "[scene][lru]") {
    QTemporaryDir dir;
    CHECK(save_scene(dir.filePath("a.svg"), samples::lru(), {}, {941, 570}, Theme::light()).isEmpty());
    QFile svg(dir.filePath("a.svg"));
    REQUIRE(svg.open(QIODevice::ReadOnly));
    const QByteArray text = svg.readAll();
    CHECK(text.contains("pagemap_lru_lock"));
    CHECK(!text.contains("<image"));
}

TEST_CASE("the keyboard walks the LRU picture down to a page and back", "[scene][lru]") {
    SceneWidget w;
    w.resize(941, 516);
    w.set_model(samples::lru());
    w.show();
    const auto all = w.things();
    REQUIRE(all.size() > 10);
    CHECK(all.front() == Inspectable::cpu(0));
    std::vector<Inspectable> inspected;
    QObject::connect(&w, &SceneWidget::inspect_requested, [&](const Inspectable& t) { inspected.push_back(t); });
    const Inspectable belt = Inspectable::list(0, List::inactive);
    w.set_focus_thing(belt);
    QTest::keyClick(&w, Qt::Key_Return); // chooses the list
    REQUIRE(inspected.size() == 1);
    CHECK(inspected[0] == belt);
    QTest::keyClick(&w, Qt::Key_Return); // goes in
    REQUIRE(w.view().focus.what == Inspectable::What::page);
    const Inspectable first = w.view().focus;
    CHECK(w.rect_of(belt).contains(w.rect_of(first).center()));
    QTest::keyClick(&w, Qt::Key_Right);
    CHECK(w.view().focus.what == Inspectable::What::page);
    CHECK(w.rect_of(w.view().focus).center().x() > w.rect_of(first).center().x());
    QTest::keyClick(&w, Qt::Key_Return);
    CHECK(inspected.back() == w.view().focus);
    QTest::keyClick(&w, Qt::Key_Escape);
    CHECK(w.view().focus == belt);
    // Every thing can be reached with the arrows from the first one.
    std::vector<Inspectable> reached{all.front()};
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const int key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}) {
            w.set_focus_thing(reached[i]);
            QTest::keyClick(&w, static_cast<Qt::Key>(key));
            if (std::find(reached.begin(), reached.end(), w.view().focus) == reached.end())
                reached.push_back(w.view().focus);
        }
    CHECK(reached.size() == all.size());
}

TEST_CASE("the pointer finds pages and tells about them", "[scene][lru]") {
    SceneWidget w;
    w.resize(941, 516);
    w.set_model(samples::lru());
    const Inspectable page = Inspectable::page(w.model().lru->cpus[0].vector.pages[3].frame);
    const QRectF at = w.rect_of(page);
    REQUIRE(!at.isEmpty());
    CHECK(w.thing_at(at.center()) == page);
    CHECK(describe(w.model(), page).contains("vector of CPU 0"));
    QTest::mouseClick(&w, Qt::LeftButton, {}, at.center().toPoint());
    CHECK(w.view().selection == page);
}

TEST_CASE("assistive technology finds a child for each thing of the scene", "[scene][lru]") {
    for (const SceneModel& m : {samples::lru(), samples::two_nodes()}) {
        SceneWidget w;
        w.resize(941, 516);
        w.set_model(m);
        QAccessibleInterface* scene = QAccessible::queryAccessibleInterface(&w);
        REQUIRE(scene);
        const auto all = w.things();
        REQUIRE(scene->childCount() == static_cast<int>(all.size()));
        for (int i = 0; i < scene->childCount(); ++i) {
            QAccessibleInterface* child = scene->child(i);
            REQUIRE(child);
            CHECK(child->isValid());
            CHECK(scene->indexOfChild(child) == i);
            CHECK(child->parent() == scene);
            CHECK(!child->text(QAccessible::Name).isEmpty());
            CHECK(child->text(QAccessible::Description) == describe(m, all[static_cast<std::size_t>(i)]));
            CHECK(scene->child(i) == child);
        }
        scene->child(0)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        CHECK(w.view().selection == all.front());
    }
}

TEST_CASE("a list with fewer pages than a glyph stands for is not drawn empty", "[scene][lru]") {
    SceneModel some = samples::lru({.quiet = true});
    LruSetModel& set = some.lru->sets.front();
    for (BeltModel& b : set.belts)
        b.glyphs.clear();
    set.belts[0].pages = 3;
    SceneModel none = some;
    none.lru->sets.front().belts[0].pages = 0;
    const QSize size(850, 436);
    const SceneLayout layout = lay_out(layout_input(some, {}, size, 1));
    const QRect pill = layout.lru->belts[0].pill.toAlignedRect();
    const QImage a = picture(some, size, Theme::light(), 1).copy(pill),
                 b = picture(none, size, Theme::light(), 1).copy(pill);
    CHECK(a != b);
}

TEST_CASE("cards name their node where no room does", "[scene][lru]") {
    // The same picture but for the node of one CPU: only its card differs.
    SceneModel two = samples::lru({.cpus = 4, .nodes = 2, .sets = 2}), other = two;
    for (RoomModel& r : other.rooms)
        for (CpuModel& c : r.cpus)
            if (c.id == 1)
                c.node = 7;
    const QSize size(850, 436);
    const SceneLayout layout = lay_out(layout_input(two, {}, size, 1));
    const QImage a = picture(two, size, Theme::light(), 1), b = picture(other, size, Theme::light(), 1);
    for (const LruCardBox& c : layout.lru->cards) {
        const QRect title = c.title.toAlignedRect();
        CHECK((a.copy(title) != b.copy(title)) == (c.cpu == 1));
    }
}
