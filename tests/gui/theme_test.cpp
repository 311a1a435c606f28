// SPDX-License-Identifier: GPL-3.0-or-later
// The switch of the appearance, the style, icons, glyphs and the focus ring.
#include "tests/support/catch.h"
#include "ui/theme/appearance.h"
#include "ui/theme/dress.h"
#include "ui/theme/focus_ring.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/icons.h"

#include <QApplication>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QTest>

using namespace sluice::ui;

namespace {

// Every test begins and ends with the plain appearance, whatever it set in between.
struct PlainAppearance {
    PlainAppearance() {
        QSettings().clear();
        Appearance::instance().install();
        Appearance::instance().set_scheme(Scheme::light);
    }
    ~PlainAppearance() {
        QSettings().clear();
        Appearance::instance().install();
        Appearance::instance().set_scheme(Scheme::light);
    }
};

class Listener : public QWidget {
public:
    int palette_changes = 0;

protected:
    void changeEvent(QEvent* event) override {
        palette_changes += event->type() == QEvent::PaletteChange;
        QWidget::changeEvent(event);
    }
};

bool has_ink(const QImage& image) {
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qAlpha(image.pixel(x, y)) > 100)
                return true;
    return false;
}

} // namespace

TEST_CASE("The scheme is switched, told and kept", "[theme]") {
    PlainAppearance plain;
    Appearance& appearance = Appearance::instance();
    Listener widget;
    widget.show();
    int told = 0;
    QObject context;
    QObject::connect(&appearance, &Appearance::changed, &context, [&] { ++told; });
    appearance.set_scheme(Scheme::dark);
    CHECK(theme().is_dark());
    CHECK(told == 1);
    CHECK(widget.palette_changes >= 1);
    CHECK(QApplication::palette().color(QPalette::Window) == Theme::dark()[Token::chrome]);
    appearance.set_scheme(Scheme::dark);
    CHECK(told == 1);
    appearance.install();
    CHECK(appearance.scheme() == Scheme::dark);
    appearance.set_scheme(Scheme::light);
    CHECK_FALSE(theme().is_dark());
    CHECK(QApplication::palette().color(QPalette::Window) == Theme::light()[Token::chrome]);
}

TEST_CASE("The system's scheme is found again after ours was in force", "[theme]") {
    PlainAppearance plain;
    Appearance& appearance = Appearance::instance();
    appearance.set_scheme(Scheme::dark);
    appearance.set_scheme(Scheme::system);
    const bool first = theme().is_dark();
    appearance.set_scheme(Scheme::light);
    appearance.set_scheme(Scheme::system);
    CHECK(theme().is_dark() == first);
}

TEST_CASE("Settings that make no sense fall back", "[theme]") {
    PlainAppearance plain;
    QSettings settings;
    settings.setValue("appearance/scheme", "purple");
    settings.setValue("appearance/text_scale", "huge");
    settings.setValue("appearance/reduced_motion", "perhaps");
    Appearance::instance().install();
    CHECK(Appearance::instance().scheme() == Scheme::system);
    CHECK(Appearance::instance().text_scale() == 100);
    settings.setValue("appearance/text_scale", 9000);
    Appearance::instance().install();
    CHECK(Appearance::instance().text_scale() == 300);
    settings.setValue("appearance/text_scale", -3);
    Appearance::instance().install();
    CHECK(Appearance::instance().text_scale() == 100);
}

TEST_CASE("Larger text reaches widgets that are there already", "[theme]") {
    PlainAppearance plain;
    QWidget window;
    auto* row = new QHBoxLayout(&window);
    auto* button = new QPushButton("Step");
    auto* label = make_label("A title", type::card, Weight::bold, Token::ink2);
    row->addWidget(button);
    row->addWidget(label);
    window.show();
    const int before = button->sizeHint().height();
    CHECK(before == 32);
    CHECK(label->font().pixelSize() == 16);
    Appearance::instance().set_text_scale(200);
    CHECK(button->sizeHint().height() == 64);
    CHECK(button->font().pixelSize() == 24);
    CHECK(label->font().pixelSize() == 32);
    CHECK(label->font().bold());
    CHECK(label->palette().color(QPalette::WindowText) == color(Token::ink2));
    Appearance::instance().set_scheme(Scheme::dark);
    CHECK(label->palette().color(QPalette::WindowText) == Theme::dark()[Token::ink2]);
    Appearance::instance().set_text_scale(100);
    CHECK(button->sizeHint().height() == 32);
}

