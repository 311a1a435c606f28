// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson_panel.h"

#include "ui/kit/chip.h"
#include "ui/kit/format.h"
#include "ui/kit/frames.h"
#include "ui/kit/notice.h"
#include "ui/lesson/prose.h"
#include "ui/lesson/question_card.h"
#include "ui/player/computed_run.h"
#include "ui/player/player.h"
#include "ui/theme/dress.h"
#include "ui/theme/icons.h"

#include <QDesktopServices>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QThread>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace sluice::ui {

namespace {
QString text(const std::string& s) {
    return QString::fromStdString(s);
}
}

LessonPanel::LessonPanel(
    Player& player, ProgressStore& progress, std::shared_ptr<lesson::RunStore> store, QWidget* parent)
    : QWidget(parent)
    , player_(player)
    , progress_(progress)
    , store_(std::move(store)) {
    setObjectName("lesson");
    setAccessibleName(tr("Lesson"));
    set_surface(this, Token::panel);
    pool_.setMaxThreadCount(1); // one job after the other

    head_ = new DockHead("book", tr("Lesson"));
    fold_ = head_->add_button("chevl", tr("Fold the lesson to the side"));
    fold_->hide();
    auto* restart = head_->add_button("reset", tr("Begin this step again"));
    auto* leave = head_->add_button("cross", tr("Leave the lesson"));
    title_ = make_label({}, type::lesson, Weight::bold);
    title_->setWordWrap(true);
    dots_ = new StepDots;
    scroll_ = new QScrollArea;
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    waits_ = make_label({}, type::note, Weight::regular, Token::ink2);
    waits_->setWordWrap(true);
    waits_->setObjectName("waits_for");
    back_ = new QPushButton(tr("Back"));
    back_->setObjectName("lesson_back");
    next_ = new QPushButton(tr("Continue"));
    next_->setObjectName("lesson_next");
    set_tip(next_,
        {tr("Continue"), tr("Page Down"),
            tr("Go to the next step. It opens when this step has shown what it is about."), {}});
    set_tip(back_, {tr("Back"), tr("Page Up"), tr("Look at the step before. Answers stay as they are."), {}});

    auto* top = new QVBoxLayout;
    top_ = top;
    top->setContentsMargins(px(16), px(12), px(16), px(8));
    top->setSpacing(px(8));
    top->addWidget(title_);
    top->addWidget(dots_);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(px(16), px(6), px(16), px(12));
    buttons->addWidget(back_);
    buttons->addWidget(next_, 1);
    auto* waits_row = new QHBoxLayout;
    waits_row->setContentsMargins(px(16), px(6), px(16), 0);
    waits_row->addWidget(waits_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head_);
    column->addLayout(top);
    column->addWidget(scroll_, 1);
    column->addLayout(waits_row);
    column->addLayout(buttons);

    connect(back_, &QPushButton::clicked, this, &LessonPanel::previous_step);
    connect(next_, &QPushButton::clicked, this, &LessonPanel::next_step);
    connect(fold_, &QToolButton::clicked, this, &LessonPanel::fold_requested);
    connect(restart, &QToolButton::clicked, this, &LessonPanel::reset_step);
    connect(leave, &QToolButton::clicked, this, [this] {
        keep_progress();
        emit left();
    });
    connect(dots_, &StepDots::step_chosen, this, [this](int step) {
        // Steps that were reached before can be looked at again.
        if (session_ && step <= static_cast<int>(session_->step_index())) {
            session_->go_to(static_cast<std::size_t>(step));
            build_step();
            start_step();
        }
    });
    check_.setInterval(120);
    check_.setSingleShot(true);
    connect(&check_, &QTimer::timeout, this, &LessonPanel::refresh);
    const auto later = [this] {
        if (session_ && !check_.isActive())
            check_.start();
    };
    connect(&player_, &Player::moment_changed, this, later);
    connect(&player_, &Player::head_changed, this, later);
    connect(&player_, &Player::run_changed, this, [this, later] {
        if (!session_ || !player_.has_run())
            return;
        session_->set_here(player_.b().input());
        session_->note_choice(settings_now());
        note_comparison();
        later();
    });
}

LessonPanel::~LessonPanel() {
    if (job_)
        job_->cancel();
    pool_.waitForDone();
}

void LessonPanel::open(std::shared_ptr<const lesson::Lesson> lesson, const QString& step, bool afresh) {
    if (job_)
        job_->cancel();
    session_ = std::make_unique<lesson::LessonSession>(std::move(lesson), store_);
    const QString id = text(session_->lesson().id);
    if (!afresh)
        if (const std::string kept = progress_.session(id); !kept.empty())
            session_->from_json(kept);
    if (const int i = step.isEmpty() ? -1 : session_->lesson().find_step(step.toStdString()); i >= 0)
        session_->go_to(static_cast<std::size_t>(i));
    title_->setText(text(session_->lesson().title));
    opened_.reset();
    build_step();
    start_step();
}

