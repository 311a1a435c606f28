// SPDX-License-Identifier: GPL-3.0-or-later
// The line beneath the scene: what the shapes and stripes mean, for those that the picture can show now.
#pragma once

#include "ui/scene/scene_model.h"

#include <QWidget>

#include <memory>

namespace sluice::ui {

struct LegendContent;

class LegendBar : public QWidget {
    Q_OBJECT
public:
    explicit LegendBar(QWidget* parent = nullptr);
    ~LegendBar() override;
    void set_model(const SceneModel& model);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;
    void changeEvent(QEvent*) override;

private:
    std::unique_ptr<LegendContent> content_;
};

} // namespace sluice::ui
