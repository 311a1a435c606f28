// SPDX-License-Identifier: GPL-3.0-or-later
// Reading lesson files: what a good one becomes, and where each mistake is pointed at.
#include "core/assets/assets.h"
#include "core/lesson/anchors.h"
#include "core/lesson/glossary.h"
#include "core/lesson/lesson_file.h"
#include "core/lesson/markdown_scan.h"
#include "core/lesson/prose.h"
#include "tests/support/catch.h"

#include <rapidcheck.h>

#include <set>

using namespace sluice;
using namespace sluice::lesson;

namespace {

const std::string kGood = R"md(# A title

```toml lesson
format = 1
id = "t1"
minutes = 5
goals = ["one"]
```

```toml run
posted = { scenario = "q4-full-list", set = { "drain.cap" = 64 } }
merged = { from = "posted", seed = 7, set = { "drain.shape" = "merged", "drain.trigger" = ["idle", "unmap"] } }
```

Opening with a [list](term:quicklist) of 12<!--= posted.drain.events --> drains.

## 1. First

Text before.

```toml step
id = "one"
show = ["code"]
start = { run = "posted", at = "drain[0].start - 5us" }
until = "answered(q)"
solution = ["answer q", "play drain[0].end", "set drain.cap 32", "mark q 5us"]
```

```toml predict
id = "q"
type = "number"
unit = "pages"
ask = "How many?"
answer = "max(posted.drain.section.pages)"
accept = { ratio = 1.02 }
wrong = [{ value = "64 pages", say = "No." }]
hints = ["a", "b", "c"]
```

<details><summary>After the run</summary>

It was 3<!--= max(posted.drain.section.pages) -->.
</details>

## 2. Second

```toml step
id = "two"
show = ["code"]
```

## What stays

The end.

**In one sentence, what did this lesson teach you?** *Ours:* One thing.

## Go further

Do more.
)md";

/// The good lesson with one piece of text replaced.
LessonFile broken(const std::string& from, const std::string& to) {
    auto text = kGood;
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    return read_lesson(text, "t.md");
}

std::string first_finding(const LessonFile& file) {
    return file.findings.empty() ? "" : file.findings.front().text();
}

} // namespace

TEST_CASE("a lesson file becomes plain data", "[lesson]") {
    const auto file = read_lesson(kGood, "t.md");
    INFO(first_finding(file));
    REQUIRE(file.lesson);
    const auto& lesson = *file.lesson;
    CHECK(lesson.id == "t1");
    CHECK(lesson.title == "A title");
    CHECK(lesson.opening == "Opening with a [list](term:quicklist) of 12 drains.");
    REQUIRE(lesson.runs.size() == 2);
    CHECK(lesson.runs[1].scenario == "q4-full-list");
    CHECK(lesson.runs[1].seed == 7);
    CHECK(lesson.runs[1].set
        == std::vector<Setting>{{"drain.cap", "64"}, {"drain.shape", "merged"}, {"drain.trigger", "idle+unmap"}});
    REQUIRE(lesson.steps.size() == 2);
    const auto& step = lesson.steps[0];
    CHECK(step.title == "First");
    REQUIRE(step.blocks.size() == 3);
    CHECK(step.blocks[0].kind == Block::Kind::text);
    CHECK(step.blocks[1].kind == Block::Kind::prediction);
    CHECK(step.blocks[2].kind == Block::Kind::reveal);
    CHECK(step.blocks[2].markdown == "It was 3.");
    CHECK(step.start.at.text == "drain[0].start - 5us");
    REQUIRE(step.solution.size() == 4);
    CHECK(step.solution[2].words == std::vector<std::string>{"drain.cap", "32"});
    CHECK(step.solution[3].words == std::vector<std::string>{"q"});
    CHECK(step.predictions[0].hints.size() == 3);
    CHECK(step.predictions[0].wrong[0].say == "No.");
    CHECK(lesson.closing == "The end.");
    CHECK(lesson.takeaway == "One thing.");
    CHECK(lesson.go_further == "Do more.");
    REQUIRE(file.numbers.size() == 2);
    CHECK(file.numbers[0].text == "12");
    CHECK(file.numbers[0].step == -1);
    CHECK_FALSE(file.numbers[0].revealed);
    CHECK(file.numbers[1].revealed);
    CHECK(kGood.substr(file.numbers[1].begin, file.numbers[1].end - file.numbers[1].begin) == "3");
}

