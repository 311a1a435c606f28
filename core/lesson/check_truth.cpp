// SPDX-License-Identifier: GPL-3.0-or-later
// Truth of a lesson: every run is computed headless, every answer evaluated on several seeds, every step walked as its
// solution says, every number in the prose compared with what its run gives.
#include "core/experiment/claims.h"
#include "core/experiment/knobs.h"
#include "core/lesson/answer.h"
#include "core/lesson/check.h"
#include "core/lesson/session.h"

#include <algorithm>
#include <cmath>

namespace sluice::lesson {
namespace {

class Truth {
public:
    Truth(const LessonFile& file, std::shared_ptr<RunStore> store, const CheckOptions& options, CheckReport& report)
        : file_(file)
        , lesson_(*file.lesson)
        , store_(std::move(store))
        , options_(options)
        , report_(report)
        , plain_(lesson_vocabulary(lesson_, store_->program(), false))
        , condition_(lesson_vocabulary(lesson_, store_->program(), true))
        , runs_(lesson_, store_) { }

    void run() {
        want_everything();
        for (std::size_t i = 0; i < lesson_.steps.size(); ++i)
            for (const auto& question : lesson_.steps[i].predictions)
                check(question, i);
        for (const auto& run : lesson_.runs)
            tell_apart(run);
        numbers();
        verbs();
        walk();
    }

private:
    void problem(Where where, std::string message, std::string expected = {}, std::string found = {},
        Finding::Level level = Finding::Level::error) {
        report_.findings.push_back({.level = level,
            .file = lesson_.file,
            .where = where,
            .message = std::move(message),
            .expected = std::move(expected),
            .found = std::move(found)});
    }

    Scope scope(const LessonRuns& runs, std::size_t step, std::uint64_t seed = 0) const {
        Scope out;
        out.runs = &runs;
        out.implied_run = step_run(lesson_, std::min(step, lesson_.steps.size()));
        out.seeds = std::max<std::uint64_t>(1, options_.seeds);
        out.seed_offset = seed;
        return out;
    }

    /// Tells the store every query of the lesson, so that each run is computed once for all of them.
    void want_everything() {
        std::set<experiment::MetricQuery> all;
        const auto add = [&](const Needs& needs) {
            for (const auto& [run, queries] : needs)
                all.insert(queries.begin(), queries.end());
            ++report_.expressions;
        };
        for (std::size_t i = 0; i < lesson_.steps.size(); ++i) {
            const auto& step = lesson_.steps[i];
            const auto here = scope(runs_, i);
            add(collect(step.until, condition_, here));
            add(collect(step.start.at, condition_, here));
            for (const auto& action : step.solution)
                add(collect(action.moment, condition_, here));
            for (const auto& question : step.predictions) {
                add(answer_needs(lesson_, store_->program(), question, here));
                add(collect(question.reveal, condition_, here));
            }
        }
        for (const auto& number : file_.numbers)
            add(collect(number.expression, plain_, scope(runs_, 0)));
        store_->want(std::move(all));
    }

    /// Computes what is missing of `needs`; false (and a finding) if a run cannot be made.
    bool ensure(const LessonRuns& runs, const Needs& needs, Where where) {
        for (const auto& [run, queries] : needs)
            if (!runs.input(run)) {
                if (unmade_.insert(run).second)
                    problem(where, "A run cannot be made: " + runs.error());
                return false;
            }
        auto items = runs.missing(needs);
        if (items.empty())
            return true;
        compute(std::make_shared<ComputeJob>(std::move(items), store_->measure()));
        return true;
    }

    void compute(const std::shared_ptr<ComputeJob>& job) {
        report_.runs += job->total();
        job->run([&](std::size_t done, std::size_t total) {
            if (options_.progress)
                options_.progress(lesson_.id, done, total);
        });
        store_->add(job->take());
    }

    Answer answer_of(const Prediction& question, std::size_t step, const LessonRuns& runs, std::uint64_t seed) {
        const auto at = scope(runs, step, seed);
        if (!ensure(runs, answer_needs(lesson_, store_->program(), question, at), question.where)) {
            Answer out;
            out.error = "a run cannot be made";
            return out;
        }
        return compute_answer(lesson_, store_->program(), question, at);
    }

