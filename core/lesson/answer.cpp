// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/answer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sluice::lesson {

Vocabulary lesson_vocabulary(const Lesson& lesson, const Vocabulary& program, bool condition) {
    Vocabulary out = program;
    for (const auto& run : lesson.runs)
        out.runs.insert(run.name);
    for (const auto& step : lesson.steps)
        for (const auto& prediction : step.predictions)
            out.questions.insert(prediction.id);
    out.condition = condition;
    out.choice = condition;
    return out;
}

Vocabulary question_vocabulary(const Lesson& lesson, const Vocabulary& program, const Prediction& question) {
    Vocabulary out = lesson_vocabulary(lesson, program, false);
    out.choice = question.type == PredictionType::policy;
    out.line = question.type == PredictionType::bug;
    if (question.type == PredictionType::order) {
        const bool values = !question.options.empty() && question.options[0].value;
        out.each = !values;
        if (values) {
            std::vector<Finding> ignored;
            const auto type = check_types(question.options[0].value, out, ignored);
            out.each_value = type ? type->unit : experiment::Unit::none;
        }
    }
    return out;
}

std::string step_run(const Lesson& lesson, std::size_t step) {
    for (auto i = std::min(step + 1, lesson.steps.size()); i-- > 0;)
        if (!lesson.steps[i].start.run.empty())
            return lesson.steps[i].start.run;
    return lesson.runs.empty() ? "" : lesson.runs.front().name;
}

namespace {

/// Calls `visit(expression, scope)` for everything that the answer is made of, in a fixed order.
template <typename Visit>
void visit_parts(const Prediction& question, const Scope& base, Visit visit) {
    switch (question.type) {
    case PredictionType::order:
        for (const auto& option : question.options) {
            Scope scope = base;
            if (option.value) {
                visit(option.value, scope);
                continue;
            }
            scope.each_run = option.id;
            for (const auto& answer : question.answers)
                visit(answer, scope);
        }
        break;
    case PredictionType::bug:
        for (const auto& candidate : question.candidates) {
            Scope scope = base;
            scope.line = "line." + question.listing + "." + candidate;
            for (const auto& answer : question.answers)
                visit(answer, scope);
        }
        break;
    default:
        for (const auto& answer : question.answers)
            visit(answer, base);
        for (const auto& option : question.options)
            if (option.when)
                visit(option.when, base);
        if (question.shown)
            visit(question.shown, base);
        for (const auto& wrong : question.wrong)
            visit(wrong.value, base);
    }
}

/// Evaluates parts and remembers what stands in the way.
class Reader {
public:
    Reader(const Vocabulary& vocabulary, Answer& answer)
        : vocabulary_(vocabulary)
        , answer_(answer) { }

    Value value(const Expression& expression, const Scope& scope) {
        const auto outcome = evaluate(expression, vocabulary_, scope);
        if (outcome.value)
            return *outcome.value;
        answer_.pending = answer_.pending || outcome.pending;
        if (answer_.error.empty())
            answer_.error = outcome.error;
        return {};
    }

private:
    const Vocabulary& vocabulary_;
    Answer& answer_;
};

double option_key(const Prediction& question, const Option& option, Reader& reader, Scope scope) {
    if (!option.value) {
        scope.each_run = option.id;
        return question.answers.empty() ? 0 : reader.value(question.answers[0], scope).number;
    }
    scope.each_value = reader.value(option.value, scope).number;
    return question.answers.empty() ? *scope.each_value : reader.value(question.answers[0], scope).number;
}

void answer_order(const Prediction& question, Reader& reader, const Scope& base, Answer& out) {
    const auto seeds = std::max<std::uint64_t>(1, base.seeds);
    for (const auto& option : question.options) {
        std::vector<double> keys;
        for (std::uint64_t k = 0; k < seeds; ++k) {
            Scope scope = base;
            scope.seed_offset += k;
            keys.push_back(option_key(question, option, reader, scope));
        }
        const double mean = std::accumulate(keys.begin(), keys.end(), 0.0) / static_cast<double>(seeds);
        double square = 0;
        for (const double key : keys)
            square += (key - mean) * (key - mean);
        out.keys.push_back(keys.front());
        out.noise.push_back(seeds > 1 ? 2 * std::sqrt(square / static_cast<double>(seeds - 1)) : 0);
    }
    out.order.resize(question.options.size());
    std::iota(out.order.begin(), out.order.end(), 0);
    std::ranges::stable_sort(out.order, std::greater<>{}, [&](int i) { return out.keys[static_cast<std::size_t>(i)]; });
}

} // namespace

