// SPDX-License-Identifier: GPL-3.0-or-later
// Panels at their narrow widths: what they are for is seen without scrolling sideways. And what the run bar calls its
// jump.
#include "core/experiment/scenario_file.h"
#include "tests/support/catch.h"
#include "ui/panel/event_list.h"
#include "ui/panel/lock_panel.h"
#include "ui/panel/lock_table_model.h"
#include "ui/panel/run_bar.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/scene/scene_builder.h"
#include "ui/theme/appearance.h"

#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

using namespace sluice;
using namespace sluice::ui;

namespace {

experiment::RunInput shipped(const char* id) {
    experiment::FileError error;
    const auto read = experiment::shipped_scenario(id, error);
    INFO(error.text());
    REQUIRE(read);
    experiment::RunInput in;
    in.scenario = std::make_shared<const experiment::Scenario>(*read);
    return in;
}

void compute(Player& player, const char* id) {
    Appearance::instance().install();
    player.open(shipped(id));
    REQUIRE(QTest::qWaitFor([&] { return player.b().finished(); }, 20'000));
}

void show(QWidget& widget, QSize size) {
    widget.resize(size);
    widget.show();
    REQUIRE(QTest::qWaitForWindowExposed(&widget));
    QTest::qWait(20);
}

int width_of(const QTableView& table, std::initializer_list<int> columns) {
    int sum = 0;
    for (const int c : columns)
        if (!table.isColumnHidden(c))
            sum += table.columnWidth(c);
    return sum;
}

} // namespace

TEST_CASE("Events need no scrolling sideways", "[panel]") {
    Player player;
    compute(player, "p3-slots");
    EventList events(player, standard_names());
    show(events, {330, 500});
    player.seek(200 * kMicrosecond);
    auto* table = events.findChild<QTableView*>("event_table");
    REQUIRE(table);
    const auto all = {int(EventModel::time), int(EventModel::cpu), int(EventModel::what), int(EventModel::amount)};
    for (const int width : {280, 330, 420, 700}) {
        events.resize(width, 500);
        QTest::qWait(20);
        INFO("width " << width);
        CHECK(width_of(*table, all) <= table->viewport()->width());
        CHECK(table->columnWidth(EventModel::what) >= 120);
        const QFontMetrics metrics(table->font());
        const auto time = table->model()->index(0, EventModel::time).data().toString();
        CHECK(table->columnWidth(EventModel::time) > metrics.horizontalAdvance(time));
        // The amount is still said where its column has gone.
        CHECK(table->isColumnHidden(EventModel::amount) == (width < 400));
    }
}

TEST_CASE("Hold and wait of a lock are seen without scrolling", "[panel]") {
    Player player;
    compute(player, "p3-slots");
    LockPanel locks(player, [](bool of_a) { return of_a ? QStringLiteral("page at a time") : QString("16 slots"); });
    show(locks, {330, 600});
    player.seek(player.length());
    locks.finish();
    const QTableView& table = locks.table();
    REQUIRE(locks.model().rowCount() > 0);
    CHECK(width_of(table,
              {LockTableModel::name, LockTableModel::used, LockTableModel::contended, LockTableModel::hold,
                  LockTableModel::wait})
        <= table.viewport()->width());
    CHECK(table.columnWidth(LockTableModel::name) >= 76);
    // No number of these columns is cut.
    for (int r = 0; r < locks.model().rowCount(); ++r)
        for (const int c :
            {LockTableModel::used, LockTableModel::contended, LockTableModel::hold, LockTableModel::wait}) {
            const QModelIndex i = locks.model().index(r, c);
            const QFontMetrics metrics(i.data(Qt::FontRole).value<QFont>());
            CHECK(table.columnWidth(c) >= metrics.horizontalAdvance(i.data().toString()) + 12);
        }
}

TEST_CASE("The run bar names what it jumps to", "[panel]") {
    Player player;
    RunBar bar(player);
    show(bar, {1600, 52});
    auto* next = bar.findChild<QPushButton*>("next_landmark");
    REQUIRE(next);
    compute(player, "q1-first-touch");
    CHECK(next->text() == "Next drain");
    compute(player, "p3-slots");
    CHECK(next->text() == "Next flush");
    CHECK(next->accessibleName() == "Next flush");
    player.seek(0);
    next->click();
    REQUIRE(QTest::qWaitFor([&] { return player.playhead() > 0; }, 5'000));
    // It stands where a vector begins to be emptied.
    bool found = false;
    player.journal().for_each(0, player.journal().size(), [&](const Record& r, RecordIndex) {
        found = found || (r.kind == Kind::pagevec_flush && r.from == 1 && r.at == player.playhead());
    });
    CHECK(found);
}
