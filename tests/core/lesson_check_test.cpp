// SPDX-License-Identifier: GPL-3.0-or-later
// The checker proves the shipped lessons, and finds what is wrong with broken ones.
#include "core/assets/assets.h"
#include "core/lesson/check.h"
#include "tests/support/catch.h"
#include "tests/support/sanitizers.h"

#include <algorithm>

using namespace sluice;
using namespace sluice::lesson;

namespace {

std::string shipped(const char* id) {
    return std::string(*assets::text(std::string("lessons/") + id + ".md"));
}

CheckReport check_text(const std::string& text, CheckOptions options = {}) {
    static const auto store = program_store();
    static const auto others = shipped_lessons();
    return check_lesson(read_lesson(text, "lessons/q4.md"), others, store, options);
}

std::string all_of(const CheckReport& report) {
    std::string out;
    for (const auto& finding : report.findings)
        out += finding.text() + "\n";
    return out;
}

} // namespace

TEST_CASE("every shipped lesson is proved", "[lesson][lesson_check]") {
    const auto store = program_store();
    const auto all = shipped_lessons();
    for (const auto& file : all) {
        // Numbers in prose are those of whole runs, which cannot be shortened: with sanitizers the runs of one lesson
        // of each old subject are computed, and form, names, prose and language of all are checked.
        CheckOptions options;
        options.truth = !test::kSanitized || file.lesson->id == "q4" || file.lesson->id == "p3";
        options.seeds = test::unless_sanitized(options.seeds, std::uint64_t{1});
        const auto report = check_lesson(file, all, store, options);
        INFO(all_of(report));
        CHECK(report.passed());
        CHECK((report.runs > 0) == options.truth);
        CHECK(all_of(report).find("does not link to the glossary") == std::string::npos);
    }
}

TEST_CASE("the first use of a glossary's word is a link, here or in a lesson before", "[lesson][lesson_check]") {
    const auto others = shipped_lessons();
    const auto found = [&](const std::string& from, const std::string& to) {
        auto text = shipped("q4");
        const auto at = text.find(from);
        REQUIRE(at != std::string::npos);
        text.replace(at, from.size(), to);
        std::vector<Finding> findings;
        check_glossary(read_lesson(text, "lessons/q4.md"), others, findings);
        std::string out;
        for (const auto& one : findings)
            out += one.text() + "\n";
        return out;
    };
    CHECK(found("Select it.", "Select it.").empty());
    // Linked in q3, which q4 needs; a longer term; code; a comment.
    CHECK(found("Select it.", "Select a tick of the water marks. `lowmem` <!-- lowmem -->").empty());
    CHECK(found("Select it.", "Select it in lowmem. It is [lowmem](term:lowmem).").find("The first use of \"lowmem\"")
        != std::string::npos);
    CHECK(found("Select it.", "It is [lowmem](term:lowmem). Select it in lowmem.").empty());
}

TEST_CASE("the verb beside a claim's number fits its verdict", "[lesson][lesson_check]") {
    const auto said = [&](const std::string& words) {
        auto text = shipped("q4");
        const std::string from = "Select it.";
        text.replace(text.find(from), from.size(), words + " Select it.");
        return all_of(check_text(text));
    };
    const std::string complaint = "The verb does not fit the verdict of the claim A2.described.";
    CHECK(said("The model reproduces 256<!--@ claim A2.described --> pages.").find(complaint) == std::string::npos);
    CHECK(said("The model misses 256<!--@ claim A2.described --> pages.").find(complaint) != std::string::npos);
    CHECK(said("The author reports 256<!--@ claim A2.described --> pages.").find(complaint) == std::string::npos);
}