TEST_CASE("Digits all have one width in the text face", "[theme]") {
    PlainAppearance plain;
    for (const int size : {type::note, type::control, type::lesson})
        for (const bool bold : {false, true}) {
            const QFontMetricsF metrics(theme().font(size, bold));
            for (char digit = '1'; digit <= '9'; ++digit)
                CHECK(metrics.horizontalAdvance(QLatin1Char(digit)) == metrics.horizontalAdvance(QLatin1Char('0')));
        }
    const QFontMetricsF mono(theme().mono(type::control));
    CHECK(mono.horizontalAdvance(QLatin1Char('i')) == mono.horizontalAdvance(QLatin1Char('M')));
}

TEST_CASE("Reduced motion stops folds and is kept", "[theme]") {
    PlainAppearance plain;
    Appearance& appearance = Appearance::instance();
    CHECK(appearance.fold_ms() == 160);
    appearance.set_reduced_motion(true);
    CHECK(appearance.fold_ms() == 0);
    appearance.install();
    CHECK(appearance.reduced_motion());
    appearance.set_reduced_motion(false);
}

TEST_CASE("Every icon draws something, sharp and in its colour", "[theme]") {
    PlainAppearance plain;
    const QStringList names = icon_names();
    CHECK(names.size() >= 40);
    for (const QString& name : names) {
        INFO(name.toStdString());
        CHECK_FALSE(icon(name).isNull());
        const QPixmap sharp = icon_pixmap(name, 16, color(Token::accent), 2.0);
        CHECK(sharp.width() == 32);
        CHECK(sharp.devicePixelRatio() == 2.0);
        CHECK(has_ink(sharp.toImage()));
        CHECK(has_ink(icon(name).pixmap(QSize(16, 16)).toImage()));
        CHECK(has_ink(icon(name).pixmap(QSize(16, 16), QIcon::Disabled).toImage()));
    }
    CHECK(icon("no-such-icon").isNull());
    // Tinted: the middle of the pause bars is the colour that was asked for.
    CHECK(icon_pixmap("pause", 16, QColor(10, 20, 30), 1.0).toImage().pixelColor(5, 8) == QColor(10, 20, 30));
}

TEST_CASE("An icon follows the theme that is in force when it is painted", "[theme]") {
    PlainAppearance plain;
    const QIcon pause = icon("pause");
    CHECK(pause.pixmap(QSize(16, 16)).toImage().pixelColor(5, 8) == Theme::light()[Token::ink]);
    Appearance::instance().set_scheme(Scheme::dark);
    CHECK(pause.pixmap(QSize(16, 16)).toImage().pixelColor(5, 8) == Theme::dark()[Token::ink]);
}

TEST_CASE("Page kinds differ in shape at every size, without colour", "[theme]") {
    PlainAppearance plain;
    for (const int size : {7, 9, 13, 16})
        for (int a = 0; a < page_kind_count; ++a)
            for (int b = a + 1; b < page_kind_count; ++b) {
                const QImage first = page_sprite(PageKind(a), size, page_plain, theme(), 2).toImage();
                const QImage second = page_sprite(PageKind(b), size, page_plain, theme(), 2).toImage();
                REQUIRE(first.size() == second.size());
                double difference = 0;
                double weight = 0;
                for (int y = 0; y < first.height(); ++y)
                    for (int x = 0; x < first.width(); ++x) {
                        const QRgb p = first.pixel(x, y);
                        const QRgb q = second.pixel(x, y);
                        // On white: coverage and lightness, no hue.
                        const double vp = 255 - qAlpha(p) * (255 - qGray(p)) / 255.0;
                        const double vq = 255 - qAlpha(q) * (255 - qGray(q)) / 255.0;
                        difference += std::abs(vp - vq);
                        weight += std::max(255 - vp, 255 - vq);
                    }
                INFO("kinds " << a << " and " << b << " at " << size);
                CHECK(difference / weight > 0.1);
            }
}

