// SPDX-License-Identifier: GPL-3.0-or-later
// The window's files: scenarios, experiments, what was open lately, and the start page that lists them.
#include "core/experiment/claims.h"
#include "core/experiment/files.h"
#include "core/experiment/scenario_file.h"
#include "core/experiment/session_file.h"
#include "core/experiment/this_machine.h"
#include "core/journal/journal_file.h"
#include "core/lesson/session.h"
#include "core/workload/knobs.h"
#include "ui/kit/notice.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/start/start_page.h"
#include "ui/window/lab_page.h"
#include "ui/window/main_window.h"

#include <QCoreApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMimeData>
#include <QSettings>

namespace sluice::ui {

namespace {

constexpr int kMostRecent = 6;

QString text(const std::string& s) {
    return QString::fromStdString(s);
}

/// The profile of this computer, read the first time that a scenario names it.
std::optional<std::string> own_profile(std::string_view id) {
    return experiment::this_machine_source([](const std::string&) {})(id);
}

/// The subjects in the order in which they are taught; lessons name theirs by its title.
struct Subject {
    const char *title, *subtitle, *note;
};
constexpr Subject kSubjects[] = {
    {QT_TRANSLATE_NOOP("StartPage", "Quicklists"),
        QT_TRANSLATE_NOOP("StartPage", "Page tables kept per CPU, and who pays for giving them back"), "2005 · ia64"},
    {QT_TRANSLATE_NOOP("StartPage", "Pagevecs and the LRU lock"),
        QT_TRANSLATE_NOOP("StartPage", "One lock for every page, until sixteen go at a time"), "2002"},
    {QT_TRANSLATE_NOOP("StartPage", "Freeing a giant"),
        QT_TRANSLATE_NOOP("StartPage", "Why an exit takes ten seconds, and how many helpers to send"), "2017"},
};

QString when_words(const QDateTime& when) {
    const qint64 days = when.date().daysTo(QDate::currentDate());
    if (days == 0)
        return MainWindow::tr("today %1").arg(when.toString("HH:mm"));
    if (days == 1)
        return MainWindow::tr("yesterday");
    return QLocale::c().toString(when.date(), "d MMM");
}

} // namespace

bool MainWindow::open_scenario(const QString& id) {
    experiment::FileError error;
    auto scenario = experiment::shipped_scenario(id.toStdString(), error, own_profile);
    if (!scenario) {
        say(text(error.text()));
        return false;
    }
    experiment::RunInput input;
    input.scenario = std::make_shared<experiment::Scenario>(std::move(*scenario));
    lab_->open_run(input);
    file_.clear();
    show_lab();
    return true;
}

bool MainWindow::open_path(const QString& path) {
    if (!path.contains('/') && !path.contains('.'))
        return open_scenario(path);
    const auto refuse = [&](const QString& place, const QString& message) {
        banner_->set_message(tr("This file was not opened."), place, message,
            player_->has_run() ? tr("The run that was open is untouched.") : QString());
        banner_->show();
        return false;
    };
    std::string error;
    // A journal file says which run it is of; that run is computed again.
    const bool journal = journal::is_journal_file(path.toStdString());
    const auto content = journal ? journal::journal_header(path.toStdString(), error)
                                 : experiment::read_file(path.toStdString(), error);
    if (!content)
        return refuse(path, text(error));
    experiment::FileError wrong;
    const auto say_where = [&] {
        QString place = wrong.file.empty() ? QFileInfo(path).fileName() : text(wrong.file);
        if (wrong.line)
            place += tr(", line %1, column %2").arg(wrong.line).arg(wrong.column);
        QString message = text(wrong.message) + '.';
        if (!wrong.expected.empty())
            message += tr(" Expected %1").arg(text(wrong.expected))
                + (wrong.found.empty() ? QString(".") : tr(", found %1.").arg(text(wrong.found)));
        if (!wrong.suggestion.empty())
            message += ' ' + text(wrong.suggestion);
        return refuse(place, message);
    };
    const std::string name = QFileInfo(path).fileName().toStdString();
    if (journal || path.endsWith(".sluice")) {
        const auto session = experiment::read_session(*content, name, wrong, own_profile);
        if (!session)
            return say_where();
        lab_->open_run(session->input);
        player_->seek(session->playhead);
        if (!session->layout.empty())
            lab_->restoreState(QByteArray::fromBase64(QByteArray::fromStdString(session->layout)));
        file_ = journal ? QString() : path;
    } else {
        auto scenario = experiment::read_scenario(*content, name, wrong, own_profile);
        if (!scenario)
            return say_where();
        experiment::RunInput input;
        input.scenario = std::make_shared<experiment::Scenario>(std::move(*scenario));
        lab_->open_run(input);
        file_.clear();
    }
    banner_->hide();
    add_recent(QFileInfo(path).absoluteFilePath(), text(player_->scenario().title));
    show_lab();
    return true;
}

bool MainWindow::save_experiment(const QString& path) {
    experiment::Session s;
    s.input = player_->b().input();
    s.playhead = player_->playhead();
    s.layout = lab_->saveState().toBase64().toStdString();
    if (player_->b().finished())
        s.fingerprint = player_->b().fingerprint();
    for (const Time t : player_->breakpoints())
        s.bookmarks.push_back({t, {}});
    const std::string error = experiment::write_file(path.toStdString(), experiment::write_session(s));
    if (!error.empty()) {
        banner_->set_message(
            tr("The experiment was not saved."), path, text(error), tr("The run that is open is untouched."));
        banner_->show();
        return false;
    }
    file_ = path;
    add_recent(QFileInfo(path).absoluteFilePath(), text(s.input.scenario->title));
    say(tr("Saved: %1").arg(path));
    return true;
}

void MainWindow::ask_open() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a scenario or an experiment"), {},
        tr("Scenarios, experiments and journals (*.toml *.sluice *.journal);;All files (*)"));
    if (!path.isEmpty())
        open_path(path);
}

