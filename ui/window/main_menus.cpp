// SPDX-License-Identifier: GPL-3.0-or-later
// Menus of the window and the page of keys. Single keys are handled by the window itself, so that typing in a field is
// never taken for a command; the menus show them.
#include "core/lesson/session.h"
#include "ui/kit/frames.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/run_bar.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/theme/appearance.h"
#include "ui/theme/dress.h"
#include "ui/window/charts_area.h"
#include "ui/window/lab_page.h"
#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QHeaderView>
#include <QMenuBar>
#include <QMessageBox>
#include <QTableWidget>
#include <QVBoxLayout>

namespace sluice::ui {

void MainWindow::build_menus() {
    const auto in_lab = [this] { return page() == 1 && player_->has_run(); };
    const auto in_lesson = [this] { return page() == 1 && lab_->lesson().has_lesson(); };
    const auto add = [this](QMenu* menu, const QString& words, const QString& key, const QKeySequence& shortcut,
                         std::function<void()> run, std::function<bool()> enabled = {}) {
        QAction* act = menu->addAction(key.isEmpty() ? words : words + '\t' + key);
        if (!shortcut.isEmpty())
            act->setShortcut(shortcut);
        addAction(act); // its shortcut works without the menu bar too
        connect(act, &QAction::triggered, this, [run = std::move(run)] { run(); });
        if (enabled)
            conditional_.emplace_back(act, std::move(enabled));
        return act;
    };

    QMenu* file = menuBar()->addMenu(tr("&File"));
    add(file, tr("Open…"), {}, QKeySequence::Open, [this] { ask_open(); });
    add(
        file, tr("Save the experiment"), {}, QKeySequence::Save,
        [this] { file_.isEmpty() ? ask_save() : void(save_experiment(file_)); }, in_lab);
    add(
        file, tr("Save the experiment as…"), {}, QKeySequence::SaveAs, [this] { ask_save(); }, in_lab);
    add(
        file, tr("Export the chart…"), {}, QKeySequence(tr("Ctrl+E")),
        [this] { lab_->export_chart_of(&lab_->charts().current_chart()); }, in_lab);
    file->addSeparator();
    add(file, tr("Start page"), {}, QKeySequence(tr("Ctrl+Home")), [this] { show_start(); });
    add(
        file, tr("Laboratory"), {}, QKeySequence(tr("Ctrl+L")), [this] { show_lab(); },
        [this] { return player_->has_run(); });
    add(file, tr("Claims"), {}, QKeySequence(tr("Ctrl+Shift+C")), [this] { show_claims(); });
    add(file, tr("Sweep"), {}, QKeySequence(tr("Ctrl+Shift+W")), [this] { show_sweeps(); });
    file->addSeparator();
    add(file, tr("Quit"), {}, QKeySequence::Quit, [this] { close(); });

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    QAction* undo = add(
        edit, tr("Undo"), {}, QKeySequence::Undo, [this] { player_->undo(); }, [this] { return player_->can_undo(); });
    QAction* redo = add(
        edit, tr("Redo"), {}, QKeySequence::Redo, [this] { player_->redo(); }, [this] { return player_->can_redo(); });
    connect(edit, &QMenu::aboutToShow, this, [this, undo, redo] {
        const auto words = [](const QString& verb, bool can, const std::string& what) {
            return can && !what.empty() ? QStringLiteral("%1: %2").arg(verb, QString::fromStdString(what)) : verb;
        };
        undo->setText(words(
            tr("Undo"), player_->can_undo(), player_->can_undo() ? player_->history().undo_text() : std::string()));
        redo->setText(words(
            tr("Redo"), player_->can_redo(), player_->can_redo() ? player_->history().redo_text() : std::string()));
    });
    add(
        edit, tr("All knobs as in the scenario"), {}, {}, [this] { player_->reset_knobs(); }, in_lab);
    add(
        edit, tr("Next seed"), {}, QKeySequence(tr("Ctrl+Shift+S")),
        [this] { player_->set_seed(player_->b().input().seed + 1); }, in_lab);

    QMenu* run = menuBar()->addMenu(tr("&Run"));
    add(
        run, tr("Play or pause"), tr("Space"), {}, [this] { player_->toggle_play(); }, in_lab);
    add(
        run, tr("Step"), "→", {}, [this] { player_->step_forward(); }, in_lab);
    add(
        run, tr("Step back"), "←", {}, [this] { player_->step_back(); }, in_lab);
    QAction* landmark = add(
        run, RunBar::landmark_words(Player::Landmark::drain), "D", {}, [this] { player_->next_landmark(); }, in_lab);
    connect(run, &QMenu::aboutToShow, this,
        [this, landmark] { landmark->setText(RunBar::landmark_words(player_->landmark()) + "\tD"); });
    add(
        run, tr("Next stall"), "]", {}, [this] { player_->next_stall(); }, in_lab);
    add(
        run, tr("Previous stall"), "[", {}, [this] { player_->previous_stall(); }, in_lab);
    add(
        run, tr("Go to a moment"), "G", {}, [this] { lab_->run_bar().focus_go_to(); }, in_lab);
    add(
        run, tr("Set or clear a breakpoint here"), {}, QKeySequence(tr("F9")),
        [this] { player_->toggle_breakpoint(player_->playhead()); }, in_lab);
    add(
        run, tr("Faster"), ".", {}, [this] { player_->set_speed(player_->speed() * 2); }, in_lab);
    add(
        run, tr("Slower"), ",", {},
        [this] { player_->set_speed(player_->speed() <= 0 ? Player::kFastest : player_->speed() / 2); }, in_lab);
    run->addSeparator();
    add(
        run, tr("Branch here"), "B", {}, [this] { player_->branch_here(); }, in_lab);
    add(
        run, tr("Leave run A out"), {}, {}, [this] { player_->drop_a(); },
        [this] { return player_->has_run() && player_->a(); });
    add(
        run, tr("Why was the longest wake-up late?"), "W", {}, [this] { lab_->show_why(); }, in_lab);
    add(
        run, tr("Reset"), "R", {}, [this] { player_->reset(); }, in_lab);
    run->addSeparator();
    add(run, tr("Sweep a knob…"), tr("Ctrl+Shift+W"), {}, [this] { show_sweeps(); });

    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (QDockWidget* d : lab_->docks())
        view->addAction(d->toggleViewAction());
    view->addSeparator();
    add(
        view, tr("Scene as a table"), "T", {}, [this] { lab_->toggle_table(); }, in_lab);
    add(
        view, tr("Standard layout"), {}, {}, [this] { lab_->standard_layout(); }, in_lab);
    add(
        view, tr("Projector"), {}, QKeySequence(tr("F11")), [this] { set_projector(!projector_); }, in_lab);
    view->addSeparator();
    QMenu* scheme = view->addMenu(tr("Appearance"));
    auto* schemes = new QActionGroup(this);
    const std::pair<QString, Scheme> kinds[]
        = {{tr("As the system"), Scheme::system}, {tr("Light"), Scheme::light}, {tr("Dark"), Scheme::dark}};
    for (const auto& [words, kind] : kinds) {
        QAction* act = scheme->addAction(words);
        act->setCheckable(true);
        act->setChecked(Appearance::instance().scheme() == kind);
        schemes->addAction(act);
        connect(act, &QAction::triggered, this, [kind = kind] { Appearance::instance().set_scheme(kind); });
    }
    QMenu* size = view->addMenu(tr("Size of text"));
    auto* sizes = new QActionGroup(this);
    for (const int percent : {100, 125, 150, 200, 300}) {
        QAction* act = size->addAction(tr("%1 %").arg(percent));
        act->setCheckable(true);
        act->setChecked(Appearance::instance().text_scale() == percent);
        sizes->addAction(act);
        connect(act, &QAction::triggered, this, [this, percent] {
            Appearance::instance().set_text_scale(percent);
            lab_->standard_layout();
        });
    }
    QAction* motion = view->addAction(tr("Reduced motion"));
    motion->setCheckable(true);
    motion->setChecked(Appearance::instance().reduced_motion());
    connect(motion, &QAction::toggled, this, [](bool on) { Appearance::instance().set_reduced_motion(on); });

    QMenu* lesson = menuBar()->addMenu(tr("&Lesson"));
    for (const auto& l : lessons_)
        add(lesson, QString::fromStdString(l->title), {}, {},
            [this, id = QString::fromStdString(l->id)] { open_lesson(id); });
    lesson->addSeparator();
    add(
        lesson, tr("Next step"), tr("Page Down"), {}, [this] { lab_->lesson().next_step(); }, in_lesson);
    add(
        lesson, tr("Step before"), tr("Page Up"), {}, [this] { lab_->lesson().previous_step(); }, in_lesson);
    add(
        lesson, tr("Begin this step again"), {}, {}, [this] { lab_->lesson().reset_step(); }, in_lesson);
    add(
        lesson, tr("Begin this lesson again"), {}, {},
        [this] {
            const QString id = QString::fromStdString(lab_->lesson().session()->lesson().id);
            progress_.forget(id);
            open_lesson(id, true);
        },
        in_lesson);
    add(
        lesson, tr("Go to the question"), {}, QKeySequence(tr("Ctrl+Return")),
        [this] { lab_->lesson().focus_question(); }, in_lesson);

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    add(help, tr("All keys"), {}, QKeySequence(tr("F1")), [this] { show_keys(); });
    add(help, tr("About Sluice"), {}, {}, [this] {
        QMessageBox::about(this, tr("About Sluice"),
            tr("Sluice %1. Watch pages move through the Linux kernel, change one rule, and see what it does to latency "
               "and memory.\n\nGPL-3.0-or-later. Built on Qt, QCustomPlot and Boost.")
                .arg(QApplication::applicationVersion()));
    });
}

void MainWindow::show_keys() {
    static const struct {
        const char *keys, *what;
    } kKeys[] = {
        {QT_TR_NOOP("Space"), QT_TR_NOOP("play or pause")},
        {"→  ←", QT_TR_NOOP("step on, step back")},
        {"D", QT_TR_NOOP("next drain; with files the next flush of a vector, with giants the next piece")},
        {"]  [", QT_TR_NOOP("next stall, previous stall")},
        {".  ,", QT_TR_NOOP("faster, slower")},
        {"G", QT_TR_NOOP("go to a moment")},
        {QT_TR_NOOP("Home  End"), QT_TR_NOOP("begin and end of the run")},
        {"R", QT_TR_NOOP("reset")},
        {"B", QT_TR_NOOP("branch here: the present run becomes A")},
        {"K", QT_TR_NOOP("to the knob that was changed last")},
        {"W", QT_TR_NOOP("why was the longest wake-up late")},
        {"T", QT_TR_NOOP("the scene as a table")},
        {"N", QT_TR_NOOP("say what is going on")},
        {"C", QT_TR_NOOP("charts larger or smaller")},
        {"+  −  0", QT_TR_NOOP("scene: nearer, farther, whole machine")},
        {QT_TR_NOOP("F6, Shift+F6"), QT_TR_NOOP("next and previous region of the window")},
        {QT_TR_NOOP("arrows"), QT_TR_NOOP("within scene, charts, timeline and listing: walk along")},
        {QT_TR_NOOP("Enter, Esc"), QT_TR_NOOP("open what is focused, go back one level")},
        {QT_TR_NOOP("Delete"), QT_TR_NOOP("listing: switch the line off or on")},
        {QT_TR_NOOP("Page Down, Page Up"), QT_TR_NOOP("lesson: next step, step before")},
        {"Ctrl+Z  Ctrl+Shift+Z", QT_TR_NOOP("undo, redo")},
        {"F9", QT_TR_NOOP("breakpoint here")},
        {"F11", QT_TR_NOOP("projector: scene and charts alone")},
        {"Ctrl+E", QT_TR_NOOP("export the chart")},
        {"Ctrl+Shift+W", QT_TR_NOOP("sweep a knob over many values")},
    };
    auto* dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("All keys"));
    auto* table = new QTableWidget(static_cast<int>(std::size(kKeys)), 2);
    table->horizontalHeader()->hide();
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    for (int i = 0; i < table->rowCount(); ++i) {
        auto* keys = new QTableWidgetItem(tr(kKeys[i].keys));
        keys->setFont(theme().mono(type::control, true));
        table->setItem(i, 0, keys);
        table->setItem(i, 1, new QTableWidgetItem(tr(kKeys[i].what)));
    }
    table->resizeColumnToContents(0);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setAccessibleName(tr("All keys"));
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(table);
    dialog->resize(px(520), px(640));
    dialog->show();
}

} // namespace sluice::ui
