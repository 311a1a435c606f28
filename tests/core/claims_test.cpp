// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/claims.h"
#include "core/experiment/take.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <set>

using namespace sluice;
using namespace sluice::experiment;

namespace {

constexpr std::string_view kCard = R"(format = 1
id = "T1"
group = "Tests"
title = "A test"
about = "Nothing."
leaves-out = ["Everything."]
[[quote]]
text = "A sentence."
source = "quicklist-2005"
[run]
a = { scenario = "q4-full-list", preset = "as-posted", seed = 5 }
b = { from = "a", set = { "drain.cap" = 128, "drain.trigger" = "none" }, length = "10 ms", measure-from = "1 ms" }
[[row]]
id = "T1.value"
label = "A value"
published = 256
low = 90
high = 110
unit = "us"
use = "test"
expect = "within"
value = { take = "max", of = "drain.section.time", run = "a" }
[[row]]
id = "T1.compare"
label = "A comparison"
published-text = "half"
low = -55
high = -45
unit = "%"
use = "cal"
expect = "within"
value = { take = "mean", of = "op.time", run = "b", against = "a", as = "percent" }
[[row]]
id = "T1.missed"
label = "Missed"
published = 1
high = 1
use = "test"
expect = "outside"
because = "It is so."
value = { take = "count", of = "op.time", run = "a" }
[[row]]
id = "T1.told"
label = "Told"
published-text = "no number"
use = "report"
value = { take = "p50", of = "op.time", run = "a", window = ["10 ns", "30 ns"], over = "max" }
)";

ClaimCard card(std::string_view text = kCard) {
    FileError error;
    auto c = read_claim(text, "T1.toml", error);
    INFO(error.text());
    REQUIRE(c);
    return *std::move(c);
}

std::string bad(std::string_view what, std::string_view by) {
    std::string text(kCard);
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    text.replace(at, what.size(), by);
    FileError error;
    CHECK_FALSE(read_claim(text, "T1.toml", error));
    return error.text();
}

Series samples(std::vector<double> values) {
    Series s;
    s.shape = Shape::samples;
    s.unit = Unit::ns;
    s.to = kMillisecond;
    for (std::size_t i = 0; i < values.size(); ++i)
        s.points.push_back({static_cast<Time>(i + 1) * 10, values[i], 0});
    return s;
}

/// op.time is 2, 4, 6 ns in run a and half of it in run b (which has another length); sections are 100 us plus the
/// seed.
RunResults fake(const RunInput& input, const std::vector<MetricQuery>& queries) {
    RunResults r;
    r.fingerprint = input.seed;
    const bool b = input.scenario->length == 10 * kMillisecond;
    for (const MetricQuery& q : queries)
        r.series[q] = q.name == "op.time" ? b ? samples({1, 2, 3}) : samples({2, 4, 6})
                                          : samples({100e3 + 1e3 * static_cast<double>(input.seed)});
    return r;
}

const ClaimResult& row(const std::vector<ClaimResult>& results, std::string_view id) {
    const auto it = std::find_if(results.begin(), results.end(), [&](const ClaimResult& r) { return r.id == id; });
    REQUIRE(it != results.end());
    return *it;
}

} // namespace

TEST_CASE("A claim file is read whole", "[claims]") {
    const ClaimCard c = card();
    CHECK(c.runs.size() == 2);
    CHECK(c.rows.size() == 4);
    CHECK(c.leaves_out == std::vector<std::string>{"Everything."});
    CHECK(c.runs[1].first_seed == 1);
    CHECK(c.runs[1].scenario->length == 10 * kMillisecond);
    CHECK(c.runs[1].scenario->measure_from == kMillisecond);
    CHECK(c.rows[3].window->to == 30);
}

TEST_CASE("Rows get their value, spread and verdict", "[claims]") {
    ClaimOptions options;
    options.seeds = 3;
    options.threads = 2;
    const auto results = evaluate_claims({card()}, {}, options, fake);
    REQUIRE(results.size() == 4);
    const ClaimResult& value = row(results, "T1.value");
    CHECK(value.model == Approx(106)); // seeds 5, 6, 7; ns turned into us
    CHECK(value.least == Approx(105));
    CHECK(value.greatest == Approx(107));
    CHECK(value.verdict == Verdict::within);
    CHECK(value.as_expected);
    CHECK(value.fingerprint == 5);
    CHECK(value.profile == "altix-2005");
    const ClaimResult& compare = row(results, "T1.compare");
    CHECK(compare.model == Approx(-50));
    CHECK(compare.verdict == Verdict::calibrated);
    const ClaimResult& missed = row(results, "T1.missed");
    CHECK(missed.model == Approx(3));
    CHECK(missed.verdict == Verdict::outside);
    CHECK(missed.as_expected);
    const ClaimResult& told = row(results, "T1.told");
    CHECK(told.model == Approx(4)); // the median of what lies in the window
    CHECK(told.verdict == Verdict::reported);
}

TEST_CASE("A verdict that is not the expected one is said, in both directions", "[claims]") {
    ClaimCard c = card();
    c.rows[0].high = 100;
    c.rows[2].high = 5;
    const auto results = evaluate_claims({c}, {}, {}, fake);
    CHECK(row(results, "T1.value").verdict == Verdict::outside);
    CHECK_FALSE(row(results, "T1.value").as_expected);
    CHECK(row(results, "T1.missed").verdict == Verdict::within);
    CHECK_FALSE(row(results, "T1.missed").as_expected);
}