TEST_CASE("States of a page are drawn around its shape", "[theme]") {
    PlainAppearance plain;
    const QImage bare = page_sprite(PageKind::anon, 14, page_plain, theme(), 1).toImage();
    for (const unsigned state : {page_in_pagevec, page_isolated, page_used, page_writing}) {
        const QImage image = page_sprite(PageKind::anon, 14, state, theme(), 1).toImage();
        CHECK(image.width() > bare.width());
        // Outside the shape there is ink, inside it is as it was.
        QImage around = image;
        QPainter painter(&around);
        painter.setCompositionMode(QPainter::CompositionMode_Clear);
        const int inset = (image.width() - 14) / 2;
        painter.fillRect(QRect(inset, inset, 14, 14), Qt::transparent);
        painter.end();
        CHECK(has_ink(around));
        CHECK(image.pixel(image.width() / 2, image.height() / 2) == bare.pixel(bare.width() / 2, bare.height() / 2));
    }
    const PageAtlas& atlas = page_atlas(7, theme(), 2);
    CHECK(atlas.pixmap.width() == static_cast<int>(atlas.source[0].width()) * page_kind_count);
}

TEST_CASE("The one button to press is filled, others are not", "[theme]") {
    PlainAppearance plain;
    QPushButton primary("Play");
    set_button_kind(&primary, ButtonKind::primary);
    QPushButton normal("Step");
    for (auto* button : {&primary, &normal})
        button->resize(button->sizeHint());
    CHECK(primary.grab().toImage().pixelColor(6, 16) == color(Token::accentfill));
    CHECK(normal.grab().toImage().pixelColor(6, 16) == color(Token::card));
    primary.setEnabled(false);
    CHECK(primary.grab().toImage().pixelColor(6, 16) == color(Token::card));
}

TEST_CASE("The focus ring is two px outside, for keys always, for the pointer in text fields", "[theme]") {
    PlainAppearance plain;
    QWidget window;
    auto* row = new QHBoxLayout(&window);
    row->setContentsMargins(20, 20, 20, 20);
    auto* button = new QPushButton("Step");
    auto* field = new QLineEdit;
    row->addWidget(button);
    row->addWidget(field);
    window.show();
    REQUIRE(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
    const auto ring = [&]() -> QWidget* {
        auto* found = window.findChild<QWidget*>("focus_ring");
        return found && found->isVisible() ? found : nullptr;
    };
    field->setFocus(Qt::MouseFocusReason);
    button->setFocus(Qt::TabFocusReason);
    REQUIRE(ring());
    CHECK(ring()->geometry() == button->geometry().adjusted(-4, -4, 4, 4));
    CHECK(ring()->testAttribute(Qt::WA_TransparentForMouseEvents));
    // The ring is in ink; between it and the button is the window.
    const QImage picture = window.grab().toImage();
    const QPoint left(button->geometry().left(), button->geometry().center().y());
    CHECK(picture.pixelColor(left - QPoint(3, 0)) == color(Token::ink));
    CHECK(picture.pixelColor(left - QPoint(1, 0)) == color(Token::chrome));
    // It follows the widget.
    row->setContentsMargins(40, 30, 20, 20);
    row->activate();
    CHECK(ring()->geometry() == button->geometry().adjusted(-4, -4, 4, 4));
    field->setFocus(Qt::MouseFocusReason);
    REQUIRE(ring());
    CHECK(ring()->geometry() == field->geometry().adjusted(-4, -4, 4, 4));
    button->setFocus(Qt::MouseFocusReason);
    CHECK_FALSE(ring());
    // Keys after a click make the focus matter again.
    QTest::keyClick(button, Qt::Key_Shift);
    CHECK(ring());
    set_focus_rect(button, QRect(2, 3, 10, 8));
    CHECK(ring()->size() == QSize(18, 16));
    delete button;
    CHECK_FALSE(ring());
}

TEST_CASE("The focus ring inside a scrolled view is clipped by it", "[theme]") {
    PlainAppearance plain;
    QScrollArea area;
    auto* inner = new QWidget;
    auto* button = new QPushButton("Step", inner);
    button->move(10, 300);
    inner->resize(200, 600);
    area.setWidget(inner);
    area.resize(200, 150);
    area.show();
    REQUIRE(QTest::qWaitForWindowExposed(&area));
    area.activateWindow();
    button->setFocus(Qt::TabFocusReason);
    auto* ring = area.viewport()->findChild<QWidget*>("focus_ring");
    REQUIRE(ring);
    CHECK(ring->parentWidget() == area.viewport());
    area.ensureWidgetVisible(button);
    CHECK(ring->geometry().center() == QRect(button->mapTo(area.viewport(), QPoint()), button->size()).center());
}
