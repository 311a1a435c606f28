// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/lab_page.h"

#include "core/lesson/anchors.h"
#include "core/lesson/session.h"
#include "ui/chart/export_panel.h"
#include "ui/chart/run_charts.h"
#include "ui/chart/timeline.h"
#include "ui/chart/xy_chart.h"
#include "ui/kit/format.h"
#include "ui/kit/frames.h"
#include "ui/kit/notice.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/code_view.h"
#include "ui/panel/event_list.h"
#include "ui/panel/inspector.h"
#include "ui/panel/knobs_panel.h"
#include "ui/panel/lock_panel.h"
#include "ui/panel/run_bar.h"
#include "ui/panel/runs_panel.h"
#include "ui/player/computed_run.h"
#include "ui/scene/narration_bar.h"
#include "ui/scene/scene_view.h"
#include "ui/scene/scene_widget.h"
#include "ui/theme/appearance.h"
#include "ui/theme/dress.h"
#include "ui/window/charts_area.h"
#include "ui/window/counts_panel.h"
#include "ui/window/names.h"
#include "ui/window/rail.h"

#include <QDockWidget>
#include <QPointer>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace sluice::ui {

namespace {
QString text(const std::string& s) {
    return QString::fromStdString(s);
}
}

LabPage::LabPage(Player& player, ProgressStore& progress, QWidget* parent)
    : QMainWindow(parent, Qt::Widget)
    , player_(player)
    , names_(core_names(
          [&player]() -> const experiment::Scenario* { return player.has_run() ? &player.scenario() : nullptr; }))
    , run_bar_(new RunBar(player))
    , scene_(new SceneView)
    , centre_(new QStackedWidget)
    , why_(new WhyView(player, names_))
    , charts_(new ChartsArea(player))
    , delays_(new CountsPanel)
    , lesson_(new LessonPanel(player, progress, lesson::program_store()))
    , knobs_(new KnobsPanel(player))
    , code_(new CodeView(player))
    , events_(new EventList(player, names_))
    , inspector_(new Inspector(player, names_))
    , runs_(new RunsPanel(player))
    , locks_(new LockPanel(player, [this](bool of_a) { return charts_->label_of(of_a); })) {
    setObjectName("lab");
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);

    auto* bar = new QToolBar(tr("Run"));
    bar->setObjectName("run_tool_bar");
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->toggleViewAction()->setVisible(false);
    run_bar_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    bar->addWidget(run_bar_);
    bar->setContentsMargins(0, 0, 0, 0);
    addToolBar(Qt::TopToolBarArea, bar);

    scene_->setObjectName("scene");
    scene_->setAccessibleName(tr("Scene"));
    centre_->addWidget(scene_);
    centre_->addWidget(why_);
    auto* upper = new QWidget;
    auto* upper_column = new QVBoxLayout(upper);
    upper_column->setContentsMargins(0, 0, 0, 0);
    upper_column->setSpacing(0);
    upper_column->addWidget(centre_, 1);
    column_ = new QSplitter(Qt::Vertical);
    column_->setObjectName("column");
    column_->setChildrenCollapsible(false);
    column_->addWidget(upper);
    column_->addWidget(charts_);
    column_->setStretchFactor(0, 3);
    column_->setStretchFactor(1, 2);
    setCentralWidget(column_);

    lesson_dock_ = add_dock("lesson_dock", tr("Lesson"), {}, lesson_, Qt::LeftDockWidgetArea);
    knobs_dock_ = add_dock("knobs_dock", tr("Knobs"), "knobs", knobs_, Qt::RightDockWidgetArea);
    code_dock_ = add_dock("code_dock", tr("Code"), "code", code_, Qt::RightDockWidgetArea);
    events_dock_ = add_dock("events_dock", tr("Events"), "list", events_, Qt::RightDockWidgetArea);
    inspect_dock_ = add_dock("inspect_dock", tr("Inspect"), "search", inspector_, Qt::RightDockWidgetArea);
    delays_dock_ = add_dock("delays_dock", tr("Totals"), "chart", delays_, Qt::RightDockWidgetArea);
    locks_dock_ = add_dock("locks_dock", tr("Locks"), "lock", locks_, Qt::RightDockWidgetArea);
    runs_dock_ = add_dock("runs_dock", tr("Runs"), "compare", runs_, Qt::RightDockWidgetArea);
    delays_->setObjectName("delays");
    delays_->setAccessibleName(tr("Totals"));
    lesson_dock_->hide();
    fill_rails();

    connect(run_bar_, &RunBar::said, this, &LabPage::said);
    connect(&player_, &Player::said, this, &LabPage::said);
    connect(lesson_, &LessonPanel::said, this, &LabPage::said);
    connect(why_, &WhyView::said, this, &LabPage::said);
    connect(&player_, &Player::moment_changed, this, &LabPage::show_moment);
    connect(&player_, &Player::run_changed, this, &LabPage::show_runs);
    connect(&player_, &Player::head_changed, this, &LabPage::status_changed);
    connect(&player_, &Player::playing_changed, this, [this](bool on) {
        if (!on)
            show_moment();
    });

    connect(scene_, &SceneView::inspect_requested, this, [this](const Inspectable& thing) {
        select(thing);
        open_panel(inspect_dock_);
    });
    connect(scene_, &SceneView::selection_changed, this, &LabPage::select);
    connect(events_, &EventList::inspect_requested, this, &LabPage::select);
    connect(events_, &EventList::why_requested, this, [this](qulonglong record) { show_record(record); });
    connect(inspector_, &Inspector::inspect_requested, this, &LabPage::select);
    connect(inspector_, &Inspector::seek_requested, &player_, &Player::seek);
    connect(inspector_, &Inspector::why_requested, this, &LabPage::show_why);
    connect(inspector_, &Inspector::opened, lesson_, &LessonPanel::note_opened);
    connect(why_, &WhyView::closed, this, [this] { open_why(false); });
    connect(why_, &WhyView::opened, this, [this] { lesson_->note_opened("why"); });
    connect(why_, &WhyView::seek_requested, this, [this](qint64 t) {
        player_.pause();
        player_.seek(t);
        open_why(false);
    });
    connect(why_, &WhyView::knob_requested, this, [this](const QString& id) {
        if (const auto k = experiment::find_knob(id.toStdString())) {
            open_panel(knobs_dock_);
            knobs_->reveal(*k);
        }
    });
    connect(code_, &CodeView::line_chosen, lesson_, &LessonPanel::line_chosen);
    connect(charts_, &ChartsArea::seek_requested, this, [this](qint64 t) {
        player_.pause();
        player_.seek(t);
    });
    connect(charts_, &ChartsArea::first_drain_requested, &player_, &Player::next_landmark);
    connect(charts_, &ChartsArea::export_requested, this, [this](ChartWidget* chart) { export_chart_of(chart); });
    connect(charts_, &ChartsArea::data_changed, this, &LabPage::show_delays);
    connect(charts_, &ChartsArea::seen, lesson_, &LessonPanel::note_seen);
    connect(charts_, &ChartsArea::knob_mark_activated, this, [this](int i) {
        if (i >= 0 && static_cast<std::size_t>(i) < player_.interventions().size())
            knobs_->reveal(player_.interventions()[static_cast<std::size_t>(i)].knob);
    });
    connect(&delays_->chart(), &ChartWidget::menu_requested, this, [this] { export_chart_of(&delays_->chart()); });
    connect(delays_, &CountsPanel::chosen, this, &LabPage::show_delays);
    connect(locks_, &LockPanel::site_requested, this, [this](qulonglong record) { show_lock_site(record); });
    connect(locks_, &LockPanel::lock_requested, this, [this](LockId lock) { select(Inspectable::lock(lock)); });
    connect(locks_, &LockPanel::said, this, &LabPage::said);
    connect(delays_dock_, &QDockWidget::visibilityChanged, this, [this](bool on) {
        if (on)
            show_delays();
    });
    connect(lesson_, &LessonPanel::left, this, &LabPage::left);
    connect(lesson_, &LessonPanel::lesson_link, this, &LabPage::lesson_wanted);
    connect(lesson_, &LessonPanel::finished, this, &LabPage::lesson_finished);
    connect(lesson_, &LessonPanel::step_changed, this, &LabPage::gate_future);
    connect(lesson_, &LessonPanel::answered, this, &LabPage::gate_future);
    connect(lesson_, &LessonPanel::show_requested, this, [this](const QStringList& anchors) {
        open_why(false);
        std::vector<Callout> callouts;
        show_wanted(anchors);
        for (const QString& a : anchors)
            if (const auto thing = scene_anchor(a); thing && thing->valid())
                callouts.push_back({*thing, static_cast<int>(callouts.size()) + 1});
        // One callout at a time: more than one thing to look at is none.
        if (callouts.size() > 1)
            callouts.resize(1);
        scene_->scene().set_callouts(std::move(callouts));
    });
    connect(lesson_, &LessonPanel::knobs_requested, this, [this](const QStringList& ids) {
        std::vector<experiment::KnobIndex> open;
        for (const QString& id : ids)
            if (const auto k = experiment::find_knob(id.toStdString()))
                open.push_back(*k);
        knobs_->set_open(open);
        knobs_->set_fixed(
            open.empty() ? tr("This step of the lesson changes no knob.") : tr("Set by this step of the lesson."),
            open.empty());
    });
    connect(lesson_, &LessonPanel::fold_requested, this, [this] { fold_panel(lesson_dock_); });
    // The size of text has changed, and with it how much there is room for.
    connect(&Appearance::instance(), &Appearance::changed, this, &LabPage::fold);
    connect(&Appearance::instance(), &Appearance::motion_changed, this,
        [this](bool reduced) { scene_->scene().set_reduced_motion(reduced); });
    scene_->scene().set_reduced_motion(Appearance::instance().reduced_motion());
}

