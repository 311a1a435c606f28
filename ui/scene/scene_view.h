// SPDX-License-Identifier: GPL-3.0-or-later
// The scene as the window embeds it: narration line, the canvas or the table with the same numbers, legend.
#pragma once

#include "ui/scene/scene_model.h"
#include "ui/scene/scene_view_state.h"

#include <QWidget>

class QTableView;
class QStackedWidget;

namespace sluice::ui {

class LegendBar;
class NarrationBar;
class SceneTable;
class SceneWidget;

class SceneView : public QWidget {
    Q_OBJECT
public:
    explicit SceneView(QWidget* parent = nullptr);

    /// `announce`: the run paused or a beat was reached; the sentence is told at once.
    void set_model(SceneModel model, bool announce = false);
    SceneWidget& scene() { return *scene_; }
    NarrationBar& narration() { return *narration_; }
    QTableView& table() { return *table_view_; }
    bool table_shown() const;
    /// Resolves "scene.cpu0" and the like to a rectangle of the canvas; empty if there is no such thing.
    QRect anchor_rect(const QString& anchor) const;

public slots:
    void show_table(bool shown);

signals:
    void inspect_requested(const sluice::ui::Inspectable& thing);
    void selection_changed(const sluice::ui::Inspectable& thing);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    NarrationBar* narration_;
    QStackedWidget* stack_;
    SceneWidget* scene_;
    QTableView* table_view_;
    SceneTable* table_;
    LegendBar* legend_;
    QString announced_; ///< the sentence told last, since the run paused
};

} // namespace sluice::ui