Needs answer_needs(const Lesson& lesson, const Vocabulary& program, const Prediction& question, const Scope& base) {
    const auto vocabulary = question_vocabulary(lesson, program, question);
    Needs out;
    // An order is compared with its noise, so its parts are needed for every seed.
    const std::uint64_t seeds = question.type == PredictionType::order ? std::max<std::uint64_t>(1, base.seeds) : 1;
    for (std::uint64_t k = 0; k < seeds; ++k) {
        Scope scope = base;
        scope.seed_offset += k;
        visit_parts(
            question, scope, [&](const Expression& e, const Scope& s) { merge_needs(out, collect(e, vocabulary, s)); });
    }
    return out;
}

Answer compute_answer(const Lesson& lesson, const Vocabulary& program, const Prediction& question, const Scope& base) {
    const auto vocabulary = question_vocabulary(lesson, program, question);
    Answer out;
    Reader reader(vocabulary, out);
    switch (question.type) {
    case PredictionType::number:
    case PredictionType::curve:
    case PredictionType::breakpoint:
        if (!question.answers.empty())
            out.value = reader.value(question.answers[0], base);
        break;
    case PredictionType::choice:
        if (!question.answers.empty()) {
            const auto index = reader.value(question.answers[0], base).number;
            if (index >= 0 && index < static_cast<double>(question.options.size()))
                out.options.push_back(static_cast<int>(index));
            else if (out.error.empty())
                out.error = "The answer is not among the options.";
        } else {
            for (std::size_t i = 0; i < question.options.size(); ++i)
                if (reader.value(question.options[i].when, base).truth())
                    out.options.push_back(static_cast<int>(i));
        }
        break;
    case PredictionType::bug:
        for (std::size_t i = 0; i < question.candidates.size(); ++i) {
            Scope scope = base;
            scope.line = "line." + question.listing + "." + question.candidates[i];
            bool all = !question.answers.empty();
            for (const auto& answer : question.answers)
                all = reader.value(answer, scope).truth() && all;
            if (all)
                out.options.push_back(static_cast<int>(i));
        }
        break;
    case PredictionType::order:
        answer_order(question, reader, base, out);
        break;
    case PredictionType::policy:
        for (const auto& answer : question.answers)
            out.holds.push_back(reader.value(answer, base).truth());
        if (question.shown)
            out.value = reader.value(question.shown, base);
        break;
    }
    return out;
}

double tolerance(const Prediction& question, double value) {
    if (question.type == PredictionType::breakpoint)
        return static_cast<double>(question.accept.time.value_or(kMillisecond));
    if (question.accept.within)
        return *question.accept.within;
    return std::abs(value) * (question.accept.ratio.value_or(1.02) - 1);
}

bool interchangeable(const Answer& answer, int a, int b) {
    const auto i = static_cast<std::size_t>(a), k = static_cast<std::size_t>(b);
    const double difference = std::abs(answer.keys[i] - answer.keys[k]);
    return difference <= std::max(answer.noise[i], answer.noise[k]);
}

double curve_distance(
    const Prediction& question, const std::vector<CurvePoint>& drawn, const std::vector<CurvePoint>& computed) {
    double low = question.y.low, high = question.y.high;
    if (high <= low) {
        high = 0;
        for (const auto& point : computed)
            high = std::max(high, point.y);
        high *= 1.1;
        low = 0;
    }
    if (question.y.logarithmic && low <= 0)
        low = high / 1000;
    if (high <= low)
        return 1;
    const auto scaled = [&](double y) {
        const double clamped = std::clamp(y, low, high);
        return question.y.logarithmic ? std::log(clamped / low) / std::log(high / low) : (clamped - low) / (high - low);
    };
    double sum = 0;
    int count = 0;
    for (const auto& point : computed) {
        const auto found = std::ranges::find(drawn, point.x, &CurvePoint::x);
        if (found == drawn.end())
            continue;
        sum += std::abs(scaled(found->y) - scaled(point.y));
        ++count;
    }
    return count > 0 ? sum / count : 1;
}

