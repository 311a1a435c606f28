// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/player.h"

#include "core/experiment/scenario_file.h"
#include "core/workload/knobs.h"
#include "ui/player/computed_run.h"

#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace sluice::ui {

using experiment::Intervention;
using experiment::KnobIndex;
using experiment::RunInput;

namespace {
constexpr int kFrame = 16; ///< ms
constexpr int kPatience = 60; ///< ms to wait for a new run to reach the playhead
constexpr RecordIndex kReadPerFrame = 200'000; ///< records indexed for marks and keyframes in one frame
constexpr qint64 kFoldBudget = 6'000'000; ///< wall ns that one frame may spend on moving the state
/// A section as long as half a tick is a stall: it can be felt.
Time stall_from(const machine::Machine& m) {
    return m.tick_period() / 2;
}
} // namespace

Player::View::View(const ComputedRun& run, Time stall)
    : cursor(run.machine(), run.journal())
    , marks(stall) { }

Player::Player(QObject* parent)
    : QObject(parent)
    , budget_(std::make_shared<journal::Budget>()) {
    timer_.setInterval(kFrame);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &Player::frame);
}

Player::~Player() = default;

std::shared_ptr<ComputedRun> Player::make_run(RunInput input, const ComputedRun* before, Time until) {
    auto journal = std::make_shared<journal::Journal>(budget_);
    if (before && until > 0 && before->head() >= until)
        journal->share_from(*before->journal(), before->journal()->after(until));
    // Queued, because the run reports from its own thread; the frame timer then follows the growing journal.
    return std::make_shared<ComputedRun>(std::move(input), std::move(journal), [this] {
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (!timer_.isActive()) {
                    clock_.start();
                    timer_.start();
                }
            },
            Qt::QueuedConnection);
    });
}

void Player::open(const RunInput& input) {
    set_playing(false);
    breakpoints_.clear();
    stop_at_.reset();
    history_.clear({nullptr, make_run(input), {}});
    playhead_ = 0;
    // A pace at which the run lasts about a minute, in round steps; a lesson or the slider may say otherwise.
    const double wanted = static_cast<double>(input.scenario->length) / 60,
                 power = std::pow(10, std::floor(std::log10(std::max(wanted, 1.0))));
    set_speed(power * (wanted / power < 2 ? 1 : wanted / power < 5 ? 2 : 5));
    show_roles(false);
}

void Player::show_roles(bool keep_moment) {
    const Roles& roles = history_.now();
    const Time stall = stall_from(roles.b->scenario().machine);
    b_view_ = std::make_unique<View>(*roles.b, stall);
    a_view_ = roles.a ? std::make_unique<View>(*roles.a, stall) : nullptr;
    const Time t = keep_moment ? std::min(playhead_, length()) : 0;
    playhead_ = 0;
    wanted_.reset();
    search_ = Search::none;
    clock_.start();
    timer_.start();
    emit run_changed();
    // Most runs reach the playhead in a few milliseconds; waiting that long spares a picture of the wrong moment.
    for (int ms = 0; ms < kPatience && head() < t && !b().finished(); ++ms)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    jump_when_computed(t);
}

const experiment::Scenario& Player::scenario() const {
    return b().scenario();
}
const std::vector<Intervention>& Player::interventions() const {
    return b().input().interventions;
}
const journal::Journal& Player::journal() const {
    return *b().journal();
}
Time Player::length() const {
    return has_run() ? scenario().length : 0;
}
Time Player::head() const {
    return has_run() ? std::max<Time>(b().head(), 0) : 0;
}

const journal::MachineState* Player::state_a() const {
    return a_view_ && a() && a()->head() >= playhead_ ? &a_view_->cursor.state() : nullptr;
}

void Player::set_speed(double ns_per_second) {
    speed_ = ns_per_second <= 0 ? 0 : std::clamp(ns_per_second, kSlowest, kFastest);
    owed_ = 0;
    emit speed_changed();
}

KnobValue Player::knob(KnobIndex index) const {
    return b().knob_at(index, playhead_);
}
KnobValue Player::scenario_knob(KnobIndex index) const {
    return scenario().knobs[index];
}

