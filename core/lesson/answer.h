// SPDX-License-Identifier: GPL-3.0-or-later
// The computed answer of a question, and what a response is worth beside it. Used by the session and by the checker, so
// that what is proved is what learners meet.
#pragma once

#include "core/lesson/evaluate.h"
#include "core/lesson/lesson.h"

#include <optional>
#include <string>
#include <vector>

namespace sluice::lesson {

/// Names that the expressions of a lesson may use; `condition` for `until` and `reveal`.
Vocabulary lesson_vocabulary(const Lesson& lesson, const Vocabulary& program, bool condition);
/// Names for the answer of one question: each, line and choice where they have a meaning.
Vocabulary question_vocabulary(const Lesson& lesson, const Vocabulary& program, const Prediction& question);

/// The run whose moments a bare `last_exit` means in a step: the run it starts with, or the one before.
std::string step_run(const Lesson& lesson, std::size_t step);

struct Answer {
    bool pending = false;
    std::string error; ///< why there is no answer, or empty
    Value value; ///< number, breakpoint, curve; policy: `shown`
    std::vector<int> options; ///< choice, bug: the options for which the answer holds (a sound lesson has one)
    std::vector<int> order; ///< order: indices of options, first place first
    std::vector<double> keys; ///< order: what each option is ranked by
    std::vector<double> noise; ///< order: its noise over seeds
    std::vector<bool> holds; ///< policy: each inequality
};

/// Runs and queries of the answer, its wrong values included.
Needs answer_needs(const Lesson& lesson, const Vocabulary& program, const Prediction& question, const Scope& scope);
Answer compute_answer(const Lesson& lesson, const Vocabulary& program, const Prediction& question, const Scope& scope);

/// What the learner answered; which member counts depends on the question's type.
struct Response {
    double number = 0; ///< number: in base units; breakpoint: ns
    int option = -1; ///< choice: index of the option; bug: index of the candidate
    std::vector<int> order; ///< order: indices of options, first place first
    std::vector<CurvePoint> curve; ///< curve: in base units
    std::vector<Setting> settings; ///< policy: the learner's knobs
};

/// right; near: a number within three tolerances; magnitude: within a factor of 3; unknown: there is no answer yet.
enum class Grade { right, near, magnitude, other, unknown };
Grade grade(const Prediction& question, const Answer& answer, const Response& response);

/// Allowed difference of a number or a moment from `value`, in base units.
double tolerance(const Prediction& question, double value);
/// Mean vertical distance of two curves as a share of the axis (0 … 1); 1 if they have no common x.
double curve_distance(
    const Prediction& question, const std::vector<CurvePoint>& drawn, const std::vector<CurvePoint>& computed);
/// True if two neighbours of an order may change places: they differ by less than their noise.
bool interchangeable(const Answer& answer, int a, int b);

/// The answer in words: "9,309 pages", "posted, merged, described".
std::string answer_text(const Prediction& question, const Answer& answer);
std::string response_text(const Prediction& question, const Response& response);
/// A number in the question's unit, with the unit.
std::string quantity_text(const Prediction& question, const Value& value);

} // namespace sluice::lesson
