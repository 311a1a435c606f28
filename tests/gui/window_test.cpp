// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a person uses it: real widgets, real runs, offscreen.
#include "core/lesson/anchors.h"
#include "core/lesson/lesson_file.h"
#include "core/lesson/session.h"
#include "tests/support/catch.h"
#include "ui/chart/time_chart.h"
#include "ui/chart/timeline.h"
#include "ui/kit/knob_row.h"
#include "ui/kit/notice.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/lesson/question_card.h"
#include "ui/panel/code_view.h"
#include "ui/panel/event_list.h"
#include "ui/panel/knobs_panel.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/scene/scene_view.h"
#include "ui/start/start_page.h"
#include "ui/theme/appearance.h"
#include "ui/window/charts_area.h"
#include "ui/window/lab_page.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace sluice;
using namespace sluice::ui;

namespace {

/// A window on a clean slate: no progress, no layout, no recent files.
struct Fixture {
    Fixture() {
        QSettings().clear();
        ProgressStore().forget_all();
        Appearance::instance().install();
        window = std::make_unique<MainWindow>();
        window->resize(1600, 1000);
        window->show();
        REQUIRE(QTest::qWaitForWindowExposed(window.get()));
    }
    Player& player() { return window->player(); }
    LabPage& lab() { return window->lab(); }
    void wait_computed() {
        REQUIRE(QTest::qWaitFor(
            [&] { return player().b().finished() && player().marks().position() == player().journal().size(); },
            20'000));
    }
    void key(Qt::Key k, Qt::KeyboardModifiers m = Qt::NoModifier) {
        if (QWidget* focus = window->focusWidget())
            focus->clearFocus();
        QTest::keyClick(window.get(), k, m);
    }
    template <class T = QWidget>
    T* find(const char* name) {
        T* w = window->findChild<T*>(name);
        REQUIRE(w != nullptr);
        return w;
    }
    std::unique_ptr<MainWindow> window;
};

experiment::KnobIndex knob(const char* id) {
    const auto k = experiment::find_knob(id);
    REQUIRE(k.has_value());
    return *k;
}

KnobValue choice(const char* id, const char* value) {
    std::string error;
    const auto v = experiment::parse_value(experiment::knob_table()[knob(id)], value, error);
    REQUIRE(v.has_value());
    return *v;
}

} // namespace

TEST_CASE("the first button goes straight into the first lesson", "[window]") {
    Fixture f;
    REQUIRE(f.window->page() == 0);
    REQUIRE(f.window->start().main_button() != nullptr);
    QTest::mouseClick(f.window->start().main_button(), Qt::LeftButton);
    REQUIRE(f.window->page() == 1);
    REQUIRE(f.lab().lesson().has_lesson());
    REQUIRE(f.player().has_run());
}

TEST_CASE("step, step back and seek reach the same state from either side", "[window][player]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("q1-first-touch"));
    f.wait_computed();
    std::vector<Time> moments;
    std::vector<Snapshot> snapshots;
    for (int i = 0; i < 40; ++i) {
        f.key(Qt::Key_Right);
        moments.push_back(f.player().playhead());
        snapshots.push_back(f.player().state().snapshot());
    }
    REQUIRE(std::is_sorted(moments.begin(), moments.end()));
    REQUIRE(moments.front() < moments.back());
    for (std::size_t i = moments.size() - 1; i > 0; --i) {
        if (moments[i] == moments[i - 1])
            continue;
        f.key(Qt::Key_Left);
        REQUIRE(f.player().playhead() == moments[i - 1]);
        REQUIRE(f.player().state().snapshot() == snapshots[i - 1]);
    }
    f.player().seek(f.player().length());
    f.player().seek(moments[20]);
    REQUIRE(f.player().state().snapshot() == snapshots[20]);
}

TEST_CASE("next drain stops where the drain begins, whatever the speed", "[window][player]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("q4-full-list"));
    f.player().set_speed(Player::kSlowest);
    f.key(Qt::Key_D);
    REQUIRE(QTest::qWaitFor([&] { return f.player().playhead() > 0; }, 10'000));
    REQUIRE(f.player().state().cpus()[0].drain_record != kNoRecord);
    REQUIRE(f.player().state().cpus()[0].quicklist == 15'559);
}

TEST_CASE("playing moves the playhead, stops at a breakpoint and at the end", "[window][player]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("q1-first-touch"));
    f.wait_computed();
    const Time half = f.player().length() / 2;
    f.player().toggle_breakpoint(half);
    f.player().set_speed(0);
    f.key(Qt::Key_Space);
    REQUIRE(f.player().playing());
    REQUIRE(QTest::qWaitFor([&] { return !f.player().playing(); }, 10'000));
    REQUIRE(f.player().playhead() == half);
    f.key(Qt::Key_Space);
    REQUIRE(QTest::qWaitFor([&] { return !f.player().playing(); }, 10'000));
    REQUIRE(f.player().playhead() == f.player().length());
}

TEST_CASE("a moment is read absolute and relative, and nonsense is refused in words", "[window][player]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("q4-full-list"));
    f.wait_computed();
    f.player().seek(kMillisecond);
    Time t = -1;
    REQUIRE(f.player().parse_moment("+250us", t).isEmpty());
    REQUIRE(t == 1'250 * kMicrosecond);
    REQUIRE(f.player().parse_moment("41.2 ms", t).isEmpty());
    REQUIRE(t == 41'200 * kMicrosecond);
    REQUIRE(f.player().parse_moment("-1ms", t).isEmpty());
    REQUIRE(t == 0);
    REQUIRE_FALSE(f.player().parse_moment("soon", t).isEmpty());
    REQUIRE_FALSE(f.player().parse_moment("61 ms", t).isEmpty());
    auto* field = f.find<QLineEdit>("go_to");
    field->setText("2 ms");
    QTest::keyClick(field, Qt::Key_Return);
    REQUIRE(f.player().playhead() == 2 * kMillisecond);
}

TEST_CASE(
    "a knob changed at the playhead makes B; the run as it was stays as A; undo takes it back", "[window][knobs]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("q4-full-list"));
    f.wait_computed();
    f.player().seek(kMillisecond);
    const auto before = f.player().b().fingerprint();
    auto* row = f.find<ChoiceKnob>("knob.drain.shape");
    row->box()->setCurrentIndex(
        row->box()->findText("merged", Qt::MatchContains) >= 0 ? row->box()->findText("merged", Qt::MatchContains) : 2);
    emit row->choice_asked("merged");
    REQUIRE(f.player().a() != nullptr);
    f.wait_computed();
    REQUIRE(f.player().playhead() == kMillisecond);
    REQUIRE(f.player().a()->fingerprint() == before);
    REQUIRE(f.player().knob(knob("drain.shape")) == choice("drain.shape", "merged"));
    REQUIRE(f.player().interventions().size() == 1);
    REQUIRE(row->is_changed());
    f.player().undo();
    REQUIRE(f.player().a() == nullptr);
    REQUIRE(f.player().knob(knob("drain.shape")) == choice("drain.shape", "posted"));
    f.player().redo();
    f.wait_computed();
    REQUIRE(f.player().interventions().size() == 1);
}

TEST_CASE("runs that part at t are equal up to t", "[window][player]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("lab-exit-wave"));
    f.wait_computed();
    const Time t = f.player().length() / 3;
    f.player().seek(t);
    const Snapshot whole = f.player().state().snapshot();
    f.player().set_knob(knob("drain.cap"), 16);
    f.wait_computed();
    f.player().seek(t - 1);
    const Snapshot early = f.player().state().snapshot();
    REQUIRE(f.player().journal().shared() > 0); // what both begin with is kept once
    // A run that shares nothing has the same records.
    journal::Journal alone;
    experiment::Run again(f.player().b().input(), alone);
    again.advance(kNever);
    REQUIRE(again.fingerprint() == f.player().b().fingerprint());
    REQUIRE(alone.size() == f.player().journal().size());
    bool same = true;
    for (RecordIndex i = 0; i < alone.size(); ++i)
        same = same && alone.at(i) == f.player().journal().at(i);
    REQUIRE(same);
    f.player().undo();
    f.player().seek(t - 1);
    REQUIRE(f.player().state().snapshot() == early);
    f.player().seek(t);
    REQUIRE(f.player().state().snapshot() == whole);
}

TEST_CASE("a start knob begins a new B from 0", "[window][knobs]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("lab-fork-here-exit-there"));
    f.wait_computed();
    f.player().seek(kMillisecond);
    const auto& machine = f.player().scenario().machine;
    const auto wanted = machine.cpus_on_node(0) == 8 ? 4u : 8u;
    f.player().set_knob(knob("machine.cpus-per-node"), wanted);
    REQUIRE(f.player().playhead() == 0);
    REQUIRE(f.player().scenario().machine.cpus_on_node(0) == wanted);
    f.wait_computed();
    REQUIRE(f.player().a() != nullptr);
}

TEST_CASE("every name that lessons may show is a widget with a sentence", "[window][lesson]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("q4-full-list"));
    f.wait_computed();
    for (const auto& a : lesson::anchors()) {
        QString name = QString::fromUtf8(a.name.data(), static_cast<qsizetype>(a.name.size()));
        name.replace("<N>", "0");
        if (name == "claims")
            continue; // a page of its own
        INFO(name.toStdString());
        QWidget* w = f.lab().find_anchor(name);
        REQUIRE(w != nullptr);
        REQUIRE_FALSE((w->accessibleName() + w->accessibleDescription()).isEmpty());
    }
}

TEST_CASE("an unanswered question hides what comes after the playhead", "[window][lesson]") {
    Fixture f;
    REQUIRE(f.window->open_lesson("q4"));
    REQUIRE_FALSE(f.lab().lesson().future_allowed());
    REQUIRE(f.lab().charts().chart(0).reveal() == Reveal::hidden);
    f.wait_computed();
    REQUIRE(f.lab().events().model().rowCount() == f.lab().events().model().now_row());
    auto* answer = f.find<QLineEdit>("answer");
    answer->setText("256");
    f.find<QLineEdit>("reason")->setText("it stands in the line");
    QTest::mouseClick(f.find<QPushButton>("keep"), Qt::LeftButton);
    REQUIRE(f.lab().lesson().future_allowed());
    REQUIRE(f.lab().charts().chart(0).reveal() == Reveal::half);
    REQUIRE(
        f.lab().lesson().session()->response(f.lab().lesson().session()->step().predictions.front().id)->number == 256);
}

TEST_CASE("an answer kept in a lesson is there again when the window opens again", "[window][lesson]") {
    {
        Fixture f;
        REQUIRE(f.window->open_lesson("q4"));
        f.find<QLineEdit>("answer")->setText("9309");
        QTest::mouseClick(f.find<QPushButton>("keep"), Qt::LeftButton);
    }
    MainWindow again;
    again.show();
    REQUIRE(again.open_lesson("q4"));
    const auto* session = again.lab().lesson().session();
    const auto* kept = session->response(session->lesson().steps.front().predictions.front().id);
    REQUIRE(kept != nullptr);
    REQUIRE(kept->number == 9309);
}

TEST_CASE("a lesson step goes on when its condition holds and not before", "[window][lesson]") {
    Fixture f;
    REQUIRE(f.window->open_lesson("q4"));
    auto* next = f.find<QPushButton>("lesson_next");
    REQUIRE_FALSE(next->isEnabled());
    f.find<QLineEdit>("answer")->setText("9,309");
    QTest::mouseClick(f.find<QPushButton>("keep"), Qt::LeftButton);
    f.wait_computed();
    f.player().seek(f.player().length());
    REQUIRE(QTest::qWaitFor([&] { return next->isEnabled(); }, 20'000));
    QTest::mouseClick(next, Qt::LeftButton);
    REQUIRE(f.lab().lesson().session()->step_index() == 1);
}

TEST_CASE("a step without a question and a run leave the keyboard to the window", "[window][lesson][focus]") {
    Fixture f;
    const auto at_rest = [&] {
        QApplication::setActiveWindow(nullptr);
        QApplication::setActiveWindow(f.window.get()); // Qt chooses a widget now, if none has the focus
        return f.window->focusWidget();
    };
    REQUIRE(f.window->open_scenario("q1-first-touch"));
    REQUIRE(at_rest() == f.window.get());
    int found = 0;
    for (const auto& file : lesson::shipped_lessons())
        for (const auto& step : file.lesson->steps) {
            if (!step.predictions.empty() || found >= 3)
                continue;
            ++found;
            INFO(file.lesson->id << '#' << step.id);
            REQUIRE(f.window->open_lesson(QString::fromStdString(file.lesson->id + '#' + step.id), true));
            auto* next = f.find<QPushButton>("lesson_next");
            const QWidget* focus = at_rest();
            REQUIRE((focus == f.window.get() || focus == next));
            if (!next->isEnabled())
                REQUIRE(focus == f.window.get());
        }
    REQUIRE(found > 0);
}

TEST_CASE("an experiment is saved and opened again as it was", "[window][files]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("q4-full-list"));
    f.wait_computed();
    f.player().seek(3 * kMillisecond);
    f.player().set_knob(knob("drain.shape"), choice("drain.shape", "merged"));
    f.wait_computed();
    const auto fingerprint = f.player().b().fingerprint();
    QTemporaryDir dir;
    const QString path = dir.filePath("mine.sluice");
    REQUIRE(f.window->save_experiment(path));
    REQUIRE(f.window->open_scenario("q1-first-touch"));
    REQUIRE(f.window->open_path(path));
    f.wait_computed();
    REQUIRE(f.player().b().fingerprint() == fingerprint);
    REQUIRE(f.player().playhead() == 3 * kMillisecond);
    REQUIRE(f.player().interventions().size() == 1);
}

TEST_CASE("a broken file is refused with its place, and the open run stays", "[window][files]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("q1-first-touch"));
    f.wait_computed();
    const auto fingerprint = f.player().b().fingerprint();
    QTemporaryDir dir;
    const QString path = dir.filePath("half.toml");
    QFile file(path);
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write("format = 1\ntitle = \"x\"\nmachine = \"altix-2005\"\nlength = \"1 ms\"\n[set]\n\"drain.shpe\" = "
               "\"merged\"\n[workload]\nkind = \"touch-exit\"\n");
    file.close();
    REQUIRE_FALSE(f.window->open_path(path));
    REQUIRE(f.player().b().fingerprint() == fingerprint);
    bool found = false;
    for (const Banner* b : f.window->findChildren<Banner*>())
        found = found || (b->isVisible() && b->message().contains("drain.shape"));
    REQUIRE(found);
    REQUIRE_FALSE(f.window->open_path(dir.filePath("none.toml")));
    REQUIRE_FALSE(f.window->open_path("/proc/self/mem"));
}

TEST_CASE("settings and progress that are damaged do not stop the program", "[window][files]") {
    QSettings s;
    s.setValue("window/geometry", QByteArray("not a geometry"));
    s.setValue("window/lab", QByteArray("\x01\x02\x03"));
    s.setValue("recent", "nonsense without tabs");
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/lessons";
    QDir().mkpath(folder);
    QFile bad(folder + "/q4.json");
    REQUIRE(bad.open(QIODevice::WriteOnly));
    bad.write("{\"step\": 99, \"session\": \"{{{\"");
    bad.close();
    MainWindow window;
    window.show();
    REQUIRE(window.page() == 0);
    REQUIRE(window.open_lesson("q4"));
    REQUIRE(window.lab().lesson().session()->step_index() == 0);
    ProgressStore().forget_all();
    QSettings().clear();
}

TEST_CASE("a line of the listing is switched off from the keyboard, and that changes the run only if it has an effect",
    "[window][code]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("q4-full-list"));
    f.wait_computed();
    const auto before = f.player().b().fingerprint();
    f.player().seek(0);
    f.lab().code().show_listing("drain-posted");
    auto& listing = f.lab().code().listing();
    for (int i = 0; i < 6; ++i)
        QTest::keyClick(&listing, Qt::Key_Down);
    REQUIRE(listing.current_line() == 5);
    QTest::keyClick(&listing, Qt::Key_Delete);
    f.wait_computed();
    REQUIRE(f.player().knob(knob("line.drain-posted.limit_capped")) == 0);
    REQUIRE(f.player().b().fingerprint() == before);
}

TEST_CASE("the window folds at the sizes that it promises", "[window][layout]") {
    Fixture f;
    REQUIRE(f.window->open_lesson("q4"));
    for (const QSize size : {QSize(1600, 1000), QSize(1280, 800), QSize(1024, 768)}) {
        f.window->resize(size);
        QTest::qWait(60);
        INFO(size.width() << "x" << size.height());
        REQUIRE(f.window->size() == size);
        REQUIRE(f.lab().scene().isVisible());
        REQUIRE(f.lab().scene().height() >= 280);
        REQUIRE(f.lab().charts().timeline().isVisible());
        REQUIRE(f.lab().lesson().isVisible());
    }
}

TEST_CASE("runs made so far are listed, and any of them can be A or B again", "[window][runs]") {
    Fixture f;
    REQUIRE(f.window->open_scenario("q4-full-list"));
    f.wait_computed();
    const auto first = f.player().b().fingerprint();
    f.player().set_knob(knob("drain.shape"), choice("drain.shape", "merged"));
    f.player().set_knob(knob("drain.shape"), choice("drain.shape", "generic"));
    f.wait_computed();
    f.lab().show_anchor("runs");
    auto* table = f.find<QTableWidget>("run_table");
    REQUIRE(QTest::qWaitFor([&] { return table->rowCount() == 3; }, 5'000));
    REQUIRE(table->item(0, 0)->text() == "A");
    REQUIRE(table->item(2, 0)->text() == "B");
    REQUIRE(table->item(1, 1)->text().contains("sections of 16"));
    table->setCurrentCell(0, 0);
    emit table->cellActivated(0, 0);
    REQUIRE(f.player().b().fingerprint() == first);
    f.player().undo();
    REQUIRE(f.player().knob(knob("drain.shape")) == choice("drain.shape", "generic"));
}

TEST_CASE("the start page lists every lesson of the program", "[window][start]") {
    Fixture f;
    QString words;
    for (const QWidget* w : f.window->start().findChildren<QWidget*>())
        words += w->accessibleName() + '\n';
    for (const auto& file : lesson::shipped_lessons()) {
        REQUIRE(file.lesson);
        INFO(file.lesson->title);
        REQUIRE(words.contains(QString::fromStdString(file.lesson->title)));
    }
}

namespace {

/// Does for the learner what a lesson's solution says, with the window's own means.
void act(Fixture& f, const lesson::Action& a) {
    using Kind = lesson::Action::Kind;
    const auto word = [&](std::size_t i) { return i < a.words.size() ? a.words[i] : std::string(); };
    switch (a.kind) {
    case Kind::play:
    case Kind::mark:
        f.player().seek(f.player().length());
        break;
    case Kind::set: {
        f.player().seek(0);
        f.player().set_knob(knob(word(0).c_str()), choice(word(0).c_str(), word(1).c_str()));
        break;
    }
    case Kind::answer:
        for (QuestionCard* q : f.lab().lesson().findChildren<QuestionCard*>())
            if (q->id() == word(0))
                for (QPushButton* b : q->findChildren<QPushButton*>())
                    if (b->text() == "Skip")
                        b->click();
        break;
    case Kind::compare: {
        const auto* session = f.lab().lesson().session();
        const auto first = session->input_of(word(0)), second = session->input_of(word(1));
        REQUIRE(first);
        REQUIRE(second);
        f.player().open(*first);
        std::vector<std::pair<experiment::KnobIndex, KnobValue>> differing;
        for (experiment::KnobIndex k = 0; k < first->scenario->knobs.size(); ++k)
            if (first->scenario->knobs[k] != second->scenario->knobs[k])
                differing.emplace_back(k, second->scenario->knobs[k]);
        f.player().set_knobs(differing, "compared");
        break;
    }
    case Kind::open:
        if (word(0) == "why") {
            f.wait_computed();
            f.player().seek(f.player().length());
            f.lab().show_why();
        } else {
            f.lab().show_anchor("inspect");
            f.lab().select(Inspectable::page(f.player().scenario().machine.zones[0].first + 1));
            f.lab().lesson().note_opened(QString::fromStdString(word(0)));
        }
        break;
    case Kind::see:
        f.lab().show_anchor(QString::fromStdString(word(0)));
        break;
    case Kind::run: {
        const auto input = f.lab().lesson().session()->input_of(word(0));
        REQUIRE(input);
        f.player().open(*input);
        break;
    }
    }
    f.wait_computed();
}

} // namespace

TEST_CASE("every lesson can be walked to its end in the window", "[window][lesson][walk]") {
    for (const auto& file : lesson::shipped_lessons()) {
        Fixture f;
        const QString id = QString::fromStdString(file.lesson->id);
        REQUIRE(f.window->open_lesson(id));
        auto* next = f.find<QPushButton>("lesson_next");
        for (std::size_t i = 0; i < file.lesson->steps.size(); ++i) {
            INFO(file.lesson->id << ", step " << i + 1 << ": " << file.lesson->steps[i].title);
            REQUIRE(f.lab().lesson().session()->step_index() == i);
            f.wait_computed();
            QTest::qWait(150);
            CHECK_FALSE(next->isEnabled()); // not before the learner did something
            for (const auto& action : file.lesson->steps[i].solution)
                act(f, action);
            if (!QTest::qWaitFor([&] { return next->isEnabled(); }, 3'000)) {
                f.player().seek(f.player().length());
                REQUIRE(QTest::qWaitFor([&] { return next->isEnabled(); }, 30'000));
            }
            next->click();
        }
        REQUIRE(f.window->page() == 0); // the start page, with the lesson done
        REQUIRE(ProgressStore().entry(id)->finished);
    }
}
