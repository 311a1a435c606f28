// SPDX-License-Identifier: GPL-3.0-or-later
// Files, vectors, LRU lists and reclaim under random policies: pages are where they should be after every event, the
// fold of the records equals the simulator, and the bounds of the sources hold.
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/machine_state.h"
#include "core/workload/knobs.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

#include <rapidcheck.h>

using namespace sluice;
using namespace sluice::experiment;
using journal::Journal;
using journal::MachineState;

namespace {

KnobIndex index_of(std::string_view id) {
    const auto index = find_knob(id);
    if (!index)
        FAIL("no knob " << id);
    return *index;
}

Scenario small_machine(std::string_view machine = "piii-4x500") {
    FileError error;
    auto s = read_scenario("format = 1\ntitle = \"t\"\nmachine = \"" + std::string(machine)
            + "\"\nlength = \"20 ms\"\n[set]\n\"machine.node-pages\" = 8192\n[workload]\nkind = "
              "\"streaming-writers\"\n",
        "test.toml", error);
    if (!s)
        FAIL(error.text());
    return *s;
}

/// A small machine, random values of every knob of files and LRU lists, random interventions.
RunInput random_input() {
    Scenario s = small_machine(*rc::gen::element("piii-4x500", "piii-4x500", "numaq-16"));
    const auto set = [&](std::string_view id, KnobValue value) { return set_value(s, index_of(id), value); };
    set("machine.cpus-per-node", *rc::gen::inRange(1, 5));
    if (s.machine.nodes > 1) {
        set("machine.nodes", *rc::gen::inRange(1, 4));
        set("machine.node-pages", 4096);
    }
    set("workload.kind",
        *rc::gen::inRange<KnobValue>(static_cast<KnobValue>(workload::Kind::streaming_writers),
            static_cast<KnobValue>(workload::Kind::lowmem) + 1));
    set("workload.writers", *rc::gen::inRange(1, 9));
    set("workload.write-size", *rc::gen::element(4, 16, 64, 200));
    set("workload.file-pages", *rc::gen::inRange(1, 3000));
    set("workload.pages", *rc::gen::inRange(0, 3000));
    set("workload.dirty", *rc::gen::inRange(0, 91));
    set("workload.zone-mix", *rc::gen::inRange(0, 101));
    std::vector<KnobIndex> any;
    for (KnobIndex i = 0; i < knob_table().size(); ++i) {
        const Knob& k = knob_table()[i];
        const bool ours = k.id.starts_with("lru.") || k.id.starts_with("pagevec.") || k.id.starts_with("reclaim.")
            || k.id.starts_with("bh.") || k.id.starts_with("cache.") || k.id == "lock.kind";
        if (!ours)
            continue;
        if (*rc::gen::inRange(0, 2))
            set_value(s, i, *rc::gen::inRange<KnobValue>(k.low, k.high + 1));
        if (k.when == KnobWhen::any)
            any.push_back(i);
    }
    const std::uint64_t pages = s.machine.total_pages();
    s.start.push_back(
        {Placement::Target::file, 0, *rc::gen::inRange<std::uint64_t>(1, pages / s.machine.nodes * 8 / 10)});
    RunInput input;
    for (int n = *rc::gen::inRange(0, 4); n > 0; --n) {
        const KnobIndex i = *rc::gen::elementOf(any);
        const Knob& k = knob_table()[i];
        input.interventions.push_back(
            {*rc::gen::inRange<Time>(0, 10'000'000), i, *rc::gen::inRange<KnobValue>(k.low, k.high + 1)});
    }
    std::sort(input.interventions.begin(), input.interventions.end(),
        [](const auto& a, const auto& b) { return a.at < b.at; });
    input.seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
    input.scenario = std::make_shared<const Scenario>(std::move(s));
    return input;
}

std::shared_ptr<const machine::Machine> machine_of(const RunInput& input) {
    return {input.scenario, &input.scenario->machine};
}

std::string difference(const Snapshot& fold, const Snapshot& run) {
    if (fold.homes != run.homes)
        return "homes";
    if (fold.lists != run.lists)
        return "LRU lists";
    if (fold.holders != run.holders)
        return "holders";
    if (fold.page_flags != run.page_flags)
        return "flags and files";
    if (fold.vectors != run.vectors)
        return "vectors";
    if (fold.disks != run.disks)
        return "disk queues";
    if (fold.tasks != run.tasks)
        return "tasks";
    if (fold.cpus != run.cpus)
        return "CPUs";
    for (std::size_t i = 0; i < std::max(fold.locks.size(), run.locks.size()); ++i)
        if (!((i < fold.locks.size() ? fold.locks[i] : LockSnapshot{})
                == (i < run.locks.size() ? run.locks[i] : LockSnapshot{})))
            return "lock " + std::to_string(i);
    return "";
}

} // namespace

