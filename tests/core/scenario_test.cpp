// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/profile.h"
#include "core/experiment/scenario_file.h"
#include "tests/support/catch.h"

#include <fstream>
#include <rapidcheck.h>
#include <sstream>

using namespace sluice;
using namespace sluice::experiment;

namespace {

constexpr std::string_view kGood = R"(format = 1
title = "A test"
machine = "altix-2005"
preset = "as-posted"
length = "60 ms"
[set]
"drain.cap" = 512
drain.trigger = ["idle", "tick"]
[workload]
kind = "exit-wave"
tables = 32
[start]
"quicklist.cpu0" = 15559
free.node0 = "1600 MiB"
[measure]
from = "10 ms"
)";

Scenario good(std::string_view text = kGood) {
    FileError error;
    auto s = read_scenario(text, "field.toml", error);
    INFO(error.text());
    REQUIRE(s);
    return *std::move(s);
}

/// The one message of a bad scenario.
std::string bad(std::string_view text) {
    FileError error;
    CHECK_FALSE(read_scenario(text, "field.toml", error));
    return error.text();
}

/// kGood with one line replaced.
std::string with(std::string_view line, std::string_view replacement) {
    std::string text(kGood);
    const auto at = text.find(line);
    REQUIRE(at != std::string::npos);
    text.replace(at, line.size(), replacement);
    return text;
}

KnobValue value(const Scenario& s, std::string_view id) {
    return s.knobs.at(find_knob(id).value());
}

} // namespace

TEST_CASE("A scenario resolves machine, preset, knobs, workload, start and window", "[scenario]") {
    const Scenario s = good();
    CHECK(s.id == "field");
    CHECK(s.title == "A test");
    CHECK(s.machine.profile == "altix-2005");
    CHECK(s.machine.cpus.size() == 4);
    CHECK(s.length == 60 * kMillisecond);
    CHECK(s.measure_from == 10 * kMillisecond);
    CHECK(s.workload == "exit-wave");
    CHECK(value(s, "drain.cap") == 512); // [set] goes on top of the preset
    CHECK(value(s, "drain.trigger") == 5);
    CHECK(value(s, "drain.arith") == 0); // from the preset
    CHECK(value(s, "workload.tables") == 32);
    CHECK(s.start
        == std::vector<Placement>{{Placement::Target::quicklist, 0, 15559}, {Placement::Target::node_free, 0, 102400}});
}

TEST_CASE("Every scenario of the program is right and keeps its hash when written out", "[scenario]") {
    REQUIRE(shipped_scenarios().size() >= 16);
    for (const std::string& id : shipped_scenarios()) {
        FileError error;
        const auto s = shipped_scenario(id, error);
        INFO(id << ": " << error.text());
        REQUIRE(s);
        CHECK(s->id == id);
        CHECK_FALSE(s->note.empty());
        const auto again = read_scenario(s->to_toml(), "again.toml", error);
        INFO(error.text());
        REQUIRE(again);
        CHECK(again->hash() == s->hash());
        CHECK(again->to_toml() == s->to_toml());
        CHECK(again->machine.cpus.size() == s->machine.cpus.size());
        CHECK(again->machine.total_pages() == s->machine.total_pages());
        CHECK(again->machine.distance == s->machine.distance);
    }
}

TEST_CASE("The hash covers what decides a run and nothing else", "[scenario]") {
    const Scenario s = good();
    Scenario other = s;
    other.title = "Another";
    other.note = "Another";
    other.id = "another";
    CHECK(other.hash() == s.hash());
    other = s;
    other.length += 1;
    CHECK(other.hash() != s.hash());
    other = s;
    other.start[0].pages -= 1;
    CHECK(other.hash() != s.hash());
    other = s;
    other.measure_from = 0;
    CHECK(other.hash() != s.hash());
    for (std::size_t i = 0; i < s.knobs.size(); ++i) {
        other = s;
        other.knobs[i] = knob_table()[i].kind == KnobKind::number ? other.knobs[i] + 1
                                                                  : 1 - std::min<KnobValue>(other.knobs[i], 1);
        if (other.knobs[i] == s.knobs[i])
            continue;
        INFO(knob_table()[i].id);
        CHECK(other.hash() != s.hash());
    }
    machine::CostEntry cost = s.base.costs.entry(machine::Primitive::page_zero);
    other = s;
    cost.cost += 1;
    other.base.costs.set(machine::Primitive::page_zero, cost);
    CHECK(other.hash() != s.hash());
}