    void check(const Prediction& question, std::size_t step) {
        if (question.type == PredictionType::policy) {
            check_policy(question, step);
            return;
        }
        Answer first;
        for (std::uint64_t seed = 0; seed < std::max<std::uint64_t>(1, options_.seeds); ++seed) {
            const auto answer = answer_of(question, step, runs_, seed);
            const auto luck = seed == 0 ? "" : " (seed + " + std::to_string(seed) + ")";
            if (!answer.error.empty()) {
                problem(
                    question.where, "The question \"" + question.id + "\" has no answer" + luck + ": " + answer.error);
                return;
            }
            if (question.type == PredictionType::choice || question.type == PredictionType::bug) {
                if (answer.options.size() != 1) {
                    std::string held;
                    for (const int option : answer.options)
                        held += (held.empty() ? "" : ", ")
                            + (question.type == PredictionType::bug
                                    ? question.candidates[static_cast<std::size_t>(option)]
                                    : question.options[static_cast<std::size_t>(option)].text);
                    problem(question.where, "The question \"" + question.id + "\" must have one answer" + luck + ".",
                        "exactly one", answer.options.empty() ? "none" : held);
                    return;
                }
                if (seed > 0 && answer.options != first.options)
                    problem(question.where, "The answer of \"" + question.id + "\" depends on luck.",
                        answer_text(question, first), answer_text(question, answer) + luck);
            }
            if (seed == 0)
                first = answer;
        }
        if (question.type == PredictionType::number)
            check_number(question, step, first);
        if (question.type == PredictionType::order)
            check_order(question, first);
        if (question.type == PredictionType::curve)
            check_curve(question, first);
    }

    void check_number(const Prediction& question, std::size_t step, const Answer& answer) {
        const double allowed = tolerance(question, answer.value.number);
        const auto words = question_vocabulary(lesson_, store_->program(), question);
        for (const auto& wrong : question.wrong) {
            const auto outcome = evaluate(wrong.value, words, scope(runs_, step));
            if (!outcome.value)
                problem(wrong.value.where, "The wrong value has no value: " + outcome.error);
            else if (std::abs(outcome.value->number - answer.value.number) <= allowed)
                problem(wrong.value.where, "The wrong value is as good as the answer.",
                    "a value that differs from " + answer_text(question, answer),
                    quantity_text(question, *outcome.value));
        }
        hidden(question, step, answer);
    }

    /// The answer must not stand in the text before its question.
    void hidden(const Prediction& question, std::size_t step, const Answer& answer) {
        const auto text = format_value(answer.value, nullptr);
        if (text.size() < 3)
            return; // "4" stands everywhere
        for (const auto& number : file_.numbers)
            if (!number.revealed && number.step <= static_cast<int>(step) && number.text == text
                && number.where.line < question.where.line)
                problem(number.where, "The answer of \"" + question.id + "\" stands before its question.",
                    "it in <details>", text);
    }

    void check_order(const Prediction& question, const Answer& answer) {
        for (std::size_t i = 0; i + 1 < answer.order.size(); ++i)
            if (interchangeable(answer, answer.order[i], answer.order[i + 1]))
                problem(question.where,
                    "Two neighbours of the order \"" + question.id
                        + "\" differ by less than noise: both orders are accepted.",
                    "items that differ",
                    question.options[static_cast<std::size_t>(answer.order[i])].text + " and "
                        + question.options[static_cast<std::size_t>(answer.order[i + 1])].text,
                    Finding::Level::warning);
    }

    void check_curve(const Prediction& question, const Answer& answer) {
        std::vector<double> xs;
        for (const auto& point : answer.value.curve)
            xs.push_back(point.x);
        if (xs != question.xs)
            problem(question.where, "The values `at` are not those of the sweep.", "the same values in the same order");
        // A flat guess at the middle must not pass.
        double high = 0;
        for (const auto& point : answer.value.curve)
            high = std::max(high, point.y);
        auto flat = answer.value.curve;
        for (auto& point : flat)
            point.y = question.y.logarithmic && question.y.low > 0
                ? std::sqrt(question.y.low * std::max(question.y.high, high))
                : high / 2;
        if (curve_distance(question, flat, answer.value.curve) <= question.accept.distance.value_or(0.15))
            problem(question.where, "A flat line at half height passes the question \"" + question.id + "\".",
                "a smaller accept.distance, or another curve");
    }