LabPage::~LabPage() {
    // Docks tell that they go while they are destroyed, when there is nothing left to arrange.
    for (QDockWidget* dock : docks())
        dock->disconnect(this);
}

QDockWidget* LabPage::add_dock(
    const QString& name, const QString& title, const QString& icon_name, QWidget* content, Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    content->setMinimumWidth(px(264)); // below it words are cut
    dock->setWidget(content);
    dock->setFeatures(
        QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetFloatable);
    if (icon_name.isEmpty()) {
        dock->setTitleBarWidget(new QWidget); // the lesson has a head of its own
    } else {
        auto* head = new DockHead(icon_name, title);
        if (name == "knobs_dock")
            head->set_note(tr("take effect at the playhead"));
        dock->setTitleBarWidget(head);
    }
    addDockWidget(area, dock);
    return dock;
}

std::vector<QDockWidget*> LabPage::docks() const {
    return {lesson_dock_, knobs_dock_, code_dock_, events_dock_, inspect_dock_, locks_dock_, delays_dock_, runs_dock_};
}

void LabPage::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    fold();
}

void LabPage::open_run(const experiment::RunInput& input) {
    lesson_->close();
    lesson_dock_->hide();
    show_rails();
    knobs_->set_open({});
    knobs_->set_fixed({}, false);
    scene_->scene().set_callouts({});
    open_why(false);
    player_.open(input);
    gate_future();
    // The window has the keyboard at first, so that the run's keys work at once; without any focus Qt would choose the
    // first button.
    window()->setFocus(Qt::OtherFocusReason);
}

