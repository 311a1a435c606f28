// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps: values and seeds, the cache, cancelling, messages, the same numbers on any number of threads.
#include "core/experiment/published.h"
#include "core/experiment/scenario_file.h"
#include "core/experiment/sweep.h"
#include "core/experiment/take.h"
#include "tests/support/catch.h"

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace sluice;
using namespace sluice::experiment;
namespace fs = std::filesystem;

namespace {

RunInput base(const std::string& id = "q4-full-list") {
    FileError error;
    auto scenario = shipped_scenario(id, error);
    REQUIRE(scenario);
    REQUIRE(set_knob(*scenario, "drain.shape", "described", error));
    return {std::make_shared<const Scenario>(*std::move(scenario)), 1, {}};
}

SweepNumber number(const std::string& text) {
    FileError error;
    const auto n = parse_sweep_number(text, error);
    INFO(error.text());
    REQUIRE(n);
    return *n;
}

SweepAxis axis(const std::string& text) {
    FileError error;
    const auto a = parse_axis(text, error);
    INFO(error.text());
    REQUIRE(a);
    return *a;
}

SweepPlan caps(std::uint64_t replicas = 2) {
    return {base(), {axis("drain.cap=64,256,1024")}, replicas,
        {number("max(drain.section.pages)"), number("max(wakeup.delay)")}};
}

std::unique_ptr<Sweep> make(SweepPlan plan, StoppableMeasure measure, RunCache* cache = nullptr) {
    FileError error;
    auto sweep = Sweep::make(std::move(plan), std::move(measure), cache, error);
    INFO(error.text());
    REQUIRE(sweep);
    return sweep;
}

class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "sluice-sweep-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path_); }
    std::string path() const { return path_.string(); }

private:
    fs::path path_;
};

std::string wrong_axis(const std::string& text) {
    FileError error;
    CHECK_FALSE(parse_axis(text, error));
    return error.text();
}

std::string wrong_number(const std::string& text) {
    FileError error;
    CHECK_FALSE(parse_sweep_number(text, error));
    return error.text();
}

std::string wrong_plan(SweepPlan plan) {
    FileError error;
    CHECK_FALSE(Sweep::make(std::move(plan), measure_unless, nullptr, error));
    return error.text();
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("An estimate knows how sure it is", "[sweep]") {
    CHECK_FALSE(estimate({}));
    const std::vector one{5.0};
    CHECK(estimate(one)->mean == 5);
    CHECK_FALSE(estimate(one)->half);
    // 1 … 5: deviation √2.5, four degrees of freedom: 2.776 × √(2.5 / 5).
    const std::vector five{1.0, 2.0, 3.0, 4.0, 5.0};
    const auto e = estimate(five);
    CHECK(e->mean == Approx(3));
    CHECK(*e->half == Approx(2.776 * std::sqrt(0.5)));
    CHECK(e->low() == Approx(3 - *e->half));
    // The formula for many values joins on to the table.
    CHECK(student_95(20) == Approx(2.086));
    CHECK(student_95(21) == Approx(2.080).epsilon(0.001));
    CHECK(student_95(30) == Approx(2.042).epsilon(0.001));
    CHECK(student_95(1000) == Approx(1.962).epsilon(0.001));
}

TEST_CASE("A sweep gives what its runs give one by one", "[sweep]") {
    const auto sweep = make(caps(), measure_unless);
    REQUIRE(sweep->rows() == 3);
    CHECK(sweep->total() == 6);
    CHECK_FALSE(sweep->row(0).numbers[0]);
    sweep->work();
    CHECK(sweep->complete());
    const double expected[] = {64, 256, 1024};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto row = sweep->row(i);
        CHECK(row.complete());
        CHECK(row.values == std::vector<KnobValue>{static_cast<KnobValue>(expected[i])});
        REQUIRE(row.numbers[0]);
        CHECK(row.numbers[0]->mean == expected[i]);
        CHECK(row.numbers[0]->count == 2);
        // Wake-ups land elsewhere with another seed.
        CHECK(*row.numbers[1]->half > 0);
        RunInput input = sweep->input(i);
        double sum = 0;
        for (const auto& one : row.runs) {
            input.seed = one.seed;
            const auto results = measure(input, {number("max(wakeup.delay)").of});
            CHECK(results.fingerprint == one.kept.fingerprint);
            sum += *take("max", results.series.begin()->second);
        }
        CHECK(row.numbers[1]->mean == Approx(sum / 2));
    }
}

