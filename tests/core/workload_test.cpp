// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/workload.h"

#include "core/experiment/profile.h"
#include "core/experiment/run.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace sluice;
using namespace sluice::experiment;

namespace {

struct Kept final : ChunkSink {
    Chunk chunk;
    std::vector<Record> records;
    Chunk& open(RecordIndex first, Time base) override {
        chunk.reset(first, base);
        return chunk;
    }
    void close(Chunk& c) override {
        for (std::uint32_t i = 0; i < c.size(); ++i)
            records.push_back(c.at(i));
    }
};

std::vector<Record> run(std::string_view profile, Time length,
    std::initializer_list<std::pair<const char*, KnobValue>> knobs, std::uint64_t seed = 1) {
    auto s = std::make_shared<Scenario>();
    s->machine = *shipped_profile(profile);
    s->knobs = standard_values();
    s->length = length;
    for (const auto& [id, value] : knobs) {
        INFO(id);
        REQUIRE(find_knob(id));
        s->knobs[*find_knob(id)] = value;
    }
    REQUIRE(rebuild_machine(*s).empty());
    Kept kept;
    Run r({s, seed, {}}, kept);
    r.advance(kNever);
    CHECK(r.check_conservation() == "");
    return kept.records;
}

template <class Enum>
std::vector<Record> of(const std::vector<Record>& records, Kind kind, Enum to) {
    std::vector<Record> out;
    for (const Record& r : records) {
        if (r.kind == kind && r.to == static_cast<std::uint16_t>(to))
            out.push_back(r);
    }
    return out;
}

constexpr KnobValue kind(workload::Kind k) {
    return static_cast<KnobValue>(k);
}

} // namespace

TEST_CASE("Tables have one top level, at most four middle ones, and the rest below", "[workload]") {
    for (std::uint32_t n : {1u, 2u, 3u, 6u, 10u, 32u, 2048u}) {
        std::map<unsigned, std::uint32_t> levels;
        for (std::uint32_t i = 0; i < n; ++i)
            ++levels[workload::level_of_table(i, n)];
        INFO(n);
        CHECK(levels[0] == 1);
        CHECK(levels[1] <= 4);
        CHECK(levels[0] + levels[1] + levels[2] == n);
        if (n >= 3)
            CHECK(levels[2] >= 1);
    }
    CHECK(workload::level_of_table(4, 10) == 1);
    CHECK(workload::level_of_table(5, 10) == 2);
}

TEST_CASE("Every class of task and every line has a name", "[workload]") {
    std::set<std::string_view> names;
    for (std::uint16_t i = 0; i < static_cast<std::uint16_t>(workload::TaskClass::count_of_classes); ++i)
        names.insert(workload::class_name(i));
    CHECK(names.size() == static_cast<std::size_t>(workload::TaskClass::count_of_classes));
    CHECK_FALSE(names.contains(""));
    std::set<StepId> steps;
    for (const cpu::ListingLine& line : workload::listing())
        CHECK(steps.insert(line.id).second);
}

TEST_CASE("The first touch takes a batch from the zone, of which one page reaches the process", "[workload]") {
    const auto records = run("zx1-2005", 4 * kMillisecond,
        {{"workload.kind", kind(workload::Kind::touch_exit)}, {"workload.tables", 4}, {"workload.pages", 24},
            {"quicklist.levels", 0}});
    std::uint64_t from_zone = 0, to_process = 0, held = 0;
    bool touched = false;
    for (const Record& r : records) {
        if (r.kind == Kind::step && step_of(r.to) == workload::step_fault && r.a == 1)
            touched = true;
        if (r.kind == Kind::step && step_of(r.to) == workload::step_fault && r.a == 2)
            break;
        if (!touched)
            continue;
        from_zone += r.kind == Kind::move && place::is_free(r.from) && place::is_pcp(r.to) ? r.count : 0;
        to_process += r.kind == Kind::move && r.to == place::anonymous ? r.count : 0;
        held += r.kind == Kind::hold && r.to == 1 ? 1 : 0;
    }
    CHECK(from_zone == 4);
    CHECK(to_process == 1);
    CHECK(held == 1);
}

TEST_CASE("A touched page lives in at least four places", "[workload]") {
    const auto records = run("zx1-2005", 4 * kMillisecond,
        {{"workload.kind", kind(workload::Kind::touch_exit)}, {"workload.pages", 24}, {"workload.exit-cpu", 1}});
    std::map<Frame, std::vector<Place>> lives;
    for (const Record& r : records) {
        if (r.kind == Kind::move && r.count == 1)
            lives[r.a].push_back(r.to);
    }
    std::size_t complete = 0;
    for (const auto& [frame, life] : lives) {
        const std::vector<Place> expected{place::pcp(0), place::anonymous, place::gather, place::pcp(1)};
        complete += std::search(life.begin(), life.end(), expected.begin(), expected.end()) != life.end();
    }
    CHECK(complete == 24);
    CHECK(of(records, Kind::beat, Beat::last_exit).size() == 1);
    CHECK(of(records, Kind::op, Op::touch).size() == 1);
    CHECK(of(records, Kind::op, Op::exit).size() == 1);
}

