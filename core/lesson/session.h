// SPDX-License-Identifier: GPL-3.0-or-later
// One learner in one lesson: the present step, answers with confidence and reason, hints, whether the step is done,
// what to say about an answer. The lesson panel and the checker both drive it. It computes nothing by itself: `needs()`
// says which runs it waits for, a ComputeJob computes them on any thread, `provide()` takes the results.
//
//     LessonSession session(lesson, store);             // store: RunStore, compute_job.h
//     session.set_here(input); session.set_playhead(t); // whenever they change
//     if (auto job = session.job()) pool.start(job);    // off the window's thread; then store.add(...),
//     session.refresh() if (session.done() == Done::yes) …                // "Next" becomes the main button
#pragma once

#include "core/lesson/answer.h"
#include "core/lesson/compute_job.h"
#include "core/lesson/evaluate.h"
#include "core/lesson/lesson.h"
#include "core/lesson/verdict.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sluice::lesson {

enum class QuestionState {
    open, ///< not answered yet
    locked, ///< answered; the run has not shown the answer yet, or results are being computed
    revealed, ///< the verdict can be shown
    skipped,
};

enum class Done { no, waiting, yes };

class LessonSession {
public:
    LessonSession(std::shared_ptr<const Lesson> lesson, std::shared_ptr<RunStore> store);
    ~LessonSession();

    const Lesson& lesson() const;
    const Step& step() const;
    std::size_t step_index() const;
    void go_to(std::size_t step); ///< clamped
    bool next(); ///< false on the last step
    bool back();

    // What the window reports.
    void set_here(std::optional<experiment::RunInput> input); ///< the window's B
    void set_playhead(Time at);
    void note_choice(const std::vector<Setting>& settings); ///< the learner's knobs of this step, start values left out
    void note_opened(const std::string& kind); ///< "why", "life"
    void note_seen(const std::string& name); ///< a name of anchors.h
    void note_compared(const std::string& run_a, const std::string& run_b);
    void place_marker(const std::string& question, Time at);

    // Questions of any step, by id.
    QuestionState state(std::string_view question) const;
    /// Keeps an answer. False if it was answered before, or the answer does not fit the type (order of wrong length …).
    bool lock(std::string_view question, Response response, Confidence confidence, std::string reason);
    bool skip(std::string_view question);
    const Response* response(std::string_view question) const;
    /// The verdict sentence; `pending` while results are missing.
    Verdict verdict(std::string_view question) const;
    /// An attempt that is not kept: opens the way to the next hint, says nothing about the answer.
    void try_answer(std::string_view question);
    /// Hints opened so far, and whether another may be opened now (needs an attempt since the one before).
    std::size_t hints_open(std::string_view question) const;
    bool hint_allowed(std::string_view question) const;
    /// Opens the next hint and returns it, or null.
    const std::string* open_hint(std::string_view question);

    /// Whether the step's `until` holds at the playhead. `waiting`: results are being computed.
    Done done() const;
    /// One sentence: what the step waits for ("Goes on when \"longest\" is answered."), or empty.
    std::string waits_for() const;
    /// Texts under "After the run" may be opened.
    bool reveal_open() const;
    /// The present step's run has a policy that is to be guessed, and the guess has not been made: knobs, code and
    /// runs must not be shown.
    bool policy_hidden() const;

    /// What is still to be computed for this step, its answers and its condition; null if nothing is. Runs of the next
    /// step come last. The job may run on any thread; give its results to the store, then call refresh().
    std::shared_ptr<ComputeJob> job() const;
    void refresh();
    const LearnerRecord& record() const;
    const Vocabulary& vocabulary() const;
    /// The input of a run of the lesson ("choice" included), for the player to open; nothing if it cannot be made.
    std::optional<experiment::RunInput> input_of(const std::string& run) const;
    /// The moment at which the present step starts, if results are there; 0 otherwise.
    Time start_time() const;

    /// Own luck for a pair or a person: added to every seed of the lesson.
    void set_seed_offset(std::uint64_t offset);

    // Progress.
    std::string to_json() const;
    /// False and unchanged if the text is not progress of this lesson. Answers of an edited lesson are kept by id.
    bool from_json(std::string_view json);
    enum class Reset { step, lesson };
    void reset(Reset what);
    std::string learner_takeaway() const;
    void set_learner_takeaway(std::string text);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace sluice::lesson