std::vector<KnobIndex> Player::changed_knobs() const {
    std::vector<KnobIndex> changed;
    for (const Intervention& i : interventions())
        if (i.at <= playhead_ && knob(i.knob) != scenario_knob(i.knob)
            && std::find(changed.begin(), changed.end(), i.knob) == changed.end())
            changed.push_back(i.knob);
    return changed;
}

QString Player::parse_moment(const QString& text, Time& t) const {
    static const QRegularExpression form(
        QStringLiteral(R"(^\s*([+-]?)\s*([0-9][0-9 ,]*(?:\.[0-9]+)?)\s*(ns|us|µs|μs|ms|s)?\s*$)"));
    const auto match = form.match(text);
    const QString wrong
        = tr("“%1” is not a moment. Write a time such as 41.2 ms, or +250us to go on from here.").arg(text.trimmed());
    if (!match.hasMatch())
        return wrong;
    QString number = match.captured(2);
    number.remove(' ').remove(',');
    const QString unit = match.captured(3);
    const double factor = unit == "ns" ? 1 : unit == "s" ? 1e9 : unit == "ms" || unit.isEmpty() ? 1e6 : 1e3;
    const double ns = number.toDouble() * factor;
    if (ns > 9e18)
        return wrong;
    const Time distance = std::llround(ns);
    const QString sign = match.captured(1);
    const Time goal = sign == "+" ? playhead_ + distance : sign == "-" ? playhead_ - distance : distance;
    if (goal < 0 || goal > length())
        return tr("The run goes from 0 to %1 ms.").arg(static_cast<double>(length()) / 1e6);
    t = goal;
    return {};
}

void Player::toggle_breakpoint(Time t) {
    const auto at = std::lower_bound(breakpoints_.begin(), breakpoints_.end(), t);
    if (at != breakpoints_.end() && *at == t)
        breakpoints_.erase(at);
    else
        breakpoints_.insert(at, t);
    emit marks_changed();
}

void Player::set_playing(bool on) {
    if (playing_ == on)
        return;
    playing_ = on;
    owed_ = 0;
    if (on) {
        clock_.start();
        timer_.start();
    }
    emit playing_changed(on);
}

void Player::play() {
    if (!has_run())
        return;
    if (at_end())
        move_to(0);
    set_playing(true);
}

void Player::play_until(Time t) {
    stop_at_ = t;
    play();
}

void Player::pause() {
    search_ = Search::none;
    wanted_.reset();
    stop_at_.reset();
    set_playing(false);
}

void Player::toggle_play() {
    playing_ ? pause() : play();
}

void Player::move_to(Time t) {
    t = std::clamp<Time>(t, 0, std::max<Time>(head(), 0));
    b_view_->cursor.seek_time(t);
    if (a_view_ && a()->head() >= 0)
        a_view_->cursor.seek_time(std::min(t, a()->head()));
    playhead_ = t;
    emit moment_changed();
}

void Player::jump_when_computed(Time t) {
    if (t <= head() || b().finished()) {
        wanted_.reset();
        move_to(t);
    } else {
        wanted_ = t;
        timer_.start();
    }
}

void Player::seek(qint64 t) {
    if (!has_run())
        return;
    owed_ = 0;
    search_ = Search::none;
    jump_when_computed(std::clamp<Time>(t, 0, length()));
}

void Player::reset() {
    pause();
    seek(0);
}

void Player::step_forward() {
    if (!has_run())
        return;
    set_playing(false);
    const journal::Journal& j = journal();
    const RecordIndex next = j.after(playhead_);
    if (next < j.size() && j.at(next).at <= head())
        move_to(j.at(next).at);
    else if (b().finished())
        move_to(length());
}

void Player::step_back() {
    if (!has_run() || playhead_ == 0)
        return;
    set_playing(false);
    const journal::Journal& j = journal();
    // The moment before the last record that has happened: everything at its time is taken back.
    const RecordIndex done = j.after(playhead_);
    if (done == 0) {
        move_to(0);
        return;
    }
    const Time last = j.at(done - 1).at;
    if (last < playhead_) {
        move_to(last);
        return;
    }
    const RecordIndex earlier = last > 0 ? j.after(last - 1) : 0;
    move_to(earlier == 0 ? 0 : j.at(earlier - 1).at);
}

