// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/session.h"

#include "core/lesson/progress.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace sluice::lesson {

struct LessonSession::Impl {
    Impl(std::shared_ptr<const Lesson> l, std::shared_ptr<RunStore> s)
        : lesson(std::move(l))
        , store(std::move(s))
        , runs(*lesson, store)
        , conditions(lesson_vocabulary(*lesson, store->program(), true)) {
        runs.set_choice(step_run(*lesson, 0), {});
    }

    std::shared_ptr<const Lesson> lesson;
    std::shared_ptr<RunStore> store;
    LessonRuns runs;
    Vocabulary conditions;
    std::size_t step = 0;
    Time playhead = 0;
    std::uint64_t seed_offset = 0;
    LearnerRecord record;
    std::map<std::string, QuestionProgress, std::less<>> questions;
    std::string takeaway;

    const Step& present() const { return lesson->steps[step]; }

    std::size_t step_of(std::string_view question) const {
        for (std::size_t i = 0; i < lesson->steps.size(); ++i)
            for (const auto& prediction : lesson->steps[i].predictions)
                if (prediction.id == question)
                    return i;
        return step;
    }

    QuestionProgress* find(std::string_view id) {
        if (!lesson->find_prediction(id))
            return nullptr;
        return &questions[std::string(id)];
    }
    const QuestionProgress* find(std::string_view id) const {
        const auto found = questions.find(id);
        return found == questions.end() ? nullptr : &found->second;
    }

    Scope condition_scope(const LessonRuns& provider) const {
        Scope scope;
        scope.runs = &provider;
        scope.learner = &record;
        scope.implied_run = "here";
        scope.playhead = playhead;
        scope.seed_offset = seed_offset;
        scope.seeds = kSeeds;
        return scope;
    }
    Scope answer_scope(const LessonRuns& provider, std::string_view question) const {
        Scope scope;
        scope.runs = &provider;
        scope.implied_run = step_run(*lesson, step_of(question));
        scope.seed_offset = seed_offset;
        scope.seeds = kSeeds;
        return scope;
    }

    /// Runs as the answer of `question` sees them: `choice` is what was locked.
    LessonRuns runs_for(const Prediction& question) const {
        LessonRuns out = runs;
        const auto* progress = find(question.id);
        if (question.type == PredictionType::policy && progress && progress->response)
            out.set_choice(step_run(*lesson, step_of(question.id)), progress->response->settings);
        return out;
    }

    /// `here` and `choice` take their seed from the window; only named runs are shifted, by the scope.
    Done holds(const Expression& condition) const {
        if (!condition)
            return Done::yes;
        const auto outcome = evaluate(condition, conditions, condition_scope(runs));
        if (outcome.pending)
            return Done::waiting;
        return outcome.value && outcome.value->truth() ? Done::yes : Done::no;
    }

    void add_missing(std::vector<ComputeItem>& items, const LessonRuns& provider, const Needs& needs) const {
        for (auto& item : provider.missing(needs)) {
            const auto same = std::ranges::find(items, item.run_id, &ComputeItem::run_id);
            if (same == items.end()) {
                items.push_back(std::move(item));
                continue;
            }
            std::set<experiment::MetricQuery> all(same->queries.begin(), same->queries.end());
            all.insert(item.queries.begin(), item.queries.end());
            same->queries.assign(all.begin(), all.end());
        }
    }

    void reveal_what_is_due() {
        for (auto& [id, progress] : questions) {
            const auto* question = lesson->find_prediction(id);
            if (question && progress.response && !progress.revealed && holds(question->reveal) == Done::yes)
                progress.revealed = true;
        }
    }

    /// Seeds behind noise() and band() while somebody waits; the checker uses more.
    static constexpr std::uint64_t kSeeds = 3;
};

LessonSession::LessonSession(std::shared_ptr<const Lesson> lesson, std::shared_ptr<RunStore> store)
    : impl_(std::make_unique<Impl>(std::move(lesson), std::move(store))) { }
LessonSession::~LessonSession() = default;

const Lesson& LessonSession::lesson() const {
    return *impl_->lesson;
}
const Step& LessonSession::step() const {
    return impl_->present();
}
std::size_t LessonSession::step_index() const {
    return impl_->step;
}