void LessonPanel::close() {
    if (job_)
        job_->cancel();
    session_.reset();
    questions_.clear();
    reveals_.clear();
    takeaway_ = nullptr;
}

bool LessonPanel::future_allowed() const {
    if (!session_)
        return true;
    for (const auto& p : session_->step().predictions)
        if (session_->state(p.id) == lesson::QuestionState::open)
            return false;
    return true;
}

void LessonPanel::build_opening(QVBoxLayout* column) {
    const auto& l = session_->lesson();
    if (l.opening.empty())
        return;
    auto* p = new Prose;
    p->set_text(text(l.opening));
    column->addWidget(p);
    if (l.goals.empty())
        return;
    QStringList goals;
    for (const auto& g : l.goals)
        goals << "- " + text(g);
    auto* list = new Prose;
    list->set_text(tr("After this lesson you can:") + "\n\n" + goals.join('\n'));
    column->addWidget(list);
}

void LessonPanel::build_closing(QVBoxLayout* column) {
    const auto& l = session_->lesson();
    const auto add = [&](const QString& title, const std::string& markdown) {
        if (markdown.empty())
            return;
        if (!title.isEmpty())
            column->addWidget(make_label(title, type::heading, Weight::bold));
        auto* p = new Prose;
        p->set_text(text(markdown));
        connect(p, &Prose::link_followed, this, [this](const QString& target) {
            if (target.startsWith("lesson:"))
                emit lesson_link(target.mid(7));
            else
                QDesktopServices::openUrl(QUrl(target));
        });
        column->addWidget(p);
    };
    column->addWidget(new Rule);
    add(text(l.closing_title), l.closing);
    column->addWidget(make_label(tr("In one sentence: what did this lesson teach you?"), type::control, Weight::bold));
    takeaway_ = new QLineEdit(text(session_->learner_takeaway()));
    takeaway_->setObjectName("takeaway");
    takeaway_->setAccessibleName(tr("Your sentence"));
    column->addWidget(takeaway_);
    auto* ours = make_label({}, type::control, Weight::regular, Token::ink2);
    ours->setWordWrap(true);
    ours->setText(session_->learner_takeaway().empty() ? QString() : tr("Ours: %1").arg(text(l.takeaway)));
    column->addWidget(ours);
    connect(takeaway_, &QLineEdit::editingFinished, this, [this, ours] {
        session_->set_learner_takeaway(takeaway_->text().toStdString());
        if (!takeaway_->text().trimmed().isEmpty())
            ours->setText(tr("Ours: %1").arg(text(session_->lesson().takeaway)));
        keep_progress();
    });
    add(tr("What the model leaves out"), l.leaves_out);
    add(tr("Go further"), l.go_further);
}

void LessonPanel::build_step() {
    questions_.clear();
    reveals_.clear();
    takeaway_ = nullptr;
    const auto& l = session_->lesson();
    const auto& step = session_->step();
    const bool first = session_->step_index() == 0, last = session_->step_index() + 1 == l.steps.size();
    auto* page = new QWidget;
    set_surface(page, Token::panel);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(px(16), px(4), px(16), px(12));
    column->setSpacing(px(10));
    if (first)
        build_opening(column);
    auto* heading = make_label(text(step.title), type::heading, Weight::bold);
    heading->setWordWrap(true);
    column->addWidget(heading);
    if (!step.scenario_note.empty()) {
        auto* note = make_label(text(step.scenario_note), type::control, Weight::regular, Token::ink2);
        note->setWordWrap(true);
        column->addWidget(note);
    }
    for (const lesson::Block& block : step.blocks) {
        if (block.kind == lesson::Block::Kind::prediction) {
            auto* card = new QuestionCard(step.predictions[block.prediction], {&player_, session_.get()});
            connect(card, &QuestionCard::kept, this, [this] {
                keep_progress();
                compute();
                refresh();
                emit answered();
            });
            connect(card, &QuestionCard::said, this, &LessonPanel::said);
            questions_.push_back(card);
            column->addWidget(card);
            continue;
        }
        auto* p = new Prose;
        p->set_text(text(block.markdown));
        connect(p, &Prose::link_followed, this, [this](const QString& target) {
            if (target.startsWith("lesson:"))
                emit lesson_link(target.mid(7));
            else if (target.startsWith("show:"))
                emit show_requested({target.mid(5)});
            else
                QDesktopServices::openUrl(QUrl(target));
        });
        if (block.kind == lesson::Block::Kind::text) {
            column->addWidget(p);
            continue;
        }
        auto* reveal = new CardFrame(nullptr, Token::panel);
        reveal->set_title(block.title.empty() ? tr("After the run") : text(block.title));
        reveal->body()->addWidget(p);
        reveal->hide();
        reveals_.push_back(reveal);
        column->addWidget(reveal);
    }
    if (last)
        build_closing(column);
    column->addStretch(1);
    const QWidget* focus = window()->focusWidget();
    const bool had_focus = focus && scroll_->isAncestorOf(focus);
    // The old page may hold the button that led here.
    if (QWidget* old = scroll_->takeWidget())
        old->deleteLater();
    scroll_->setWidget(page);
    dots_->set_steps(static_cast<int>(l.steps.size()), static_cast<int>(session_->step_index()),
        static_cast<int>(session_->step_index()));
    fold();
    next_->setText(last ? tr("Finish the lesson") : tr("Continue"));
    if (first && back_->hasFocus())
        window()->setFocus(Qt::OtherFocusReason);
    back_->setEnabled(!first);
    refresh();
    if (had_focus)
        focus_way_on();
}

