// SPDX-License-Identifier: GPL-3.0-or-later
// The floors that every colour must keep, computed from the palette.
#include "tests/gui/colour_math.h"
#include "tests/support/catch.h"
#include "ui/theme/patterns.h"
#include "ui/theme/theme.h"

#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>

using namespace sluice::ui;
using namespace colour_math;

namespace {

constexpr Token surfaces[] = {Token::chrome, Token::panel, Token::canvas, Token::room, Token::card, Token::well};

double lowest_contrast(const Theme& theme, Token token) {
    double lowest = 100;
    for (const Token surface : surfaces)
        lowest = std::min(lowest, contrast(theme[token], theme[surface]));
    return lowest;
}

struct Named {
    Token token;
    double light;
    double dark;
};

// An area of one pattern as lightness, 0 to 100.
std::vector<double> lightness_of(Pattern pattern, const Theme& theme, int side) {
    QImage image(side, side, QImage::Format_RGB32);
    QPainter painter(&image);
    fill_pattern(painter, QRectF(0, 0, side, side), pattern, theme);
    painter.end();
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(side * side));
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x)
            values.push_back(lightness(image.pixelColor(x, y)));
    return values;
}

} // namespace

TEST_CASE("Text keeps 4.5 to 1 on every surface", "[theme]") {
    // The figures are the lowest ones that the design states; none may get worse.
    const Named texts[] = {{Token::ink, 15.1, 13.6}, {Token::ink2, 7.6, 8.9}, {Token::ink3, 5.1, 6.2},
        {Token::accent, 5.6, 7.5}, {Token::stall, 5.0, 7.1}, {Token::warn, 6.0, 8.9}, {Token::good, 5.5, 7.7}};
    for (const Named& text : texts) {
        INFO(token_name(text.token));
        CHECK(text.light >= 4.5);
        CHECK(lowest_contrast(Theme::light(), text.token) >= text.light);
        CHECK(lowest_contrast(Theme::dark(), text.token) >= text.dark);
    }
}

TEST_CASE("Text on its own soft ground keeps 5.1 to 1, white on the filled button 5", "[theme]") {
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        CHECK(contrast(theme[Token::accent], theme[Token::accentsoft]) >= 5.1);
        CHECK(contrast(theme[Token::stall], theme[Token::stallsoft]) >= 5.05);
        CHECK(contrast(theme[Token::warn], theme[Token::warnsoft]) >= 5.1);
        CHECK(contrast(theme[Token::good], theme[Token::goodsoft]) >= 5.1);
        for (const Token ground : {Token::accentsoft, Token::stallsoft, Token::warnsoft, Token::goodsoft}) {
            CHECK(contrast(theme[Token::ink], theme[ground]) >= 4.5);
            CHECK(contrast(theme[Token::ink2], theme[ground]) >= 4.5);
        }
        CHECK(contrast(theme[Token::onaccent], theme[Token::accentfill]) >= 5.1);
        // Tips are the other way round.
        CHECK(contrast(theme[Token::panel], theme[Token::ink]) >= 4.5);
    }
}

TEST_CASE("Shapes that mean something keep 3 to 1 on every surface", "[theme]") {
    const Token shapes[] = {Token::edge, Token::accentfill, Token::stallfill, Token::goodfill, Token::free, Token::pt,
        Token::anonedge, Token::fileedge, Token::dirtyedge, Token::kern, Token::bh, Token::run_a, Token::run_b,
        Token::pred, Token::focus};
    for (const Theme& theme : {Theme::light(), Theme::dark()})
        for (const Token shape : shapes) {
            INFO(token_name(shape) << (theme.is_dark() ? " dark" : " light"));
            CHECK(lowest_contrast(theme, shape) >= 2.995);
        }
}

TEST_CASE("Page kinds stay apart for colour-blind eyes", "[theme]") {
    // Buffer heads are weighed by their shape, not by their hue: they are only asked to differ at all.
    const Token kinds[] = {Token::free, Token::pt, Token::anon, Token::file, Token::dirty, Token::kern};
    const auto nearest = [&](const Theme& theme, Vision vision) {
        double least = 1000;
        for (const Token a : kinds)
            for (const Token b : kinds)
                if (a < b)
                    least = std::min(least, distance(theme[a], theme[b], vision));
        return least;
    };
    CHECK(nearest(Theme::light(), Vision::deuteranopia) >= 17.5);
    CHECK(nearest(Theme::light(), Vision::protanopia) >= 20.5);
    CHECK(nearest(Theme::dark(), Vision::deuteranopia) >= 14.5);
    CHECK(nearest(Theme::dark(), Vision::protanopia) >= 12.9);
    CHECK(nearest(Theme::light(), Vision::tritanopia) >= 10);
    CHECK(nearest(Theme::dark(), Vision::tritanopia) >= 10);
    for (const Theme& theme : {Theme::light(), Theme::dark()})
        for (const Token kind : kinds)
            CHECK(distance(theme[Token::bh], theme[kind], Vision::full) >= 10);
}