void LessonSession::go_to(std::size_t step) {
    impl_->step = std::min(step, impl_->lesson->steps.size() - 1);
    // Looking counts for the step in which it happens.
    impl_->record.opened.clear();
    impl_->record.seen.clear();
    impl_->record.compared.clear();
    impl_->runs.set_choice(step_run(*impl_->lesson, impl_->step), {});
}

bool LessonSession::next() {
    if (impl_->step + 1 >= impl_->lesson->steps.size())
        return false;
    go_to(impl_->step + 1);
    return true;
}

bool LessonSession::back() {
    if (impl_->step == 0)
        return false;
    go_to(impl_->step - 1);
    return true;
}

void LessonSession::set_here(std::optional<experiment::RunInput> input) {
    impl_->runs.set_here(std::move(input));
    impl_->reveal_what_is_due();
}

void LessonSession::set_playhead(Time at) {
    impl_->playhead = at;
    impl_->reveal_what_is_due();
}

void LessonSession::note_choice(const std::vector<Setting>& settings) {
    impl_->runs.set_choice(step_run(*impl_->lesson, impl_->step), settings);
}

void LessonSession::note_opened(const std::string& kind) {
    impl_->record.opened.insert(kind);
}
void LessonSession::note_seen(const std::string& name) {
    impl_->record.seen.insert(name);
}
void LessonSession::note_compared(const std::string& run_a, const std::string& run_b) {
    impl_->record.compared.insert(std::minmax(run_a, run_b));
}
void LessonSession::place_marker(const std::string& question, Time at) {
    impl_->record.markers[question] = at;
}

bool LessonSession::policy_hidden() const {
    const auto* run = impl_->lesson->find_run(step_run(*impl_->lesson, step_index()));
    if (!run || run->hidden_until.empty())
        return false;
    const auto now = state(run->hidden_until);
    return now == QuestionState::open || now == QuestionState::locked;
}

QuestionState LessonSession::state(std::string_view question) const {
    const auto* progress = impl_->find(question);
    if (!progress)
        return QuestionState::open;
    if (progress->skipped)
        return QuestionState::skipped;
    if (!progress->response)
        return QuestionState::open;
    return progress->revealed ? QuestionState::revealed : QuestionState::locked;
}

namespace {

bool is_permutation_of(std::vector<int> order, std::size_t count) {
    std::ranges::sort(order);
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] != static_cast<int>(i))
            return false;
    return order.size() == count;
}

bool fits(const Prediction& question, const Response& response) {
    switch (question.type) {
    case PredictionType::number:
    case PredictionType::breakpoint:
        return std::isfinite(response.number);
    case PredictionType::choice:
        return response.option >= 0 && static_cast<std::size_t>(response.option) < question.options.size();
    case PredictionType::bug:
        return response.option >= 0 && static_cast<std::size_t>(response.option) < question.candidates.size();
    case PredictionType::order:
        return is_permutation_of(response.order, question.options.size());
    case PredictionType::curve:
        return response.curve.size() == question.xs.size();
    case PredictionType::policy:
        return true;
    }
    return false;
}

} // namespace

bool LessonSession::lock(std::string_view id, Response response, Confidence confidence, std::string reason) {
    const auto* question = impl_->lesson->find_prediction(id);
    auto* progress = impl_->find(id);
    if (!question || progress->response || progress->skipped || !fits(*question, response))
        return false;
    if (question->type == PredictionType::breakpoint)
        impl_->record.markers[question->id] = static_cast<Time>(response.number);
    progress->response = std::move(response);
    progress->confidence = confidence;
    progress->reason = std::move(reason);
    progress->attempts_since_hint += 1;
    impl_->record.answered.insert(question->id);
    impl_->reveal_what_is_due();
    return true;
}

bool LessonSession::skip(std::string_view id) {
    auto* progress = impl_->find(id);
    if (!progress || progress->response || progress->skipped)
        return false;
    progress->skipped = true;
    impl_->record.answered.insert(std::string(id));
    return true;
}

