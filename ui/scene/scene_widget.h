// SPDX-License-Identifier: GPL-3.0-or-later
// The canvas of the scene: draws a SceneModel, and lets one point at, walk through and choose what is in it.
// It asks nobody anything: whoever moves the playhead hands it the next model.
#pragma once

#include "ui/scene/scene_model.h"
#include "ui/scene/scene_view_state.h"

#include <QWidget>

#include <memory>

namespace sluice::ui {

class SceneWidget : public QWidget {
    Q_OBJECT
public:
    explicit SceneWidget(QWidget* parent = nullptr);
    ~SceneWidget() override;

    void set_model(SceneModel model);
    const SceneModel& model() const;
    const SceneViewState& view() const;

    void set_selection(const Inspectable& thing);
    void set_zoom(Zoom zoom);
    void set_callouts(std::vector<Callout> callouts);
    void set_reduced_motion(bool reduced);

    /// Everything that can be chosen, in reading order.
    std::vector<Inspectable> things() const;
    /// Moves the keyboard's place in the scene.
    void set_focus_thing(const Inspectable& thing);
    /// As if it had been clicked.
    void inspect(const Inspectable& thing);

    /// Where a thing is drawn, in widget coordinates; empty if it is not in the picture now.
    QRectF rect_of(const Inspectable& thing) const;
    /// What is drawn at a point.
    Inspectable thing_at(const QPointF& point) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public slots:
    void zoom_in();
    void zoom_out();
    void zoom_machine();

signals:
    /// Clicked, or Enter on it.
    void inspect_requested(const sluice::ui::Inspectable& thing);
    void selection_changed(const sluice::ui::Inspectable& thing);
    void zoom_changed(sluice::ui::Zoom zoom);
    /// `T` and `N` were pressed.
    void table_requested();
    void announce_requested();

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    bool event(QEvent*) override;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace sluice::ui
