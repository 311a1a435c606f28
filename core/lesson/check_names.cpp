// SPDX-License-Identifier: GPL-3.0-or-later
// Every name that a lesson uses exists: metrics, runs, knobs, things in the window, listing lines, sources, claims. And
// every expression has the type that its place needs.
#include "core/assets/assets.h"
#include "core/experiment/knobs.h"
#include "core/lesson/anchors.h"
#include "core/lesson/answer.h"
#include "core/lesson/check.h"
#include "core/lesson/glossary.h"

#include <algorithm>

namespace sluice::lesson {
namespace {

using experiment::Unit;

class Names {
public:
    Names(const LessonFile& file, const Vocabulary& program, std::vector<Finding>& findings)
        : file_(file)
        , lesson_(*file.lesson)
        , program_(program)
        , plain_(lesson_vocabulary(lesson_, program, false))
        , condition_(lesson_vocabulary(lesson_, program, true))
        , findings_(findings) { }

    void run() {
        for (const auto& run : lesson_.runs) {
            for (const auto& setting : run.set)
                knob(setting, run.where);
            draws(run);
            if (!assets::text("assets/scenarios/" + run.scenario + ".toml"))
                problem(run.where, "Unknown scenario \"" + run.scenario + "\".", "a file of assets/scenarios",
                    nearest_scenario(run.scenario));
        }
        for (const auto& step : lesson_.steps)
            check(step);
        for (const auto& number : file_.numbers)
            if (number.origin == MarkedNumber::Origin::run && number.expression)
                need(number.expression, plain_, {Type::Base::number, Type::Base::word});
            else if (number.origin == MarkedNumber::Origin::claim && !claim_exists(number.name))
                problem(number.where, "Unknown claim \"" + number.name + "\".", "the id of a row of assets/claims");
        for (const auto& id : lesson_.sources)
            if (!find_source(id))
                problem({1, 1}, "Unknown source \"" + id + "\".", "an id of assets/sources");
        for (const auto& id : lesson_.claims)
            if (!claim_exists(id))
                problem({1, 1}, "Unknown claim \"" + id + "\".", "an id of assets/claims");
    }

private:
    /// What is drawn must exist, end with a question, and be told apart by something.
    void draws(const RunSpec& run) {
        for (const auto& draw : run.draws)
            for (const auto& value : draw.among)
                knob({draw.knob, value}, run.where);
        if (run.draws.empty())
            return;
        if (!lesson_.find_prediction(run.hidden_until))
            problem(run.where, "No question is called \"" + run.hidden_until + "\".", "the id of a question");
        if (run.told_by.empty())
            problem(run.where, "Nothing tells the drawn values of \"" + run.name + "\" apart.", "told-by = […]");
        auto words = plain_;
        words.choice = true;
        for (const auto& expression : run.told_by)
            need(expression, words, {Type::Base::number});
    }

    void problem(
        Where where, std::string message, std::string expected = {}, std::string nearest = {}, std::string found = {}) {
        findings_.push_back({.file = lesson_.file,
            .where = where,
            .message = std::move(message),
            .expected = std::move(expected),
            .found = std::move(found),
            .nearest = std::move(nearest)});
    }

    static std::string nearest_scenario(const std::string& wrong) {
        std::vector<std::string> known;
        for (const auto path : assets::list("assets/scenarios/")) {
            const auto name = path.substr(path.rfind('/') + 1);
            known.emplace_back(name.substr(0, name.size() - 5));
        }
        return nearest_name(wrong, known);
    }

    /// "A2" is a card, "A2.posted" one of its rows.
    static bool claim_exists(const std::string& id) {
        const auto quoted = "\"" + id + "\"", prefix = "\"" + id + ".";
        return std::ranges::any_of(assets::list("assets/claims/"), [&](std::string_view path) {
            const auto text = *assets::text(path);
            return text.find("id = " + quoted) != std::string_view::npos
                || text.find("id = " + prefix) != std::string_view::npos;
        });
    }

    void knob(const Setting& setting, Where where) {
        const auto index = experiment::find_knob(setting.knob);
        if (!index) {
            const auto similar = experiment::similar_knobs(setting.knob);
            problem(
                where, "Unknown knob \"" + setting.knob + "\".", "a knob's id", similar.empty() ? "" : similar.front());
            return;
        }
        std::string error;
        if (!experiment::parse_value(experiment::knob_table()[*index], setting.value, error))
            problem(where, "A value does not fit the knob " + setting.knob + ": " + error, {}, {}, setting.value);
    }