void LabPage::open_lesson(std::shared_ptr<const lesson::Lesson> lesson, const QString& step, bool afresh) {
    open_why(false);
    lesson_->open(std::move(lesson), step, afresh);
    open_panel(lesson_dock_);
    gate_future();
}

void LabPage::show_runs() {
    if (!player_.has_run())
        return;
    index_.clear();
    if (selection_.what == Inspectable::What::cpu && selection_.id >= player_.scenario().machine.cpus.size())
        select({});
    // Another subject begins with a chart of its own; a chart that was chosen stays within the subject.
    if (const QString usual = usual_total(player_.scenario()); usual != usual_total_) {
        usual_total_ = usual;
        delays_->show_chart(usual);
    }
    show_moment();
    emit status_changed();
}

void LabPage::show_moment() {
    if (!player_.has_run())
        return;
    const auto& journal = player_.journal();
    if (indexed_ != &journal) {
        index_.clear();
        indexed_ = &journal;
    }
    SceneSettings settings;
    settings.speed = player_.speed() > 0 ? static_cast<Time>(player_.speed()) : static_cast<Time>(Player::kFastest);
    add_run_settings(settings, player_.scenario(), [this](experiment::KnobIndex k) { return player_.knob(k); });
    settings.still = !player_.playing();
    SceneModel model = build_scene(player_.state(), journal, player_.playhead(), index_, names_, settings);
    Time waiting = 0;
    for (const RoomModel& room : model.rooms)
        for (const CpuModel& c : room.cpus)
            waiting = std::max(waiting, c.waiter_for);
    charts_->set_waiting(waiting);
    const bool streams = (model.giant && !model.giant->flow.empty())
        || std::any_of(model.roads.begin(), model.roads.end(), [](const RoadModel& r) { return r.stream; });
    run_bar_->set_pace_note(streams ? tr("streams, not dots") : tr("one dot = one page"));
    scene_->set_model(std::move(model), !player_.playing());
    scene_->setAccessibleDescription(scene_->narration().shown().text());
    emit status_changed();
}

