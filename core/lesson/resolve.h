// SPDX-License-Identifier: GPL-3.0-or-later
// What a name in an expression refers to: a run, a metric of a run, a moment of a run. Used by the type check and the
// evaluator, so that both always agree.
#pragma once

#include "core/lesson/evaluate.h"

namespace sluice::lesson {

struct Resolved {
    enum class What {
        run, ///< `posted`
        each_value, ///< `each` where items have values
        metric, ///< posted.free.pages{node=0}
        moment, ///< last_exit: a named anchor of a run
        event, ///< drain{cpu=0}[0].start: a moment or a value of the n-th event
        unknown,
    } what
        = What::unknown;
    std::string run; ///< "" : the implied run
    experiment::MetricQuery query; ///< metric, event
    const experiment::MetricInfo* info = nullptr;
    std::string anchor; ///< moment
    std::string message, nearest; ///< unknown: what is wrong
};

/// `path` of a reference or of a family; `in_family` means that the run is given by sweep(…) or seeds(…).
Resolved resolve(const Node& node, const Vocabulary& vocabulary, bool in_family = false);

/// Names joined with dots: "drain.section.pages".
std::string joined(std::span<const std::string> path);

const experiment::MetricInfo* find_metric(const Vocabulary& vocabulary, std::string_view name);

/// What the type check and the evaluator know a function by; its name as written stands in one table.
enum class Call {
    min,
    max,
    mean,
    median,
    p,
    sum,
    count,
    first,
    last,
    argmin,
    argmax,
    rate,
    shape,
    at,
    delta,
    time_of,
    pct,
    ratio,
    within,
    sign,
    bands,
    rank,
    noise,
    band,
    neutral,
    same,
    knob,
    sweep,
    seeds,
    answered,
    opened,
    seen,
    marker,
    compared,
};

/// The functions of the language.
struct Function {
    std::string_view name;
    Call call;
    int least, most; ///< number of arguments; most -1: any
    enum class Kind {
        reduce, ///< of a series, of a curve, or of two or more numbers
        moment, ///< time_of
        numeric, ///< of numbers
        learner,
        other
    } kind;
};
const Function* find_function(std::string_view name);
std::vector<std::string> function_names();
/// Is it the first, last, least or greatest of one thing, as time_of() takes it?
bool picks(const Node& node);

} // namespace sluice::lesson