TEST_CASE("The run id covers scenario, seed and interventions", "[scenario]") {
    RunInput a{std::make_shared<const Scenario>(good()), 1, {}};
    RunInput b = a;
    CHECK(a.run_id() == b.run_id());
    CHECK(a.run_id().size() == 12 + 2 * std::string_view("·").size());
    b.seed = 2;
    CHECK(a.run_id() != b.run_id());
    b = a;
    b.interventions.push_back({kMillisecond, find_knob("drain.cap").value(), 128});
    CHECK(a.run_id() != b.run_id());
}

TEST_CASE("A changed machine knob rebuilds the machine and keeps its costs", "[scenario]") {
    Scenario s = good();
    FileError error;
    REQUIRE(set_knob(s, "machine.nodes", "8", error));
    CHECK(s.machine.nodes == 8);
    CHECK(s.machine.cpus.size() == 16);
    CHECK(s.machine.topology_changed);
    CHECK(s.machine.distance_between(0, 7) == 40); // three hops of a hypercube
    CHECK(s.machine.costs[machine::Primitive::fork_base] == s.base.costs[machine::Primitive::fork_base]);
    const std::uint64_t eight = s.hash();
    REQUIRE(set_knob(s, "machine.cpus-per-node", "3", error));
    CHECK(s.machine.cpus.size() == 24);
    REQUIRE(set_knob(s, "machine.cpus-per-node", "auto", error));
    CHECK(s.hash() == eight);
    REQUIRE(set_knob(s, "machine.nodes", "auto", error));
    CHECK_FALSE(s.machine.topology_changed);
    CHECK(s.hash() == good().hash());
    s.start.clear();
    REQUIRE(set_knob(s, "machine.page-size", "64K", error));
    CHECK(s.machine.page_size == 65536);
    CHECK(s.machine.total_pages() == s.base.total_pages() / 4);
    CHECK(s.machine.costs[machine::Primitive::page_zero] == 4 * s.base.costs[machine::Primitive::page_zero]);
}

TEST_CASE("A machine that cannot be leaves the scenario as it was", "[scenario]") {
    Scenario s = good();
    const std::uint64_t before = s.hash();
    FileError error;
    CHECK_FALSE(set_knob(s, "machine.node-pages", "10000", error));
    CHECK(error.message
        == "The start needs more pages on node 0 than the 10,000 that it has: “quicklist.cpu0” is too large");
    CHECK_FALSE(set_knob(s, "machine.nodes", "1025", error));
    CHECK_FALSE(set_knob(s, "workload.exit-cpu", "4", error));
    CHECK(error.message == "“workload.exit-cpu” names CPU 4, but the machine has only 4 CPUs");
    CHECK(s.hash() == before);
    REQUIRE(set_knob(s, "machine.cpus-per-node", "256", error));
    CHECK_FALSE(set_knob(s, "machine.nodes", "8", error));
    CHECK(error.message == "The machine would have 2,048 CPUs, more than the limit of 1,024");
}