void LabPage::show_delays() {
    if (!delays_dock_->isVisible() || delays_->visibleRegion().isEmpty())
        return;
    const auto b = charts_->side(false), a = charts_->side(true);
    if (!b)
        return;
    ChartData c = make_run_chart(delays_->name(), *b, a ? &*a : nullptr);
    if (!lesson_->future_allowed())
        c = ChartData{}; // an unanswered question hides what is still to come
    delays_->chart().set_data(std::move(c));
    lesson_->note_seen("chart." + delays_->name());
}

void LabPage::show_lock_site(RecordIndex record) {
    // Back from a record of the lock to the line at which that CPU stood, or to the nearest line before it that a
    // listing has: the one that called.
    constexpr RecordIndex kLook = 20'000;
    const journal::Journal& journal = player_.journal();
    const Record of_lock = journal.at(record);
    RecordIndex i = record;
    if (of_lock.kind == Kind::lock_drop) {
        const auto took
            = [&](const Record& r) { return r.kind == Kind::lock_take && r.cpu == of_lock.cpu && r.a == of_lock.a; };
        while (i > 0 && record - i < kLook && !took(journal.at(i)))
            --i;
    }
    select(Inspectable::cpu(of_lock.cpu));
    StepId first = 0;
    for (const RecordIndex end = i > kLook ? i - kLook : 0; i-- > end;) {
        const Record r = journal.at(i);
        if (r.kind != Kind::step || r.cpu != of_lock.cpu)
            continue;
        const StepId step = step_of(r.to);
        if (first == 0)
            first = step;
        if (code_->show_step(step)) {
            open_panel(code_dock_);
            break;
        }
    }
    if (const StepText at = names_.step ? names_.step(first) : StepText{}; first != 0 && !at.function.isEmpty())
        emit said(tr("The lock is asked for in %1: %2").arg(at.function, at.text));
}

void LabPage::gate_future() {
    const bool open = lesson_->future_allowed();
    charts_->set_reveal(open ? Reveal::half : Reveal::hidden);
    events_->set_future_shown(open);
    hide_policy(lesson_->session() && lesson_->session()->policy_hidden());
    show_delays();
}

void LabPage::hide_policy(bool hidden) {
    for (QDockWidget* dock : {knobs_dock_, code_dock_, runs_dock_, events_dock_}) {
        if (hidden == withheld_.contains(dock))
            continue;
        if (hidden) {
            auto* cover = new EmptyState(dock);
            cover->set_texts(EmptyState::Sketch::list, tr("Hidden for now"),
                tr("It would tell the policy. It comes back when you have answered."));
            withheld_.insert(dock, dock->widget());
            dock->setWidget(cover); // the panel stays a child of the dock, out of sight
        } else {
            QWidget* cover = dock->widget();
            dock->setWidget(withheld_.take(dock));
            dock->widget()->show();
            cover->deleteLater();
        }
    }
}

void LabPage::select(const Inspectable& thing) {
    if (selection_ == thing)
        return;
    selection_ = thing;
    scene_->scene().set_selection(thing);
    events_->set_selection(thing);
    inspector_->show_thing(thing);
    code_->set_cpu(thing.what == Inspectable::What::cpu ? std::optional(static_cast<CpuId>(thing.id)) : std::nullopt);
}

QWidget* LabPage::find_anchor(const QString& anchor) {
    if (anchor.startsWith("scene") || anchor == "twin" || anchor == "narration")
        return anchor == "narration" ? static_cast<QWidget*>(&scene_->narration()) : scene_;
    if (anchor == "code")
        return code_;
    if (anchor == "knobs")
        return knobs_;
    if (anchor == "runs")
        return runs_;
    if (anchor == "inspect")
        return inspector_;
    if (anchor == "events")
        return events_;
    if (anchor == "locks")
        return locks_;
    if (anchor == "timeline")
        return &charts_->timeline();
    if (anchor == "why")
        return why_;
    if (anchor == "chart.sweep")
        return lesson_;
    for (const RunChart& c : run_charts())
        if (!c.over_time && anchor == QStringLiteral("chart.") + c.name)
            return delays_;
    if (anchor.startsWith("chart.") && is_run_chart(anchor.mid(6)))
        return charts_;
    return nullptr;
}

