// SPDX-License-Identifier: GPL-3.0-or-later
// The scene as one uses it: pointer, keyboard, table, narration.
#include "scene_samples.h"
#include "tests/support/catch.h"
#include "ui/scene/narration.h"
#include "ui/scene/narration_bar.h"
#include "ui/scene/scene_table.h"
#include "ui/scene/scene_view.h"
#include "ui/scene/scene_widget.h"

#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace sluice;
using namespace sluice::ui;

namespace {

Inspectable last(const QSignalSpy& spy) {
    return spy.isEmpty() ? Inspectable{} : spy.last().first().value<Inspectable>();
}

} // namespace

TEST_CASE("a click inspects and selects what it hits", "[scene][widget]") {
    qRegisterMetaType<Inspectable>();
    SceneWidget w;
    w.resize(980, 436);
    w.set_model(samples::two_nodes());
    QSignalSpy inspected(&w, &SceneWidget::inspect_requested), selected(&w, &SceneWidget::selection_changed);
    for (const Inspectable& thing : {Inspectable::cpu(3), Inspectable::zone(0), Inspectable::lock(1)}) {
        QTest::mouseClick(&w, Qt::LeftButton, {}, w.rect_of(thing).center().toPoint());
        CHECK(last(inspected) == thing);
        CHECK(last(selected) == thing);
        CHECK(w.view().selection == thing);
    }
}

TEST_CASE("a travelling page can be inspected", "[scene][widget]") {
    SceneWidget w;
    w.resize(980, 436);
    const SceneModel m = samples::two_nodes();
    w.set_model(m);
    // Somewhere on the way along the corridor there is a page of the third road.
    bool found = false;
    for (int x = 0; x < 980 && !found; x += 3)
        found = w.thing_at({static_cast<double>(x), 49}).what == Inspectable::What::page;
    CHECK(found);
    w.set_reduced_motion(true); // nothing travels then
    for (int x = 0; x < 980; x += 3)
        REQUIRE(w.thing_at({static_cast<double>(x), 49}).what != Inspectable::What::page);
}

TEST_CASE("the keyboard reaches everything", "[scene][widget]") {
    SceneWidget w;
    w.resize(980, 436);
    w.set_model(samples::two_nodes());
    w.show();
    QSignalSpy inspected(&w, &SceneWidget::inspect_requested);
    QTest::keyClick(&w, Qt::Key_Right);
    CHECK(w.view().focus == Inspectable::node(0));
    QTest::keyClick(&w, Qt::Key_Right);
    CHECK(w.view().focus == Inspectable::node(1));
    QTest::keyClick(&w, Qt::Key_Left);
    QTest::keyClick(&w, Qt::Key_Down); // into the room
    CHECK(w.view().focus == Inspectable::zone(0));
    QTest::keyClick(&w, Qt::Key_Right);
    QTest::keyClick(&w, Qt::Key_Right);
    CHECK(w.view().focus.what == Inspectable::What::cpu);
    QTest::keyClick(&w, Qt::Key_Up);
    CHECK(w.view().focus == Inspectable::cpu(0));
    QTest::keyClick(&w, Qt::Key_Return);
    CHECK(last(inspected) == Inspectable::cpu(0));
    CHECK(w.accessibleDescription().contains("check_pgt_cache"));
    QTest::keyClick(&w, Qt::Key_Up);
    CHECK(w.view().focus == Inspectable::node(0));
    QTest::keyClick(&w, Qt::Key_Escape);
    CHECK(!w.view().selection.valid());
    CHECK(w.accessibleDescription() == samples::two_nodes().narration.text());
}

TEST_CASE("zoom has three stops and keeps the selection", "[scene][widget]") {
    SceneWidget w;
    w.resize(980, 436);
    w.set_model(samples::machine(4, 36, 2));
    w.set_selection(Inspectable::cpu(40));
    const QSizeF before = w.rect_of(Inspectable::cpu(40)).size();
    QTest::keyClick(&w, Qt::Key_Plus);
    CHECK(w.view().zoom == Zoom::node);
    QTest::keyClick(&w, Qt::Key_Plus);
    CHECK(w.view().zoom == Zoom::cpu);
    QTest::keyClick(&w, Qt::Key_Plus);
    CHECK(w.view().zoom == Zoom::cpu);
    CHECK(w.view().selection == Inspectable::cpu(40));
    CHECK(w.rect_of(Inspectable::cpu(40)).width() > 3 * before.width());
    QTest::keyClick(&w, Qt::Key_Minus);
    CHECK(w.view().zoom == Zoom::node);
    QTest::keyClick(&w, Qt::Key_0);
    CHECK(w.view().zoom == Zoom::machine);
}