const Response* LessonSession::response(std::string_view id) const {
    const auto* progress = impl_->find(id);
    return progress && progress->response ? &*progress->response : nullptr;
}

Verdict LessonSession::verdict(std::string_view id) const {
    const auto* question = impl_->lesson->find_prediction(id);
    const auto* progress = impl_->find(id);
    if (!question || !progress || (!progress->response && !progress->skipped))
        return {};
    const auto runs = impl_->runs_for(*question);
    const auto scope = impl_->answer_scope(runs, id);
    const auto answer = compute_answer(*impl_->lesson, impl_->store->program(), *question, scope);
    if (!progress->response) {
        Verdict out;
        out.pending = answer.pending;
        out.answer = answer_text(*question, answer);
        out.curve = answer.value.curve;
        out.explain = question->explain;
        out.sentence = out.answer.empty() ? "This question was skipped."
                                          : "This question was skipped. The run says " + out.answer + ".";
        return out;
    }
    std::vector<std::optional<double>> wrong;
    const auto vocabulary = question_vocabulary(*impl_->lesson, impl_->store->program(), *question);
    for (const auto& one : question->wrong) {
        const auto outcome = evaluate(one.value, vocabulary, scope);
        wrong.push_back(outcome.value ? std::optional(outcome.value->number) : std::nullopt);
    }
    return make_verdict(*question, answer, *progress->response, progress->confidence, wrong);
}

void LessonSession::try_answer(std::string_view id) {
    if (auto* progress = impl_->find(id))
        progress->attempts_since_hint += 1;
}

std::size_t LessonSession::hints_open(std::string_view id) const {
    const auto* progress = impl_->find(id);
    return progress ? progress->hints : 0;
}

bool LessonSession::hint_allowed(std::string_view id) const {
    const auto* question = impl_->lesson->find_prediction(id);
    const auto* progress = impl_->find(id);
    return question && progress && progress->hints < question->hints.size() && progress->attempts_since_hint > 0;
}

const std::string* LessonSession::open_hint(std::string_view id) {
    if (!hint_allowed(id))
        return nullptr;
    auto* progress = impl_->find(id);
    progress->attempts_since_hint = 0;
    return &impl_->lesson->find_prediction(id)->hints[progress->hints++];
}

Done LessonSession::done() const {
    return impl_->holds(impl_->present().until);
}

namespace {

/// The first part of a condition that the learner can do something about.
std::string missing_part(const Node& node, const LearnerRecord& record) {
    if (node.kind == Node::Kind::call && !node.children.empty()) {
        std::string name;
        for (const auto& part : node.children[0].path)
            name += (name.empty() ? "" : ".") + part;
        if (node.name == "answered" && !record.answered.contains(name))
            return "Goes on when the question is answered or skipped.";
        if (node.name == "opened" && !record.opened.contains(name))
            return name == "why" ? "Goes on when the causes of a delay have been opened (Why)."
                : name == "life" ? "Goes on when a page has been opened, with its life."
                                 : "Goes on when " + name + " has been opened.";
        if (node.name == "compared")
            return "Goes on when both runs have been compared.";
        return {};
    }
    for (const auto& child : node.children)
        if (auto part = missing_part(child, record); !part.empty())
            return part;
    return {};
}

} // namespace

std::string LessonSession::waits_for() const {
    const auto& until = impl_->present().until;
    if (!until)
        return {};
    const auto now = done();
    if (now == Done::yes)
        return {};
    if (auto part = missing_part(*until.root, impl_->record); !part.empty())
        return part;
    if (now == Done::waiting)
        return "The runs of this step are being computed.";
    return "Goes on when the run has come far enough: play on.";
}

bool LessonSession::reveal_open() const {
    return done() == Done::yes;
}