void MainWindow::ask_save() {
    const QString proposed = file_.isEmpty() ? text(player_->scenario().id) + ".sluice" : file_;
    QString path
        = QFileDialog::getSaveFileName(this, tr("Save the experiment"), proposed, tr("Experiments (*.sluice)"));
    if (path.isEmpty())
        return;
    if (!path.endsWith(".sluice"))
        path += ".sluice";
    save_experiment(path);
}

void MainWindow::add_recent(const QString& path, const QString& title) {
    QSettings s;
    QStringList list = s.value("recent").toStringList();
    list.erase(
        std::remove_if(list.begin(), list.end(), [&](const QString& e) { return e.section('\t', 0, 0) == path; }),
        list.end());
    list.prepend(path + '\t' + title + '\t' + QDateTime::currentDateTime().toString(Qt::ISODate));
    s.setValue("recent", list.mid(0, kMostRecent));
}

void MainWindow::open_this_machine() {
    // The wave of exits on this computer's own nodes and CPUs; its zones are as large as they are.
    QString told;
    const auto profile = experiment::this_machine_source([&told](const std::string& what) { told = text(what); });
    const std::string scenario = "format = 1\ntitle = \""
        + tr("A wave of exits on a machine like this one").toStdString()
        + "\"\nmachine = \"this-machine\"\npreset = \"2.6.12\"\nlength = \"120 ms\"\n"
          "[workload]\nkind = \"exit-wave\"\nprocesses = 300\ntables = 32\n";
    experiment::FileError error;
    auto read = experiment::read_scenario(scenario, "this-machine", error, profile);
    if (!read) {
        say(told.isEmpty() ? text(error.text()) : told);
        return;
    }
    read->id = "this-machine";
    experiment::RunInput input;
    input.scenario = std::make_shared<experiment::Scenario>(*std::move(read));
    lab_->open_run(input);
    show_lab();
    if (!told.isEmpty())
        say(told);
}

void MainWindow::open_empty() {
    open_scenario("lab-touch-exit");
    lab_->show_anchor("knobs");
}