void LessonPanel::fold() {
    if (!session_)
        return;
    // A low panel keeps its height for the text; the head says where one is.
    const bool low = height() < px(400);
    title_->setVisible(!low);
    dots_->setVisible(!low);
    top_->setContentsMargins(px(16), low ? px(4) : px(12), px(16), low ? 0 : px(8));
    const auto& l = session_->lesson();
    head_->set_title(low ? tr("Step %1 of %2").arg(session_->step_index() + 1).arg(l.steps.size()) : tr("Lesson"));
    head_->set_note(low ? text(l.title) : tr("%1 min").arg(l.minutes));
}

void LessonPanel::set_foldable(bool foldable) {
    fold_->setVisible(foldable);
}

void LessonPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fold();
}

void LessonPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        fold();
}

void LessonPanel::start_step() {
    player_.pause();
    const auto& step = session_->step();
    QStringList show, knobs;
    for (const auto& s : step.show)
        show << text(s);
    for (const auto& k : step.knobs)
        knobs << text(k);
    // A run that is open already goes on; a step that names one starts from it, without the learner's earlier changes.
    if (!step.start.run.empty() || !player_.has_run()) {
        const std::string run = !step.start.run.empty() ? step.start.run
            : session_->lesson().runs.empty()           ? std::string()
                                                        : session_->lesson().runs.front().name;
        if (const auto input = session_->input_of(run)) {
            opened_ = input->scenario;
            player_.open(*input);
            moment_pending_ = true;
        } else {
            emit said(tr("The run “%1” of this step cannot be made.").arg(text(run)));
        }
    }
    // "20 us/s": the pace at which the step is meant to be watched.
    std::int64_t pace = 0;
    bool relative = false;
    if (format::parse_time(text(step.speed).section('/', 0, 0), format::TimeUnit::us, pace, relative) && pace > 0)
        player_.set_speed(static_cast<double>(pace));
    if (player_.has_run())
        session_->set_here(player_.b().input());
    session_->set_playhead(player_.playhead());
    emit knobs_requested(knobs);
    emit show_requested(show);
    emit step_changed();
    compute();
    refresh();
}

std::vector<lesson::Setting> LessonPanel::settings_now() const {
    std::vector<lesson::Setting> list;
    if (!player_.has_run())
        return list;
    for (const std::string& id : session_->step().knobs)
        if (const auto k = experiment::find_knob(id);
            k && player_.knob(*k) != (opened_ ? opened_->knobs[*k] : player_.scenario_knob(*k)))
            list.push_back({id, experiment::format_value(experiment::knob_table()[*k], player_.knob(*k))});
    return list;
}

/// The name of the lesson's run that has the same machine, start, seed and knobs as `run` has at its end. What the
/// scenario is called does not matter: two scenarios may differ by knobs alone.
std::string LessonPanel::name_of(const ComputedRun& run) const {
    for (const auto& spec : session_->lesson().runs) {
        const auto input = session_->input_of(spec.name);
        const experiment::Scenario& own = run.scenario();
        if (!input || input->seed != run.input().seed || input->scenario->base.profile != own.base.profile
            || input->scenario->machine.profile != own.machine.profile || input->scenario->length != own.length
            || input->scenario->measure_from != own.measure_from || !(input->scenario->start == own.start))
            continue;
        bool same = true;
        for (experiment::KnobIndex k = 0; same && k < input->scenario->knobs.size(); ++k)
            same = input->scenario->knobs[k] == run.knob_at(k, run.scenario().length);
        if (same)
            return spec.name;
    }
    return {};
}

