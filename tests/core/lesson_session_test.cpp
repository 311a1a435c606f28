// SPDX-License-Identifier: GPL-3.0-or-later
// One learner in one lesson, on real runs: locking, verdicts, hints, conditions, progress.
#include "core/assets/assets.h"
#include "core/lesson/lesson_file.h"
#include "core/lesson/session.h"
#include "tests/support/catch.h"

using namespace sluice;
using namespace sluice::lesson;

namespace {

std::shared_ptr<const Lesson> shipped(const char* id) {
    const auto path = std::string("lessons/") + id + ".md";
    auto file = read_lesson(*assets::text(path), path);
    REQUIRE(file.lesson);
    return file.lesson;
}

void settle(LessonSession& session, RunStore& store) {
    for (int round = 0; round < 3; ++round) {
        const auto job = session.job();
        if (!job)
            return;
        job->run();
        store.add(job->take());
        session.refresh();
    }
}

struct Fixture {
    std::shared_ptr<RunStore> store = program_store();
    LessonSession session{shipped("q4"), store};
    Fixture() {
        session.set_here(session.input_of("posted"));
        settle(session, *store);
    }
};

Response number(double value) {
    Response out;
    out.number = value;
    return out;
}

} // namespace

TEST_CASE("a verdict waits for the answer to be locked and for the run to show it", "[lesson][lesson_session]") {
    Fixture f;
    auto& session = f.session;
    CHECK(session.state("longest") == QuestionState::open);
    CHECK(session.verdict("longest").sentence.empty());
    CHECK(session.done() == Done::no);
    REQUIRE(session.lock("longest", number(256), Confidence::sure, "it says so"));
    CHECK_FALSE(session.lock("longest", number(9309), Confidence::sure, "again"));
    CHECK(session.state("longest") == QuestionState::locked);
    CHECK(session.done() == Done::no);
    CHECK_FALSE(session.reveal_open());
    session.set_playhead(60 * kMillisecond);
    CHECK(session.state("longest") == QuestionState::revealed);
    CHECK(session.done() == Done::yes);
    CHECK(session.reveal_open());
    const auto verdict = session.verdict("longest");
    CHECK(verdict.grade == Grade::other);
    CHECK(verdict.sentence == "You said 256\u00a0pages. The run says 9,309\u00a0pages.");
    CHECK(verdict.advice.find("which of the two values does min() return") != std::string::npos);
    CHECK(verdict.explain.size()
        > session.lesson().find_prediction("longest")->explain.size()); // a confident miss gets more
    // Going back in time does not take a verdict away.
    session.set_playhead(0);
    CHECK(session.state("longest") == QuestionState::revealed);
}

TEST_CASE("answers near the value, and of its order of magnitude, are told apart", "[lesson][lesson_session]") {
    const auto grade_of = [](double said) {
        Fixture f;
        REQUIRE(f.session.lock("longest", number(said), Confidence::likely, ""));
        return f.session.verdict("longest").grade;
    };
    CHECK(grade_of(9309) == Grade::right);
    CHECK(grade_of(9400) == Grade::right);
    CHECK(grade_of(9700) == Grade::near);
    CHECK(grade_of(5000) == Grade::magnitude);
    CHECK(grade_of(256) == Grade::other);
}

TEST_CASE("a hint needs an attempt since the one before", "[lesson][lesson_session]") {
    Fixture f;
    auto& session = f.session;
    CHECK_FALSE(session.hint_allowed("longest"));
    CHECK(session.open_hint("longest") == nullptr);
    session.try_answer("longest");
    REQUIRE(session.open_hint("longest"));
    CHECK_FALSE(session.hint_allowed("longest"));
    session.try_answer("longest");
    session.try_answer("longest");
    CHECK(session.open_hint("longest"));
    CHECK_FALSE(session.hint_allowed("longest"));
    session.try_answer("longest");
    CHECK(session.open_hint("longest"));
    session.try_answer("longest");
    CHECK_FALSE(session.hint_allowed("longest")); // there are three
    CHECK(session.hints_open("longest") == 3);
}

TEST_CASE("a skipped question counts as answered and shows what the run says", "[lesson][lesson_session]") {
    Fixture f;
    REQUIRE(f.session.skip("longest"));
    CHECK_FALSE(f.session.lock("longest", number(1), Confidence::guess, ""));
    CHECK(f.session.state("longest") == QuestionState::skipped);
    CHECK(f.session.verdict("longest").sentence == "This question was skipped. The run says 9,309\u00a0pages.");
    f.session.set_playhead(60 * kMillisecond);
    CHECK(f.session.done() == Done::yes);
}

TEST_CASE("responses that do not fit a question are refused", "[lesson][lesson_session]") {
    Fixture f;
    Response bad;
    bad.order = {0, 0, 1};
    CHECK_FALSE(f.session.lock("order", bad, Confidence::guess, ""));
    bad.option = 7;
    CHECK_FALSE(f.session.lock("dead", bad, Confidence::guess, ""));
    CHECK_FALSE(f.session.lock("nothing", bad, Confidence::guess, ""));
}