TEST_CASE("each mistake in a lesson file has a place, an expectation and a finding", "[lesson]") {
    struct Case {
        std::string from, to, message;
    };
    for (const auto& one : {
             Case{"minutes = 5", "minuts = 5", "t.md:6:1: error: Unknown key “minuts”"},
             Case{"minutes = 5", "minutes = \"five\"", "t.md:6:11: error: "},
             Case{"minutes = 5", "minutes = 500", "t.md:6:11: error: "},
             Case{"id = \"t1\"", "id = ", "t.md:5:"},
             Case{"# A title", "A title", "t.md:1:1: error: The lesson has no title."},
             Case{"```toml lesson", "```toml lessen",
                 "t.md:3:1: error: Unknown block \"lessen\". Expected lesson, run, step or predict. Did you mean "
                 "lesson?"},
             Case{"from = \"posted\"", "from = \"postd\"", "t.md:12:19: error: No run above is called"},
             Case{"posted = { scen", "here = { scen", "error: A run cannot be called"},
             Case{"12<!--= posted", "<!--= posted", "error: There is no number before the comment."},
             Case{"12<!--= posted.drain.events -->", "12<!--= max( -->",
                 "t.md:15:54: error: The expression cannot be read."},
             Case{"12<!--= posted.drain.events -->", "12<!--= posted", "error: The comment is not closed."},
             Case{"12<!--= posted.drain.events -->", "12<!--@ claims A2 -->",
                 "error: The origin of the number cannot be read."},
             Case{"## 1. First", "## 2. First",
                 "t.md:17:1: error: Steps are numbered in order. Expected \"1. First\", found \"2. First\"."},
             Case{"until = \"answered(q)\"", "until = \"answered(q\"",
                 "t.md:25:20: error: The expression cannot be read. Expected ')', found the end."},
             Case{"\"answer q\"", "\"anser q\"", "Did you mean answer?"},
             Case{"\"set drain.cap 32\"", "\"set drain.cap\"", "has another number of words"},
             Case{"type = \"number\"", "type = \"nummer\"", "t.md:31:8: error: "},
             Case{"unit = \"pages\"", "unit = \"pagse\"", "Unknown unit “pagse”"},
             Case{"accept = { ratio = 1.02 }", "accept = { ratio = 0.5 }", "a factor of at least 1"},
             Case{"wrong = [{ value = \"64 pages\", say = \"No.\" }]", "wrong = [64]", "t.md:36:10: error: "},
             Case{"</details>", "", "error: <details> is not closed."},
             Case{"<summary>After the run</summary>", "", "error: <details> has no summary."},
             Case{"id = \"two\"\nshow = [\"code\"]\n```", "id = \"two\"", "error: The block is not closed."},
             Case{"id = \"two\"", "id = \"one\"", "error: Two steps are called \"one\"."},
         }) {
        const auto file = broken(one.from, one.to);
        INFO(one.from << " -> " << one.to);
        CHECK_FALSE(file.lesson);
        std::string all;
        for (const auto& finding : file.findings)
            all += finding.text() + "\n";
        INFO(all);
        CHECK(all.find(one.message) != std::string::npos);
    }
}

TEST_CASE("a heading without words is a finding, not a crash", "[lesson]") {
    for (const char* text : {"# \n", "## \n", "# ", "#  \nwords"}) {
        INFO(text);
        const auto file = read_lesson(text, "t.md");
        CHECK_FALSE(file.lesson);
        CHECK(has_errors(file.findings));
    }
}

TEST_CASE("cutting a lesson anywhere gives findings, never half a lesson", "[lesson]") {
    CHECK(rc::check([] {
        const auto at = *rc::gen::inRange<std::size_t>(0, kGood.size());
        const auto length = *rc::gen::inRange<std::size_t>(1, 60);
        auto text = kGood;
        text.erase(at, length);
        const auto file = read_lesson(text, "t.md");
        RC_ASSERT(static_cast<bool>(file.lesson) != has_errors(file.findings));
        for (const auto& finding : file.findings)
            RC_ASSERT(finding.file == "t.md");
    }));
}