void LessonPanel::note_comparison() {
    if (!player_.a() || player_.a() == &player_.b())
        return;
    const std::string a = name_of(*player_.a()), b = name_of(player_.b());
    if (!a.empty() && !b.empty() && a != b)
        session_->note_compared(a, b);
}

void LessonPanel::compute() {
    if (!session_ || (job_ && !job_->cancelled()))
        return;
    job_ = session_->job();
    if (!job_)
        return;
    auto job = job_;
    pool_.start([this, job] {
        // All cores but one, which the window's own run has.
        job->run({}, static_cast<unsigned>(std::max(1, QThread::idealThreadCount() - 1)));
        QMetaObject::invokeMethod(
            this,
            [this, job] {
                store_->add(job->take());
                if (job_ != job)
                    return;
                job_.reset();
                if (session_) {
                    session_->refresh();
                    compute();
                    refresh();
                }
            },
            Qt::QueuedConnection);
    });
}

void LessonPanel::refresh() {
    if (!session_)
        return;
    session_->set_playhead(player_.has_run() ? player_.playhead() : 0);
    if (moment_pending_)
        if (const Time t = session_->start_time(); t > 0) {
            moment_pending_ = false;
            player_.seek(t);
            session_->set_playhead(t);
        }
    for (QuestionCard* q : questions_)
        q->refresh();
    const bool reveal = session_->reveal_open();
    for (QWidget* r : reveals_)
        r->setVisible(reveal);
    const lesson::Done done = session_->done();
    const bool last = session_->step_index() + 1 == session_->lesson().steps.size();
    // A step's end is a beat: the run stops there for the learner to read.
    if (done == lesson::Done::yes && !next_->isEnabled())
        player_.pause();
    if (done != lesson::Done::yes && next_->hasFocus())
        window()->setFocus(Qt::OtherFocusReason); // a button that goes grey hands the focus to a stranger
    next_->setEnabled(done == lesson::Done::yes);
    set_button_kind(next_, done == lesson::Done::yes ? ButtonKind::primary : ButtonKind::normal);
    const QString waits = done == lesson::Done::yes ? (last ? tr("Every step is done.") : tr("This step is done."))
        : done == lesson::Done::waiting             ? tr("The runs that this step needs are being computed.")
                                                    : text(session_->waits_for());
    waits_->setText(waits);
    waits_->setVisible(!waits.isEmpty());
    if (done != lesson::Done::yes && !job_)
        compute();
}

void LessonPanel::keep_progress(bool done) {
    if (!session_)
        return;
    ProgressStore::Entry e;
    e.step = static_cast<int>(session_->step_index());
    e.steps = static_cast<int>(session_->lesson().steps.size());
    const QString id = text(session_->lesson().id);
    const auto before = progress_.entry(id);
    e.finished = done || (before && before->finished);
    e.when = QDateTime::currentDateTime();
    if (const QString error = progress_.save(id, e, session_->to_json()); !error.isEmpty())
        emit said(error);
}

void LessonPanel::next_step() {
    if (!session_ || session_->done() != lesson::Done::yes)
        return;
    if (session_->next()) {
        keep_progress();
        build_step();
        start_step();
    } else {
        keep_progress(true);
        emit finished(text(session_->lesson().id));
    }
}

void LessonPanel::previous_step() {
    if (!session_ || !session_->back())
        return;
    build_step();
    start_step();
}

void LessonPanel::reset_step() {
    if (!session_)
        return;
    session_->reset(lesson::LessonSession::Reset::step);
    keep_progress();
    build_step();
    start_step();
}

void LessonPanel::note_opened(const QString& kind) {
    if (!session_)
        return;
    session_->note_opened(kind.toStdString());
    refresh();
}

void LessonPanel::note_seen(const QString& anchor) {
    if (!session_)
        return;
    session_->note_seen(anchor.toStdString());
    check_.start();
}

void LessonPanel::line_chosen(const QString&, const QString& line) {
    for (QuestionCard* q : questions_)
        q->choose_line(line);
}

void LessonPanel::focus_question() {
    for (QuestionCard* q : questions_)
        if (session_->state(q->id()) == lesson::QuestionState::open) {
            q->focus_answer();
            return;
        }
    focus_way_on();
}

void LessonPanel::focus_way_on() {
    // Without any focus Qt would choose the first button of the window once it becomes active. The window itself has
    // no ring, and the run's keys work at once.
    QWidget* to = next_->isEnabled() && next_->isVisible() ? static_cast<QWidget*>(next_) : window();
    to->setFocus(Qt::OtherFocusReason);
}

} // namespace sluice::ui