TEST_CASE("Two threads compute the same sweep as one", "[sweep]") {
    const auto one = make(caps(3), measure_unless), two = make(caps(3), measure_unless);
    one->work_on(1);
    two->work_on(2);
    REQUIRE(one->complete());
    REQUIRE(two->complete());
    for (std::size_t i = 0; i < one->rows(); ++i) {
        const auto a = one->row(i), b = two->row(i);
        for (std::size_t s = 0; s < 3; ++s) {
            CHECK(a.runs[s].kept.fingerprint == b.runs[s].kept.fingerprint);
            CHECK(a.runs[s].kept.values == b.runs[s].kept.values);
        }
        CHECK(a.numbers[1]->mean == b.numbers[1]->mean);
        CHECK(a.numbers[1]->half == b.numbers[1]->half);
    }
}

TEST_CASE("Several knobs give every combination, the last changing fastest", "[sweep]") {
    SweepPlan plan = caps(1);
    plan.axes = {axis("drain.shape=described,merged"), axis("drain.cap=64,256")};
    const auto sweep = make(std::move(plan), measure_unless);
    REQUIRE(sweep->rows() == 4);
    CHECK(sweep->row(1).values[1] == 256);
    CHECK(sweep->row(0).values[0] == sweep->row(1).values[0]);
    CHECK(sweep->row(2).values[0] != sweep->row(1).values[0]);
    CHECK(sweep->row(2).values[1] == 64);
    sweep->work_on(2);
    CHECK(sweep->row(0).numbers[0]->mean == 64);
    CHECK(sweep->row(2).numbers[0]->mean <= 16); // merged: sections of 16 whatever the cap
}

TEST_CASE("A second sweep takes what the first has computed", "[sweep]") {
    const Folder folder;
    FolderRunCache cache(folder.path(), "sluice test");
    std::atomic<int> computed = 0;
    const StoppableMeasure counting = [&](const RunInput& i, const std::vector<MetricQuery>& q, const Stop& stop) {
        ++computed;
        return measure_unless(i, q, stop);
    };
    const auto first = make(caps(), counting, &cache);
    first->work();
    CHECK(computed == 6);
    CHECK(first->cache_problem().empty());

    const auto again = make(caps(), counting, &cache);
    CHECK(again->complete()); // without work()
    CHECK(again->from_cache() == 6);
    again->work();
    CHECK(computed == 6);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(again->row(i).runs[1].kept.fingerprint == first->row(i).runs[1].kept.fingerprint);
        CHECK(again->row(i).numbers[1]->mean == first->row(i).numbers[1]->mean);
    }

    // More seeds and another value: only what is new. Another number: everything, and the old numbers stay known.
    SweepPlan more = caps(3);
    more.axes = {axis("drain.cap=64,4096")};
    const auto wider = make(std::move(more), counting, &cache);
    CHECK(wider->from_cache() == 2);
    wider->work();
    CHECK(computed == 10);
    SweepPlan other = caps();
    other.numbers = {number("sum(drain.pages)")};
    make(std::move(other), counting, &cache)->work();
    CHECK(computed == 16);
    CHECK(make(caps(), counting, &cache)->complete());

    // Whatever decides a run makes it another one; so does another program.
    SweepPlan elsewhere = caps();
    elsewhere.axes = {axis("drain.cap=64")};
    Scenario scenario = *elsewhere.base.scenario;
    for (auto* machine : {&scenario.machine, &scenario.base}) {
        auto dearer = machine->costs.entry(machine::Primitive::drain_page);
        dearer.cost += 1000;
        machine->costs.set(machine::Primitive::drain_page, dearer);
    }
    elsewhere.base.scenario = std::make_shared<const Scenario>(scenario);
    CHECK(make(std::move(elsewhere), counting, &cache)->from_cache() == 0);
    FolderRunCache another(folder.path(), "sluice other");
    CHECK(make(caps(), counting, &another)->from_cache() == 0);
}

TEST_CASE("Broken files of the cache count as absent", "[sweep]") {
    const Folder folder;
    FolderRunCache cache(folder.path(), "sluice test");
    const auto sweep = make(caps(1), measure_unless, &cache);
    sweep->work();
    const std::string file = cache.path(sweep->input(0));
    REQUIRE(fs::exists(file));
    std::ifstream in(file);
    const std::string good((std::istreambuf_iterator<char>(in)), {});
    for (const std::string& text : {std::string(), std::string("{"), std::string("[1]"), std::string("{\"format\": 1}"),
             good.substr(0, good.size() / 2)}) {
        std::ofstream(file) << text;
        CHECK_FALSE(cache.find(sweep->input(0)));
    }
    std::string wrong = good;
    wrong.replace(wrong.find("\"seed\": 1"), 9, "\"seed\": 2");
    std::ofstream(file) << wrong;
    CHECK_FALSE(cache.find(sweep->input(0)));
    std::ofstream(file) << good;
    CHECK(cache.find(sweep->input(0)));
}