TEST_CASE("the checker finds what is wrong with a lesson", "[lesson][lesson_check]") {
    struct Case {
        std::string from, to, message;
        bool truth = true;
    };
    const auto good = shipped("q4");
    for (const auto& one : {
             // form
             Case{"goals = [\"compute the longest section from a listing\", \"prove by a run which line has no "
                  "effect\", \"choose a drain shape for a stated bound\"]",
                 "goals = []", "The lesson has no goals.", false},
             Case{"hints = [\n  \"Write the value of each variable beside its line.\",", "hints = [",
                 "The question \"longest\" is not complete. Expected three hints", false},
             Case{"needs = [\"q3\"]", "needs = [\"q99\"]", "The lesson needs one that does not exist.", false},
             Case{"minutes = 20", "minutes = 60", "The stated minutes do not fit the lesson.", false},
             Case{"*Ours:* A limit", "A limit", "The lesson has no takeaway.", false},
             Case{"solution = [\"open why\"]", "", "The step has a condition and no solution.", false},
             // names
             Case{"\"scene.cpu0\", \"chart.section_length\"]", "\"scene.cpu0\", \"chart.section_lenght\"]",
                 "Did you mean chart.section_length?", false},
             Case{"scenario = \"q4-full-list\"", "scenario = \"q4-ful-list\"", "Did you mean q4-full-list?", false},
             Case{"{ \"drain.shape\" = \"merged\" } }\nscarce", "{ \"drain.shpe\" = \"merged\" } }\nscarce",
                 "Unknown knob \"drain.shpe\".", false},
             Case{"answer = \"max(posted.drain.section.pages)\"", "answer = \"max(posted.drain.section.time)\"",
                 "The expression has the wrong unit.", false},
             Case{"until = \"opened(why)\"", "until = \"3 pages\"",
                 "The expression has the wrong type. Expected yes or no", false},
             Case{"candidates = [\"limit_from_free\",", "candidates = [\"limit_fromfree\",",
                 "Unknown knob \"line.drain-posted.limit_fromfree\".", false},
             Case{"sources = [\"quicklist-2005\"", "sources = [\"quicklist-2006\"",
                 "Unknown source \"quicklist-2006\".", false},
             Case{"(term:quicklist)", "(term:quiklist)", "Did you mean quicklist?", false},
             // prose and language
             Case{"That is why one run", "That is why 1 run", "A number in prose carries no origin.", false},
             Case{"256 entries per pass. —", "256 entries a pass. —",
                 "The quote does not stand in a source of this lesson.", false},
             Case{"128<!--@ source", "129<!--@ source", "The source does not hold this number.", false},
             Case{"Select it.", "Simply select it.", "Lessons do not use the word \"simply\".", false},
             Case{"Select it.",
                 "Select it, and then look at it again, and then at the other one, and then at all the others that "
                 "there are in the listing, one after the other.",
                 "The sentence is too long.", false},
             // truth
             Case{"9,309<!--= max", "9,310<!--= max",
                 "The number is out of date (sluice lesson check --fix rewrites it). Expected 9,309, found 9,310."},
             Case{"It freed fewer in all", "It freed 3<!--= 3 pages --> fewer in all", "The number comes from no run."},
             Case{"This lesson follows the code",
                 "It frees 9,309<!--= max(posted.drain.section.pages) -->. This lesson follows the code",
                 "The answer of \"longest\" stands before its question."},
             Case{"{ value = \"knob(posted, drain.cap)\"", "{ value = \"max(posted.drain.section.pages)\"",
                 "The wrong value is as good as the answer."},
             Case{"\"limit_at_least_25\", \"limit_capped\"]", "\"limit_at_least_25\"]",
                 "must have one answer. Expected exactly one, found none."},
             Case{"neutral(line, posted) and neutral(line, scarce)", "neutral(line, posted)",
                 "must have one answer. Expected exactly one, found limit_at_least_25, limit_capped."},
             Case{"failing = [{ \"drain.shape\" = \"described\" }", "failing = [{ \"drain.shape\" = \"merged\" }",
                 "Failing setting 1 of \"bound\" passes"},
             Case{"passing = [{ \"drain.shape\" = \"merged\" }]", "passing = [{ \"drain.shape\" = \"generic\" }]",
                 "Passing setting 1 of \"bound\" does not pass"},
             Case{"\"max(choice.wakeup.delay) <= 25us\"", "\"max(choice.wakeup.delay) <= 25s\"",
                 "The start state of \"bound\" passes"},
             Case{"until = \"answered(longest) and here.drain.events >= 1\"", "until = \"not answered(dead)\"",
                 "The condition of step \"read\" holds before anything is done."},
             Case{"solution = [\"answer longest\", \"play drain[0].end\"]", "solution = [\"answer longest\"]",
                 "The condition of step \"read\" does not hold after its solution."},
             Case{"\"play drain[0].end\"]\nspeed = \"200", "\"play drain[5].end\"]\nspeed = \"200",
                 "The moment has no value"},
         }) {
        auto text = good;
        const auto at = text.find(one.from);
        INFO(one.from << " -> " << one.to);
        REQUIRE(at != std::string::npos);
        text.replace(at, one.from.size(), one.to);
        CheckOptions options;
        options.truth = one.truth;
        const auto report = check_text(text, options);
        INFO(all_of(report));
        CHECK_FALSE(report.passed());
        CHECK(all_of(report).find(one.message) != std::string::npos);
        CHECK(std::ranges::all_of(
            report.findings, [](const Finding& f) { return f.file == "lessons/q4.md" && f.where.line > 0; }));
    }
}

TEST_CASE(
    "the option --fix brings the numbers in the text up to date and changes nothing else", "[lesson][lesson_check]") {
    const auto good = shipped("q4");
    auto stale = good;
    for (const auto& [from, to] :
        {std::pair<std::string, std::string>{"9,309<!--=", "…<!--="}, {"548<!--=", "12,345<!--="}}) {
        const auto at = stale.find(from);
        REQUIRE(at != std::string::npos);
        stale.replace(at, from.size(), to);
    }
    CheckOptions options;
    options.fix = true;
    CHECK(check_text(stale, options).fixed_text == good);
}

TEST_CASE("a file that cannot be read is a finding", "[lesson][lesson_check]") {
    const auto file = load_lesson("/nonexistent/q.md");
    REQUIRE(file.findings.size() == 1);
    CHECK(file.findings[0].text() == "/nonexistent/q.md: error: The file cannot be read.");
}
