// SPDX-License-Identifier: GPL-3.0-or-later
// Form of a lesson: how many steps and questions, what a question of each type must have, prerequisites, length.
#include "core/lesson/check.h"
#include "core/lesson/prose.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace sluice::lesson {
namespace {

class Structure {
public:
    Structure(const LessonFile& file, std::vector<Finding>& findings)
        : file_(file)
        , lesson_(*file.lesson)
        , findings_(findings) { }

    void run(const std::vector<LessonFile>& others) {
        const auto steps = lesson_.steps.size();
        if (steps < 5 || steps > 9)
            problem({1, 1}, "A lesson has five to nine steps.", "5 to 9", std::to_string(steps));
        if (lesson_.goals.empty())
            problem({1, 1}, "The lesson has no goals.", "goals = […]");
        if (lesson_.attacks.empty())
            problem({1, 1}, "The lesson does not say which belief it puts to the test.", "attacks = \"…\"");
        if (lesson_.takeaway.empty())
            problem({1, 1}, "The lesson has no takeaway.",
                "**In one sentence, what did this lesson teach you?** *Ours:* …");
        if (lesson_.go_further.empty())
            problem({1, 1}, "The lesson does not go further.", "a heading \"## Go further\" with text");
        questions();
        for (std::size_t i = 0; i < steps; ++i)
            step(lesson_.steps[i], i);
        needs(others);
        length();
    }

private:
    void problem(Where where, std::string message, std::string expected = {}, std::string found = {}) {
        findings_.push_back({.file = lesson_.file,
            .where = where,
            .message = std::move(message),
            .expected = std::move(expected),
            .found = std::move(found)});
    }

    void questions() {
        std::set<PredictionType> types;
        std::size_t count = 0;
        for (const auto& one : lesson_.steps)
            for (const auto& question : one.predictions) {
                types.insert(question.type);
                ++count;
                check(question);
            }
        if (count < 2 || types.size() < 2)
            problem({1, 1}, "A lesson has at least two questions of two types.", "2 and 2",
                std::to_string(count) + " and " + std::to_string(types.size()));
    }

    void check(const Prediction& question) {
        const auto need = [&](bool holds, const char* expected) {
            if (!holds)
                problem(question.where, "The question \"" + question.id + "\" is not complete.", expected);
        };
        need(question.hints.size() == 3, "three hints");
        const bool single = question.answers.size() == 1;
        switch (question.type) {
        case PredictionType::number:
        case PredictionType::breakpoint:
            need(single, "one answer");
            break;
        case PredictionType::choice: {
            need(question.options.size() >= 2, "two options or more");
            const bool own
                = std::ranges::all_of(question.options, [](const Option& o) { return static_cast<bool>(o.when); });
            need(single != own, "either an answer that gives the index, or `when` at every option");
            break;
        }
        case PredictionType::order:
            need(question.options.size() >= 3, "three items or more");
            need(single
                    || std::ranges::all_of(
                        question.options, [](const Option& o) { return static_cast<bool>(o.value); }),
                "an answer with rank(), or a value at every item");
            break;
        case PredictionType::curve:
            need(single && !question.knob.empty() && question.xs.size() >= 3,
                "an answer, a knob and at least three values `at`");
            break;
        case PredictionType::bug:
            need(single && !question.listing.empty() && question.candidates.size() >= 2,
                "an answer, a listing and two candidates or more");
            break;
        case PredictionType::policy:
            need(!question.answers.empty() && !question.passing.empty() && question.failing.size() >= 2,
                "inequalities, one passing and two failing settings");
            break;
        }
    }

    void step(const Step& step, std::size_t index) {
        if (step.until && step.solution.empty())
            problem(step.where, "The step has a condition and no solution.", "solution = […]");
        if (!step.until && !step.predictions.empty())
            problem(step.where, "The step asks a question and does not wait for it.", "until = \"answered(…)\"");
        if (step.knobs.size() > 5)
            problem(step.where, "More than five knobs are open.", "at most 5", std::to_string(step.knobs.size()));
        if (step.show.empty())
            problem(step.where, "The step shows nothing.", "show = […]");
        if (index == 0 && step.start.run.empty())
            problem(step.where, "The first step opens no run.", "start = { run = \"…\" }");
        if (!step.start.run.empty() && !lesson_.find_run(step.start.run))
            problem(step.where, "The step starts with an unknown run.", "a name of the run block", step.start.run);
    }

    void needs(const std::vector<LessonFile>& others) {
        std::map<std::string, std::vector<std::string>> edges;
        for (const auto& other : others)
            if (other.lesson)
                edges[other.lesson->id] = other.lesson->needs;
        edges[lesson_.id] = lesson_.needs;
        for (const auto& need : lesson_.needs)
            if (!edges.contains(need))
                problem({1, 1}, "The lesson needs one that does not exist.", "the id of a lesson", need);
        std::set<std::string> seen;
        std::vector<std::string> open = lesson_.needs;
        while (!open.empty()) {
            const auto id = open.back();
            open.pop_back();
            if (id == lesson_.id) {
                problem({1, 1}, "The lesson needs itself, through others.", "needs without a circle");
                return;
            }
            if (seen.insert(id).second && edges.contains(id))
                open.insert(open.end(), edges[id].begin(), edges[id].end());
        }
    }

    /// Reading at 150 words a minute, a minute and a half for each question, and watching.
    void length() {
        double words = 0, seconds = 0;
        for (const auto& prose : file_.prose)
            for (const auto& paragraph :
                paragraphs(std::string_view(file_.text).substr(prose.begin, prose.end - prose.begin), prose.where))
                words += paragraph.words;
        std::size_t count = 0;
        const auto read = [&words](std::string_view text) {
            for (const auto& paragraph : paragraphs(text, {1, 1}))
                words += paragraph.words;
        };
        for (const auto& one : lesson_.steps) {
            seconds += one.playback_seconds;
            count += one.predictions.size();
            for (const auto& question : one.predictions) {
                read(question.ask);
                read(question.explain);
                for (const auto& option : question.options)
                    read(option.text);
            }
        }
        const double minutes = words / 150 + 1.5 * static_cast<double>(count) + seconds / 60;
        if (std::abs(lesson_.minutes - minutes) > 0.25 * minutes)
            problem({1, 1}, "The stated minutes do not fit the lesson.",
                "about " + std::to_string(std::lround(minutes)), std::to_string(lesson_.minutes));
    }

    const LessonFile& file_;
    const Lesson& lesson_;
    std::vector<Finding>& findings_;
};

} // namespace

void check_structure(const LessonFile& file, const std::vector<LessonFile>& others, std::vector<Finding>& findings) {
    if (file.lesson)
        Structure(file, findings).run(others);
}

} // namespace sluice::lesson