TEST_CASE("A run that breaks is never what was expected", "[claims]") {
    const auto broken = [](const RunInput& input, const std::vector<MetricQuery>& queries) {
        RunResults r = fake(input, queries);
        r.stuck = "line x is off";
        return r;
    };
    for (const ClaimResult& r : evaluate_claims({card()}, {}, {}, broken)) {
        CHECK_FALSE(r.as_expected);
        CHECK(r.problem == "The run did not finish: line x is off");
    }
    const auto empty = [](const RunInput&, const std::vector<MetricQuery>&) { return RunResults{}; };
    CHECK_FALSE(row(evaluate_claims({card()}, {"T1.value"}, {}, empty), "T1.value").as_expected);
}

TEST_CASE("Only the chosen rows are computed", "[claims]") {
    std::size_t runs = 0;
    const auto count = [&](const RunInput& input, const std::vector<MetricQuery>& queries) {
        ++runs;
        return fake(input, queries);
    };
    ClaimOptions options;
    options.seeds = 2;
    CHECK(evaluate_claims({card()}, {"T1.value"}, options, count).size() == 1);
    CHECK(runs == 2);
    runs = 0;
    CHECK(evaluate_claims({card()}, {"T1"}, options, count).size() == 4);
    CHECK(runs == 4);
}

TEST_CASE("Each mistake in a claim file gives one message", "[claims][bad-input]") {
    CHECK(bad("use = \"test\"", "use = \"tset\"")
              .ends_with("expected “cal”, “test” or “report”, found the text “tset”. Did you mean “test”?"));
    CHECK(bad("run = \"a\" }", "run = \"c\" }").ends_with("There is no run “c” before this."));
    CHECK(bad("from = \"a\"", "from = \"x\"").find("There is no run “x”") != std::string::npos);
    CHECK(bad("\"drain.cap\" = 128", "\"drain.cpa\" = 128")
        == "T1.toml:12:41: Unknown knob “drain.cpa”. Did you mean “drain.cap”?");
    CHECK(bad("take = \"max\"", "take = \"most\"").find("“row.value.take” has a wrong value") != std::string::npos);
    CHECK(bad("of = \"drain.section.time\"", "of = \"drain.section.tiem\"").find("drain.section.time")
        != std::string::npos);
    CHECK(bad("because = \"It is so.\"\n", "")
              .ends_with("The row “T1.missed” is expected to be missed and does not say why: expected “because”."));
    CHECK(bad("low = 90\nhigh = 110\n", "")
              .ends_with("The row “T1.value” has no tolerance: expected “low”, “high” or both."));
    CHECK(bad("id = \"T1.compare\"", "id = \"T1.value\"").ends_with("The row “T1.value” exists twice."));
    CHECK(bad("id = \"T1.told\"", "id = \"T2.told\"").find("begins with “T1.”") != std::string::npos);
    CHECK(
        bad("scenario = \"q4-full-list\"", "scenario = \"q4\"").find("There is no scenario “q4”") != std::string::npos);
    CHECK(bad("window = [\"10 ns\", \"30 ns\"]", "window = [\"30 ns\", \"10 ns\"]").find("two times in order")
        != std::string::npos);
}

TEST_CASE("The claims and sources of the program are right", "[claims]") {
    FileError error;
    const auto cards = shipped_claims(error);
    INFO(error.text());
    CHECK(error.message.empty());
    REQUIRE(cards.size() >= 6);
    const auto sources = shipped_sources(error);
    CHECK(error.message.empty());
    std::set<std::string> source_ids, quotes, rows;
    for (const Source& s : sources) {
        source_ids.insert(s.id);
        quotes.insert(s.quotes.begin(), s.quotes.end());
    }
    for (const ClaimCard& c : cards) {
        CHECK_FALSE(c.leaves_out.empty());
        for (const ClaimQuote& q : c.quotes) {
            CHECK(source_ids.contains(q.source));
            CHECK(quotes.contains(q.text)); // word for word
        }
        for (const ClaimRow& r : c.rows)
            CHECK(rows.insert(r.id).second);
    }
    for (const char* id :
        {"A1.fork_exit.before", "A2.posted", "A2.described", "A2.merged.pages", "A2.merged.sections", "A3.4096",
            "A3.256", "A5.2", "A5.4", "A5.8", "A5.16", "A5.divided", "B1.16k", "B1.64k", "B2.count", "B3.before",
            "B3.after", "B4.system", "B4.lock", "B5.throughput", "B6.all", "B7.irq.wait", "B8.share", "B8.kept"})
        CHECK(rows.contains(id));
}

TEST_CASE("Numbers of claims are printed for people", "[claims]") {
    CHECK(claim_number(9309, "pages") == "9,309\u00a0pages");
    CHECK(claim_number(-0.012, "%") == "−0.01\u00a0%");
    CHECK(claim_number(182.84, "us") == "182.8\u00a0µs");
    CHECK(claim_number(5.88, "%") == "5.88\u00a0%");
    CHECK(claim_number(548, "") == "548");
    CHECK(claim_number(-0.001, "%") == "0.00\u00a0%");
}

TEST_CASE("Numbers are taken by name", "[claims]") {
    for (const char* name : {"min", "max", "mean", "median", "sum", "count", "first", "last", "p50", "p99.9"})
        CHECK(is_take(name));
    for (const char* name : {"", "p", "p101", "p-1", "px", "average"})
        CHECK_FALSE(is_take(name));
    const Series s = samples({1, 2, 3, 4});
    CHECK(take("p50", s) == 2.0);
    CHECK(take("p100", s) == 4.0);
    CHECK(take("mean", s, {15, 40}) == 3.0);
    CHECK(summarize(s).count == 4);
    CHECK(summarize(s).distribution);
    CHECK_FALSE(summarize(s).value);
    Series share = samples({0, 100, 0, 0});
    share.unit = Unit::percent;
    CHECK_FALSE(summarize(share).distribution);
    CHECK(summarize(share).value == 25.0);
    CHECK(summarize(share).count == 4);
}