TEST_CASE("A cache that cannot be written is said and costs no result", "[sweep]") {
    FolderRunCache cache("/proc/no-such-place", "sluice test");
    const auto sweep = make(caps(1), measure_unless, &cache);
    sweep->work();
    CHECK(sweep->complete());
    CHECK(sweep->row(2).numbers[0]->mean == 1024);
    CHECK(holds(sweep->cache_problem(), "/proc/no-such-place"));
}

TEST_CASE("Cancelling keeps finished runs, and the next sweep goes on", "[sweep]") {
    MemoryRunCache cache;
    auto sweep = make(caps(), measure_unless, &cache);
    std::size_t finished = 0;
    sweep->on_run([&](std::size_t) {
        if (++finished == 3)
            sweep->cancel();
    });
    sweep->work();
    CHECK(sweep->cancelled());
    CHECK_FALSE(sweep->complete());
    CHECK(sweep->done() == 3);
    CHECK(sweep->row(0).complete());
    CHECK(sweep->row(1).done == 1);
    CHECK(sweep->row(2).done == 0);
    CHECK(sweep->row(1).numbers[0]->mean == 256); // of the one that is done

    const auto rest = make(caps(), measure_unless, &cache);
    CHECK(rest->from_cache() == 3);
    rest->work();
    CHECK(rest->complete());
    const auto whole = make(caps(), measure_unless);
    whole->work();
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(rest->row(i).numbers[1]->mean == whole->row(i).numbers[1]->mean);
}

TEST_CASE("A run under way is given up", "[sweep]") {
    int asked = 0;
    const auto given_up = measure_unless(base("lab-writers"), {}, [&] { return ++asked > 2; });
    CHECK_FALSE(given_up);
    CHECK(asked == 3);
    // Asking changes nothing.
    const auto kept = measure_unless(base(), {}, [] { return false; });
    REQUIRE(kept);
    CHECK(kept->fingerprint == measure(base(), {}).fingerprint);
}

TEST_CASE("What is wrong with a sweep is said once, with what was meant", "[sweep]") {
    CHECK(holds(wrong_axis("drain.capp=64"), "Did you mean “drain.cap”?"));
    CHECK(holds(wrong_axis("drain.cap"), "16 to 4,096"));
    CHECK(holds(wrong_axis("drain.cap=64,,128"), "found “”"));
    CHECK(holds(wrong_axis("drain.cap=64,5000"), "found “5000”"));
    CHECK(holds(wrong_axis("drain.cap=64,64"), "“64” stands twice"));
    CHECK(holds(wrong_axis("drain.shape=merged,pposted"), "Did you mean “posted”?"));
    CHECK(holds(wrong_number("wakeup.dela"), "Did you mean “wakeup.delay”?"));
    CHECK(holds(wrong_number("p9x(wakeup.delay)"), "found “p9x”"));
    CHECK(holds(wrong_number("max(wakeup.delay"), "bracket"));
    CHECK(holds(wrong_number("wakeup.delay{cpus=1}"), "no label “cpus”"));

    SweepPlan plan = caps();
    plan.axes.push_back(plan.axes[0]);
    CHECK(holds(wrong_plan(plan), "“drain.cap” is swept twice"));
    plan = caps();
    plan.numbers = {number("lock.wait{lock=nobody}")};
    CHECK(holds(wrong_plan(plan), "lock.wait{lock=nobody}"));
    plan = caps();
    plan.base.interventions = {{10 * kMillisecond, *find_knob("drain.cap"), 128}};
    CHECK(holds(wrong_plan(plan), "changes it at 10 ms"));
    plan = caps(5000);
    CHECK(holds(wrong_plan(plan), "at most 10,000"));
    plan = caps();
    plan.axes = {axis("workload.exit-cpu=0,1000")};
    CHECK(holds(wrong_plan(plan), "workload.exit-cpu = 1000: "));
}