    void check_policy(const Prediction& question, std::size_t step) {
        const auto try_settings = [&](const std::vector<Setting>& settings, bool must_pass, const std::string& what) {
            auto runs = runs_;
            runs.set_choice(step_run(lesson_, step), settings);
            for (std::uint64_t seed = 0; seed < std::max<std::uint64_t>(1, options_.seeds); ++seed) {
                const auto answer = answer_of(question, step, runs, seed);
                const auto luck = seed == 0 ? "" : " (seed + " + std::to_string(seed) + ")";
                if (!answer.error.empty()) {
                    problem(question.where,
                        what + " of \"" + question.id + "\" cannot be judged" + luck + ": " + answer.error);
                    return;
                }
                const bool passes = std::ranges::find(answer.holds, false) == answer.holds.end();
                if (passes != must_pass) {
                    std::string held;
                    for (const bool one : answer.holds)
                        held += one ? "yes " : "no ";
                    problem(question.where,
                        what + " of \"" + question.id + "\" " + (must_pass ? "does not pass" : "passes") + luck + ".",
                        must_pass ? "every inequality holds" : "at least one does not hold", held);
                    return;
                }
            }
        };
        try_settings({}, false, "The start state");
        for (std::size_t i = 0; i < question.passing.size(); ++i)
            try_settings(question.passing[i], true, "Passing setting " + std::to_string(i + 1));
        for (std::size_t i = 0; i < question.failing.size(); ++i)
            try_settings(question.failing[i], false, "Failing setting " + std::to_string(i + 1));
    }

    /// Any two values that may be drawn differ in an observation by more than the seeds of either do.
    void tell_apart(const RunSpec& run) {
        auto words = plain_;
        words.choice = true;
        for (const auto& draw : run.draws) {
            const auto seeds = std::max<std::uint64_t>(2, options_.seeds);
            std::vector<std::vector<std::pair<double, double>>> seen; // by value, by observation: least and most
            for (const auto& value : draw.among) {
                auto runs = runs_;
                runs.set_choice(run.name, {{draw.knob, value}});
                seen.emplace_back();
                for (const auto& expression : run.told_by) {
                    double low = 0, high = 0;
                    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
                        const auto at = scope(runs, 0, seed);
                        if (!ensure(runs, collect(expression, words, at), run.where))
                            return;
                        const auto outcome = evaluate(expression, words, at);
                        if (!outcome.value) {
                            problem(expression.where, "The observation has no value: " + outcome.error);
                            return;
                        }
                        const double number = outcome.value->number;
                        low = seed == 0 ? number : std::min(low, number);
                        high = seed == 0 ? number : std::max(high, number);
                    }
                    seen.back().emplace_back(low, high);
                }
            }
            for (std::size_t a = 0; a < seen.size(); ++a)
                for (std::size_t b = a + 1; b < seen.size(); ++b) {
                    bool told = false;
                    for (std::size_t i = 0; i < run.told_by.size(); ++i) {
                        const auto [low_a, high_a] = seen[a][i];
                        const auto [low_b, high_b] = seen[b][i];
                        const double noise = (high_a - low_a) + (high_b - low_b);
                        told = told || std::max(low_a - high_b, low_b - high_a) > noise;
                    }
                    if (!told)
                        problem(run.where,
                            "No observation of \"" + run.name + "\" tells " + draw.among[a] + " from "
                                + draw.among[b] + ".",
                            "a difference beyond the seeds");
                }
        }
    }

    bool names_run(const Node& node) const {
        if (!node.path.empty() && plain_.runs.contains(node.path.front()))
            return true;
        return std::ranges::any_of(node.children, [this](const Node& child) { return names_run(child); });
    }

    void numbers() {
        std::string fixed = file_.text;
        // From the end, so that earlier places stay true.
        for (auto number = file_.numbers.rbegin(); number != file_.numbers.rend(); ++number) {
            if (number->origin != MarkedNumber::Origin::run)
                continue;
            if (number->expression && !names_run(*number->expression.root)) {
                problem(number->where, "The number comes from no run.", "an expression that names a run",
                    number->expression.text);
                continue;
            }
            const auto at = scope(runs_, static_cast<std::size_t>(std::max(0, number->step)));
            if (!ensure(runs_, collect(number->expression, plain_, at), number->where))
                continue;
            const auto outcome = evaluate(number->expression, plain_, at);
            if (!outcome.value) {
                problem(number->where, "The number has no value: " + outcome.error);
                continue;
            }
            const auto text = format_value(*outcome.value, number->expression.shown_in);
            if (text == number->text)
                continue;
            if (options_.fix)
                fixed.replace(number->begin, number->end - number->begin, text);
            else
                problem(number->where, "The number is out of date (sluice lesson check --fix rewrites it).", text,
                    number->text);
        }
        if (options_.fix)
            report_.fixed_text = std::move(fixed);
    }