TEST_CASE("all shipped lessons can be read", "[lesson]") {
    const auto all = shipped_lessons();
    REQUIRE(all.size() >= 7);
    std::set<std::string> ids;
    for (const auto& file : all) {
        INFO(first_finding(file));
        REQUIRE(file.lesson);
        CHECK(ids.insert(file.lesson->id).second);
        CHECK(file.findings.empty());
        CHECK(file.lesson->file == "lessons/" + file.lesson->id + ".md");
    }
}

TEST_CASE("glossary and sources can be read, and quotes are short", "[lesson]") {
    std::vector<Finding> findings;
    const auto terms = read_glossary(*assets::text("assets/glossary.toml"), "assets/glossary.toml", findings);
    CHECK(findings.empty());
    CHECK(terms.size() >= 40);
    CHECK(find_term("quicklist"));
    CHECK_FALSE(find_term("quick-list"));
    for (const auto& term : terms)
        for (const auto& paragraph : paragraphs(term.entry, {1, 1}))
            for (const auto& sentence : paragraph.sentences) {
                INFO(sentence.text);
                CHECK(sentence.words <= 26);
            }
    for (const auto path : assets::list("assets/sources/")) {
        const auto source = read_source(*assets::text(path), std::string(path), findings);
        INFO(path);
        CHECK(findings.empty());
        CHECK(std::string(path) == "assets/sources/" + source.id + ".toml");
        for (const auto& quote : source.quotes) {
            std::size_t sentences = 0;
            for (const auto& paragraph : paragraphs(quote, {1, 1}))
                sentences += paragraph.sentences.size();
            CHECK(sentences <= 2);
        }
    }
    read_glossary("format = 1\nterm = [{ id = \"a\", term = \"a\", group = \"g\" }]", "g.toml", findings);
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].file == "g.toml");
}

TEST_CASE("prose is cut into sentences and numbers are found", "[lesson]") {
    const auto found = paragraphs("One two. Three `x = 4` four!\n\n- An item with a [link](term:page).\n", {10, 1});
    REQUIRE(found.size() == 2);
    REQUIRE(found[0].sentences.size() == 2);
    CHECK(found[0].sentences[0].words == 2);
    CHECK(found[0].sentences[1].where == Where{10, 10});
    CHECK(found[1].words == 5);
    CHECK(found[1].where.line == 12);
    const auto bare = [](const std::string& text) {
        std::vector<std::string> out;
        for (const auto& number : unmarked_numbers(text))
            out.push_back(number.text);
        return out;
    };
    CHECK(bare("It took 12 ms and 9,309 pages.") == std::vector<std::string>{"12", "9,309"});
    CHECK(bare("In 2005, Linux 2.6.12 on CPU 0 and node 3, p99, `256`, Linux 4.9.").empty());
    CHECK(bare("9,309<!--= x --> pages, 4.10\u00a0ms<!--= y ms -->").empty());
    CHECK(bare("a list of 9 pages<!--= x -->") == std::vector<std::string>{"9"});
}

TEST_CASE("names of things in the window", "[lesson]") {
    CHECK(is_anchor("code"));
    CHECK(is_anchor("scene.cpu0"));
    CHECK(is_anchor("scene.node17"));
    CHECK(anchor_cpu("scene.cpu17") == 17);
    CHECK_FALSE(is_anchor("scene.cpu<N>"));
    CHECK_FALSE(is_anchor("scene.cpu1024"));
    CHECK_FALSE(is_anchor("scene.cpu-1"));
    CHECK_FALSE(is_anchor("scene.cpu1x"));
    CHECK(nearest_anchor("chart.section_lenght") == "chart.section_length");
    std::set<std::string_view> names;
    for (const auto& anchor : anchors()) {
        CHECK(names.insert(anchor.name).second);
        CHECK_FALSE(anchor.meaning.empty());
    }
}
