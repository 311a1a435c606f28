// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/legend_bar.h"

#include "ui/scene/paint_legend.h"

#include <QEvent>
#include <QPainter>

namespace sluice::ui {

LegendBar::LegendBar(QWidget* parent)
    : QWidget(parent)
    , content_(std::make_unique<LegendContent>()) {
    setObjectName("legend");
    setAccessibleName(tr("Legend"));
}

LegendBar::~LegendBar() = default;

void LegendBar::set_model(const SceneModel& model) {
    const LegendContent next = legend_of(model);
    if (next == *content_)
        return;
    *content_ = next;
    update();
}

QSize LegendBar::sizeHint() const {
    return {px(600), px(24)};
}
QSize LegendBar::minimumSizeHint() const {
    return {px(200), px(24)};
}

void LegendBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange
        || event->type() == QEvent::StyleChange) {
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

void LegendBar::paintEvent(QPaintEvent*) {
    QPainter p(this);
    p.fillRect(rect(), color(Token::chrome));
    p.fillRect(0, 0, width(), 1, color(Token::line));
    paint_legend(Paint(p, theme()), rect(), *content_, tr("Click anything to inspect it"));
}

} // namespace sluice::ui
