// SPDX-License-Identifier: GPL-3.0-or-later
// Draws hand-made scenes at the sizes of the window. With SLUICE_SCENE_OUT=DIR the pictures are kept.
#include "scene_samples.h"
#include "tests/support/catch.h"
#include "ui/scene/render.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>

using namespace sluice::ui;

namespace {

QImage picture(const SceneModel& model, QSize size, const Theme& theme, double ratio, const SceneViewState& view = {}) {
    QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::magenta);
    QPainter p(&image);
    render_scene(p, model, view, size, theme);
    return image;
}

} // namespace

TEST_CASE("hand-made scenes are drawn at every size, theme and scale", "[scene]") {
    struct Sample {
        const char* name;
        SceneModel model;
    };
    const Sample list[] = {{"2x2", samples::two_nodes()}, {"1x1", samples::machine(1, 1)},
        {"1x4", samples::machine(1, 4)}, {"1x16", samples::machine(1, 16)}, {"4x2", samples::machine(4, 2)},
        {"4x36", samples::machine(4, 36, 2)}, {"12x8", samples::machine(12, 8)}, {"128x2", samples::machine(128, 2)},
        {"1x144", samples::machine(1, 144, 2)}};
    const QByteArray out = qgetenv("SLUICE_SCENE_OUT");
    for (const Sample& sample : list)
        for (const QSize size : {QSize(980, 436), QSize(850, 436), QSize(748, 408)})
            for (const bool dark : {false, true})
                for (const double ratio : {1.0, 2.0}) {
                    SceneViewState view;
                    view.selection = Inspectable::cpu(0);
                    const QImage image
                        = picture(sample.model, size, dark ? Theme::dark() : Theme::light(), ratio, view);
                    // Nothing is left unpainted.
                    CHECK(image.pixelColor(2, 2) != QColor(Qt::magenta));
                    CHECK(image.pixelColor(image.width() - 3, image.height() - 3) != QColor(Qt::magenta));
                    if (!out.isEmpty())
                        image.save(QString("%1/%2-%3-%4-%5.png")
                                       .arg(QString(out), sample.name)
                                       .arg(size.width())
                                       .arg(dark ? "dark" : "light")
                                       .arg(ratio));
                }
}

TEST_CASE("the same scene gives the same picture", "[scene]") {
    const QImage a = picture(samples::two_nodes(), {850, 436}, Theme::light(), 1);
    picture(samples::machine(4, 36, 2), {700, 400}, Theme::dark(), 1);
    const QImage b = picture(samples::two_nodes(), {850, 436}, Theme::light(), 1);
    CHECK(a == b);
    SceneModel later = samples::two_nodes();
    later.roads[0].trips[0].age += 3'000;
    CHECK(picture(later, {850, 436}, Theme::light(), 1) != a);
}

TEST_CASE("a scene is written as PNG and SVG, or says why not", "[scene]") {
    QTemporaryDir dir;
    const SceneModel m = samples::two_nodes();
    CHECK(save_scene(dir.filePath("a.png"), m, {}, {980, 490}, Theme::light()).isEmpty());
    CHECK(QImage(dir.filePath("a.png")).size() == QSize(980, 490));
    CHECK(save_scene(dir.filePath("a.svg"), m, {}, {980, 490}, Theme::light()).isEmpty());
    QFile svg(dir.filePath("a.svg"));
    REQUIRE(svg.open(QIODevice::ReadOnly));
    const QByteArray text = svg.readAll();
    CHECK(text.contains("check_pgt_cache")); // real text
    CHECK(!text.contains("<image")); // no pixels
    CHECK(save_scene(dir.filePath("a.bmp"), m, {}, {980, 490}, Theme::light()).contains("a.bmp"));
    CHECK(save_scene("/nowhere/a.png", m, {}, {980, 490}, Theme::light()).contains("/nowhere/a.png"));
}
