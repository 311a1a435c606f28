// SPDX-License-Identifier: GPL-3.0-or-later
// What to say about an answer, in the words of the lessons: what you said, what the run says, where to look. No praise,
// no blame.
#pragma once

#include "core/lesson/answer.h"

#include <string>
#include <vector>

namespace sluice::lesson {

enum class Confidence { guess, likely, sure };

struct Verdict {
    Grade grade = Grade::unknown;
    std::string sentence; ///< "You said 256. The run says 9,309."
    std::string advice; ///< where to look, from `wrong`, `say` or the first hint; may be empty
    std::string explain; ///< the longer text; longest for a confident miss
    std::string answer; ///< the computed answer in words: "9,309 pages", "posted, merged, described"
    std::vector<std::string> facts; ///< curve: what its shape is · policy: each inequality, holds or not
    std::vector<CurvePoint> curve; ///< curve: the computed one, base units
    bool pending = false; ///< results are still being computed
};

/// `wrong` holds the values of question.wrong, in their order (nothing where one could not be evaluated).
Verdict make_verdict(const Prediction& question, const Answer& answer, const Response& response, Confidence confidence,
    const std::vector<std::optional<double>>& wrong);

} // namespace sluice::lesson
