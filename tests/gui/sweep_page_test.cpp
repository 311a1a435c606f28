// SPDX-License-Identifier: GPL-3.0-or-later
// The page of sweeps as a person uses it: fields, progress, table and chart, cancelling, going on, export.
#include "core/experiment/scenario_file.h"
#include "tests/support/catch.h"
#include "ui/chart/export_panel.h"
#include "ui/chart/sweep_chart.h"
#include "ui/kit/notice.h"
#include "ui/player/player.h"
#include "ui/sweep/sweep_data.h"
#include "ui/sweep/sweep_page.h"
#include "ui/sweep/sweep_runner.h"
#include "ui/theme/appearance.h"
#include "ui/theme/dress.h"
#include "ui/window/lab_page.h"
#include "ui/window/main_window.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace sluice;
using namespace sluice::ui;

namespace {

experiment::RunInput described() {
    experiment::FileError error;
    auto scenario = experiment::shipped_scenario("q4-full-list", error);
    REQUIRE(scenario);
    REQUIRE(experiment::set_knob(*scenario, "drain.shape", "described", error));
    return {std::make_shared<const experiment::Scenario>(*std::move(scenario)), 1, {}};
}

struct Fixture {
    Fixture() {
        Appearance::instance().install();
        page = std::make_unique<SweepPage>(folder.path().toStdString(), "sluice test");
        page->resize(1280, 760);
        page->show();
        REQUIRE(QTest::qWaitForWindowExposed(page.get()));
    }
    template <class T>
    T* find(const char* name) {
        T* w = page->findChild<T*>(name);
        REQUIRE(w != nullptr);
        return w;
    }
    void set(const char* values, int seeds) {
        find<QLineEdit>("sweep_values")->setText(values);
        find<QSpinBox>("sweep_replicas")->setValue(seeds);
    }
    void press_run() { QTest::mouseClick(find<QPushButton>("sweep_run"), Qt::LeftButton); }
    void wait_done() {
        REQUIRE(QTest::qWaitFor([&] { return !page->runner().running(); }, 30'000));
        QTest::qWait(60);
    }
    QString cell(int row, int column) { return find<QTableWidget>("sweep_table")->item(row, column)->text(); }
    QString error() {
        auto* label = find<QLabel>("sweep_error");
        return label->isVisible() ? label->text() : QString();
    }
    QTemporaryDir folder;
    std::unique_ptr<SweepPage> page;
};

} // namespace

TEST_CASE("A sweep is chosen, run and read in the window", "[sweep]") {
    Fixture f;
    // Without a scenario the page says what to do.
    QSignalSpy wanted(f.page.get(), &SweepPage::open_wanted);
    QTest::keyClick(f.page->focusWidget(), Qt::Key_Space);
    CHECK(wanted.count() == 1);
    CHECK_FALSE(f.find<QPushButton>("sweep_run")->isVisible());

    f.page->set_base(described());
    REQUIRE(f.page->choose_knob("drain.cap"));
    // Values are proposed around the present one.
    CHECK(f.find<QLineEdit>("sweep_values")->text().contains("256"));
    CHECK_FALSE(f.find<QPushButton>("sweep_export")->isVisible());
    f.set("64..256", 2);
    f.press_run();
    f.wait_done();
    REQUIRE(f.page->runner().sweep()->complete());
    REQUIRE(f.find<QTableWidget>("sweep_table")->rowCount() == 3);
    CHECK(f.cell(0, 1) == "64.0");
    CHECK(f.cell(2, 1).startsWith("256"));
    CHECK(f.cell(2, 3) == "2 of 2");
    CHECK(f.cell(2, 4) == "done");
    const ChartData& c = f.page->chart().data();
    REQUIRE(c.series.size() == 1);
    CHECK(c.series[0].x == std::vector<double>{64, 128, 256});
    CHECK(c.series[0].y == std::vector<double>{64, 128, 256});
    CHECK(c.series[0].low.size() == 3);
    CHECK(c.x_scale == Scale::log);
    CHECK(c.x_places == std::vector<double>{64, 128, 256});

    // Another number of the same runs is there at once.
    auto* numbers = f.find<QComboBox>("sweep_number");
    numbers->setCurrentText("max(wakeup.delay)");
    CHECK(f.page->chart().data().unit == QStringLiteral("µs"));
    CHECK(f.page->chart().data().series[0].high[2] > f.page->chart().data().series[0].y[2]);
    CHECK_FALSE(f.page->runner().running());

    // The same again, with one value more: what is known is not computed again, and another page finds it, too.
    f.set("64..512", 2);
    f.press_run();
    f.wait_done();
    CHECK(f.page->runner().sweep()->from_cache() == 6);
    CHECK(f.cell(0, 4) == "known before");
    CHECK(f.cell(3, 4) == "done");
    SweepPage other(f.folder.path().toStdString(), "sluice test");
    other.set_base(described());
    other.choose_knob("drain.cap");
    other.findChild<QLineEdit*>("sweep_values")->setText("512");
    other.findChild<QSpinBox*>("sweep_replicas")->setValue(2);
    other.run();
    CHECK(other.runner().sweep()->from_cache() == 2);

    // A row can be watched.
    QSignalSpy opened(f.page.get(), &SweepPage::run_requested);
    CHECK_FALSE(f.find<QPushButton>("sweep_open")->isEnabled());
    f.find<QTableWidget>("sweep_table")->selectRow(1);
    QTest::mouseClick(f.find<QPushButton>("sweep_open"), Qt::LeftButton);
    REQUIRE(opened.count() == 1);
    const auto input = opened[0][0].value<experiment::RunInput>();
    CHECK(input.scenario->knobs[*experiment::find_knob("drain.cap")] == 128);
}

TEST_CASE("A wrong field is said beside the form, and nothing runs", "[sweep]") {
    Fixture f;
    f.page->set_base(described());
    REQUIRE(f.page->choose_knob("drain.cap"));
    f.set("64, 5000", 1);
    f.press_run();
    CHECK(f.error().contains("5000"));
    CHECK(is_wrong(f.find<QLineEdit>("sweep_values")));
    CHECK(f.page->runner().sweep() == nullptr);
    f.set("64", 1);
    f.find<QComboBox>("sweep_number")->setCurrentText("max(drain.section.page)");
    f.press_run();
    CHECK(f.error().contains("drain.section.pages"));
    CHECK_FALSE(is_wrong(f.find<QLineEdit>("sweep_values")));
    f.find<QComboBox>("sweep_number")->setCurrentText("sum(drain.pages)");
    f.find<QComboBox>("sweep_knob")->setCurrentText("drain.capp");
    f.press_run();
    CHECK(f.error().contains("drain.cap”?"));
    CHECK(f.page->runner().sweep() == nullptr);
    // An id may be typed.
    f.find<QComboBox>("sweep_knob")->setCurrentText("drain.cap");
    f.set("64", 1);
    f.press_run();
    CHECK(f.error().isEmpty());
    f.wait_done();
    CHECK(f.page->runner().sweep()->complete());
}

TEST_CASE("A cancelled sweep keeps what is done and goes on", "[sweep]") {
    Fixture f;
    f.page->set_base(described());
    f.page->choose_knob("drain.cap");
    f.set("16..4096", 40);
    f.press_run();
    CHECK(f.page->runner().running());
    CHECK_FALSE(f.find<QPushButton>("sweep_run")->isVisible());
    REQUIRE(QTest::qWaitFor([&] { return f.page->runner().sweep()->done() > 3; }, 20'000));
    auto* progress = f.page->findChild<ProgressRow*>();
    REQUIRE(progress);
    CHECK(progress->isVisible());
    QTest::mouseClick(progress->cancel_button(), Qt::LeftButton);
    f.wait_done();
    const std::size_t done = f.page->runner().sweep()->done();
    REQUIRE(done < f.page->runner().sweep()->total());
    CHECK(f.find<QPushButton>("sweep_run")->text() == "Go on");
    CHECK(f.cell(8, 4) == "cancelled");
    f.press_run();
    CHECK(f.page->runner().sweep()->from_cache() == done);
    f.wait_done();
    CHECK(f.page->runner().sweep()->complete());
    CHECK(f.find<QPushButton>("sweep_run")->text() == "Run the sweep");
}

TEST_CASE("A curve drawn before the sweep lies beneath its points", "[sweep]") {
    Fixture f;
    f.page->set_base(described());
    f.page->choose_knob("drain.cap");
    f.set("64..256", 1);
    f.press_run();
    f.wait_done();
    auto* draw = f.find<QPushButton>("sweep_draw");
    draw->click();
    CHECK(f.page->chart().drawing());
    for (int place = 0; place < 3; ++place) {
        QTest::keyClick(&f.page->chart(), Qt::Key_Right);
        QTest::keyClick(&f.page->chart(), Qt::Key_Up);
    }
    REQUIRE(f.page->chart().prediction_complete());
    draw->click();
    const auto drawn = f.page->chart().prediction();
    // It stays when the same values are run again, and is exported with the rest.
    f.set("64..256", 2);
    f.press_run();
    f.wait_done();
    CHECK(f.page->chart().prediction() == drawn);
    f.find<QLineEdit>("sweep_values")->setFocus();
    QTest::keyClick(f.find<QLineEdit>("sweep_values"), Qt::Key_E, Qt::ControlModifier);
    auto* panel = f.page->findChild<ExportPanel*>();
    REQUIRE(panel);
    panel->set_format(ExportFormat::csv);
    panel->set_path(f.folder.filePath("out.csv"));
    panel->write();
    QFile file(f.folder.filePath("out.csv"));
    REQUIRE(file.open(QIODevice::ReadOnly));
    const QString csv = QString::fromUtf8(file.readAll());
    CHECK(csv.contains("seeds 1 to 2"));
    CHECK(csv.contains("256"));
    panel->close();
}

TEST_CASE("What is expected can be drawn before anything of the sweep is known", "[sweep]") {
    Fixture f;
    f.page->set_base(described());
    f.page->choose_knob("drain.cap");
    f.set("64..256", 1);
    QTest::mouseClick(f.find<QPushButton>("sweep_first"), Qt::LeftButton);
    CHECK(f.page->runner().sweep() == nullptr);
    REQUIRE(QTest::qWaitFor([&] { return f.page->chart().drawing(); }, 20'000));
    CHECK(f.page->chart().data().empty());
    // Twice the 256 of the scenario as it is.
    CHECK(QTest::qWaitFor([&] { return f.page->chart().frame().y.to >= 512; }, 2'000));
    CHECK(f.page->chart().data().x_places == std::vector<double>{64, 128, 256});
    for (int place = 0; place < 3; ++place) {
        QTest::keyClick(&f.page->chart(), Qt::Key_Right);
        QTest::keyClick(&f.page->chart(), Qt::Key_Up);
    }
    REQUIRE(f.page->chart().prediction_complete());
    const auto drawn = f.page->chart().prediction();
    f.press_run();
    f.wait_done();
    CHECK_FALSE(f.page->chart().drawing());
    CHECK(f.page->chart().prediction() == drawn);
    CHECK(f.page->chart().data().series.size() == 1);
    // Other values: the curve does not fit any more.
    f.set("64..128", 1);
    f.press_run();
    f.wait_done();
    CHECK(f.page->chart().prediction().size() == 2);
    CHECK_FALSE(f.page->chart().prediction_complete());
}

TEST_CASE("A drawn curve belongs to its number and follows the unit", "[sweep]") {
    Fixture f;
    f.page->set_base(described());
    f.page->choose_knob("drain.cap");
    f.find<QComboBox>("sweep_number")->setCurrentText("max(wakeup.delay)");
    f.set("64", 1);
    QTest::mouseClick(f.find<QPushButton>("sweep_first"), Qt::LeftButton);
    REQUIRE(QTest::qWaitFor([&] { return f.page->chart().drawing(); }, 20'000));
    QTest::qWait(60);
    CHECK(f.page->chart().data().unit == QStringLiteral("µs"));
    QTest::keyClick(&f.page->chart(), Qt::Key_Right);
    QTest::keyClick(&f.page->chart(), Qt::Key_Up);
    const double drawn = f.page->chart().prediction()[0];
    REQUIRE(drawn > 0);
    f.press_run();
    f.wait_done();
    auto* numbers = f.find<QComboBox>("sweep_number");
    CHECK(f.page->chart().prediction()[0] == Approx(drawn));
    numbers->setCurrentText("max(drain.section.pages)");
    CHECK(std::isnan(f.page->chart().prediction()[0]));
    numbers->setCurrentText("max(wakeup.delay)");
    CHECK(f.page->chart().prediction()[0] == Approx(drawn));
}

TEST_CASE("Published points stand beside the model's", "[sweep]") {
    const Fixture f;
    experiment::FileError error;
    experiment::SweepPlan plan{described(), {*experiment::parse_axis("drain.cap=64,256", error)}, 1,
        {*experiment::parse_sweep_number("max(drain.section.pages)", error)}};
    const auto sweep = experiment::Sweep::make(plan, experiment::measure_unless, nullptr, error);
    sweep->work();
    experiment::Published published;
    published.card = "X1";
    published.points = {{"X1.a", "as printed", 256, 250}, {"X1.b", "more", 1024, 1000}};
    published.levels = {{"X1.c", "without", 9000}};
    const ChartData c = sweep_chart(*sweep, 0, published);
    REQUIRE(c.series.size() == 2);
    CHECK(c.series[0].kind == SeriesKind::published);
    CHECK(c.series[0].x == std::vector<double>{256, 1024});
    CHECK(c.series[0].y == std::vector<double>{250, 1000});
    CHECK(c.series[0].name.contains("X1"));
    REQUIRE(c.references.size() == 1);
    CHECK(c.references[0].value == 9000);
    CHECK(c.x_places == std::vector<double>{64, 256, 1024});
    CHECK(c.x_to > 1024);
}

TEST_CASE("Knobs that are no numbers stand side by side", "[sweep]") {
    experiment::FileError error;
    experiment::SweepPlan plan{described(),
        {*experiment::parse_axis("drain.shape=described,merged", error),
            *experiment::parse_axis("drain.cap=64,256", error)},
        1, {*experiment::parse_sweep_number("max(drain.section.pages)", error)}};
    const auto sweep = experiment::Sweep::make(plan, experiment::measure_unless, nullptr, error);
    sweep->work();
    const ChartData c = sweep_chart(*sweep, 0, {});
    CHECK(c.x_kind == XKind::category);
    CHECK(c.categories.size() == 2);
    CHECK_FALSE(c.series[0].joined);
    REQUIRE(c.series.size() == 2); // one for each cap
    CHECK(c.series[0].y == std::vector<double>{64, 16});
    CHECK(c.series[1].y[0] == 256);
    CHECK(c.series[1].name.contains("256"));
}

TEST_CASE("The menu leads to the sweep of the open run and back", "[sweep]") {
    QSettings().clear();
    Appearance::instance().install();
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    REQUIRE(QTest::qWaitForWindowExposed(&window));
    REQUIRE(window.open_scenario("q4-full-list"));
    QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    CHECK(window.page() == 3);
    auto* values = window.sweeps().findChild<QLineEdit*>("sweep_values");
    REQUIRE(values);
    CHECK(values->hasFocus());
    CHECK(window.sweeps().knob().startsWith("drain"));
    QTest::keyClick(values, Qt::Key_Escape);
    CHECK(window.page() == 1);
}