void MainWindow::fill_start() {
    StartModel m;
    for (const Subject& subject : kSubjects) {
        StartPath path;
        path.title = QCoreApplication::translate("StartPage", subject.title);
        path.subtitle = QCoreApplication::translate("StartPage", subject.subtitle);
        path.note = subject.note;
        for (const auto& l : lessons_) {
            if (l->path != subject.title)
                continue;
            StartLesson item;
            item.id = text(l->id);
            item.title = text(l->title);
            item.minutes = l->minutes;
            item.steps = static_cast<int>(l->steps.size());
            if (const auto e = progress_.entry(item.id)) {
                item.state = e->finished ? LessonState::done : LessonState::begun;
                item.step = e->step;
                item.minutes_left
                    = item.steps ? std::max(1, l->minutes * (item.steps - e->step) / item.steps) : l->minutes;
            }
            path.lessons.push_back(item);
        }
        m.paths.push_back(std::move(path));
    }
    if (!lessons_.empty()) {
        StartNext next;
        const QString latest = progress_.latest();
        auto lesson = find_lesson(latest);
        const auto entry = lesson ? progress_.entry(latest) : std::nullopt;
        next.first_start = !lesson;
        if (lesson && entry->finished) {
            // The one after it, if there is one.
            for (std::size_t i = 0; i + 1 < lessons_.size(); ++i)
                if (lessons_[i] == lesson && !progress_.entry(text(lessons_[i + 1]->id))) {
                    lesson = lessons_[i + 1];
                    break;
                }
        }
        if (!lesson)
            lesson = lessons_.front();
        next.lesson_id = text(lesson->id);
        next.title = text(lesson->title);
        const auto e = progress_.entry(next.lesson_id);
        const int step = e ? std::clamp(e->step, 0, static_cast<int>(lesson->steps.size()) - 1) : 0;
        next.sentence = e ? tr("Step %1 of %2: %3")
                                .arg(step + 1)
                                .arg(lesson->steps.size())
                                .arg(text(lesson->steps[static_cast<std::size_t>(step)].title))
                          : tr("%1 minutes. You need no knowledge of kernel code.").arg(lesson->minutes);
        m.next = next;
    }
    // Subject by subject, the scenario that shows it best first.
    struct Shelf {
        ScenarioSketch sketch;
        std::string first;
        std::vector<StartScenario> scenarios;
    };
    Shelf shelves[] = {{ScenarioSketch::exit_wave, "lab-exit-wave", {}}, {ScenarioSketch::lock, "lab-writers", {}},
        {ScenarioSketch::many_cpus, "lab-free-giant", {}}};
    const auto kind_knob = experiment::find_knob("workload.kind");
    for (const std::string& id : experiment::shipped_scenarios()) {
        experiment::FileError error;
        if (id.rfind("lab-", 0) != 0)
            continue;
        const auto s = experiment::shipped_scenario(id, error, own_profile);
        if (!s || !kind_knob)
            continue;
        const auto kind = static_cast<workload::Kind>(s->knobs[*kind_knob]);
        const std::size_t n = workload::frees_much(kind) ? 2 : workload::uses_files(kind) ? 1 : 0;
        Shelf& shelf = shelves[n];
        shelf.scenarios.insert(id == shelf.first ? shelf.scenarios.begin() : shelf.scenarios.end(),
            {text(id), text(s->title), text(s->note), shelf.sketch,
                QCoreApplication::translate("StartPage", kSubjects[n].title)});
    }
    for (const Shelf& shelf : shelves)
        m.scenarios.insert(m.scenarios.end(), shelf.scenarios.begin(), shelf.scenarios.end());
    for (const QString& line : QSettings().value("recent").toStringList()) {
        const QString path = line.section('\t', 0, 0);
        m.recent.push_back({path, line.section('\t', 1, 1), QFileInfo(path).fileName(),
            when_words(QDateTime::fromString(line.section('\t', 2, 2), Qt::ISODate)),
            path.endsWith(".sluice") ? QStringLiteral("branch") : QStringLiteral("flask")});
    }
    QSettings s;
    if (s.contains("claims/hold"))
        m.claims = StartClaims{
            s.value("claims/hold").toInt(), s.value("claims/missed").toInt(), s.value("claims/reported").toInt()};
    start_->set_model(m);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) {
            open_path(url.toLocalFile());
            return;
        }
}

} // namespace sluice::ui