    /// The sentence around a place of the file, in lower case.
    std::string sentence_at(std::size_t place) const {
        const std::string_view text = file_.text;
        const auto ends = [&](std::size_t i) {
            return (text[i] == '.' && i + 1 < text.size() && (text[i + 1] == ' ' || text[i + 1] == '\n'))
                || (text[i] == '\n' && i + 1 < text.size() && text[i + 1] == '\n');
        };
        std::size_t from = place, to = place;
        while (from > 0 && !ends(from - 1))
            --from;
        while (to < text.size() && !ends(to))
            ++to;
        std::string out(text.substr(from, to - from));
        for (auto& c : out)
            c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        return out;
    }

    /// "The model reproduces …" beside a number of a claim must be what the claim's row gives today.
    void verbs() {
        for (const auto& number : file_.numbers) {
            if (number.origin != MarkedNumber::Origin::claim)
                continue;
            const auto sentence = sentence_at(number.begin);
            const bool says_missed
                = sentence.find("miss") != std::string::npos || sentence.find("not reproduce") != std::string::npos;
            const bool says_within = !says_missed && sentence.find("reproduce") != std::string::npos;
            if (!says_missed && !says_within)
                continue;
            experiment::FileError wrong;
            experiment::ClaimOptions seeds;
            seeds.seeds = options_.seeds;
            const auto results = experiment::evaluate_claims(
                experiment::shipped_claims(wrong), {number.name}, seeds, store_->measure());
            for (const auto& result : results) {
                const bool within = result.verdict == experiment::Verdict::within
                    || result.verdict == experiment::Verdict::calibrated;
                const bool outside = result.verdict == experiment::Verdict::outside;
                if (result.id == number.name && (says_missed ? within : outside))
                    problem(number.where, "The verb does not fit the verdict of the claim " + result.id + ".",
                        within ? "reproduces" : "misses", says_missed ? "misses" : "reproduces");
            }
        }
    }

    // ---- walking through the lesson as its solutions say

    void settle(LessonSession& session) {
        // A second round: what a run shows may name further runs.
        for (int round = 0; round < 3; ++round) {
            const auto job = session.job();
            if (!job)
                break;
            compute(job);
            session.refresh();
        }
    }

    /// A moment as seen from the run in the window.
    std::optional<Time> moment(
        const Expression& expression, const std::optional<experiment::RunInput>& here, std::size_t step) {
        auto runs = runs_;
        runs.set_here(here);
        auto at = scope(runs, step);
        at.implied_run = "here";
        if (!ensure(runs, collect(expression, condition_, at), expression.where))
            return std::nullopt;
        const auto outcome = evaluate(expression, condition_, at);
        if (!outcome.value) {
            problem(expression.where, "The moment has no value: " + outcome.error);
            return std::nullopt;
        }
        return static_cast<Time>(std::llround(outcome.value->number));
    }

    std::optional<Response> right_response(
        const Prediction& question, std::size_t step, const std::vector<Setting>& choice) {
        Response out;
        if (question.type == PredictionType::policy) {
            out.settings = choice;
            return out;
        }
        const auto answer = answer_of(question, step, runs_, 0);
        if (!answer.error.empty() || answer.pending)
            return std::nullopt;
        out.number = answer.value.number;
        out.curve = answer.value.curve;
        out.order = answer.order;
        out.option = answer.options.empty() ? -1 : answer.options.front();
        return out;
    }

    void walk() {
        LessonSession session(file_.lesson, store_);
        for (std::size_t i = 0; i < lesson_.steps.size(); ++i) {
            const auto& step = lesson_.steps[i];
            session.go_to(i);
            if (!step.start.run.empty() || i == 0) {
                here_ = session.input_of(step_run(lesson_, i));
                if (!here_) {
                    problem(step.where, "The step's run cannot be opened: " + runs_.error());
                    continue;
                }
                session.set_here(here_);
                playhead_ = 0;
                settle(session);
                playhead_ = session.start_time();
            }
            choice_.clear();
            session.set_playhead(playhead_);
            settle(session);
            if (step.until && session.done() == Done::yes)
                problem(step.until.where, "The condition of step \"" + step.id + "\" holds before anything is done.",
                    "no at the start", "yes");
            wander(session, step);
            for (const auto& action : step.solution)
                perform(action, session, i);
            settle(session);
            if (session.done() != Done::yes)
                problem(step.until ? step.until.where : step.where,
                    "The condition of step \"" + step.id + "\" does not hold after its solution.", "yes",
                    session.waits_for());
        }
    }