TEST_CASE("order, line and policy are judged by runs", "[lesson][lesson_session]") {
    Fixture f;
    auto& session = f.session;
    session.go_to(static_cast<std::size_t>(session.lesson().find_step("find")));
    settle(session, *f.store);
    Response line;
    line.option = 2; // limit_capped
    REQUIRE(session.lock("dead", line, Confidence::likely, ""));
    CHECK(session.verdict("dead").grade == Grade::right);
    session.go_to(static_cast<std::size_t>(session.lesson().find_step("meant")));
    settle(session, *f.store);
    Response order;
    order.order = {1, 2, 0}; // posted, described, merged
    REQUIRE(session.lock("order", order, Confidence::likely, ""));
    CHECK(session.verdict("order").grade == Grade::right);
    CHECK(session.done() == Done::no); // not compared yet
    CHECK(session.waits_for() == "Goes on when both runs have been compared.");
    session.note_compared("posted", "merged");
    CHECK(session.done() == Done::yes);
    session.go_to(static_cast<std::size_t>(session.lesson().find_step("choose")));
    Response policy;
    policy.settings = {{"drain.shape", "described"}, {"drain.cap", "4096"}};
    REQUIRE(session.lock("bound", policy, Confidence::likely, ""));
    settle(session, *f.store);
    const auto verdict = session.verdict("bound");
    CHECK(verdict.grade == Grade::other);
    CHECK(verdict.facts.size() == 2);
    CHECK(verdict.sentence == "Your settings meet 1 of 2 objectives.");
}

TEST_CASE("looking counts for the step in which it happens", "[lesson][lesson_session]") {
    Fixture f;
    f.session.note_opened("why");
    f.session.go_to(static_cast<std::size_t>(f.session.lesson().find_step("victim")));
    CHECK(f.session.done() == Done::no);
    f.session.note_opened("why");
    CHECK(f.session.done() == Done::yes);
}

TEST_CASE("progress survives a restart and an edited lesson", "[lesson][lesson_session]") {
    Fixture f;
    f.session.lock("longest", number(256), Confidence::sure, "it says \"256\"");
    f.session.try_answer("dead");
    f.session.set_learner_takeaway("Caps can sleep.");
    f.session.go_to(3);
    const auto saved = f.session.to_json();

    Fixture g;
    REQUIRE(g.session.from_json(saved));
    CHECK(g.session.step_index() == 3);
    REQUIRE(g.session.response("longest"));
    CHECK(g.session.response("longest")->number == 256);
    CHECK(g.session.learner_takeaway() == "Caps can sleep.");
    CHECK(g.session.hint_allowed("dead"));
    CHECK(g.session.to_json() == saved);

    CHECK_FALSE(g.session.from_json("{"));
    CHECK_FALSE(g.session.from_json("[]"));
    CHECK_FALSE(g.session.from_json(R"({"format":1,"lesson":"q1"})"));
    CHECK_FALSE(g.session.from_json(R"({"format":1,"lesson":"q4","answered":7})"));
    CHECK(g.session.to_json() == saved); // nothing is half-loaded
    REQUIRE(g.session.from_json(
        R"({"format":1,"lesson":"q4","step":99,"answered":["dead"],"questions":{"dead":{"response":{"option":9}}}})"));
    CHECK(g.session.response("dead") == nullptr); // no longer fits
    CHECK_FALSE(g.session.record().answered.contains("dead"));
    g.session.reset(LessonSession::Reset::lesson);
    CHECK(g.session.step_index() == 0);
}

TEST_CASE("a job computes each run once and can be cancelled", "[lesson][lesson_session]") {
    const auto store = program_store();
    LessonSession session(shipped("q4"), store);
    const auto job = session.job();
    REQUIRE(job);
    std::set<std::string> ids;
    for (const auto& item : job->items())
        CHECK(ids.insert(item.run_id).second);
    job->cancel();
    job->run();
    CHECK(job->take().empty());
    const auto again = session.job();
    std::size_t told = 0;
    again->run([&](std::size_t done, std::size_t total) {
        ++told;
        CHECK(total == again->total());
        if (done == 1)
            again->cancel();
    });
    CHECK(told == 1);
    CHECK(again->take().size() == 1);
}

TEST_CASE("a job on two threads computes what it does on one", "[lesson][lesson_session]") {
    const auto store = program_store();
    LessonSession session(shipped("q4"), store);
    std::map<std::string, std::uint64_t> prints[2];
    for (const unsigned threads : {1u, 2u}) {
        const auto job = session.job();
        REQUIRE(job);
        job->run({}, threads);
        for (const auto& one : job->take())
            prints[threads - 1][one.run_id] = one.results->fingerprint;
        CHECK(prints[threads - 1].size() == job->total());
    }
    CHECK(prints[0] == prints[1]);
}