Grade grade(const Prediction& question, const Answer& answer, const Response& response) {
    if (answer.pending || !answer.error.empty())
        return Grade::unknown;
    switch (question.type) {
    case PredictionType::number:
    case PredictionType::breakpoint: {
        const double value = answer.value.number;
        const double off = std::abs(response.number - value), allowed = tolerance(question, value);
        const bool by_ratio = question.accept.ratio && value > 0 && response.number > 0
            && std::max(value / response.number, response.number / value) <= *question.accept.ratio;
        if (off <= allowed || by_ratio)
            return Grade::right;
        if (off <= 3 * allowed)
            return Grade::near;
        const double ratio = value != 0 ? response.number / value : 0;
        const bool same_size = question.type == PredictionType::number && ratio >= 1.0 / 3 && ratio <= 3;
        return same_size ? Grade::magnitude : Grade::other;
    }
    case PredictionType::choice:
    case PredictionType::bug:
        return std::ranges::find(answer.options, response.option) != answer.options.end() ? Grade::right : Grade::other;
    case PredictionType::order: {
        if (response.order.size() != answer.order.size())
            return Grade::other;
        // Right if every pair stands as computed, or is too close to call.
        for (std::size_t i = 0; i < response.order.size(); ++i)
            for (std::size_t k = i + 1; k < response.order.size(); ++k) {
                const int first = response.order[i], second = response.order[k];
                const bool falls
                    = answer.keys[static_cast<std::size_t>(first)] >= answer.keys[static_cast<std::size_t>(second)];
                if (!falls && !interchangeable(answer, first, second))
                    return Grade::other;
            }
        return Grade::right;
    }
    case PredictionType::curve: {
        const double allowed = question.accept.distance.value_or(0.15);
        const double distance = curve_distance(question, response.curve, answer.value.curve);
        return distance <= allowed ? Grade::right : distance <= 2 * allowed ? Grade::near : Grade::other;
    }
    case PredictionType::policy:
        return std::ranges::find(answer.holds, false) == answer.holds.end() && !answer.holds.empty() ? Grade::right
                                                                                                     : Grade::other;
    }
    return Grade::unknown;
}

std::string quantity_text(const Prediction& question, const Value& value) {
    const auto* unit = find_unit(question.unit);
    if (unit)
        return format_value(value, unit);
    if (question.type == PredictionType::breakpoint)
        return format_value(value, find_unit("ms"));
    return format_value(value, nullptr);
}

namespace {

std::string joined_texts(const Prediction& question, const std::vector<int>& order) {
    std::string out;
    for (const int i : order)
        if (i >= 0 && static_cast<std::size_t>(i) < question.options.size())
            out += (out.empty() ? "" : ", ") + question.options[static_cast<std::size_t>(i)].text;
    return out;
}

std::string option_text(const Prediction& question, int i) {
    const auto index = static_cast<std::size_t>(i);
    if (question.type == PredictionType::bug)
        return i >= 0 && index < question.candidates.size() ? question.candidates[index] : "";
    return i >= 0 && index < question.options.size() ? question.options[index].text : "";
}

} // namespace

std::string answer_text(const Prediction& question, const Answer& answer) {
    if (answer.pending || !answer.error.empty())
        return {};
    switch (question.type) {
    case PredictionType::number:
    case PredictionType::breakpoint:
        return quantity_text(question, answer.value);
    case PredictionType::choice:
    case PredictionType::bug:
        return answer.options.empty() ? "" : option_text(question, answer.options.front());
    case PredictionType::order:
        return joined_texts(question, answer.order);
    case PredictionType::curve:
    case PredictionType::policy:
        break;
    }
    return {};
}

std::string response_text(const Prediction& question, const Response& response) {
    switch (question.type) {
    case PredictionType::number:
    case PredictionType::breakpoint: {
        Value value;
        value.number = response.number;
        if (const auto* unit = find_unit(question.unit))
            value.type.unit = unit->unit;
        return quantity_text(question, value);
    }
    case PredictionType::choice:
    case PredictionType::bug:
        return option_text(question, response.option);
    case PredictionType::order:
        return joined_texts(question, response.order);
    case PredictionType::curve:
        return "your line";
    case PredictionType::policy: {
        std::string out;
        for (const auto& setting : response.settings)
            out += (out.empty() ? "" : ", ") + setting.knob + " " + setting.value;
        return out;
    }
    }
    return {};
}

} // namespace sluice::lesson
