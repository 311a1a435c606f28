// SPDX-License-Identifier: GPL-3.0-or-later
// Reading, typing and evaluating expressions over made-up runs.
#include "core/lesson/curve.h"
#include "core/lesson/evaluate.h"
#include "core/lesson/expression.h"
#include "core/lesson/resolve.h"
#include "tests/support/catch.h"

#include <rapidcheck.h>

using namespace sluice;
using namespace sluice::lesson;
using experiment::MetricInfo;
using experiment::Point;
using experiment::Shape;
using experiment::Span;
using experiment::Unit;

namespace {

Vocabulary words() {
    Vocabulary v;
    const auto sum = MetricInfo::Missing::sum;
    v.metrics = {
        {"drain.pages", Shape::counter, Unit::pages, {"cpu"}, "", sum},
        {"drain", Shape::events, Unit::pages, {"cpu"}, "", sum},
        {"drain.events", Shape::counter, Unit::count, {"cpu"}, "", sum},
        {"op", Shape::events, Unit::ns, {"cpu", "name"}, "", sum},
        {"drain.section.pages", Shape::samples, Unit::pages, {"cpu"}, "", sum},
        {"drain.section.time", Shape::samples, Unit::ns, {"cpu"}, "", sum},
        {"quicklist.pages", Shape::level, Unit::pages, {"cpu", "node"}, "", sum},
        {"op.time", Shape::samples, Unit::ns, {"name"}, "", sum},
        {"pt.alloc", Shape::counter, Unit::count, {"cpu"}, "", sum},
        {"pt.zeroed", Shape::counter, Unit::count, {"cpu"}, "", sum},
    };
    v.number_knobs = {{"drain.cap", Unit::pages}, {"machine.nodes", Unit::none}};
    v.word_knobs = {"drain.arith", "drain.shape"};
    v.runs = {"posted", "merged"};
    v.questions = {"longest"};
    v.anchors = {"last_exit"};
    v.condition = true;
    return v;
}

/// Every run has one drain from 1 to 3 ms whose size depends on cap and seed.
class MadeUp : public RunProvider {
public:
    const experiment::RunResults* results(const RunRef& run) const override {
        asked.insert(run);
        auto& out = made[run];
        double pages = run.name == "merged" ? 16 : 9309;
        for (const auto& setting : run.set)
            if (setting.knob == "drain.cap")
                pages = std::stod(setting.value);
        pages += static_cast<double>(run.seed_offset);
        out.end = 10 * kMillisecond;
        out.fingerprint = run.name == "merged" && !run.set.empty() && run.set[0].knob.starts_with("line.") ? 2 : 1;
        out.anchors = {{"last_exit", 2 * kMillisecond}};
        const auto add = [&](const char* name, std::map<std::string, std::string> labels, experiment::Series series) {
            series.to = out.end;
            out.series[{name, std::move(labels)}] = std::move(series);
        };
        add("drain.section.pages", {},
            {Shape::samples, Unit::pages, 0, 0, 0,
                {{1'500'000, pages / 2, 0}, {3'000'000, pages, 1}, {4'000'000, 5, 2}}, {}});
        add("drain.section.time", {}, {Shape::samples, Unit::ns, 0, 0, 0, {{3'000'000, 350 * pages, 1}}, {}});
        add("drain.pages", {}, {Shape::counter, Unit::pages, 0, 0, 0, {{3'000'000, pages, 1}, {4'000'000, 5, 2}}, {}});
        add("drain.events", {}, {Shape::counter, Unit::count, 0, 0, 0, {{3'000'000, 1, 1}, {4'000'000, 1, 2}}, {}});
        add("drain", {},
            {Shape::events, Unit::pages, 0, 0, 0, {},
                {{1'000'000, 3'000'000, pages, 0}, {3'500'000, 4'000'000, 5, 3}}});
        add("quicklist.pages", {{"cpu", "0"}},
            {Shape::level, Unit::pages, 0, 0, 15559, {{3'000'000, 6250, 1}, {5'000'000, 100, 2}}, {}});
        add("op.time", {{"name", "exit"}},
            {Shape::samples, Unit::ns, 0, 0, 0, {{2'000'000, 40, 0}, {6'000'000, 50, 1}}, {}});
        add("pt.alloc", {}, {Shape::counter, Unit::count, 0, 0, 0, {{1, 10, 0}, {2, 30, 1}}, {}});
        add("pt.zeroed", {}, {Shape::counter, Unit::count, 0, 0, 0, {{1, 10, 0}}, {}});
        return &out;
    }
    std::optional<KnobReading> knob(const RunRef&, std::string_view id) const override {
        if (id == "drain.cap")
            return KnobReading{"256", 256.0};
        return KnobReading{"u64", {}};
    }
    mutable std::map<RunRef, experiment::RunResults> made;
    mutable std::set<RunRef> asked;
};

std::string error_of(const std::string& text) {
    std::vector<Finding> findings;
    const auto e = parse_expression(text, findings, {3, 10});
    if (findings.empty())
        check_types(e, words(), findings);
    return findings.empty() ? "" : findings[0].text();
}

Outcome value_of(const std::string& text, Scope scope = {}) {
    static const auto vocabulary = words();
    static const MadeUp runs;
    std::vector<Finding> findings;
    const auto e = parse_expression(text, findings);
    check_types(e, vocabulary, findings);
    INFO(text << (findings.empty() ? "" : findings[0].text()));
    REQUIRE(findings.empty());
    scope.runs = &runs;
    return evaluate(e, vocabulary, scope);
}

double number_of(const std::string& text, Scope scope = {}) {
    const auto out = value_of(text, std::move(scope));
    INFO(text << " " << out.error);
    REQUIRE(out.value);
    return out.value->number;
}

} // namespace