TEST_CASE("the table says the same as the picture, and chooses the same things", "[scene][widget]") {
    SceneView view;
    view.resize(1000, 500);
    const SceneModel m = samples::two_nodes();
    view.set_model(m);
    QSignalSpy inspected(&view, &SceneView::inspect_requested);
    QTest::keyClick(&view.scene(), Qt::Key_T);
    REQUIRE(view.table_shown());
    const QAbstractItemModel& t = *view.table().model();
    REQUIRE(t.rowCount() == 4 + 2 + 2); // CPUs, zones, locks
    CHECK(t.index(0, 0).data().toString() == "CPU 0");
    CHECK(t.index(0, 2).data().toString() == "check_pgt_cache");
    CHECK(t.index(0, 4).data().toString() == "9,029");
    CHECK(t.index(0, 5).data().toString() == "6,250");
    CHECK(t.index(0, 7).data().toString().startsWith("2,286"));
    CHECK(t.index(0, 8).data().toString().startsWith("sensord: 1,862"));
    CHECK(t.index(4, 1).data().toString() == "106,530 of 245,760 free");
    CHECK(t.index(6, 2).data().toString() == "CPU 0");
    view.table().setCurrentIndex(t.index(2, 0));
    QTest::keyClick(&view.table(), Qt::Key_Return);
    CHECK(last(inspected) == Inspectable::cpu(2));
    CHECK(view.scene().view().selection == Inspectable::cpu(2));
    // Numbers follow the moment while it is shown; the current row stays.
    SceneModel later = m;
    later.rooms[0].cpus[0].quicklist = 8'000;
    view.set_model(later);
    CHECK(t.index(0, 4).data().toString() == "8,000");
    CHECK(view.table().currentIndex().row() == 2);
    QTest::keyClick(&view.table(), Qt::Key_T);
    CHECK(!view.table_shown());
}

TEST_CASE("lesson anchors resolve to places of the scene", "[scene][widget]") {
    SceneView view;
    view.resize(1000, 500);
    view.show();
    view.set_model(samples::two_nodes());
    CHECK(!view.anchor_rect("scene").isEmpty());
    CHECK(!view.anchor_rect("scene.cpu3").isEmpty());
    CHECK(view.anchor_rect("scene.cpu4").isEmpty());
    CHECK(view.anchor_rect("code").isEmpty());
}

TEST_CASE("the sentence changes at most twice a second, at once when asked", "[scene][widget]") {
    NarrationBar bar;
    Narration a, b, c;
    a.lead = "one";
    b.lead = "two";
    c.lead = "three";
    bar.set_narration(a);
    CHECK(bar.shown() == a);
    bar.set_narration(b);
    bar.set_narration(c);
    CHECK(bar.shown() == a);
    QTest::qWait(650);
    CHECK(bar.shown() == c);
    CHECK(bar.accessibleDescription() == "three");
    bar.set_narration(b, true);
    CHECK(bar.shown() == b);
}

TEST_CASE("every sentence is whole", "[scene][narration]") {
    std::vector<SceneModel> models{
        samples::two_nodes(), samples::machine(1, 1), samples::machine(4, 4), samples::machine(2, 1)};
    // Variations that lead to other sentences.
    SceneModel m = samples::two_nodes();
    m.rooms[0].cpus[0].draining = true;
    models.push_back(m);
    m.rooms[0].cpus[0].waiters = 3;
    models.push_back(m);
    m.rooms[0].cpus[0].waiter.clear();
    m.rooms[0].cpus[0].waiters = 0;
    models.push_back(m);
    m.rooms[0].cpus[0].preempt_off = false;
    models.push_back(m);
    m.rooms[0].cpus[0].draining = false;
    models.push_back(m);
    m.rooms[0].locks[0].waiters = {1};
    models.push_back(m);
    m.rooms[0].locks[0].waiters = {1, 3};
    models.push_back(m);
    m.rooms[0].locks[0].waiters.clear();
    m.rooms[1].tanks[0].parts[0] = 400;
    models.push_back(m);
    m.rooms[1].tanks[0].parts[0] = 300;
    models.push_back(m);
    m.rooms[1].tanks[0].parts[0] = 30'000;
    for (RoomModel& r : m.rooms)
        for (CpuModel& c : r.cpus)
            c.chip = CpuChip::idle;
    models.push_back(m);
    m.moment = 0;
    models.push_back(m);
    m.rooms[0].cpus[1].chip = CpuChip::user;
    models.push_back(m);
    QStringList said;
    for (const SceneModel& model : models) {
        const Narration n = narrate(model);
        INFO(n.text().toStdString());
        CHECK(!n.lead.isEmpty());
        CHECK(!n.text().contains('{'));
        CHECK(!n.text().contains('<'));
        CHECK(n.text().endsWith('.'));
        CHECK(!n.text().contains("  "));
        said << n.text();
    }
    said.removeDuplicates();
    CHECK(said.size() >= 13);
    CHECK(narrate(samples::two_nodes()).text().contains("sensord"));
}
