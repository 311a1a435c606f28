// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a real display: focus, keys and painting through the window system. Labelled, because it needs one.
#include "tests/support/catch.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/scene/scene_view.h"
#include "ui/scene/scene_widget.h"
#include "ui/theme/appearance.h"
#include "ui/window/lab_page.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QScreen>
#include <QSettings>
#include <QTest>

using namespace sluice;
using namespace sluice::ui;

namespace {

/// Share of pixels that differ from the first one: a picture with something in it.
double drawn(const QImage& image) {
    if (image.isNull())
        return 0;
    const QRgb ground = image.pixel(0, 0);
    qint64 other = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            other += image.pixel(x, y) != ground;
    return static_cast<double>(other) / (static_cast<double>(image.width()) * image.height());
}

} // namespace

TEST_CASE("a scenario opens, plays and is drawn on a real display", "[xvfb]") {
    REQUIRE(QGuiApplication::platformName() == "xcb");
    QSettings().clear();
    Appearance::instance().install();
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    REQUIRE(QTest::qWaitForWindowExposed(&window));
    REQUIRE(window.open_scenario("q4-full-list"));
    Player& player = window.player();
    REQUIRE(QTest::qWaitFor([&] { return player.b().finished(); }, 20'000));
    QTest::keyClick(&window, Qt::Key_D);
    QTest::qWait(100);
    const Time before = player.playhead();
    player.set_speed(1e6);
    QTest::keyClick(&window, Qt::Key_Space);
    REQUIRE(QTest::qWaitFor([&] { return player.playhead() > before + 100 * kMicrosecond; }, 10'000));
    player.pause();
    QTest::qWait(50);
    const QImage shown = window.screen()->grabWindow(window.winId()).toImage();
    REQUIRE(shown.width() == 1280);
    REQUIRE(drawn(shown) > 0.2);
    const QImage scene = window.lab().scene().scene().grab().toImage();
    player.seek(player.playhead() + kMillisecond);
    QTest::qWait(50);
    REQUIRE(window.lab().scene().scene().grab().toImage() != scene);
}

TEST_CASE("seeking there and back draws the same picture", "[xvfb]") {
    Appearance::instance().install();
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    REQUIRE(QTest::qWaitForWindowExposed(&window));
    REQUIRE(window.open_scenario("q4-full-list"));
    Player& player = window.player();
    REQUIRE(QTest::qWaitFor([&] { return player.b().finished(); }, 20'000));
    player.seek(2 * kMillisecond);
    QTest::qWait(50);
    const QImage there = window.lab().scene().scene().grab().toImage();
    player.seek(30 * kMillisecond);
    QTest::qWait(50);
    REQUIRE(window.lab().scene().scene().grab().toImage() != there);
    player.seek(2 * kMillisecond);
    QTest::qWait(50);
    REQUIRE(window.lab().scene().scene().grab().toImage() == there);
}
