// SPDX-License-Identifier: GPL-3.0-or-later
// The laboratory: run bar, lesson, scene, timeline and charts, knobs, code, events and inspector around one shared
// moment and one shared selection. It wires the parts; none of them owns the run.
#pragma once

#include "ui/panel/why_view.h"
#include "ui/player/player.h"
#include "ui/scene/inspectable.h"
#include "ui/scene/run_index.h"
#include "ui/scene/scene_builder.h"
#include "ui/window/folding.h"

#include <QHash>
#include <QMainWindow>
#include <QTimer>

#include <memory>

class QDockWidget;
class QSplitter;
class QStackedWidget;
class QToolBar;
class QToolButton;

namespace sluice::lesson {
struct Lesson;
class RunStore;
}

namespace sluice::ui {

class ChartsArea;
class ChartWidget;
class CodeView;
class CountsPanel;
class EventList;
class Inspector;
class KnobsPanel;
class LessonPanel;
class LockPanel;
class ProgressStore;
class Rail;
class RunBar;
class RunsPanel;
class SceneView;

class LabPage : public QMainWindow {
    Q_OBJECT
public:
    LabPage(Player& player, ProgressStore& progress, QWidget* parent = nullptr);
    ~LabPage() override;

    /// A free run, without a lesson.
    void open_run(const experiment::RunInput& input);
    void open_lesson(std::shared_ptr<const lesson::Lesson> lesson, const QString& step = {}, bool afresh = false);
    LessonPanel& lesson() { return *lesson_; }
    RunBar& run_bar() { return *run_bar_; }
    KnobsPanel& knobs() { return *knobs_; }
    SceneView& scene() { return *scene_; }
    ChartsArea& charts() { return *charts_; }
    CodeView& code() { return *code_; }
    EventList& events() { return *events_; }
    Inspector& inspector() { return *inspector_; }
    LockPanel& locks() { return *locks_; }
    CountsPanel& counts() { return *delays_; }
    const SceneNames& names() const { return names_; }
    const Inspectable& selection() const { return selection_; }

    /// The widget that a lesson's name stands for, made visible; null for an unknown name.
    QWidget* show_anchor(const QString& anchor);
    /// The widget of a name, without showing it. Null if there is none.
    QWidget* find_anchor(const QString& anchor);
    std::vector<QDockWidget*> docks() const;
    /// Lays the docks out for the present size, as at the first start.
    void standard_layout();
    const Folding& folding() const { return folding_; }
    /// Shows a panel, and in a narrow window folds what stands in its place.
    void open_panel(QDockWidget* dock);
    /// Folds a panel to its rail.
    void fold_panel(QDockWidget* dock);
    /// The rails of a narrow window; hidden in a wide one.
    Rail& rail(Qt::Edge side) { return side == Qt::LeftEdge ? *left_rail_ : *right_rail_; }
    /// Scene, timeline and charts alone.
    void set_bare(bool bare);
    /// Regions for F6, in reading order; only those that can be seen.
    std::vector<QWidget*> regions() const;
    void show_why(); ///< of the longest delay so far
    void show_record(RecordIndex delay);
    void toggle_table(); ///< of the scene
    void toggle_charts(); ///< larger, and back; in a narrow window they come and go
    void focus_last_knob();
    void announce();
    void export_chart_of(ChartWidget* chart);

public slots:
    void select(const sluice::ui::Inspectable& thing);

signals:
    void left(); ///< back to the start page
    void said(const QString& sentence);
    void lesson_wanted(const QString& id);
    void lesson_finished(const QString& id);
    void status_changed();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QDockWidget* add_dock(
        const QString& name, const QString& title, const QString& icon, QWidget* content, Qt::DockWidgetArea area);
    Rail* add_rail(Qt::Edge side, Qt::ToolBarArea area);
    void fill_rails();
    void show_rails();
    void show_charts(bool shown);
    void show_wanted(const QStringList& anchors);
    std::vector<QDockWidget*> panels() const; ///< the docks at the right
    void show_moment();
    void show_runs();
    void gate_future();
    void hide_policy(bool hidden); ///< what a step asks for must not stand in a panel
    QHash<QDockWidget*, QWidget*> withheld_; ///< panels that are hidden so, by their dock
    void fold();
    void show_delays();
    void show_lock_site(RecordIndex record);
    void open_why(bool open);

    Player& player_;
    SceneNames names_;
    RunIndex index_;
    const void* indexed_ = nullptr; ///< the journal that index_ reads
    Inspectable selection_;
    RunBar* run_bar_;
    SceneView* scene_;
    QStackedWidget* centre_;
    WhyView* why_;
    ChartsArea* charts_;
    CountsPanel* delays_;
    LessonPanel* lesson_;
    KnobsPanel* knobs_;
    CodeView* code_;
    EventList* events_;
    Inspector* inspector_;
    RunsPanel* runs_;
    LockPanel* locks_;
    QSplitter* column_;
    QDockWidget *lesson_dock_, *knobs_dock_, *code_dock_, *events_dock_, *inspect_dock_, *delays_dock_, *runs_dock_,
        *locks_dock_;
    QList<int> before_why_; ///< heights of scene and charts before Why was opened
    Rail *left_rail_ = nullptr, *right_rail_ = nullptr;
    QToolButton* lesson_button_ = nullptr;
    QToolButton* charts_button_ = nullptr;
    std::vector<QToolButton*> panel_buttons_; ///< one for each of panels()
    Folding folding_;
    QString usual_total_ = QStringLiteral("delays"); ///< of the subject of the run
    bool laid_out_ = false; ///< the docks stand as folding_ says
    bool charts_asked_ = false; ///< in a window where charts do not stay
    bool bare_ = false;
};

} // namespace sluice::ui