Player::Landmark Player::landmark() const {
    const auto kind = experiment::find_knob("workload.kind");
    if (has_run() && kind && workload::uses_files(static_cast<workload::Kind>(scenario().knobs[*kind])))
        return Landmark::flush;
    if (has_run() && kind && workload::frees_much(static_cast<workload::Kind>(scenario().knobs[*kind])))
        return Landmark::piece;
    return Landmark::drain;
}

void Player::next_landmark() {
    if (!has_run())
        return;
    set_playing(false);
    if (landmark() != Landmark::drain) {
        // Without workers there are no pieces: rounds of the gather then.
        const auto& flushes = landmark() == Landmark::flush ? marks().flushes()
            : marks().pieces().empty()                      ? marks().rounds()
                                                            : marks().pieces();
        if (const auto next = std::upper_bound(flushes.begin(), flushes.end(), playhead_); next != flushes.end()) {
            seek(*next);
            return;
        }
    } else {
        for (const DrainMark& d : marks().drains())
            if (d.start > playhead_) {
                seek(d.start);
                return;
            }
    }
    if (!b().finished() || marks().position() < journal().size())
        search_ = Search::landmark;
    else if (landmark() == Landmark::piece)
        emit said(tr("Nothing more is freed after this moment."));
    else if (landmark() == Landmark::flush)
        emit said(tr("No vector of pages is emptied after this moment."));
    else
        emit said(tr("No further drain in this run."));
}

void Player::next_stall() {
    if (!has_run())
        return;
    set_playing(false);
    for (const StallMark& s : marks().stalls())
        if (s.start > playhead_) {
            seek(s.start);
            return;
        }
    if (!b().finished() || marks().position() < journal().size())
        search_ = Search::stall;
    else
        emit said(tr("No further stall in this run."));
}

void Player::previous_stall() {
    if (!has_run())
        return;
    set_playing(false);
    const auto& stalls = marks().stalls();
    for (auto s = stalls.rbegin(); s != stalls.rend(); ++s)
        if (s->start < playhead_) {
            seek(s->start);
            return;
        }
    emit said(tr("No earlier stall in this run."));
}

void Player::replace_b(RunInput input, const QString& what, bool from_start) {
    std::stable_sort(input.interventions.begin(), input.interventions.end(),
        [](const Intervention& x, const Intervention& y) { return x.at < y.at; });
    const Roles& now = history_.now();
    const bool same_start
        = !from_start && input.scenario == now.b->input().scenario && input.seed == now.b->input().seed;
    auto run = make_run(std::move(input), same_start ? now.b.get() : nullptr, playhead_);
    history_.push({now.a ? now.a : now.b, std::move(run), what.toStdString()});
    set_playing(false);
    show_roles(!from_start);
}

void Player::set_knob(int index, qint64 value) {
    if (!has_run())
        return;
    const Knob& k = experiment::knob_table()[static_cast<std::size_t>(index)];
    set_knobs({{static_cast<KnobIndex>(index), value}},
        tr("%1: %2").arg(QString::fromUtf8(k.label.data(), static_cast<int>(k.label.size())),
            QString::fromStdString(experiment::display_value(k, value))));
}

void Player::set_knobs(const std::vector<std::pair<KnobIndex, KnobValue>>& values, const QString& what) {
    RunInput input = b().input();
    bool from_start = false, changed = false;
    std::shared_ptr<experiment::Scenario> scenario;
    for (const auto& [index, value] : values) {
        if (knob(index) == value)
            continue;
        changed = true;
        const bool start = experiment::knob_table()[index].when == KnobWhen::start;
        if (start || playhead_ == 0) {
            // Before the first event a change is a value of the scenario.
            if (!scenario)
                scenario = std::make_shared<experiment::Scenario>(*input.scenario);
            if (const std::string error = experiment::set_value(*scenario, index, value); !error.empty()) {
                emit said(QString::fromStdString(error));
                emit run_changed(); // widgets go back to the value in force
                return;
            }
            from_start = from_start || start;
            std::erase_if(input.interventions,
                [&, i = index](const Intervention& x) { return x.knob == i && (start || x.at == 0); });
        } else {
            std::erase_if(input.interventions,
                [&, i = index](const Intervention& x) { return x.knob == i && x.at >= playhead_; });
            input.interventions.push_back({playhead_, index, value});
        }
    }
    if (!changed)
        return;
    if (scenario)
        input.scenario = scenario;
    replace_b(std::move(input), what, from_start);
}

