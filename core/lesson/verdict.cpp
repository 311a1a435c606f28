// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/verdict.h"

#include "core/lesson/curve.h"

#include <algorithm>
#include <cmath>

namespace sluice::lesson {
namespace {

std::string sentence_of(
    const Prediction& question, const Verdict& verdict, const Answer& answer, const Response& response) {
    const auto said = response_text(question, response);
    const bool right = verdict.grade == Grade::right;
    switch (question.type) {
    case PredictionType::number:
    case PredictionType::breakpoint:
        if (right && said == verdict.answer)
            return "The run says " + verdict.answer + " too.";
        if (right)
            return "You said " + said + ". The run says " + verdict.answer + ", which is close enough.";
        if (verdict.grade == Grade::near)
            return "You said " + said + ". The run says " + verdict.answer + ": near, but not within the tolerance.";
        if (verdict.grade == Grade::magnitude)
            return "You said " + said + ". The run says " + verdict.answer + ", a number of the same size.";
        return "You said " + said + ". The run says " + verdict.answer + ".";
    case PredictionType::choice:
        return right ? "The run says the same: " + verdict.answer + "."
                     : "You said: " + said + ". The run says: " + verdict.answer + ".";
    case PredictionType::bug:
        return right ? "Without this line both fingerprints stay the same."
                     : "Without the line that you chose, a fingerprint changes. Without one other line, none does.";
    case PredictionType::order:
        return right ? "The runs give this order too."
                     : "You said: " + said + ". The runs say: " + verdict.answer + ".";
    case PredictionType::curve: {
        const double distance = 100 * curve_distance(question, response.curve, answer.value.curve);
        const auto off = std::to_string(std::lround(distance)) + "\u00a0% of the axis";
        return right ? "Your line lies " + off + " from the run's, on average: close enough."
                     : "Your line lies " + off + " from the run's, on average.";
    }
    case PredictionType::policy: {
        const auto held = std::ranges::count(answer.holds, true);
        if (right)
            return "Your settings meet "
                + std::string(answer.holds.size() == 1 ? "the objective." : "every objective.");
        return "Your settings meet " + std::to_string(held) + " of " + std::to_string(answer.holds.size())
            + " objectives.";
    }
    }
    return {};
}

void add_facts(const Prediction& question, const Answer& answer, const Response& response, Verdict& out) {
    if (question.type == PredictionType::curve) {
        out.curve = answer.value.curve;
        const auto yours = curve_shape(response.curve), computed = curve_shape(out.curve);
        if (yours == computed)
            out.facts.emplace_back("Both lines have the same shape.");
        for (const auto& fact : curve_facts(out.curve))
            out.facts.push_back("The run: " + fact);
        if (yours != computed)
            for (const auto& fact : curve_facts(response.curve))
                out.facts.push_back("Your line: " + fact);
    }
    if (question.type == PredictionType::policy)
        for (std::size_t i = 0; i < answer.holds.size() && i < question.answers.size(); ++i)
            out.facts.push_back(
                std::string(answer.holds[i] ? "Holds: " : "Does not hold: ") + question.answers[i].text);
}

} // namespace

Verdict make_verdict(const Prediction& question, const Answer& answer, const Response& response, Confidence confidence,
    const std::vector<std::optional<double>>& wrong) {
    Verdict out;
    out.pending = answer.pending;
    out.grade = grade(question, answer, response);
    if (out.grade == Grade::unknown) {
        out.sentence = answer.pending ? "Your answer is kept. The run is being computed."
                                      : "The run gives no answer: " + answer.error;
        return out;
    }
    out.answer = answer_text(question, answer);
    add_facts(question, answer, response, out);
    out.sentence = sentence_of(question, out, answer, response);
    if (out.grade != Grade::right) {
        for (std::size_t i = 0; i < question.wrong.size() && i < wrong.size(); ++i)
            if (wrong[i] && std::abs(response.number - *wrong[i]) <= std::max(0.02 * std::abs(*wrong[i]), 0.5)) {
                out.advice = question.wrong[i].say;
                break;
            }
        if (question.type == PredictionType::choice && response.option >= 0
            && static_cast<std::size_t>(response.option) < question.options.size())
            out.advice = question.options[static_cast<std::size_t>(response.option)].say;
        if (out.advice.empty() && !question.hints.empty())
            out.advice = question.hints.front();
    }
    // A confident miss gets everything that the lesson can say; a right answer the explanation alone.
    out.explain = question.explain;
    if (out.grade != Grade::right && confidence == Confidence::sure && question.hints.size() >= 2)
        out.explain = question.hints[1] + (out.explain.empty() ? "" : "\n\n" + out.explain);
    return out;
}

} // namespace sluice::lesson