std::shared_ptr<ComputeJob> LessonSession::job() const {
    const auto& program = impl_->store->program();
    std::vector<ComputeItem> items;
    const auto& step = impl_->present();
    const auto scope = impl_->condition_scope(impl_->runs);
    const auto condition = [&](const Expression& e) {
        if (e)
            impl_->add_missing(items, impl_->runs, collect(e, impl_->conditions, scope));
    };
    const auto start = [&](const Step& s, std::size_t index) {
        auto inner = impl_->answer_scope(impl_->runs, "");
        inner.implied_run = step_run(*impl_->lesson, index);
        if (s.start.at)
            impl_->add_missing(items, impl_->runs, collect(s.start.at, impl_->conditions, inner));
    };
    start(step, impl_->step);
    condition(step.until);
    const auto question_items = [&](const Prediction& question) {
        const auto runs = impl_->runs_for(question);
        impl_->add_missing(
            items, runs, answer_needs(*impl_->lesson, program, question, impl_->answer_scope(runs, question.id)));
        condition(question.reveal);
    };
    for (const auto& question : step.predictions)
        question_items(question);
    for (const auto& [id, progress] : impl_->questions)
        if (const auto* question = impl_->lesson->find_prediction(id); question && progress.response)
            question_items(*question);
    if (impl_->step + 1 < impl_->lesson->steps.size()) {
        const auto& next = impl_->lesson->steps[impl_->step + 1];
        start(next, impl_->step + 1);
        for (const auto& question : next.predictions)
            question_items(question);
    }
    return items.empty() ? nullptr : std::make_shared<ComputeJob>(std::move(items), impl_->store->measure());
}

void LessonSession::refresh() {
    impl_->reveal_what_is_due();
}
const LearnerRecord& LessonSession::record() const {
    return impl_->record;
}
const Vocabulary& LessonSession::vocabulary() const {
    return impl_->conditions;
}

std::optional<experiment::RunInput> LessonSession::input_of(const std::string& run) const {
    return impl_->runs.input({run, {}, run == "here" || run == "choice" ? 0 : impl_->seed_offset});
}

Time LessonSession::start_time() const {
    const auto& at = impl_->present().start.at;
    if (!at)
        return 0;
    auto scope = impl_->answer_scope(impl_->runs, "");
    scope.implied_run = step_run(*impl_->lesson, impl_->step);
    const auto outcome = evaluate(at, impl_->conditions, scope);
    return outcome.value ? std::max<Time>(0, static_cast<Time>(std::llround(outcome.value->number))) : 0;
}

void LessonSession::set_seed_offset(std::uint64_t offset) {
    impl_->seed_offset = offset;
}

std::string LessonSession::to_json() const {
    Progress out;
    out.lesson = impl_->lesson->id;
    out.hash = impl_->lesson->hash;
    out.step = impl_->step;
    out.seed_offset = impl_->seed_offset;
    out.takeaway = impl_->takeaway;
    out.record = impl_->record;
    out.questions.insert(impl_->questions.begin(), impl_->questions.end());
    return write_progress(out);
}

bool LessonSession::from_json(std::string_view json) {
    auto read = read_progress(json);
    if (!read || read->lesson != impl_->lesson->id)
        return false;
    impl_->step = 0;
    impl_->questions.clear();
    impl_->record = std::move(read->record);
    impl_->seed_offset = read->seed_offset;
    impl_->takeaway = std::move(read->takeaway);
    for (auto& [id, progress] : read->questions) {
        const auto* question = impl_->lesson->find_prediction(id);
        // An answer that no longer fits an edited question is dropped; the others stay.
        if (question && (!progress.response || fits(*question, *progress.response)))
            impl_->questions[id] = std::move(progress);
        else
            impl_->record.answered.erase(id);
    }
    go_to(read->step);
    return true;
}

void LessonSession::reset(Reset what) {
    if (what == Reset::lesson) {
        impl_->questions.clear();
        impl_->record = {};
        impl_->takeaway.clear();
        impl_->playhead = 0;
        go_to(0);
        return;
    }
    for (const auto& question : impl_->present().predictions) {
        impl_->questions.erase(question.id);
        impl_->record.answered.erase(question.id);
        impl_->record.markers.erase(question.id);
    }
    impl_->playhead = 0;
    go_to(impl_->step);
}

std::string LessonSession::learner_takeaway() const {
    return impl_->takeaway;
}
void LessonSession::set_learner_takeaway(std::string text) {
    impl_->takeaway = std::move(text);
}

} // namespace sluice::lesson
