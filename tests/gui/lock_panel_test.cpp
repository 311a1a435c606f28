// SPDX-License-Identifier: GPL-3.0-or-later
// The lock table, its text, the order of locks and the charts of locks, with real widgets on real runs.
#include "core/experiment/files.h"
#include "core/experiment/locks.h"
#include "core/experiment/scenario_file.h"
#include "core/lock/report_text.h"
#include "tests/support/catch.h"
#include "tests/support/locks.h"
#include "ui/chart/export.h"
#include "ui/chart/lock_charts.h"
#include "ui/chart/xy_chart.h"
#include "ui/panel/code_view.h"
#include "ui/panel/lock_order_view.h"
#include "ui/panel/lock_panel.h"
#include "ui/panel/lock_table_model.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/theme/appearance.h"
#include "ui/window/charts_area.h"
#include "ui/window/counts_panel.h"
#include "ui/window/lab_page.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace sluice;
using namespace sluice::ui;

namespace {

experiment::RunInput busy_server() {
    experiment::FileError error;
    const auto read = experiment::shipped_scenario("lab-busy-server", error);
    INFO(error.text());
    REQUIRE(read);
    experiment::RunInput in;
    in.scenario = std::make_shared<const experiment::Scenario>(*read);
    return in;
}

struct Fixture {
    Fixture() {
        QSettings().clear();
        Appearance::instance().install();
        window = std::make_unique<MainWindow>();
        window->resize(1600, 1000);
        window->show();
        REQUIRE(QTest::qWaitForWindowExposed(window.get()));
        REQUIRE(window->open_scenario("lab-busy-server"));
        wait();
        for (QDockWidget* d : lab().docks())
            if (d->widget() == &lab().locks()) {
                d->show();
                d->raise();
            }
        REQUIRE(QTest::qWaitFor([&] { return lab().locks().isVisible(); }, 2000));
    }
    void wait() {
        REQUIRE(QTest::qWaitFor(
            [&] { return player().b().finished() && (!player().a() || player().a()->finished()); }, 20'000));
    }
    Player& player() { return window->player(); }
    LabPage& lab() { return window->lab(); }
    LockPanel& panel() { return lab().locks(); }
    std::unique_ptr<MainWindow> window;
};

/// A picture to look at, if SLUICE_PICTURES names a folder.
void keep(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("SLUICE_PICTURES");
    if (folder.isEmpty())
        return;
    for (int i = 0; i < 4; ++i)
        QApplication::processEvents();
    widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

} // namespace

TEST_CASE("The lock table stands at the playhead, both ways", "[panel]") {
    Fixture f;
    for (const Time t : {20 * kMillisecond, 50 * kMillisecond, 5 * kMillisecond}) {
        f.player().seek(t);
        f.panel().finish();
        const auto report = experiment::lock_report(f.player().journal(), f.player().scenario(), 0, t);
        const LockTableModel& m = f.panel().model();
        REQUIRE(report.total.taken > 0);
        std::size_t row = 0;
        for (const auto& l : report.locks) {
            CHECK(m.row(static_cast<int>(row)).kind == LockTableModel::RowKind::lock);
            CHECK(m.row(static_cast<int>(row)).row == l.row);
            ++row;
            for (const auto& s : l.sites) {
                CHECK(m.row(static_cast<int>(row)).row == s.row);
                CHECK(m.row(static_cast<int>(row)).name == QString::fromStdString(s.name));
                ++row;
            }
        }
        CHECK(row == m.rows().size());
    }
    keep(*f.window, "locks-window");
}

TEST_CASE("Columns sort, and call sites stay with their lock", "[panel]") {
    Fixture f;
    f.player().seek(f.player().length());
    f.panel().finish();
    LockTableModel& m = f.panel().model();
    QTableView& table = f.panel().table();
    table.sortByColumn(LockTableModel::total, Qt::AscendingOrder);
    const auto locks = [&] {
        std::vector<std::uint64_t> taken;
        for (const auto& r : m.rows())
            if (r.kind == LockTableModel::RowKind::lock)
                taken.push_back(r.row.taken);
        return taken;
    };
    const auto up = locks();
    REQUIRE(up.size() >= 2);
    CHECK(std::is_sorted(up.begin(), up.end()));
    table.sortByColumn(LockTableModel::total, Qt::DescendingOrder);
    const auto down = locks();
    CHECK(std::is_sorted(down.rbegin(), down.rend()));
    std::string key;
    for (const auto& r : m.rows()) {
        if (r.kind == LockTableModel::RowKind::lock)
            key = r.key;
        CHECK(r.key == key);
    }
    for (int c = 0; c < LockTableModel::columns; ++c) {
        CHECK_FALSE(m.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
        CHECK(m.headerData(c, Qt::Horizontal, Qt::ToolTipRole).toString().endsWith('.'));
    }
}

TEST_CASE("A and B stand under each lock, B's call sites below", "[panel]") {
    Fixture f;
    f.player().seek(0);
    f.player().branch_here();
    const auto batch = experiment::find_knob("pcp.batch");
    REQUIRE(batch);
    f.player().set_knob(static_cast<int>(*batch), f.player().knob(*batch) + 16);
    f.wait();
    f.player().seek(f.player().length());
    f.panel().finish();
    const LockTableModel& m = f.panel().model();
    REQUIRE(m.rows().size() > 4);
    CHECK(m.row(0).kind == LockTableModel::RowKind::lock);
    CHECK_FALSE(m.row(0).has_values);
    CHECK(m.row(1).name.startsWith("A  "));
    CHECK(m.row(2).name.startsWith("B  "));
    CHECK(m.row(3).kind == LockTableModel::RowKind::heading);
    const auto zone_of = [&](const ComputedRun& run) {
        return experiment::lock_report(*run.journal(), run.scenario(), 0, f.player().length()).find("zone")->row;
    };
    const int zone = m.row_of("zone", std::nullopt);
    REQUIRE(zone >= 0);
    CHECK(m.row(zone + 1).row == zone_of(*f.player().a()));
    CHECK(m.row(zone + 2).row == zone_of(f.player().b()));
    CHECK(m.row(zone + 1).row.taken != m.row(zone + 2).row.taken);
    CHECK(f.panel().order().pictures().size() == 2);
    keep(*f.window, "locks-ab");
    keep(f.panel(), "locks-ab-panel");
    Appearance::instance().set_scheme(Scheme::dark);
    keep(f.panel(), "locks-ab-panel-dark");
    keep(*f.window, "locks-ab-dark");
    Appearance::instance().set_scheme(Scheme::light);
}

TEST_CASE("The table as lockmeter's text goes to the clipboard", "[panel]") {
    Fixture f;
    f.player().seek(30 * kMillisecond);
    f.panel().finish();
    auto* copy = f.panel().findChild<QPushButton*>("copy_lockmeter");
    REQUIRE(copy);
    CHECK_FALSE(copy->isVisible());
    f.panel().show_text(true);
    f.panel().finish();
    CHECK(copy->isVisible());
    QTest::mouseClick(copy, Qt::LeftButton);
    const QString text = QApplication::clipboard()->text();
    const auto report = experiment::lock_report(f.player().journal(), f.player().scenario(), 0, 30 * kMillisecond);
    const std::string expected = lock::lockmeter_text(report, {"x"});
    // All but the line that says which system it was.
    const QString rows = QString::fromStdString(expected.substr(expected.find("Total counts")));
    CHECK(text.endsWith(rows));
    CHECK(text.contains("lab-busy-server, seed 1"));
    keep(f.panel(), "locks-text");
    f.panel().show_text(false);
    CHECK_FALSE(f.panel().text_shown());
}

TEST_CASE("A call site leads to its line and selects the CPU", "[panel]") {
    Fixture f;
    f.player().seek(f.player().length());
    f.panel().finish();
    LockTableModel& m = f.panel().model();
    QTableView& table = f.panel().table();
    int row = -1;
    for (int r = 0; r < m.rowCount() && row < 0; ++r)
        if (m.row(r).kind == LockTableModel::RowKind::site && m.row(r).key == "page_table")
            row = r;
    REQUIRE(row >= 0);
    QSignalSpy said(&f.lab(), &LabPage::said);
    const QRect cell = table.visualRect(m.index(row, 0));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, cell.center());
    CHECK(f.lab().selection().what == Inspectable::What::cpu);
    REQUIRE(said.count() == 1);
    CHECK(said.at(0).at(0).toString().contains("is asked for in"));
    CHECK_FALSE(f.player().playing());
}

TEST_CASE("The order of locks is drawn, told and listed; a cycle is named", "[panel]") {
    test::LockStream s;
    s.take(100, 0, 2, 3);
    s.take(110, 0, 0, 1);
    s.drop(150, 0, 0, 1, 40);
    s.drop(160, 0, 2, 3, 60);
    LockOrderPicture good = picture_of_order(s.order(), s.names(), "A  before", false);
    REQUIRE(good.nodes.size() == 2);
    CHECK(good.nodes[0].name == "page_table_lock");
    CHECK(good.nodes[1].name == "zone.lock");
    CHECK(good.nodes[1].innermost);
    CHECK(good.nodes[1].depth == 1);
    CHECK(good.cycle.isEmpty());
    CHECK(good.sentence
        == "A before: zone.lock is taken while page_table_lock is held, 1 times; nothing is taken while zone.lock is "
           "held; no cycle.");
    s.take(200, 1, 1, 1);
    s.take(210, 1, 3, 3);
    LockOrderPicture bad = picture_of_order(s.order(), s.names(), "B  after", true);
    CHECK(bad.cycle == "zone.lock → page_table_lock → zone.lock");
    CHECK(std::all_of(bad.edges.begin(), bad.edges.end(), [](const auto& e) { return e.in_cycle; }));

    Appearance::instance().install();
    LockOrderView view;
    view.set_pictures({good, bad});
    CHECK(view.accessibleDescription() == good.sentence + ' ' + bad.sentence);
    view.resize(330, view.sizeHint().height());
    view.show();
    const QImage picture = view.grab().toImage();
    const auto has = [&](Token token) {
        const QRgb wanted = color(token).rgb();
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                if (picture.pixel(x, y) == wanted)
                    return true;
        return false;
    };
    CHECK(has(Token::stall)); // the cycle
    CHECK(has(Token::accentsoft)); // the innermost lock
    keep(view, "lock-order");
}

TEST_CASE("Charts of locks say what the lock table says", "[chart]") {
    const auto in = busy_server();
    std::set<experiment::MetricQuery> queries;
    for (const char* name : {"lock_waits", "lock_use", "cpu_time"}) {
        CHECK(is_run_chart(name));
        for (const auto& q : chart_queries(name, *in.scenario))
            queries.insert(q);
    }
    lock::LockFold fold;
    const auto results = experiment::measure_beside(
        in, {queries.begin(), queries.end()}, [&](const Record& r, RecordIndex index) { fold.take(r, index); });
    const auto report = lock::make_report(fold, results.end,
        static_cast<std::uint32_t>(in.scenario->machine.cpus.size()), experiment::lock_names(*in.scenario));
    const lock::LockRow& zone = report.find("zone")->row;
    CHECK(charted_lock(*in.scenario).key == "zone");
    const ChartSide side = side_of(results, *in.scenario, "this run");

    const ChartData waits = make_run_chart("lock_waits", side, nullptr);
    REQUIRE(waits.series.size() == 1);
    double counted = 0;
    for (const double n : waits.series[0].y)
        counted += n;
    CHECK(counted == static_cast<double>(zone.contended));

    const ChartData time = make_run_chart("cpu_time", side, &side);
    CHECK(time.categories.size() == 2);
    const ChartTable table = table_of(time);
    REQUIRE(table.columns.size() == 6);
    double all = 0;
    for (std::size_t c = 1; c < 6; ++c)
        all += table.columns[c].numbers[0];
    CHECK(all == Approx(100));
    CHECK(table.columns[1 + 1].numbers[0] > 0); // holding
    CHECK(time.sentence.contains("spinning for zone.lock"));

    const ChartData use = make_run_chart("lock_use", side, nullptr);
    REQUIRE(use.series.size() == 2);
    double held = 0;
    const double width = static_cast<double>(in.scenario->length) / 60;
    for (const double share : use.series[0].y)
        held += share / 100 * width;
    CHECK(held == Approx(static_cast<double>(zone.held)).epsilon(0.01));

    QTemporaryDir folder;
    for (const ChartData* c : {&waits, &time, &use})
        for (const char* ending : {".png", ".svg", ".pdf", ".csv"}) {
            const QString path = folder.filePath(c->id + ending);
            CHECK(export_chart(*c, path, *export_format_of(path), {}).isEmpty());
            CHECK(QFileInfo(path).size() > 100);
        }
    const QString keep_in = qEnvironmentVariable("SLUICE_PICTURES");
    if (!keep_in.isEmpty())
        for (const ChartData* c : {&waits, &time, &use})
            for (const bool dark : {false, true}) {
                ExportOptions options;
                options.dark = dark;
                const QString path = keep_in + '/' + c->id + (dark ? "-dark.png" : ".png");
                CHECK(export_chart(*c, path, *export_format_of(path), options).isEmpty());
            }
}

TEST_CASE("Totals show one chart at a time", "[panel]") {
    Fixture f;
    QWidget* shown = f.lab().show_anchor("chart.lock_waits");
    REQUIRE(shown == &f.lab().counts());
    CHECK(f.lab().counts().name() == "lock_waits");
    REQUIRE(QTest::qWaitFor([&] { return f.lab().counts().chart().data().id == "lock_waits"; }, 5000));
    f.lab().show_anchor("chart.cpu_time");
    REQUIRE(QTest::qWaitFor([&] { return f.lab().counts().chart().data().id == "cpu_time"; }, 5000));
    CHECK(QTest::qWaitFor([&] { return f.lab().counts().chart().data().sentence.contains("holding"); }, 10'000));
    keep(*f.window, "locks-totals");
}
