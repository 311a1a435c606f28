// SPDX-License-Identifier: GPL-3.0-or-later
// The one object between core and the widgets: which runs there are, the playhead, and how it moves. Runs are computed
// on threads of their own; the player only reads their journals, and the playhead never passes the head.
//
// Three clocks: model time (the playhead), animation time (the pace that the speed sets), wall time (the frame timer).
// A step is the next moment at which something happened and never depends on the speed.
#pragma once

#include "core/experiment/scenario.h"
#include "core/journal/budget.h"
#include "core/journal/machine_state.h"
#include "ui/player/history.h"
#include "ui/player/marks.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace sluice::ui {

class ComputedRun;

class Player : public QObject {
    Q_OBJECT
public:
    explicit Player(QObject* parent = nullptr);
    ~Player() override;

    /// Starts with one run as B, no A, playhead at 0, paused.
    void open(const experiment::RunInput& input);
    bool has_run() const { return !history_.empty(); }

    const ComputedRun& b() const { return *history_.now().b; }
    const ComputedRun* a() const { return history_.now().a.get(); }
    const experiment::Scenario& scenario() const;
    const std::vector<experiment::Intervention>& interventions() const;

    /// The state of B at the playhead.
    const journal::MachineState& state() const { return b_view_->cursor.state(); }
    const journal::Journal& journal() const;
    /// The state of A at the same moment, if there is an A that has come so far.
    const journal::MachineState* state_a() const;
    const Marks& marks() const { return b_view_->marks; }

    Time playhead() const { return playhead_; }
    Time length() const;
    /// How far B is computed.
    Time head() const;
    bool playing() const { return playing_; }
    bool at_end() const { return playhead_ >= length(); }

    /// Model time per second of watching, ns; 0 means as fast as it goes.
    double speed() const { return speed_; }
    void set_speed(double ns_per_second);
    static constexpr double kSlowest = 1e3;
    static constexpr double kFastest = 1e9;

    KnobValue knob(experiment::KnobIndex index) const;
    /// The value that the scenario itself gives.
    KnobValue scenario_knob(experiment::KnobIndex index) const;
    /// Knobs that B has otherwise than its scenario.
    std::vector<experiment::KnobIndex> changed_knobs() const;

    bool can_undo() const { return has_run() && history_.can_undo(); }
    bool can_redo() const { return has_run() && history_.can_redo(); }
    const History& history() const { return history_; }

    /// Reads "41.2 ms", "+250us", "-1ms", "0". An error sentence, or empty and `t` is set.
    QString parse_moment(const QString& text, Time& t) const;

    /// What the run's subject jumps to: the drain of a quicklist, with files the emptying of a vector of pages, and
    /// with giants the moment at which a piece is free or a round of the gather ends.
    enum class Landmark : std::uint8_t { drain, flush, piece };
    Landmark landmark() const;

    /// Breakpoints: playing stops at each.
    const std::vector<Time>& breakpoints() const { return breakpoints_; }
    void toggle_breakpoint(Time t);
    /// Playing stops at this moment once (a lesson's "play drain[0].end").
    void play_until(Time t);

public slots:
    void play();
    void pause();
    void toggle_play();
    void step_forward();
    void step_back();
    void next_landmark();
    void next_stall();
    void previous_stall();
    void seek(qint64 t);
    void reset(); ///< playhead to 0, speed and run stay
    /// A change at the playhead; a `start` knob begins a new B from 0.
    void set_knob(int index, qint64 value);
    /// Several at once (a preset), one step of undo.
    void set_knobs(const std::vector<std::pair<experiment::KnobIndex, KnobValue>>& values, const QString& what);
    void reset_knobs(); ///< back to the scenario's values, from here on
    void branch_here(); ///< the present B becomes A
    void drop_a(); ///< no comparison
    /// Other roles for runs that exist; one step of undo. `a` may be null.
    void set_roles(std::shared_ptr<ComputedRun> a, std::shared_ptr<ComputedRun> b);
    void undo();
    void redo();
    void set_seed(quint64 seed);

signals:
    void run_changed(); ///< B or A is another run
    void moment_changed(); ///< the playhead moved
    void head_changed(); ///< more of a run is computed
    void marks_changed();
    void playing_changed(bool playing);
    void speed_changed();
    /// Something to tell in one sentence (a jump that found nothing, a run that stopped).
    void said(const QString& sentence);

private:
    struct View {
        View(const ComputedRun& run, Time stall_from);
        journal::Cursor cursor;
        Marks marks;
    };

    /// `before`: a run with the same inputs up to `until`, whose records up to there are shared.
    std::shared_ptr<ComputedRun> make_run(
        experiment::RunInput input, const ComputedRun* before = nullptr, Time until = 0);
    void show_roles(bool keep_moment);
    void move_to(Time t);
    void frame();
    void read_ahead();
    void jump_when_computed(Time t);
    void set_playing(bool on);
    void replace_b(experiment::RunInput input, const QString& what, bool from_start);

    std::shared_ptr<journal::Budget> budget_; ///< of all runs of the window
    History history_;
    std::unique_ptr<View> b_view_, a_view_;
    Time playhead_ = 0;
    double speed_ = 20e3;
    double owed_ = 0; ///< model ns that the pace has earned and the playhead has not moved yet
    bool playing_ = false;
    std::optional<Time> wanted_; ///< a seek beyond the head, done when the run has come so far
    std::optional<Time> stop_at_;
    enum class Search { none, landmark, stall } search_ = Search::none;
    std::vector<Time> breakpoints_;
    QTimer timer_;
    QElapsedTimer clock_;
};

} // namespace sluice::ui
