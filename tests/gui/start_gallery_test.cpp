// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the start page for the eye: sluice_gui_tests "[.gallery]" writes PNGs to the working folder.
#include "tests/gui/start_sample.h"
#include "tests/support/catch.h"
#include "ui/start/start_page.h"
#include "ui/theme/appearance.h"

#include <QPushButton>

#include <QTest>

using namespace sluice::ui;

TEST_CASE("Pictures of the start page", "[.gallery]") {
    Appearance::instance().install();
    const auto shoot = [](const StartModel& model, QSize size, const QString& file) {
        StartPage page;
        page.set_model(model);
        page.resize(size);
        page.show();
        REQUIRE(QTest::qWaitForWindowExposed(&page));
        page.activateWindow();
        QTest::qWait(50);
        page.main_button()->setFocus(Qt::OtherFocusReason);
        QTest::qWait(20);
        REQUIRE(page.grab().save(file));
    };
    for (const auto& [scheme, name] : {std::pair{Scheme::light, "light"}, std::pair{Scheme::dark, "dark"}}) {
        Appearance::instance().set_scheme(scheme);
        shoot(start_sample(), {1600, 960}, QString("start-%1-1600.png").arg(name));
        shoot(start_sample(), {1280, 760}, QString("start-%1-1280.png").arg(name));
        shoot(start_sample(), {1024, 720}, QString("start-%1-1024.png").arg(name));
    }
    Appearance::instance().set_scheme(Scheme::light);
    shoot(first_start_sample(), {1280, 760}, "start-first-1280.png");
    shoot(StartModel(), {1280, 760}, "start-none-1280.png");
    Appearance::instance().set_text_scale(200);
    shoot(start_sample(), {1600, 960}, "start-light-1600-text200.png");
    Appearance::instance().set_text_scale(300);
    shoot(start_sample(), {1280, 760}, "start-light-1280-text300.png");
    Appearance::instance().set_text_scale(100);
}