TEST_CASE("Patterns can be told apart without colour", "[theme]") {
    // The mean difference in lightness, at the shift that hides the difference best: a pattern that looks like
    // another one moved by some px would come out near 0.
    constexpr int side = 64;
    constexpr int most = 14;
    constexpr int window = side - most;
    for (const Theme& theme : {Theme::light(), Theme::dark()}) {
        std::vector<std::vector<double>> areas;
        for (int i = 0; i < pattern_count; ++i)
            areas.push_back(lightness_of(static_cast<Pattern>(i), theme, side));
        for (int a = 0; a < pattern_count; ++a)
            for (int b = a + 1; b < pattern_count; ++b) {
                double least = 1000;
                for (int dx = 0; dx < most; ++dx)
                    for (int dy = 0; dy < most; ++dy) {
                        double sum = 0;
                        for (int y = 0; y < window; ++y)
                            for (int x = 0; x < window; ++x)
                                sum += std::abs(areas[std::size_t(a)][std::size_t(y * side + x)]
                                    - areas[std::size_t(b)][std::size_t((y + dy) * side + x + dx)]);
                        least = std::min(least, sum / (window * window));
                    }
                INFO("patterns " << a << " and " << b << (theme.is_dark() ? " dark" : " light"));
                CHECK(least >= 2.5);
            }
    }
}

TEST_CASE("Stripes of stall lean right and are twice as wide as those of dirty", "[theme]") {
    const Theme theme = Theme::light();
    const QImage stall = pattern_tile(Pattern::stall, theme, 4).toImage();
    const QImage dirty = pattern_tile(Pattern::dirty, theme, 4).toImage();
    CHECK(stall.width() == 2 * dirty.width());
    // A stripe that leans right looks the same one px to the right and one px up.
    int right = 0;
    int left = 0;
    const int w = stall.width();
    const int h = stall.height();
    for (int y = 1; y < h; ++y)
        for (int x = 0; x + 1 < w; ++x) {
            right += qGray(stall.pixel(x, y)) != qGray(stall.pixel(x + 1, y - 1));
            left += qGray(stall.pixel(x, y - 1)) != qGray(stall.pixel(x + 1, y));
        }
    CHECK(right < left / 2);
    right = left = 0;
    for (int y = 1; y < dirty.height(); ++y)
        for (int x = 0; x + 1 < dirty.width(); ++x) {
            right += qGray(dirty.pixel(x, y)) != qGray(dirty.pixel(x + 1, y - 1));
            left += qGray(dirty.pixel(x, y - 1)) != qGray(dirty.pixel(x + 1, y));
        }
    CHECK(left < right / 2);
}

TEST_CASE("Patterns do not shift while a stack grows", "[theme]") {
    const auto column = [](int height) {
        QImage image(24, 80, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        fill_pattern(painter, QRectF(0, 80 - height, 24, height), Pattern::page_table, Theme::light());
        return image;
    };
    const QImage low = column(31);
    const QImage high = column(44);
    CHECK(low.copy(0, 80 - 31, 24, 31) == high.copy(0, 80 - 31, 24, 31));
}

TEST_CASE("Only the theme knows a colour", "[theme]") {
    const QRegularExpression colour(QStringLiteral("\"#[0-9A-Fa-f]{3,8}\"|\\b0x(?:FF)?[0-9A-F]{6}\\b|Qt::(?:red|blue|"
                                                   "green|black|white|gray|darkGray|lightGray|yellow|cyan|"
                                                   "magenta)\\b|QColor\\(\\s*[0-9]"));
    const QString root = QStringLiteral(SLUICE_SOURCE_DIR "/ui");
    QDirIterator files(root, {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
    int seen = 0;
    while (files.hasNext()) {
        const QString path = files.next();
        if (path.startsWith(root + QStringLiteral("/theme/")))
            continue;
        QFile file(path);
        REQUIRE(file.open(QIODevice::ReadOnly));
        const auto match = colour.match(QString::fromUtf8(file.readAll()));
        INFO(path.toStdString() << ": " << match.captured(0).toStdString());
        CHECK_FALSE(match.hasMatch());
        ++seen;
    }
    CHECK(seen > 10);
}