QWidget* LabPage::show_anchor(const QString& anchor) {
    QWidget* w = find_anchor(anchor);
    if (!w)
        return nullptr;
    if (anchor.startsWith("chart.") && w == charts_)
        charts_->show_chart(anchor.mid(6));
    if (anchor.startsWith("chart.") && w == delays_)
        delays_->show_chart(anchor.mid(6));
    for (QDockWidget* d : docks())
        if (d->widget() == w || d->widget()->isAncestorOf(w))
            open_panel(d);
    if (w == charts_ || w == &charts_->timeline())
        show_charts(true);
    if (const int cpu = lesson::anchor_cpu(anchor.toStdString()); cpu >= 0)
        select(Inspectable::cpu(static_cast<CpuId>(cpu)));
    lesson_->note_seen(anchor);
    return w;
}

std::vector<QWidget*> LabPage::regions() const {
    std::vector<QWidget*> list;
    for (QWidget* w : {static_cast<QWidget*>(left_rail_), static_cast<QWidget*>(lesson_),
             static_cast<QWidget*>(run_bar_), static_cast<QWidget*>(scene_),
             static_cast<QWidget*>(&charts_->timeline()), static_cast<QWidget*>(charts_), static_cast<QWidget*>(knobs_),
             static_cast<QWidget*>(code_), static_cast<QWidget*>(events_), static_cast<QWidget*>(inspector_),
             static_cast<QWidget*>(locks_), static_cast<QWidget*>(runs_), static_cast<QWidget*>(right_rail_)})
        if (w->isVisible() && !w->visibleRegion().isEmpty())
            list.push_back(w);
    return list;
}

void LabPage::open_why(bool open) {
    if (open == (centre_->currentWidget() == why_))
        return;
    if (open && !folding_.charts_stay)
        show_charts(false);
    if (open) {
        // Strip and causes need more height than the scene has beside two charts.
        before_why_ = column_->sizes();
        const int all = before_why_[0] + before_why_[1];
        column_->setSizes({std::max(before_why_[0], all * 72 / 100), all * 28 / 100});
    } else if (before_why_.size() == 2) {
        column_->setSizes(before_why_);
    }
    centre_->setCurrentWidget(open ? static_cast<QWidget*>(why_) : scene_);
}

void LabPage::show_why() {
    if (why_->show_longest(lesson_->future_allowed()))
        open_why(true);
    else
        emit said(tr("No task that was woken has begun to run yet, so there is no delay to explain."));
}

void LabPage::show_record(RecordIndex record) {
    if (why_->show_delay(record))
        open_why(true);
}

void LabPage::toggle_table() {
    scene_->show_table(!scene_->table_shown());
}

void LabPage::toggle_charts() {
    if (!folding_.charts_stay) {
        show_charts(!charts_asked_);
        return;
    }
    const QList<int> sizes = column_->sizes();
    const int all = sizes[0] + sizes[1];
    const bool large = sizes[1] > all * 55 / 100;
    column_->setSizes(large ? QList{all * 60 / 100, all * 40 / 100} : QList{all * 35 / 100, all * 65 / 100});
}

void LabPage::focus_last_knob() {
    knobs_->focus_last_changed();
}

void LabPage::announce() {
    scene_->narration().announce();
}

void LabPage::export_chart_of(ChartWidget* chart) {
    if (!chart || !player_.has_run())
        return;
    const QString fingerprint = text(experiment::format_fingerprint(player_.b().fingerprint()));
    auto* panel = new ExportPanel(this);
    panel->setWindowFlags(Qt::Tool);
    panel->setWindowTitle(tr("Export %1").arg(chart->data().title));
    panel->setAttribute(Qt::WA_DeleteOnClose);
    const QPointer<ChartWidget> source(chart);
    panel->set_source([source] { return source ? source->shown_data() : ChartData{}; });
    panel->set_footnote(export_footnote(text(player_.scenario().title), player_.b().input().seed, fingerprint));
    panel->set_proposed_name(text(player_.scenario().id) + '_' + chart->data().id);
    connect(
        panel, &ExportPanel::written, this, [this](const QString& path) { emit said(tr("Written: %1").arg(path)); });
    connect(panel, &ExportPanel::failed, this, &LabPage::said);
    connect(panel, &ExportPanel::closed, panel, &QWidget::close);
    panel->move(chart->mapToGlobal(QPoint(px(80), -px(160))));
    panel->show();
}

} // namespace sluice::ui
