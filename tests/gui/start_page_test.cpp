// SPDX-License-Identifier: GPL-3.0-or-later
// The start page: every action, by pointer and by keys, and how it folds.
#include "tests/gui/start_sample.h"
#include "tests/support/catch.h"
#include "ui/start/start_page.h"
#include "ui/start/start_parts.h"
#include "ui/theme/appearance.h"

#include <QApplication>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <map>

using namespace sluice::ui;

namespace {

void show(StartPage& page, QSize size) {
    Appearance::instance().install();
    page.resize(size);
    page.show();
    REQUIRE(QTest::qWaitForWindowExposed(&page));
    page.activateWindow();
    QApplication::processEvents();
}

QAbstractButton* named(const QWidget& page, const QString& text) {
    for (auto* button : page.findChildren<QAbstractButton*>())
        if (button->text() == text)
            return button;
    return nullptr;
}

// Layouts settle through several posted events; on a busy machine that takes a while.
void settle(StartPage& page) {
    auto* scroll = page.findChild<QScrollArea*>();
    for (int i = 0; i < 100 && (i < 3 || scroll->widget()->width() > scroll->viewport()->width()); ++i)
        QTest::qWait(10);
}

} // namespace

TEST_CASE("The first button goes straight into the first lesson", "[start]") {
    StartPage page;
    page.set_model(first_start_sample());
    show(page, {1280, 760});
    CHECK(page.main_button()->text() == "Start the first lesson");
    CHECK(page.main_button()->hasFocus());
    CHECK(named(page, "From the start") == nullptr);
    QSignalSpy lesson(&page, &StartPage::lesson_requested);
    QTest::keyClick(page.main_button(), Qt::Key_Return);
    REQUIRE(lesson.count() == 1);
    CHECK(lesson.at(0).at(0).toString() == "q1");
    CHECK(lesson.at(0).at(1).toBool() == false);
}

TEST_CASE("Later the same button continues, and the lesson can be begun again", "[start]") {
    StartPage page;
    page.set_model(start_sample());
    show(page, {1600, 960});
    CHECK(page.main_button()->text() == "Continue");
    QSignalSpy lesson(&page, &StartPage::lesson_requested);
    page.main_button()->click();
    named(page, "From the start")->click();
    named(page, "Who pays?")->click();
    REQUIRE(lesson.count() == 3);
    CHECK(lesson.at(0).at(0).toString() == "q4");
    CHECK(lesson.at(1).at(1).toBool());
    CHECK(lesson.at(2).at(0).toString() == "q5");
}

TEST_CASE("Every action of the page has its signal", "[start]") {
    StartPage page;
    page.set_model(start_sample());
    show(page, {1600, 960});
    QSignalSpy open(&page, &StartPage::open_file_requested);
    QSignalSpy machine(&page, &StartPage::machine_requested);
    QSignalSpy empty(&page, &StartPage::empty_scenario_requested);
    QSignalSpy scenario(&page, &StartPage::scenario_requested);
    QSignalSpy recent(&page, &StartPage::recent_requested);
    QSignalSpy claims(&page, &StartPage::claims_requested);
    QSignalSpy tour(&page, &StartPage::tour_requested);
    for (const char* text : {"Open a file…", "Machine like this one", "Empty scenario…", "Six writers, one lock",
             "sn2-half-node.toml", "All 18", "A two-minute tour"}) {
        INFO(text);
        auto* button = named(page, text);
        REQUIRE(button);
        button->click();
    }
    CHECK(open.count() == 1);
    CHECK(machine.count() == 1);
    CHECK(empty.count() == 1);
    REQUIRE(scenario.count() == 1);
    CHECK(scenario.at(0).at(0).toString() == "six-writers");
    REQUIRE(recent.count() == 1);
    CHECK(recent.at(0).at(0).toString() == "/tmp/sn2-half-node.toml");
    CHECK(claims.count() == 1);
    CHECK(tour.count() == 1);
}

TEST_CASE("What is not there is not shown", "[start]") {
    StartPage page;
    StartModel model = start_sample();
    model.has_tour = false;
    page.set_model(model);
    show(page, {1600, 960});
    // The third path has no lessons.
    CHECK(page.findChildren<LessonTrack*>().size() == 2);
    CHECK(named(page, "A two-minute tour") == nullptr);
    page.set_model(StartModel());
    CHECK(page.findChildren<LessonTrack*>().isEmpty());
    CHECK(page.main_button()->text() == "Open a file…");
    CHECK(named(page, "Continue") == nullptr);
}

