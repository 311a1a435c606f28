// SPDX-License-Identifier: GPL-3.0-or-later
// Meaning of an expression: its type, the queries it needs, its value.
#pragma once

#include "core/lesson/expression.h"
#include "core/lesson/run_ref.h"

#include <functional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace sluice::lesson {

/// What an expression yields. Units are part of it; mixing them is an error.
struct Type {
    enum class Base { number, truth, word, series, events, ranking, run } base = Base::number;
    experiment::Unit unit = experiment::Unit::none;
    experiment::Shape shape = experiment::Shape::samples; ///< of series
    enum class Axis { none, sweep, seeds } axis = Axis::none; ///< one value, one per knob value, one per seed
    bool operator==(const Type&) const = default;
    std::string text() const; ///< "pages", "a series of ns", "a curve of ns", "yes or no"
};

/// The names that an expression may use.
struct Vocabulary {
    std::vector<experiment::MetricInfo> metrics;
    std::map<std::string, experiment::Unit, std::less<>> number_knobs; ///< id → unit
    std::set<std::string, std::less<>> word_knobs;
    std::set<std::string, std::less<>> runs; ///< of the `run` block
    std::set<std::string, std::less<>> questions; ///< ids of predictions
    std::set<std::string, std::less<>> anchors; ///< named moments besides drain[i]: "last_exit"
    bool condition = false; ///< `here`, answered(), opened() … are allowed
    bool choice = true; ///< `choice` is allowed
    bool each = false; ///< `each` is allowed; it is a run
    std::optional<experiment::Unit> each_value; ///< `each` is a number of this unit (items with values)
    bool line = false; ///< `line` in neutral(line, run) is allowed
};
/// Metrics, knobs and anchors of the program; runs and questions are left empty.
Vocabulary program_vocabulary();

/// The type of an expression, or nothing and one finding.
std::optional<Type> check_types(
    const Expression& expression, const Vocabulary& vocabulary, std::vector<Finding>& findings);

/// What the learner has done, for conditions.
struct LearnerRecord {
    std::set<std::string> answered; ///< questions answered or skipped
    std::set<std::string> opened; ///< "why", "life" …
    std::set<std::string> seen; ///< names of core/lesson/anchors.h
    std::set<std::pair<std::string, std::string>> compared; ///< runs, each pair in alphabetical order
    std::map<std::string, Time> markers; ///< marker of a breakpoint question
};

/// Everything that decides the value of an expression.
struct Scope {
    const RunProvider* runs = nullptr;
    const LearnerRecord* learner = nullptr;
    std::string implied_run{}; ///< whose anchors a bare `last_exit` means, outside windows
    std::optional<Time> playhead{}; ///< conditions: nothing later counts
    std::string each_run{}; ///< the run that `each` stands for
    std::optional<double> each_value{}; ///< or the value
    std::string line{}; ///< knob id of the line in neutral(line, run): "line.drain-posted.cap"
    std::uint64_t seeds = 10; ///< what noise() and band() run
    std::uint64_t seed_offset = 0; ///< added to every run's seed: the same question on other luck
};

struct CurvePoint {
    double x = 0, y = 0;
};

struct Value {
    Type type;
    double number = 0; ///< numbers in base units; truth as 0 and 1
    std::string word{};
    std::vector<CurvePoint> curve{}; ///< axis sweep: x is the knob's value; axis seeds: x is 0, 1, 2 …
    bool truth() const { return number != 0; }
};

struct Outcome {
    std::optional<Value> value;
    std::string error; ///< why there is none ("no drain happened before 3 ms"), or empty
    bool pending = false; ///< results are not there yet
    std::size_t at = 0; ///< where in the text
};

/// The runs and queries that `evaluate` will ask for.
Needs collect(const Expression& expression, const Vocabulary& vocabulary, const Scope& scope);

Outcome evaluate(const Expression& expression, const Vocabulary& vocabulary, const Scope& scope);

/// A value as lessons print it: "9,309", "3.26 ms", "48.4 %" (no-break space before the unit).
std::string format_value(const Value& value, const WrittenUnit* shown_in);

} // namespace sluice::lesson