TEST_CASE("lat_proc clears no table once its list is warm, and all without one", "[workload]") {
    const auto zeroed = [](KnobValue enabled, KnobValue levels, KnobValue exit_cpu) {
        const auto records = run("zx1-2005", 60 * kMillisecond,
            {{"workload.kind", kind(workload::Kind::lat_proc)}, {"workload.rounds", 100},
                {"quicklist.enabled", enabled}, {"quicklist.levels", levels}, {"workload.exit-cpu", exit_cpu},
                {"drain.trigger", 0}});
        CHECK(of(records, Kind::op, Op::fork_exit).size() == 100);
        return std::count_if(records.begin(), records.end(), [](const Record& r) { return r.kind == Kind::zero; });
    };
    CHECK(zeroed(1, 1, 0) == 10);
    CHECK(zeroed(0, 1, 0) == 1000);
    // One pgd and four pmd pages of ten are kept.
    CHECK(zeroed(1, 0, 0) == 5 + 500);
    // The stack grows where the exits are.
    CHECK(zeroed(1, 1, 1) == 1000);
}

TEST_CASE("The mean over thirty operations varies as the published ones do", "[workload]") {
    std::vector<double> means;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto records = run("zx1-2005", 20 * kMillisecond,
            {{"workload.kind", kind(workload::Kind::lat_proc)}, {"workload.rounds", 33}}, seed);
        const auto ops = of(records, Kind::op, Op::fork_exit);
        REQUIRE(ops.size() == 33);
        double sum = 0;
        for (std::size_t i = 3; i < ops.size(); ++i)
            sum += static_cast<double>(ops[i].a) / 1000;
        means.push_back(sum / 30);
    }
    double mean = 0, squares = 0;
    for (const double m : means)
        mean += m / static_cast<double>(means.size());
    for (const double m : means)
        squares += (m - mean) * (m - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(means.size() - 1));
    CHECK(mean == Approx(182.81).epsilon(0.01));
    CHECK(deviation > 0.4);
    CHECK(deviation < 1.4);
}

TEST_CASE("Waves have their beats, and the forks take what the exits left", "[workload]") {
    const auto records = run("altix-2005", 60 * kMillisecond,
        {{"machine.nodes", 1}, {"workload.kind", kind(workload::Kind::exit_wave)}, {"workload.processes", 50},
            {"workload.tables", 8}, {"workload.rounds", 2}});
    CHECK(of(records, Kind::beat, Beat::exit_wave).size() == 2);
    CHECK(of(records, Kind::beat, Beat::last_exit).size() == 2);
    CHECK(of(records, Kind::beat, Beat::fork_wave).size() == 2);
    CHECK(of(records, Kind::op, Op::exit).size() == 100);
    CHECK(of(records, Kind::op, Op::fork).size() == 100);
    CHECK(std::none_of(records.begin(), records.end(), [](const Record& r) { return r.kind == Kind::zero; }));
}

TEST_CASE("Children exit on the other CPUs in turn, or where they are told", "[workload]") {
    const auto exits = [](KnobValue spread) {
        const auto records = run("altix-2005", 20 * kMillisecond,
            {{"machine.nodes", 1}, {"machine.cpus-per-node", 4},
                {"workload.kind", kind(workload::Kind::fork_here_exit_there)}, {"workload.exit-spread", spread},
                {"workload.exit-cpu", 2}});
        std::set<CpuId> cpus;
        for (const Record& r : of(records, Kind::op, Op::exit))
            cpus.insert(r.cpu);
        return cpus;
    };
    CHECK(exits(1) == std::set<CpuId>{1, 2, 3});
    CHECK(exits(0) == std::set<CpuId>{2});
}

TEST_CASE("Pressure comes in the last quarter of a busy server", "[workload]") {
    const auto records = run("altix-2005", 80 * kMillisecond,
        {{"machine.nodes", 1}, {"machine.cpus-per-node", 4}, {"machine.node-pages", 8192},
            {"workload.kind", kind(workload::Kind::busy_server)}});
    const auto pressure = of(records, Kind::beat, Beat::pressure);
    REQUIRE(pressure.size() == 1);
    CHECK(pressure[0].at >= 60 * kMillisecond);
    for (const Record& r : records) {
        if (r.kind == Kind::move && r.to == place::file)
            CHECK(r.at >= 60 * kMillisecond);
    }
    CHECK(of(records, Kind::op, Op::request).size() > 1000);
}

TEST_CASE("No CPU is idle when busy tasks run, and they give way", "[workload]") {
    const auto records = run("altix-2005", 10 * kMillisecond,
        {{"machine.nodes", 1}, {"workload.kind", kind(workload::Kind::fork_here_exit_there)}, {"workload.busy", 1}});
    for (const Record& r : records) {
        if (r.kind == Kind::switch_task && r.at > 0)
            CHECK(r.a > 2); // tasks 1 and 2 are the idle tasks
    }
    CHECK(of(records, Kind::op, Op::exit).size() > 10);
}