TEST_CASE("No lesson stands alone below the others", "[start]") {
    StartPage page;
    StartModel model = start_sample();
    StartLesson more = model.paths[0].lessons.back();
    more.title = "The benchmark that saw nothing";
    model.paths[0].lessons.push_back(more); // seven
    model.paths[2].lessons.assign(model.paths[0].lessons.begin(), model.paths[0].lessons.begin() + 5);
    page.set_model(model);
    for (const int width : {1600, 1280, 1180, 1024, 800, 640}) {
        show(page, {width, 800});
        settle(page);
        const auto tracks = page.findChildren<LessonTrack*>();
        REQUIRE(tracks.size() == 3);
        for (const LessonTrack* track : tracks) {
            std::map<int, int> rows; // lessons by y
            for (const auto* node : track->findChildren<LessonNode*>())
                ++rows[node->y()];
            const int first = rows.begin()->second;
            INFO("width " << width << ", lessons in the first row " << first);
            for (const auto& [y, n] : rows)
                CHECK(first - n <= static_cast<int>(rows.size()) - 1);
            if (width >= 1280)
                CHECK(rows.size() == 1);
        }
        // Circles of all tracks stand in the same columns.
        if (width >= 1280)
            CHECK(tracks[0]->findChildren<LessonNode*>()[1]->x() == tracks[2]->findChildren<LessonNode*>()[1]->x());
    }
}

TEST_CASE("Arrow keys walk the page", "[start]") {
    StartPage page;
    page.set_model(start_sample());
    show(page, {1600, 960});
    const auto press = [&](Qt::Key key) { QTest::keyClick(QApplication::focusWidget(), key); };
    const auto focused = [] {
        auto* button = qobject_cast<QAbstractButton*>(QApplication::focusWidget());
        return button ? button->text() : QString();
    };
    REQUIRE(focused() == "Continue");
    press(Qt::Key_Left);
    CHECK(focused() == "From the start");
    press(Qt::Key_Down);
    const QString first = focused();
    CHECK(qobject_cast<LessonNode*>(QApplication::focusWidget()));
    press(Qt::Key_Left);
    CHECK(focused() != first);
    press(Qt::Key_Right);
    CHECK(focused() == first);
    press(Qt::Key_Right);
    press(Qt::Key_Right);
    press(Qt::Key_Right);
    // Past the last lesson begins the second column.
    CHECK(qobject_cast<PressRow*>(QApplication::focusWidget()));
    QSignalSpy scenario(&page, &StartPage::scenario_requested);
    QSignalSpy recent(&page, &StartPage::recent_requested);
    press(Qt::Key_Return);
    CHECK(scenario.count() + recent.count() == 1);
}

TEST_CASE("The page folds when it is narrow or its text is large, and nothing sticks out", "[start]") {
    StartPage page;
    page.set_model(start_sample());
    show(page, {1600, 960});
    const auto fits = [&] {
        auto* scroll = page.findChild<QScrollArea*>();
        const int width = scroll->viewport()->width();
        CHECK(scroll->widget()->width() <= width);
        for (auto* button : page.findChildren<QAbstractButton*>()) {
            const int right = button->mapTo(&page, QPoint(button->width(), 0)).x();
            INFO(button->text().toStdString() << " ends at " << right << " of " << page.width());
            CHECK(right <= page.width());
            CHECK(button->height() >= 24);
        }
    };
    CHECK_FALSE(page.is_folded());
    fits();
    page.resize(1280, 760);
    settle(page);
    CHECK_FALSE(page.is_folded());
    fits();
    page.resize(1024, 720);
    settle(page);
    CHECK(page.is_folded());
    fits();
    CHECK(page.findChild<QScrollArea*>()->verticalScrollBar()->maximum() > 0);
    page.resize(1600, 960);
    Appearance::instance().set_text_scale(200);
    settle(page);
    CHECK(page.is_folded());
    fits();
    Appearance::instance().set_text_scale(300);
    settle(page);
    page.resize(1280, 760);
    settle(page);
    fits();
    Appearance::instance().set_text_scale(100);
    settle(page);
}

TEST_CASE("A lesson says its state to those who do not see it", "[start]") {
    StartPage page;
    page.set_model(start_sample());
    show(page, {1600, 960});
    const auto describe = [&](const char* text) { return named(page, text)->accessibleDescription(); };
    CHECK(named(page, "Who pays?")->accessibleName() == "Lesson 5: Who pays?");
    CHECK(describe("Why keep page tables?").startsWith("done"));
    CHECK(describe("A cap that never caps").startsWith("at step 4 of 7"));
    CHECK(describe("Who pays?").startsWith("not begun"));
}

TEST_CASE("The focus scrolls what is chosen into view", "[start]") {
    StartPage page;
    page.set_model(start_sample());
    show(page, {1024, 500});
    auto* all = named(page, "All 18");
    REQUIRE(all);
    all->setFocus(Qt::TabFocusReason);
    QApplication::processEvents();
    const QRect place(all->mapTo(&page, QPoint()), all->size());
    CHECK(page.rect().contains(place));
}
