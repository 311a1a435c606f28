// SPDX-License-Identifier: GPL-3.0-or-later
// Many keys and changes of the window in a fixed random order: nothing may crash, and the run must still be played.
#include "core/engine/random.h"
#include "tests/support/catch.h"
#include "ui/lesson/progress.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/theme/appearance.h"
#include "ui/window/lab_page.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDialog>
#include <QSettings>
#include <QTest>

using namespace sluice;
using namespace sluice::ui;

TEST_CASE("any order of keys, sizes and appearances is survived", "[window][monkey]") {
    QSettings().clear();
    ProgressStore().forget_all();
    Appearance::instance().install();
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    REQUIRE(QTest::qWaitForWindowExposed(&window));
    REQUIRE(window.open_lesson("q4"));
    const Qt::Key keys[] = {Qt::Key_Space, Qt::Key_Right, Qt::Key_Left, Qt::Key_D, Qt::Key_W, Qt::Key_T, Qt::Key_G,
        Qt::Key_B, Qt::Key_K, Qt::Key_N, Qt::Key_C, Qt::Key_R, Qt::Key_BracketRight, Qt::Key_BracketLeft,
        Qt::Key_Period, Qt::Key_Comma, Qt::Key_F6, Qt::Key_Escape, Qt::Key_PageUp, Qt::Key_Home, Qt::Key_End,
        Qt::Key_Tab, Qt::Key_Down, Qt::Key_Return};
    const int scales[] = {100, 150, 200, 100};
    const QSize sizes[] = {{1280, 800}, {1600, 1000}, {1024, 768}};
    engine::Random random(7, "monkey");
    for (int i = 0; i < 400; ++i) {
        QWidget* target = window.focusWidget() ? window.focusWidget() : &window;
        switch (random.below(24)) {
        case 0:
            Appearance::instance().set_text_scale(scales[random.below(4)]);
            break;
        case 1:
            Appearance::instance().set_scheme(random.below(2) ? Scheme::dark : Scheme::light);
            break;
        case 2:
            window.resize(sizes[random.below(3)]);
            break;
        case 3:
            QTest::keyClick(&window, Qt::Key_F11);
            break;
        case 4:
            window.show_keys();
            for (auto* d : window.findChildren<QDialog*>())
                d->close();
            break;
        case 5:
            window.player().undo();
            break;
        case 6:
            window.player().set_knob(static_cast<int>(random.below(10)), 16);
            break;
        case 7:
            window.open_scenario(random.below(2) ? "q1-first-touch" : "q4-full-list");
            break;
        case 8:
            window.open_lesson(random.below(2) ? "q4" : "q2");
            break;
        default:
            QTest::keyClick(target, keys[random.below(std::size(keys))]);
            break;
        }
        if (i % 20 == 0)
            QTest::qWait(10);
    }
    Appearance::instance().set_text_scale(100);
    Appearance::instance().set_scheme(Scheme::system);
    REQUIRE(window.open_scenario("q1-first-touch"));
    REQUIRE(QTest::qWaitFor([&] { return window.player().b().finished(); }, 20'000));
    window.player().seek(window.player().length());
    REQUIRE(window.player().playhead() == window.player().length());
}