TEST_CASE("expressions reduce series to numbers", "[lesson][expression]") {
    CHECK(number_of("max(posted.drain.section.pages)") == 9309);
    CHECK(number_of("sum(merged.drain.pages)") == 21);
    CHECK(number_of("posted.drain.pages") == 9314); // a counter alone is its sum
    CHECK(number_of("posted.drain.events") == 2);
    CHECK(number_of("posted.drain") == 2); // events alone are counted
    CHECK(number_of("posted.quicklist.pages{cpu=0}") == 100); // a level alone is its last value
    CHECK(number_of("at(posted.quicklist.pages{0}, drain[0].start)") == 15559);
    CHECK(number_of("at(posted.quicklist.pages{cpu=0}, drain[0].end)") == 6250);
    CHECK(number_of("at(posted.quicklist.pages{cpu=0}, last_exit + 1ms)") == 6250);
    CHECK(number_of("delta(posted.quicklist.pages{cpu=0}, 0, drain[0].end)") == 6250 - 15559);
    CHECK(number_of("count(posted.drain.section.pages in [drain[0].start, +600us])") == 1);
    CHECK(number_of("sum(posted.drain.pages in [drain[0].start, drain[0].end])") == 9309);
    CHECK(number_of("time_of(max(posted.drain.section.pages))") == 3e6);
    CHECK(number_of("at(posted.quicklist.pages{cpu=0}, time_of(last(op.time{name=exit})))") == 100);
    CHECK(number_of("posted.drain[1].value") == 5);
    CHECK(number_of("p(50, posted.drain.section.pages)") == 9309.0 / 2);
    CHECK(number_of("mean(posted.quicklist.pages{cpu=0})") == Approx((15559 * 3 + 6250 * 2 + 100 * 5) / 10.0));
    CHECK(number_of("ratio(posted.pt.zeroed, posted.pt.alloc)") == 0.25);
    CHECK(number_of("pct(merged.drain.pages, posted.drain.pages)") == Approx(100 * (21.0 - 9314) / 9314));
    CHECK(number_of("bands(posted.drain.events, 1, 3)") == 1);
    CHECK(number_of("rate(posted.drain.events)") == Approx(200));
    CHECK(number_of("2 + 3 * 4 - -1") == 15);
    CHECK(number_of("(2 + 3) * 4") == 20);
    CHECK(number_of("knob(posted, drain.cap)") == 256);
}