    /// What a learner may do first: turn one open knob to either end, watch that run to its end, and reset it. Each
    /// such run must come to an end, and the solution, performed afterwards, must still be one.
    void wander(LessonSession& session, const Step& step) {
        if (!step.until || !here_)
            return;
        const auto start = here_;
        for (const auto& id : step.knobs) {
            const auto index = experiment::find_knob(id);
            if (!index)
                continue;
            const auto& knob = experiment::knob_table()[*index];
            for (const auto value : ends(knob)) {
                auto changed = *start;
                auto scenario = *start->scenario;
                experiment::FileError wrong;
                if (!experiment::set_knob(scenario, id, experiment::format_value(knob, value), wrong))
                    continue; // not a value on this machine: the window does not offer it either
                changed.scenario = std::make_shared<const experiment::Scenario>(std::move(scenario));
                auto runs = runs_;
                runs.set_here(changed);
                runs.set_choice(step_run(lesson_, session.step_index()), {{id, experiment::format_value(knob, value)}});
                auto at = scope(runs, session.step_index());
                at.implied_run = "here";
                const auto needs = collect(step.until, condition_, at);
                if (!ensure(runs, needs, step.until.where))
                    continue;
                for (const auto& [run, queries] : needs)
                    if (const auto* found = runs.results(run); found && !found->stuck.empty())
                        problem(step.where,
                            "With " + id + " = " + experiment::format_value(knob, value)
                                + " a run of this step does not finish: " + found->stuck);
                session.set_here(changed);
                session.set_playhead(changed.scenario->length);
                settle(session);
            }
        }
        session.set_here(start);
        session.set_playhead(playhead_);
        settle(session);
    }

    /// The two ends of what a knob can be set to.
    static std::vector<KnobValue> ends(const Knob& knob) {
        switch (knob.kind) {
        case KnobKind::toggle:
            return {0, 1};
        case KnobKind::choice:
            return {0, static_cast<KnobValue>(knob.choices.size()) - 1};
        case KnobKind::set:
            return {0, (KnobValue{1} << knob.choices.size()) - 1};
        case KnobKind::number:
            break;
        }
        return {knob.low, knob.high};
    }

    void perform(const Action& action, LessonSession& session, std::size_t step) {
        switch (action.kind) {
        case Action::Kind::play:
            if (const auto at = moment(action.moment, here_, step)) {
                playhead_ = *at;
                session.set_playhead(playhead_);
            }
            break;
        case Action::Kind::set: {
            choice_.push_back({action.words[0], action.words[1]});
            session.note_choice(choice_);
            here_ = session.input_of("choice");
            if (!here_)
                problem(action.where, "The setting cannot be made.");
            session.set_here(here_);
            break;
        }
        case Action::Kind::answer: {
            const auto* question = lesson_.find_prediction(action.words[0]);
            if (!question)
                break;
            if (auto response = right_response(*question, step, choice_)) {
                if (!session.lock(question->id, *response, Confidence::likely, "because"))
                    problem(action.where, "The question \"" + question->id + "\" cannot be answered here.");
                settle(session);
                const auto verdict = session.verdict(question->id);
                if (verdict.grade != Grade::right)
                    problem(action.where,
                        "The computed answer of \"" + question->id + "\" is not accepted: " + verdict.sentence);
            }
            break;
        }
        case Action::Kind::compare:
            session.note_compared(action.words[0], action.words[1]);
            break;
        case Action::Kind::open:
            session.note_opened(action.words[0]);
            break;
        case Action::Kind::see:
            session.note_seen(action.words[0]);
            break;
        case Action::Kind::run:
            here_ = session.input_of(action.words[0]);
            playhead_ = 0;
            session.set_here(here_);
            session.set_playhead(0);
            break;
        case Action::Kind::mark:
            if (const auto at = moment(action.moment, here_, step))
                session.place_marker(action.words[0], *at);
            break;
        }
        settle(session);
    }

    const LessonFile& file_;
    const Lesson& lesson_;
    std::shared_ptr<RunStore> store_;
    const CheckOptions& options_;
    CheckReport& report_;
    Vocabulary plain_, condition_;
    LessonRuns runs_;
    std::optional<experiment::RunInput> here_;
    std::vector<Setting> choice_;
    Time playhead_ = 0;
    std::set<RunRef> unmade_; ///< runs that were complained about: once is enough
};

} // namespace

void check_truth(
    const LessonFile& file, std::shared_ptr<RunStore> store, const CheckOptions& options, CheckReport& report) {
    if (file.lesson)
        Truth(file, std::move(store), options, report).run();
}

} // namespace sluice::lesson
