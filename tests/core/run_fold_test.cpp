// SPDX-License-Identifier: GPL-3.0-or-later
// The simulator against the fold of the records that it writes: the same machine, seen from both sides.
#include "core/experiment/metric_set.h"
#include "core/experiment/reduce.h"
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/machine_state.h"
#include "tests/support/catch.h"
#include "tests/support/sanitizers.h"

#include <rapidcheck.h>

using namespace sluice;
using namespace sluice::experiment;
using journal::Journal;
using journal::MachineState;

namespace {

/// A small machine with random policies, workload and interventions.
RunInput random_input(std::uint32_t most_pages) {
    FileError error;
    auto s = read_scenario(
        "format = 1\ntitle = \"t\"\nmachine = \"altix-2005\"\nlength = \"4 ms\"\n[set]\n\"machine.nodes\" = 1\n",
        "test.toml", error);
    if (!s)
        FAIL(error.text());
    const auto nodes = *rc::gen::inRange(1u, 4u);
    const auto set = [&](const char* id, KnobValue value) {
        const auto index = find_knob(id);
        REQUIRE(index);
        const std::string wrong = set_value(*s, *index, value);
        if (!wrong.empty())
            FAIL(id << ": " << wrong);
    };
    set("machine.nodes", nodes);
    set("machine.cpus-per-node", *rc::gen::inRange(1, 7));
    set("machine.node-pages", most_pages / nodes / 256 * 256);
    // Long lists give drains, single pages give fights for the zone lock.
    if (*rc::gen::inRange(0, 2))
        s->start.push_back({Placement::Target::quicklist, 0, *rc::gen::inRange<std::uint64_t>(30, 400)});
    if (*rc::gen::inRange(0, 2)) {
        set("pcp.batch", 1);
        set("pcp.high", 1);
    }
    set("workload.kind", *rc::gen::inRange(0, 6));
    RunInput input;
    std::vector<KnobIndex> any;
    for (KnobIndex i = 0; i < knob_table().size(); ++i) {
        const Knob& k = knob_table()[i];
        if (k.group == KnobGroup::machine || k.group == KnobGroup::line || k.id == "workload.kind")
            continue;
        if (*rc::gen::inRange(0, 3) == 0) {
            const KnobValue high
                = std::min<KnobValue>(k.high, k.group == KnobGroup::workload ? k.low + 60 : k.low + 5000);
            set_value(*s, i, *rc::gen::inRange<KnobValue>(k.low, high + 1)); // refused if it does not fit the machine
        }
        if (k.when == KnobWhen::any && k.group != KnobGroup::workload)
            any.push_back(i);
    }
    for (int n = *rc::gen::inRange(0, 4); n > 0; --n) {
        const KnobIndex i = *rc::gen::elementOf(any);
        const Knob& k = knob_table()[i];
        input.interventions.push_back({*rc::gen::inRange<Time>(0, 4'000'000), i,
            *rc::gen::inRange<KnobValue>(k.low, std::min<KnobValue>(k.high, k.low + 500) + 1)});
    }
    std::sort(input.interventions.begin(), input.interventions.end(),
        [](const auto& a, const auto& b) { return a.at < b.at; });
    input.seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
    input.scenario = std::make_shared<const Scenario>(std::move(*s));
    return input;
}

std::shared_ptr<const machine::Machine> machine_of(const RunInput& input) {
    return {input.scenario, &input.scenario->machine};
}

/// Locks that neither side has seen are free: the two vectors may differ in length.
void trim(Snapshot& s) {
    while (!s.locks.empty() && s.locks.back() == LockSnapshot{})
        s.locks.pop_back();
}

std::string difference(Snapshot fold, Snapshot run) {
    trim(fold);
    trim(run);
    for (const auto& [id, runs] : run.homes)
        if (!fold.homes.count(id) || fold.homes.at(id) != runs)
            return "zone " + std::to_string(id.first) + ", place " + std::to_string(id.second);
    if (fold.homes != run.homes)
        return "homes that the run does not have";
    for (std::size_t i = 0; i < run.cpus.size(); ++i)
        if (!(fold.cpus[i] == run.cpus[i]))
            return "CPU " + std::to_string(i) + ": task " + std::to_string(fold.cpus[i].task) + "/"
                + std::to_string(run.cpus[i].task) + ", step " + std::to_string(fold.cpus[i].step) + "/"
                + std::to_string(run.cpus[i].step) + ", flags " + std::to_string(fold.cpus[i].flags) + "/"
                + std::to_string(run.cpus[i].flags) + ", limit " + std::to_string(fold.cpus[i].limit) + "/"
                + std::to_string(run.cpus[i].limit);
    if (fold.locks != run.locks)
        return "locks";
    if (fold.tasks != run.tasks)
        return "tasks";
    return fold == run ? "" : "something";
}

} // namespace

TEST_CASE("the fold equals the simulator after every event", "[state]") {
    CHECK(rc::check([] {
        const RunInput input = random_input(*rc::gen::element(768u, 2048u, 4096u));
        Journal journal;
        Run run(input, journal);
        MachineState state(machine_of(input));
        for (int events = 0; run.state() == Run::State::running && events < 3000; ++events) {
            run.step();
            journal.for_each(state.position(), journal.size(), [&](const Record& r, RecordIndex) {
                RC_ASSERT(state.contradiction(r) == "");
                state.apply(r);
            });
            if (events % 8 == 0 || events < 100)
                RC_ASSERT(difference(state.snapshot(), run.snapshot()) == "");
        }
        RC_ASSERT(difference(state.snapshot(), run.snapshot()) == "");
    }));
}