TEST_CASE("pages and lists and counters agree under any policy of files and LRU", "[files]") {
    CHECK(test::check_cases(500, [] {
        const RunInput input = random_input();
        Journal journal;
        Run run(input, journal);
        MachineState state(machine_of(input));
        const KnobIndex slots_knob = index_of("pagevec.slots");
        KnobValue most = input.scenario->knobs[slots_knob];
        for (const Intervention& i : input.interventions)
            if (i.knob == slots_knob)
                most = std::max(most, i.value);
        const bool two = input.scenario->knobs[index_of("pagevec.vectors")] == 1;
        const auto bound = static_cast<std::uint64_t>(most - 1) * input.scenario->machine.cpus.size() * (two ? 2u : 1u);
        for (int part = 0; part < 12 && run.state() == Run::State::running; ++part) {
            run.advance(kNever, 700);
            journal.for_each(state.position(), journal.size(), [&](const Record& r, RecordIndex) {
                RC_ASSERT(state.contradiction(r) == "");
                state.apply(r);
                // At most slots - 1 pages of a CPU wait for their list, at any record (claim B6).
                if (r.kind == Kind::hold)
                    RC_ASSERT(state.cache().off_lru().deferred <= bound);
            });
            RC_ASSERT(run.check_conservation() == "");
            RC_ASSERT(difference(state.snapshot(), run.snapshot()) == "");
        }
    }));
}

TEST_CASE("a run of files goes back record by record to where it came from", "[files]") {
    RunInput input;
    Scenario s = small_machine();
    s.start.push_back({Placement::Target::file, 0, 6000});
    input.scenario = std::make_shared<const Scenario>(std::move(s));
    Journal journal;
    Run run(input, journal);
    run.advance(kNever, 4000);
    MachineState state(machine_of(input));
    const MachineState start = state;
    std::vector<MachineState> seen;
    journal.for_each(0, journal.size(), [&](const Record& r, RecordIndex i) {
        if (i % 97 == 0)
            seen.push_back(state);
        state.apply(r);
    });
    const MachineState end = state;
    for (RecordIndex i = journal.size(); i-- > 0;) {
        state.undo(journal.at(i), journal);
        if (i % 97 == 0)
            REQUIRE(state == seen[i / 97]);
    }
    REQUIRE(state == start);
    journal.for_each(0, journal.size(), [&](const Record& r, RecordIndex) { state.apply(r); });
    REQUIRE(state == end);
}

TEST_CASE("single steps of a run of files give the fingerprint of one run", "[files]") {
    RunInput input;
    Scenario s = small_machine();
    s.start.push_back({Placement::Target::file, 0, 6000});
    input.scenario = std::make_shared<const Scenario>(std::move(s));
    Journal a, b;
    Run whole(input, a), steps(input, b);
    whole.advance(kNever);
    while (steps.state() == Run::State::running)
        steps.step();
    CHECK(whole.fingerprint() == steps.fingerprint());
    CHECK(whole.events() == steps.events());
}
