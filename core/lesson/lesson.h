// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson as plain data: what the file says, checked for form but not yet for truth. The window draws it, the checker
// proves it, LessonSession (session.h) walks through it.
#pragma once

#include "core/lesson/expression.h"
#include "core/lesson/run_ref.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sluice::lesson {

/// A knob whose value is drawn when the file is read, from the run's seed and name: the same for everybody, and not
/// told by the file.
struct Draw {
    std::string knob;
    std::vector<std::string> among; ///< as files write them, at least two
};

/// A run of the lesson, with everything that it inherits written out.
struct RunSpec {
    std::string name;
    std::string scenario; ///< "q4-full-list": assets/scenarios/<scenario>.toml
    std::uint64_t seed = 1;
    std::vector<Setting> set; ///< in order, later ones win
    std::string from; ///< the run that it was derived from, or empty
    std::string label; ///< in a sentence: "as posted"; the name if the file gives none
    std::vector<Draw> draws; ///< what was drawn into `set`
    std::string hidden_until; ///< the question whose answer ends the hiding of this run's policy, or empty
    std::vector<Expression> told_by; ///< numbers over `choice` that tell the drawn values apart
    Where where;
};

enum class PredictionType { choice, number, order, curve, bug, policy, breakpoint };
std::string_view prediction_type_name(PredictionType type);

/// An answer that many give, with what to say to it.
struct WrongValue {
    Expression value;
    std::string say;
};

/// A choice, or an item to be put in order.
struct Option {
    std::string id; ///< for orders without values: the run's name
    std::string text;
    Expression when; ///< choice: true for the right one; empty if the prediction's `answer` gives the index
    Expression value; ///< order: what the item is ranked by; empty if `each` is a run
    std::string say; ///< what to say to whoever chose it and was not right, or empty
};

/// What counts as right. Only one of them is set for a number; none means the defaults of docs/EXPRESSIONS.md.
struct Accept {
    std::optional<double> ratio; ///< number: between value / ratio and value x ratio
    std::optional<double> within; ///< number: absolute, in base units of the answer
    std::optional<double> distance; ///< curve: mean vertical distance as a share of the axis (0 … 1)
    std::optional<Time> time; ///< breakpoint: ns
};

struct Axis {
    std::string label;
    std::string unit; ///< as written, "" if none
    double low = 0, high = 0; ///< in base units; both 0: the chart chooses from the answer's published range
    bool logarithmic = false;
};

struct Prediction {
    std::string id; ///< unique in the lesson
    PredictionType type = PredictionType::number;
    std::string ask;
    std::string unit; ///< number: the unit that the learner types in, "" if none
    std::vector<Option> options; ///< choice and order
    std::vector<Expression> answers; ///< one, except policy: every inequality
    Expression shown; ///< policy: a number to show beside the verdict; may be empty
    Accept accept;
    std::vector<WrongValue> wrong;
    std::vector<std::string> hints; ///< three; the last is a worked step on other numbers
    Expression reveal; ///< the verdict waits for this condition; empty: it is said at once
    std::string explain; ///< said after the verdict, longer for a confident miss; may be empty
    // curve
    std::string knob; ///< what x varies
    std::vector<double> xs; ///< where points are set
    Axis x, y;
    // bug
    std::string listing; ///< "drain-posted"
    std::vector<std::string> candidates; ///< line ids of the listing
    // policy
    std::vector<std::vector<Setting>> passing, failing; ///< settings that the checker tries
    Where where;
};

/// A piece of a step, in the order of the file.
struct Block {
    enum class Kind {
        text, ///< `markdown`, shown at once
        prediction, ///< the prediction number `prediction` of the step
        reveal, ///< `markdown` under `title`, opened after the run
    } kind
        = Kind::text;
    std::string markdown;
    std::string title;
    std::size_t prediction = 0;
    Where where;
};

struct Start {
    std::string run; ///< "" : the step goes on where the one before ended
    Expression at; ///< moment; empty is 0
};

/// What the checker does for the learner: "play drain[0].end", "set drain.shape merged", "answer longest",
/// "compare posted merged", "open why", "see chart.quicklist", "run posted", "mark where".
struct Action {
    enum class Kind { play, set, answer, compare, open, see, run, mark } kind = Kind::play;
    std::vector<std::string> words; ///< without the verb
    Expression moment; ///< play, mark
    Where where;
};

struct Step {
    std::string id; ///< "find": `sluice lesson open q4#find`
    std::string title; ///< without its number
    std::string scenario_note; ///< one sentence about the start state, or empty
    std::vector<Block> blocks;
    std::vector<std::string> show; ///< names of anchors.h
    std::vector<std::string> knobs; ///< at most five
    Start start;
    Expression until; ///< empty: "Next" is enough
    std::vector<Action> solution;
    std::vector<Prediction> predictions;
    double playback_seconds = 0; ///< how long watching takes at the stated speed
    std::string speed; ///< "20 us/s": suggested playback speed, or empty
    Where where;
};

struct Lesson {
    std::string id; ///< "q4"
    std::string file; ///< as given to the reader
    std::string title;
    std::string path; ///< "quicklists"
    int minutes = 0;
    std::vector<std::string> needs; ///< lessons before it
    std::vector<std::string> goals;
    std::string attacks; ///< the belief that it puts to the test
    std::vector<std::string> sources; ///< assets/sources/<id>.toml
    std::vector<std::string> claims;
    std::vector<RunSpec> runs;
    std::string opening; ///< Markdown before the first step
    std::vector<Step> steps;
    std::string closing_title;
    std::string closing; ///< Markdown of the closing heading, without takeaway and go further
    std::string takeaway; ///< our sentence, shown after the learner wrote theirs
    std::string go_further; ///< Markdown
    std::string leaves_out; ///< what the model leaves out, Markdown
    std::uint64_t hash = 0; ///< of the file's text

    const RunSpec* find_run(std::string_view name) const;
    const Prediction* find_prediction(std::string_view wanted) const;
    /// Index of the step with this id, or -1.
    int find_step(std::string_view wanted) const;
};

} // namespace sluice::lesson