TEST_CASE("Each mistake in a scenario gives one message with its place", "[scenario][bad-input]") {
    CHECK(bad("format = 1\ntitle = ").starts_with("field.toml:2:9: This is not valid TOML: "));
    CHECK(bad(with("length = \"60 ms\"", "lenght = \"60 ms\""))
        == "field.toml:5:1: Unknown key “lenght”. Did you mean “length”?");
    CHECK(bad(with("title = \"A test\"\n", "")) == "field.toml:1:1: “title” is missing.");
    CHECK(bad(with("\"A test\"", "7"))
        == "field.toml:2:9: “title” has a wrong value: expected a text in quotes, found the number 7.");
    CHECK(bad(with("format = 1", "format = 2"))
        == "field.toml:1:10: “format” has a wrong value: expected a whole number from 1 to 1, found the number 2.");
    CHECK(bad(with("\"60 ms\"", "\"60 meters\""))
        == "field.toml:5:10: “length” has a wrong value: expected a time from 1 us to 60 min, like \"60 ms\", found "
           "the "
           "text “60 meters”.");
    CHECK(bad(with("\"60 ms\"", "\"2000 min\"")).find("expected a time from") != std::string::npos);
    CHECK(bad(with("\"altix-2005\"", "\"altix-2006\""))
        == "field.toml:3:11: Unknown machine “altix-2006”: expected “altix-2005”, “haswell-ex”, “modern-2s”, "
           "“numaq-16”, "
           "“piii-16g”, “piii-1x500”, “piii-4x500”, “ppc-8”, “zx1-2005” or “this-machine”. Did you mean “altix-2005”?");
    CHECK(bad("format = 1\ntitle = \"t\"\nmachine = \"altix-2005\"\nlength = \"1 ms\"\n[workload]\nkind = "
              "\"fault-storm\"\n")
              .find("field.toml:3:11: The workload “fault-storm” uses files, but the machine “altix-2005” has no disks")
        == 0);
    CHECK(bad(with("\"as-posted\"", "\"as-postd\""))
        == "field.toml:4:10: Unknown preset “as-postd”: expected “2.6.9”, “before-3of3”, “as-posted”, “as-described”, "
           "“2.6.12”, “2.6.24”, “2.6.27”, “2.5.31”, “2.5.31+mt”, “2.5.32”, “2.5.33”, “2.5.34”, “2.5.40”, “2.6.11”, "
           "“2.6.28”, “4.8”, “4.16”, “6.9”, “4.10”, “parallel-free”, “idle-only” or “5.19”. Did you mean “as-posted”?");
    CHECK(bad(with("\"drain.cap\"", "\"drain.cp\""))
        == "field.toml:7:1: Unknown knob “drain.cp”. Did you mean “drain.cap”?");
    CHECK(bad(with("= 512", "= 8"))
        == "field.toml:7:15: “drain.cap” has a wrong value: expected a whole number from 16 to 4,096 pages, found the "
           "number 8.");
    CHECK(bad(with("= 512", "= \"many\""))
        == "field.toml:7:15: “drain.cap” has a wrong value: expected a whole number from 16 to 4,096 pages, found the "
           "text “many”.");
    CHECK(bad(with("= 512", "= 512\ndrain.cap = 256")) == "field.toml:8:7: “drain.cap” is set twice.");
    CHECK(bad(with("[\"idle\", \"tick\"]", "[\"idle\", 3]"))
              .starts_with("field.toml:8:17: “drain.trigger” has a wrong value: "));
    CHECK(bad(with("kind = \"exit-wave\"", "kind = \"exit-waves\"")).find("Did you mean “exit-wave”?")
        != std::string::npos);
    CHECK(bad(with("tables = 32", "talbes = 32"))
        == "field.toml:11:1: Unknown knob “workload.talbes”. Did you mean “workload.tables”?");
    CHECK(bad(with("tables = 32", "exit-cpu = 9"))
        == "field.toml:11:12: “workload.exit-cpu” names CPU 9, but the machine has only 4 CPUs.");
    CHECK(bad(with("quicklist.cpu0", "quicklist.core0"))
        == "field.toml:13:1: Unknown place “quicklist.core0” in “start”: expected “quicklist.cpuN”, “free.nodeN”, "
           "“cache.nodeN”, “process.nodeN”, “cache.fill” or “process.giant”.");
    CHECK(bad(with("quicklist.cpu0", "quicklist.cpu9")).find("the machine has only 4 CPUs") != std::string::npos);
    CHECK(bad(with("= 15559", "= -1")).find("expected a number of pages or a size up to 64 TiB") != std::string::npos);
    CHECK(bad(with("= 15559", "= \"1 PiB\"")).find("up to 64 TiB, found the text “1 PiB”") != std::string::npos);
    CHECK(bad(with("from = \"10 ms\"", "from = \"60 ms\"")).find("“measure.from” has a wrong value")
        != std::string::npos);
    CHECK(bad(with("[measure]", "[mesure]")) == "field.toml:15:2: Unknown key “mesure”. Did you mean “measure”?");
}