TEST_CASE("Two dots double from one value to another", "[sweep]") {
    CHECK(axis("drain.cap=16..128").values == std::vector<KnobValue>{16, 32, 64, 128});
    CHECK(axis("drain.cap=16..40,100").values == std::vector<KnobValue>{16, 32, 40, 100});
    CHECK(holds(wrong_axis("drain.cap=128..64"), "LEAST..GREATEST"));
    CHECK(holds(wrong_axis("drain.cap=16..64,32"), "“32” stands twice"));
    CHECK(holds(wrong_axis("drain.cap=16..5000"), "found “5000”"));
}

TEST_CASE("Published numbers are found by what differs", "[sweep]") {
    const SweepNumber longest = number("max(drain.section.pages)");
    const KnobIndex cap = *find_knob("drain.cap");
    const RunInput open = base();
    const auto claimed = [&](const char* name, const std::vector<std::pair<const char*, const char*>>& set) {
        FileError error;
        Scenario s = *open.scenario;
        s.length += kMillisecond;
        for (const auto& [knob, value] : set)
            REQUIRE(set_knob(s, knob, value, error));
        return ClaimRun{name, std::make_shared<const Scenario>(s), 1, false};
    };
    ClaimCard card;
    card.id = "X1";
    card.runs = {claimed("big", {{"drain.cap", "1024"}}), claimed("small", {{"drain.cap", "64"}}),
        claimed("off", {{"quicklist.enabled", "off"}}), claimed("other", {{"drain.shape", "merged"}})};
    for (const char* run : {"big", "small", "off", "other"}) {
        ClaimRow row;
        row.id = std::string("X1.") + run;
        row.published = 7;
        row.unit = "pages";
        row.term = {run, "max", longest.of};
        card.rows.push_back(row);
    }
    const Published found = published_for({card}, open, cap, longest);
    REQUIRE(found.points.size() == 2);
    CHECK(found.points[0].value == 64);
    CHECK(found.points[1].value == 1024);
    CHECK(found.points[1].row == "X1.big");
    REQUIRE(found.levels.size() == 1);
    CHECK(found.levels[0].row == "X1.off");
    CHECK(found.card == "X1");
    CHECK(published_for({card}, open, cap, number("sum(drain.pages)")).empty());
    CHECK(published_for({card}, base("q5-lat-proc-exit"), cap, longest).empty());
    // Times are published in seconds, measured in ns.
    card.rows[0].unit = "s";
    card.rows[0].term = {"big", "max", number("max(wakeup.delay)").of};
    const Published times = published_for({card}, open, cap, number("max(wakeup.delay)"));
    REQUIRE(times.points.size() == 1);
    CHECK(times.points[0].number == 7e9);
}

TEST_CASE("The giant of the laboratory stands beside what was published", "[sweep]") {
    FileError error;
    const auto scenario = shipped_scenario("lab-free-giant", error);
    REQUIRE(scenario);
    const RunInput input{std::make_shared<const Scenario>(*scenario), 1, {}};
    const Published found
        = published_for(shipped_claims(error), input, *find_knob("free.max-active"), usual_numbers(*scenario).front());
    const std::vector<std::pair<KnobValue, double>> printed{
        {1, 8.9}, {2, 5.65}, {4, 4.84}, {8, 4.77}, {16, 4.85}, {32, 6.21}};
    REQUIRE(found.points.size() == printed.size());
    for (std::size_t i = 0; i < printed.size(); ++i) {
        CHECK(found.points[i].value == printed[i].first);
        CHECK(found.points[i].number == Approx(printed[i].second * 1e9));
    }
    REQUIRE(found.levels.size() == 1);
    CHECK(found.levels[0].number == Approx(10.8e9));
    CHECK(found.card == "C1");
}

TEST_CASE("Values double up to the last one", "[sweep]") {
    CHECK(doubling(1, 32) == std::vector<KnobValue>{1, 2, 4, 8, 16, 32});
    CHECK(doubling(3, 20) == std::vector<KnobValue>{3, 6, 12, 20});
    CHECK(doubling(7, 7) == std::vector<KnobValue>{7});
}

TEST_CASE("Every shipped scenario has numbers to compare", "[sweep]") {
    for (const std::string& id : shipped_scenarios()) {
        FileError error;
        const auto scenario = shipped_scenario(id, error);
        REQUIRE(scenario);
        INFO(id);
        const auto numbers = usual_numbers(*scenario);
        CHECK_FALSE(numbers.empty());
        const SweepPlan plan{{std::make_shared<const Scenario>(*scenario), 1, {}}, {axis("drain.cap=64")}, 1, numbers};
        CHECK(Sweep::make(plan, measure_unless, nullptr, error));
        INFO(error.text());
    }
}