TEST_CASE("the fold follows every scenario of the program", "[state]") {
    // Comparing whole machines costs most: fewer moments of each run when everything is slow.
    const int parts = test::unless_sanitized(5, 2);
    // A run of few events may write very many records (a giant's pages, one by one).
    constexpr RecordIndex most = 400'000;
    std::uint64_t waits = 0, drains = 0;
    for (const std::string& id : shipped_scenarios()) {
        INFO(id);
        FileError error;
        auto s = shipped_scenario(id, error);
        REQUIRE(s);
        const bool crowd = id == "q6-busy-server"; // page by page, so that CPUs meet at the zone lock
        if (crowd) {
            REQUIRE(set_knob(*s, "pcp.batch", "1", error));
            REQUIRE(set_knob(*s, "pcp.high", "1", error));
        }
        RunInput input;
        input.scenario = std::make_shared<const Scenario>(std::move(*s));
        Journal journal;
        Run run(input, journal);
        MachineState state(machine_of(input));
        std::string wrong;
        for (int part = 0; part < parts && run.state() == Run::State::running && wrong.empty() && run.records() < most;
             ++part) {
            run.advance(kNever, crowd ? 225'195 / parts : test::unless_sanitized(2991, 997));
            journal.for_each(state.position(), journal.size(), [&](const Record& r, RecordIndex i) {
                if (wrong.empty() && !(wrong = state.contradiction(r)).empty())
                    wrong = "record " + std::to_string(i) + ": " + wrong;
                state.apply(r);
                waits += r.kind == Kind::lock_wait;
                drains += r.kind == Kind::drain_begin;
            });
            if (wrong.empty())
                wrong = difference(state.snapshot(), run.snapshot());
        }
        CHECK(wrong == "");
    }
    CHECK(waits > 0);
    CHECK(drains > 0);
}

TEST_CASE("a run walked back and on again is the same run", "[state]") {
    CHECK(rc::check([] {
        const RunInput input = random_input(2048);
        auto journal = std::make_shared<Journal>();
        Run run(input, *journal);
        run.advance(kNever, 3000);
        const MachineState start(machine_of(input));
        MachineState state = start;
        journal->for_each(0, journal->size(), [&](const Record& r, RecordIndex) { state.apply(r); });
        const MachineState end = state;
        while (state.position() > 0)
            state.undo(journal->at(state.position() - 1), *journal);
        RC_ASSERT(state == start);
        journal->for_each(0, journal->size(), [&](const Record& r, RecordIndex) { state.apply(r); });
        RC_ASSERT(state == end);
    }));
}

TEST_CASE("a branch shares the past and has the fingerprint of a run of its own", "[journal]") {
    FileError error;
    auto s = shipped_scenario("lab-lat-proc", error);
    REQUIRE(s);
    s->length = 40 * kMillisecond;
    RunInput input;
    input.scenario = std::make_shared<const Scenario>(*s);
    Journal old;
    Run run(input, old);
    run.advance(kNever);
    RunInput changed = input;
    changed.interventions.push_back({20 * kMillisecond, *find_knob("quicklist.enabled"), 0});
    const RecordIndex part = old.after(20 * kMillisecond);
    Journal branch;
    CHECK(branch.share_from(old, part) > 0);
    Run second(changed, branch);
    second.advance(kNever);
    Journal alone;
    Run third(changed, alone);
    third.advance(kNever);
    CHECK(second.fingerprint() == third.fingerprint());
    REQUIRE(branch.size() == alone.size());
    bool same = true;
    alone.for_each(0, alone.size(), [&](const Record& r, RecordIndex i) { same = same && branch.at(i) == r; });
    CHECK(same);
    CHECK(branch.size() != old.size());
}

TEST_CASE("metrics live and from a stored journal agree", "[metric]") {
    FileError error;
    for (const char* id : {"lab-lat-proc", "q4-full-list", "lab-busy-server"}) {
        auto s = shipped_scenario(id, error);
        REQUIRE(s);
        s->length = std::min<Time>(s->length, 50 * kMillisecond);
        RunInput input;
        input.scenario = std::make_shared<const Scenario>(*s);
        const auto queries = standard_queries();
        const RunResults live = measure(input, queries);
        Journal journal;
        Run run(input, journal);
        run.advance(kNever);
        const RunResults stored = measure(journal, metric_context(input.scenario), queries);
        CHECK(live.fingerprint == run.fingerprint());
        CHECK(live.records == stored.records);
        CHECK(live.anchors == stored.anchors);
        for (const MetricQuery& q : queries) {
            INFO(id << " " << q.text());
            const Series& a = live.series.at(q);
            const Series& b = stored.series.at(q);
            CHECK(a.points.size() == b.points.size());
            CHECK(a.spans.size() == b.spans.size());
            const auto x = reduce(a, Reduction::mean), y = reduce(b, Reduction::mean);
            REQUIRE(x.has_value() == y.has_value());
            if (x)
                CHECK(x->value == y->value);
        }
        CHECK(reduce(live.series.at({"conserved", {}}), Reduction::min)->value == 1);
        CHECK(reduce(live.series.at({"free.pages", {}}), Reduction::last)->value > 0);
    }
}