TEST_CASE("Absurd sizes are refused, not tried", "[scenario][bad-input]") {
    CHECK(bad(with("[set]", "[set]\n\"machine.nodes\" = 10000")).find("from 1 to 1,024 nodes, found the number 10,000")
        != std::string::npos);
    CHECK(bad(with("[set]", "[set]\n\"machine.cpus-per-node\" = 0")).find("found the number 0") != std::string::npos);
    CHECK(bad(with("[set]", "[set]\n\"machine.node-pages\" = 70368744177664"))
              .find("“machine.node-pages” has a wrong value")
        != std::string::npos);
    CHECK(bad(with("[set]", "[set]\nmachine.nodes = 1024")).find("more than the limit of 1,024") != std::string::npos);
    CHECK(bad(std::string(200'000, '[')).starts_with("field.toml:"));
}

TEST_CASE("Interventions are read, checked and written back", "[scenario]") {
    const Scenario s = good();
    FileError error;
    const auto i = parse_intervention(s, "10ms:drain.shape=merged", error);
    REQUIRE(i);
    CHECK(i->at == 10 * kMillisecond);
    CHECK(format_intervention(*i) == "10ms:drain.shape=merged");
    CHECK_FALSE(parse_intervention(s, "10ms", error));
    CHECK(error.text()
        == "This is no change of a knob: expected TIME:KNOB=VALUE, like 10ms:drain.shape=merged, found “10ms”.");
    CHECK_FALSE(parse_intervention(s, "61ms:drain.cap=16", error));
    CHECK(error.text() == "The change comes at no time of the run: expected a time from 0 ns to 60 ms, found “61ms”.");
    CHECK_FALSE(parse_intervention(s, "1ms:machine.nodes=2", error));
    CHECK(error.text() == "“machine.nodes” can only be set at the start of a run. Use --set machine.nodes=2.");
    CHECK_FALSE(parse_intervention(s, "1ms:drain.cpa=16", error));
    CHECK(error.text() == "Unknown knob “drain.cpa”. Did you mean “drain.cap”?");
}

TEST_CASE("The example of docs/SCENARIOS.md is a scenario", "[scenario]") {
    std::ifstream file(SLUICE_SOURCE_DIR "/docs/SCENARIOS.md");
    std::stringstream page;
    page << file.rdbuf();
    const std::string text = page.str();
    const auto from = text.find("```toml\n") + 8;
    const Scenario s = good(std::string_view(text).substr(from, text.find("```\n", from) - from));
    CHECK(s.title == "My first experiment");
    CHECK(s.start.size() == 2);
}

TEST_CASE("Any text is either a scenario or one message", "[scenario][bad-input]") {
    CHECK(rc::check("damaged scenarios never crash and always say why", [] {
        std::string text(kGood);
        const int cuts = *rc::gen::inRange(1, 4);
        for (int i = 0; i < cuts; ++i) {
            const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
            if (*rc::gen::arbitrary<bool>())
                text[at] = *rc::gen::arbitrary<char>();
            else
                text.erase(at, *rc::gen::inRange<std::size_t>(1, 20));
        }
        FileError error;
        if (!read_scenario(text, "field.toml", error))
            RC_ASSERT(!error.message.empty());
    }));
}