void Player::reset_knobs() {
    if (!has_run())
        return;
    std::vector<std::pair<KnobIndex, KnobValue>> values;
    for (const KnobIndex k : changed_knobs())
        values.emplace_back(k, scenario_knob(k));
    set_knobs(values, tr("All knobs as in the scenario"));
}

void Player::branch_here() {
    if (!has_run())
        return;
    history_.push({history_.now().b, history_.now().b,
        tr("Branch at %1 ms").arg(static_cast<double>(playhead_) / 1e6).toStdString()});
    show_roles(true);
}

void Player::drop_a() {
    if (!has_run() || !a())
        return;
    history_.push({nullptr, history_.now().b, tr("No comparison").toStdString()});
    show_roles(true);
}

void Player::set_roles(std::shared_ptr<ComputedRun> a, std::shared_ptr<ComputedRun> b) {
    if (!has_run() || !b || (a == history_.now().a && b == history_.now().b))
        return;
    history_.push({std::move(a), std::move(b), tr("Other runs compared").toStdString()});
    set_playing(false);
    show_roles(true);
}

void Player::undo() {
    if (!can_undo())
        return;
    history_.undo();
    set_playing(false);
    show_roles(true);
}

void Player::redo() {
    if (!can_redo())
        return;
    history_.redo();
    set_playing(false);
    show_roles(true);
}

void Player::set_seed(quint64 seed) {
    if (!has_run() || b().input().seed == seed)
        return;
    RunInput input = b().input();
    input.seed = seed;
    replace_b(std::move(input), tr("Seed %1").arg(seed), true);
}

void Player::read_ahead() {
    if (b_view_->marks.read(journal(), kReadPerFrame))
        emit marks_changed();
    b_view_->cursor.index(kReadPerFrame);
    if (a_view_) {
        a_view_->marks.read(*a()->journal(), kReadPerFrame);
        a_view_->cursor.index(kReadPerFrame);
    }
    if (wanted_ && (*wanted_ <= head() || b().finished())) {
        const Time t = *wanted_;
        wanted_.reset();
        move_to(t);
    }
    if (search_ == Search::none)
        return;
    const Search what = search_;
    search_ = Search::none;
    what == Search::landmark ? next_landmark() : next_stall();
}

void Player::frame() {
    if (!has_run()) {
        timer_.stop();
        return;
    }
    read_ahead();
    emit head_changed();
    if (playing_) {
        const double seconds = static_cast<double>(clock_.nsecsElapsed()) / 1e9;
        clock_.start();
        Time goal = head();
        if (speed_ > 0) {
            // A picture that came late does not make the playhead leap: at most a tenth of a second is made up.
            owed_ += speed_ * std::min(seconds, 0.1);
            const Time whole = static_cast<Time>(owed_);
            owed_ -= static_cast<double>(whole);
            goal = std::min(goal, playhead_ + whole);
        }
        bool stop = false;
        for (const Time b : breakpoints_)
            if (b > playhead_ && b <= goal) {
                goal = b;
                stop = true;
            }
        if (stop_at_ && *stop_at_ >= playhead_ && *stop_at_ <= goal) {
            goal = *stop_at_;
            stop_at_.reset();
            stop = true;
        }
        if (speed_ <= 0 && goal > playhead_) {
            // As fast as it goes: walk on while the budget of this frame lasts.
            QElapsedTimer spent;
            spent.start();
            Time t = playhead_;
            const Time stride = std::max<Time>((goal - playhead_) / 64, 1);
            while (t < goal && spent.nsecsElapsed() < kFoldBudget) {
                t = std::min(goal, t + stride);
                b_view_->cursor.seek_time(t);
            }
            stop = stop && t == goal;
            goal = t;
        }
        if (goal != playhead_)
            move_to(goal);
        if (stop || (b().finished() && playhead_ >= std::min(head(), length())))
            set_playing(false);
        if (b().finished() && !b().message().empty() && playhead_ >= head())
            emit said(QString::fromStdString(b().message()));
    }
    const bool caught_up = b().finished() && marks().position() == journal().size()
        && (!a() || (a()->finished() && a_view_->marks.position() == a()->journal()->size()));
    if (!playing_ && caught_up && !wanted_ && search_ == Search::none)
        timer_.stop();
}

} // namespace sluice::ui