TEST_CASE("sweeps, seeds and lines run what they name", "[lesson][expression]") {
    CHECK(number_of("argmax(max(sweep(posted, drain.cap, [16, 64, 256]).drain.section.pages))") == 256);
    CHECK(number_of("at(max(sweep(posted, drain.cap, [16, 64, 256]).drain.section.pages), 64)") == 64);
    const auto curve = value_of("max(sweep(posted, drain.cap, [16, 64, 256]).drain.section.time)");
    REQUIRE(curve.value);
    REQUIRE(curve.value->curve.size() == 3);
    CHECK(curve.value->curve[1].x == 64);
    CHECK(curve.value->curve[1].y == 64 * 350);
    CHECK(value_of("shape(max(sweep(posted, drain.cap, [16, 64]).drain.section.pages)) == 'rises'").value->truth());
    CHECK(number_of("mean(max(seeds(3, merged).drain.section.pages))") == 17);
    CHECK(number_of("noise(max(merged.drain.section.pages))", {.seeds = 3}) == Approx(2));
    CHECK(number_of("band(max(merged.drain.section.pages))", {.seeds = 3}) == Approx(19));
    CHECK(number_of("max(merged.drain.section.pages)", {.seed_offset = 7}) == 23);
    auto v = words();
    v.line = true;
    std::vector<Finding> findings;
    const MadeUp runs;
    const auto e = parse_expression("neutral(line, posted) and not neutral(line, merged)", findings);
    REQUIRE(check_types(e, v, findings));
    Scope scope{.runs = &runs, .line = "line.drain-posted.cap"};
    CHECK(evaluate(e, v, scope).value->truth());
}

TEST_CASE("what is collected is what is asked for", "[lesson][expression]") {
    const auto vocabulary = words();
    for (const auto* text :
        {"max(sweep(posted, drain.cap, [16, 64]).drain.section.pages)", "band(max(merged.drain.section.pages))",
            "at(posted.quicklist.pages{cpu=0}, drain[0].start) + max(merged.drain.section.pages)",
            "posted.drain.events > 100 and merged.drain.events > 1", "same(posted, merged)",
            "sum(posted.drain.pages in [drain[0].start, last_exit])"}) {
        std::vector<Finding> findings;
        const auto e = parse_expression(text, findings);
        REQUIRE(check_types(e, vocabulary, findings));
        const MadeUp runs;
        Scope scope{.runs = &runs, .seeds = 3};
        const auto needs = collect(e, vocabulary, scope);
        REQUIRE(evaluate(e, vocabulary, scope).value);
        INFO(text);
        for (const auto& run : runs.asked)
            CHECK(needs.contains(run));
        CHECK(needs.size() >= runs.asked.size());
    }
}

TEST_CASE("conditions see nothing later than the playhead", "[lesson][expression]") {
    LearnerRecord record;
    const auto holds = [&](const std::string& text, Time playhead) {
        const auto out = value_of(text, {.learner = &record, .playhead = playhead});
        return out.value && out.value->truth();
    };
    CHECK_FALSE(holds("here.drain.pages >= 1 pages", 2'999'999));
    CHECK(holds("here.drain.pages >= 1 pages", 3'000'000));
    CHECK_FALSE(holds("here.drain[0].end >= 0 ns", 2 * kMillisecond)); // it has begun, not ended
    CHECK(holds("here.drain[0].start >= 0 ns", 2 * kMillisecond));
    CHECK_FALSE(holds("max(here.drain.section.pages) > 1 pages", 1000)); // nothing measured yet: no, not an error
    CHECK_FALSE(holds("answered(longest)", 0));
    record.answered.insert("longest");
    CHECK(holds("answered(longest) and not seen(chart.free)", 0));
    record.compared.insert({"merged", "posted"});
    CHECK(holds("compared(posted, merged) and compared(merged, posted)", 0));
    record.markers["longest"] = 5;
    CHECK(holds("marker(longest) == 5 ns", 0));
    CHECK(holds("knob(here, drain.arith) == 'u64'", 0));
}