    std::optional<Type> need(const Expression& expression, const Vocabulary& vocabulary,
        std::initializer_list<Type::Base> bases, std::optional<Unit> unit = {}, Type::Axis axis = Type::Axis::none) {
        if (!expression)
            return std::nullopt;
        std::vector<Finding> found;
        const auto type = check_types(expression, vocabulary, found);
        for (auto& one : found) {
            one.file = lesson_.file;
            findings_.push_back(std::move(one));
        }
        if (!type)
            return std::nullopt;
        if (std::ranges::find(bases, type->base) == bases.end() || type->axis != axis) {
            Type wanted;
            wanted.base = *bases.begin();
            wanted.unit = unit.value_or(type->unit);
            wanted.axis = axis;
            problem(expression.where, "The expression has the wrong type.", wanted.text(), {}, type->text());
            return std::nullopt;
        }
        if (unit && type->unit != *unit && !(is_plain(*unit) && is_plain(type->unit))
            && !(expression.shown_in && *unit == Unit::percent && is_plain(type->unit)))
            problem(expression.where, "The expression has the wrong unit.", std::string(experiment::unit_name(*unit)),
                {}, type->text());
        return type;
    }
    static bool is_plain(Unit unit) { return unit == Unit::none || unit == Unit::count || unit == Unit::boolean; }

    void check(const Step& step) {
        for (const auto& name : step.show)
            if (!is_anchor(name))
                problem(step.where, "Nothing in the window is called \"" + name + "\".",
                    "a name of core/lesson/anchors", nearest_anchor(name));
        for (const auto& id : step.knobs)
            if (!experiment::find_knob(id)) {
                const auto similar = experiment::similar_knobs(id);
                problem(
                    step.where, "Unknown knob \"" + id + "\".", "a knob's id", similar.empty() ? "" : similar.front());
            }
        need(step.until, condition_, {Type::Base::truth});
        need(step.start.at, condition_, {Type::Base::number}, Unit::ns);
        for (const auto& action : step.solution) {
            if (action.kind == Action::Kind::set)
                knob({action.words[0], action.words[1]}, action.where);
            if (action.kind == Action::Kind::answer && !lesson_.find_prediction(action.words[0]))
                problem(action.where, "Unknown question \"" + action.words[0] + "\".", "the id of a prediction");
            if (action.kind == Action::Kind::run && !condition_.runs.contains(action.words[0]))
                problem(action.where, "Unknown run \"" + action.words[0] + "\".", "a name of the run block");
            need(action.moment, condition_, {Type::Base::number}, Unit::ns);
        }
        for (const auto& question : step.predictions)
            check(question);
    }

    void check(const Prediction& question) {
        const auto words = question_vocabulary(lesson_, program_, question);
        const auto* unit = find_unit(question.unit);
        need(question.reveal, condition_, {Type::Base::truth});
        for (const auto& answer : question.answers) {
            switch (question.type) {
            case PredictionType::number:
                need(answer, words, {Type::Base::number}, unit ? unit->unit : Unit::none);
                break;
            case PredictionType::breakpoint:
                need(answer, words, {Type::Base::number}, Unit::ns);
                break;
            case PredictionType::choice:
                need(answer, words, {Type::Base::number}, Unit::none);
                break;
            case PredictionType::order:
                need(answer, words, {Type::Base::ranking});
                break;
            case PredictionType::curve:
                need(answer, words, {Type::Base::number}, {}, Type::Axis::sweep);
                break;
            case PredictionType::bug:
            case PredictionType::policy:
                need(answer, words, {Type::Base::truth});
                break;
            }
        }
        const auto values = lesson_vocabulary(lesson_, program_, false);
        for (const auto& option : question.options) {
            need(option.when, words, {Type::Base::truth});
            need(option.value, values, {Type::Base::number});
            if (question.type == PredictionType::order && !option.value && !lesson_.find_run(option.id))
                problem(question.where, "An item of the order is no run and has no value.", "a run, or a value", {},
                    option.id);
        }
        for (const auto& wrong : question.wrong)
            need(wrong.value, words, {Type::Base::number}, unit ? std::optional(unit->unit) : std::nullopt);
        need(question.shown, words, {Type::Base::number});
        for (const auto& candidate : question.candidates)
            knob({"line." + question.listing + "." + candidate, "off"}, question.where);
        if (!question.knob.empty() && !experiment::find_knob(question.knob))
            problem(question.where, "Unknown knob \"" + question.knob + "\".", "a knob's id");
        for (const auto* list : {&question.passing, &question.failing})
            for (const auto& settings : *list)
                for (const auto& setting : settings)
                    knob(setting, question.where);
    }

    const LessonFile& file_;
    const Lesson& lesson_;
    const Vocabulary& program_;
    Vocabulary plain_, condition_;
    std::vector<Finding>& findings_;
};

} // namespace

void check_names(const LessonFile& file, const Vocabulary& program, std::vector<Finding>& findings) {
    if (file.lesson)
        Names(file, program, findings).run();
}

} // namespace sluice::lesson