TEST_CASE("mistakes say where, what was expected and what was found", "[lesson][expression]") {
    CHECK(error_of("max(posted.drain.section.pages")
        == ":3:40: error: The expression cannot be read. Expected ')', found the end.");
    CHECK(error_of("max(posted.drain.pages) >=")
        == ":3:36: error: The expression cannot be read. Expected a value, found the end.");
    CHECK(error_of("3 4").find("Expected an operator, a unit or the end, found \"4\"") != std::string::npos);
    CHECK(error_of("maxx(posted.drain.pages)").find("Did you mean max?") != std::string::npos);
    CHECK(error_of("max(postd.drain.pages)").find("Unknown run \"postd\".") != std::string::npos);
    CHECK(error_of("max(posted.drain.pagse)").find("Did you mean drain.pages?") != std::string::npos);
    CHECK(error_of("max(posted.drain.pages{cpuu=0})").find("no label") != std::string::npos);
    CHECK(error_of("max(posted.drain.pages) > 5us").find("Units do not match. Expected pages, found a time.")
        != std::string::npos);
    CHECK(error_of("posted.drain.section.pages > 1 pages").find("A distribution is no number.") != std::string::npos);
    CHECK(error_of("sum(posted.quicklist.pages)").find("A level has no sum.") != std::string::npos);
    CHECK(
        error_of("max(posted.drain.section.pages) ms").find("The unit at the end does not fit.") != std::string::npos);
    CHECK(error_of("answered(longst)").find("Did you mean longest?") != std::string::npos);
    CHECK(error_of("knob(posted, drain.capp)").find("Did you mean drain.cap?") != std::string::npos);
    CHECK(error_of("sweep(posted, drain.cap, [1, 2])").find("is a set of runs") != std::string::npos);
    CHECK(error_of("1 pages and 2 pages").find("A condition is needed here.") != std::string::npos);
    CHECK(error_of("").find("This is no expression.") != std::string::npos);
    CHECK(error_of(std::string(60, '(')).find("nested too deeply") != std::string::npos);
    CHECK(error_of(std::string(3000, '1')).find("too long") != std::string::npos);
    CHECK(error_of(std::string(1999, '-')).find("Expected a value") != std::string::npos);
    CHECK(error_of("posted.drain[0]").find("Expected '.'") != std::string::npos);
}

TEST_CASE("values print as lessons write them", "[lesson][expression]") {
    const auto print = [](double number, Unit unit, const char* shown) {
        return format_value(
            {.type = {.base = Type::Base::number, .unit = unit}, .number = number, .word = {}, .curve = {}},
            shown ? find_unit(shown) : nullptr);
    };
    CHECK(print(9309, Unit::pages, nullptr) == "9,309");
    CHECK(print(1234567, Unit::pages, nullptr) == "1,234,567");
    CHECK(print(3'258'000, Unit::ns, "ms") == "3.26\u00a0ms");
    CHECK(print(0.4836, Unit::none, "%") == "48.4\u00a0%");
    CHECK(print(-12, Unit::percent, "%") == "\u221212\u00a0%");
    CHECK(print(0.00012, Unit::none, nullptr) == "0.000120");
    CHECK(print(99.96, Unit::percent, "%") == "100\u00a0%");
    CHECK(print(9.994, Unit::percent, "%") == "9.99\u00a0%");
    CHECK(print(100, Unit::pages, "pages") == "100\u00a0pages");
    CHECK(print(12'345, Unit::ns, "us") == "12.3\u00a0µs");
}

TEST_CASE("curves are described by their shape", "[lesson][expression]") {
    CHECK(curve_shape({{1, 1}, {2, 2}, {3, 3}}) == "rises");
    CHECK(curve_shape({{1, 3}, {2, 1}, {3, 1.01}}) == "falls");
    CHECK(curve_shape({{1, 3}, {2, 3}}) == "flat");
    CHECK(curve_shape({{1, 3}, {2, 1}, {3, 4}}) == "valley");
    CHECK(curve_facts({{1, 8}, {4, 5}, {16, 5}, {32, 7}})
        == std::vector<std::string>{"It falls, then rises.", "It is flat from 4 to 16.", "It is lowest at 4."});
}

TEST_CASE("parsing random text never fails other than by a finding", "[lesson][expression]") {
    CHECK(rc::check([] {
        const auto pieces = *rc::gen::container<std::vector<std::string>>(
            rc::gen::elementOf(std::vector<std::string>{"max", "(", ")", "[", "]", "{", "}", "posted", ".", "drain",
                "in", "and", "not", "-", "+", "'", "5", "us", ",", "=", "<", " ", "%", "0", "each", "\xc3\xa9"}));
        std::string text;
        for (const auto& piece : pieces)
            text += piece;
        std::vector<Finding> findings;
        const auto e = parse_expression(text, findings);
        RC_ASSERT(static_cast<bool>(e) == findings.empty());
    }));
}
