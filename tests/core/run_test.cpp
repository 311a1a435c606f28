// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/run.h"

#include "core/experiment/profile.h"
#include "core/journal/journal.h"
#include "core/journal/machine_state.h"
#include "core/mechanism/quicklist/knobs.h"
#include "tests/support/catch.h"

#include <initializer_list>
#include <rapidcheck.h>

using namespace sluice;
using namespace sluice::experiment;

namespace {

using Setting = std::pair<std::string, std::string>;

void set(Scenario& s, const std::string& id, const std::string& text) {
    const auto index = find_knob(id);
    INFO(id << " = " << text);
    REQUIRE(index);
    std::string error;
    const auto value = parse_value(knob_table()[*index], text, error);
    REQUIRE(value);
    s.knobs[*index] = *value;
}

/// A scenario of a shipped profile with some knobs set.
std::shared_ptr<Scenario> scenario(const std::string& profile, Time length, std::initializer_list<Setting> settings) {
    auto s = std::make_shared<Scenario>();
    const auto m = shipped_profile(profile);
    REQUIRE(m);
    s->machine = *m;
    s->knobs = standard_values();
    s->length = length;
    for (const auto& [id, text] : settings)
        set(*s, id, text);
    REQUIRE(rebuild_machine(*s).empty());
    return s;
}

void add(Scenario& s, Placement::Target target, std::uint64_t pages, std::uint16_t where = 0) {
    s.start.push_back({target, where, pages});
}

/// Keeps every record.
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

/// Keeps nothing: for long runs.
struct Dropped final : ChunkSink {
    Chunk chunk;
    Chunk& open(RecordIndex first, Time base) override {
        chunk.reset(first, base);
        return chunk;
    }
    void close(Chunk&) override { }
};

struct Outcome {
    std::uint64_t fingerprint = 0, events = 0;
    std::vector<Record> records;
    std::vector<Record> of(Kind kind) const {
        std::vector<Record> out;
        std::copy_if(records.begin(), records.end(), std::back_inserter(out),
            [kind](const Record& r) { return r.kind == kind; });
        return out;
    }
    std::uint64_t drained() const {
        std::uint64_t sum = 0;
        for (const Record& r : of(Kind::drain_end))
            sum += r.a;
        return sum;
    }
    std::vector<Record> drain_sections() const {
        std::vector<Record> out;
        for (const Record& r : of(Kind::section)) {
            if (r.to == static_cast<std::uint16_t>(SectionCause::quicklist_drain) && r.prev > 0)
                out.push_back(r);
        }
        return out;
    }
};

Outcome run(std::shared_ptr<const Scenario> s, std::uint64_t seed = 1, std::vector<Intervention> interventions = {}) {
    Kept kept;
    Run r({std::move(s), seed, std::move(interventions)}, kept);
    r.advance(kNever);
    CHECK(r.state() == Run::State::finished);
    CHECK(r.check_conservation() == "");
    return {r.fingerprint(), r.events(), std::move(kept.records)};
}

/// Locks that nobody holds or waits for say nothing.
Snapshot normal(Snapshot s) {
    for (LockSnapshot& l : s.locks) {
        if (!l.held)
            l.holder = 0;
    }
    while (!s.locks.empty() && s.locks.back() == LockSnapshot{})
        s.locks.pop_back();
    std::erase_if(s.tasks, [](const auto& t) { return t.second == TaskState::none || t.second == TaskState::dead; });
    return s;
}

std::string first_difference(const Snapshot& sim, const Snapshot& fold) {
    for (const auto& [key, runs] : sim.homes) {
        const auto it = fold.homes.find(key);
        if (it == fold.homes.end() || it->second != runs)
            return "place " + std::to_string(key.second) + " of zone " + std::to_string(key.first);
    }
    if (sim.homes.size() != fold.homes.size())
        return "the fold has places that the simulator has not";
    for (std::size_t i = 0; i < sim.cpus.size(); ++i) {
        const CpuSnapshot &a = sim.cpus[i], &b = fold.cpus.at(i);
        if (!(a == b))
            return "CPU " + std::to_string(i) + ": task " + std::to_string(a.task) + "/" + std::to_string(b.task)
                + " step " + std::to_string(a.step) + "/" + std::to_string(b.step) + " flags " + std::to_string(a.flags)
                + "/" + std::to_string(b.flags) + " limit " + std::to_string(a.limit) + "/" + std::to_string(b.limit);
    }
    if (sim.locks != fold.locks)
        return "locks";
    if (sim.tasks != fold.tasks)
        return "tasks";
    return "";
}

/// Steps through a run and compares it with the fold of its journal after every event. Empty, or the first difference.
std::string compare_with_fold(std::shared_ptr<const Scenario> s, std::uint64_t seed, std::uint64_t events,
    std::vector<Intervention> interventions = {}) {
    journal::Journal journal;
    const auto machine = std::shared_ptr<const machine::Machine>(s, &s->machine);
    Run r({s, seed, std::move(interventions)}, journal);
    journal::MachineState state(machine);
    for (std::uint64_t n = 0; n < events && r.state() == Run::State::running; ++n) {
        if (n > 0)
            r.step();
        while (state.position() < journal.size())
            state.apply(journal.at(state.position()));
        if (std::string wrong = r.check_conservation(); !wrong.empty())
            return "after " + std::to_string(n) + " events: " + wrong;
        if (std::string what = first_difference(normal(r.snapshot()), normal(state.snapshot())); !what.empty())
            return "after " + std::to_string(n) + " events: " + what;
    }
    return "";
}

constexpr const char* kKinds[]
    = {"touch-exit", "lat-proc", "exit-wave", "fork-here-exit-there", "migrating-workers", "busy-server"};

} // namespace

TEST_CASE("The posted drain frees everything above the limit in one section", "[run][claims]") {
    const auto s = scenario("altix-2005", 50 * kMillisecond, {{"machine.nodes", "1"}, {"drain.trigger", "idle"}});
    add(*s, Placement::Target::quicklist, 15'559);
    add(*s, Placement::Target::node_free, 100'000);
    const Outcome posted = run(s);
    REQUIRE(posted.drain_sections().size() == 1);
    CHECK(posted.drain_sections()[0].prev == 9'309);
    CHECK(posted.of(Kind::drain_begin)[0].a == 15'559);
    CHECK(posted.of(Kind::drain_begin)[0].prev == 6'250);

    SECTION("as described: 256") {
        const auto d = std::make_shared<Scenario>(*s);
        set(*d, "drain.shape", "described");
        for (const Record& r : run(d).drain_sections())
            CHECK(r.prev == 256);
    }
    SECTION("as merged: 548 sections of at most 16, 8,762 pages") {
        const auto m = std::make_shared<Scenario>(*s);
        set(*m, "drain.shape", "merged");
        const Outcome merged = run(m);
        CHECK(merged.drain_sections().size() == 548);
        CHECK(merged.drained() == 8'762);
        CHECK(merged.of(Kind::drain_end)[0].count == 548);
        for (const Record& r : merged.drain_sections())
            CHECK(r.prev <= 16);
    }
    SECTION("the capping line has no effect, the other two have") {
        const auto without = [&s](const char* line) {
            const auto x = std::make_shared<Scenario>(*s);
            set(*x, line, "off");
            return run(x).fingerprint;
        };
        CHECK(without("line.drain-posted.limit_capped") == posted.fingerprint);
        CHECK(without("line.drain-posted.limit_from_free") != posted.fingerprint);
    }
}

TEST_CASE("Below the cap, unsigned arithmetic frees one page and signed 175", "[run][claims]") {
    const auto s = scenario("altix-2005", 300 * kMicrosecond,
        {{"machine.nodes", "1"}, {"drain.trigger", "idle"}, {"drain.shape", "described"}});
    add(*s, Placement::Target::quicklist, 200);
    add(*s, Placement::Target::node_free, 300);
    set(*s, "workload.pause", "50");
    const Outcome wrapped = run(s);
    REQUIRE(!wrapped.drain_sections().empty());
    for (const Record& r : wrapped.drain_sections())
        CHECK(r.prev == 1);
    set(*s, "drain.arith", "signed");
    const Outcome with_sign = run(s);
    REQUIRE(!with_sign.drain_sections().empty());
    CHECK(with_sign.drain_sections()[0].prev == 175);
}

TEST_CASE("lat_proc gives the published means before the patch, and no difference after", "[run][claims]") {
    const auto mean = [](const char* rule, const char* operation) {
        const Outcome o = run(scenario("zx1-2005", 500 * kMillisecond,
            {{"workload.kind", "lat-proc"}, {"drain.rule", rule}, {"workload.operation", operation}}));
        double sum = 0;
        for (const Record& r : o.of(Kind::op))
            sum += static_cast<double>(r.a);
        return sum / static_cast<double>(o.of(Kind::op).size()) / 1000;
    };
    const double before = mean("marks", "fork+exit"), after = mean("node16", "fork+exit");
    CHECK(before == Approx(182.81).epsilon(0.02));
    CHECK(after == Approx(before).epsilon(0.01));
    CHECK(mean("marks", "fork+execve") == Approx(187.98).epsilon(0.02));
}

TEST_CASE("The same input gives the same fingerprint, another seed another", "[run]") {
    for (const char* kind : kKinds) {
        INFO(kind);
        const auto s
            = scenario("altix-2005", 20 * kMillisecond, {{"workload.kind", kind}, {"workload.processes", "50"}});
        const Outcome first = run(s, 7);
        CHECK(run(s, 7).fingerprint == first.fingerprint);
        CHECK(first.events > 100);
        if (std::string_view(kind) != "touch-exit")
            CHECK(run(s, 8).fingerprint != first.fingerprint);
    }
}

TEST_CASE("Single steps and one run are the same", "[run]") {
    for (const char* kind : kKinds) {
        INFO(kind);
        const auto s = scenario("altix-2005", 10 * kMillisecond,
            {{"workload.kind", kind}, {"workload.processes", "50"}, {"workload.tables", "32"}});
        const std::vector<Intervention> change{
            {3 * kMillisecond, *find_knob("drain.rule"), 1}, {6 * kMillisecond, *find_knob("quicklist.enabled"), 0}};
        const Outcome whole = run(s, 3, change);
        Kept kept;
        Run stepped({s, 3, change}, kept);
        while (stepped.state() == Run::State::running)
            stepped.step();
        CHECK(stepped.fingerprint() == whole.fingerprint);
        CHECK(stepped.events() == whole.events);
        Kept other;
        Run pieces({s, 3, change}, other);
        for (Time t = 0; pieces.state() == Run::State::running; t += 777'777)
            pieces.advance(t);
        CHECK(pieces.fingerprint() == whole.fingerprint);
    }
}

TEST_CASE("Every page is in one place, and the fold equals the simulator after every event", "[run][fold]") {
    for (const char* kind : kKinds) {
        INFO(kind);
        const auto s = scenario("altix-2005", 8 * kMillisecond,
            {{"workload.kind", kind}, {"machine.node-pages", "2048"}, {"workload.processes", "40"},
                {"workload.tables", "12"}, {"workload.sensor-period", "300"}, {"quicklist.offnode", "keep"}});
        CHECK(compare_with_fold(s, 5, 3'000) == "");
    }
}

TEST_CASE("Any setting of the knobs keeps the laws", "[run][fold]") {
    CHECK(rc::check("random knobs", [] {
        const auto pick = [](std::initializer_list<const char*> of) {
            return std::string(*rc::gen::elementOf(std::vector<const char*>(of)));
        };
        const auto s = scenario("altix-2005", 6 * kMillisecond,
            {{"workload.kind",
                 pick({"lat-proc", "exit-wave", "fork-here-exit-there", "migrating-workers", "busy-server"})},
                {"machine.node-pages", pick({"512", "1024", "2048"})}, {"machine.nodes", pick({"1", "2"})},
                {"quicklist.levels", pick({"pgd+pmd", "all"})}, {"quicklist.offnode", pick({"keep", "home"})},
                {"drain.rule", pick({"none", "marks", "node16", "node16-per-cpu"})},
                {"drain.shape", pick({"posted", "described", "merged", "generic"})},
                {"drain.cap", pick({"16", "64", "256"})}, {"drain.arith", pick({"u64", "signed"})},
                {"drain.trigger", pick({"none", "idle", "unmap", "tick", "demand", "idle+unmap+tick+demand"})},
                {"drain.demand-reach", pick({"own", "ipi", "work"})}, {"pcp.batch", pick({"auto", "1", "16"})},
                {"pcp.high", pick({"auto", "2", "40"})}, {"lock.kind", pick({"tas", "ticket", "queued"})},
                {"workload.processes", pick({"20", "60"})}, {"workload.tables", pick({"3", "10", "32"})},
                {"workload.pages", pick({"0", "7"})}, {"workload.sensor-period", "200"}});
        const std::vector<Intervention> changes{{2 * kMillisecond, *find_knob("drain.rule"), 2},
            {3 * kMillisecond, *find_knob("quicklist.enabled"), *rc::gen::inRange<KnobValue>(0, 2)}};
        const std::string wrong = compare_with_fold(s, *rc::gen::inRange<std::uint64_t>(1, 1000), 1'200, changes);
        RC_ASSERT(wrong == "");
    }));
}

TEST_CASE("A run ends with the number of its events", "[run]") {
    const Outcome o = run(scenario("zx1-2005", 5 * kMillisecond, {{"workload.kind", "lat-proc"}}));
    REQUIRE(!o.records.empty());
    CHECK(o.records.back().kind == Kind::end_of_run);
    CHECK(o.records.back().a == o.events);
    CHECK(o.records.back().at == 5 * kMillisecond);
    CHECK(static_cast<double>(o.records.size()) * 24 / static_cast<double>(o.events) < 48);
}

TEST_CASE("Without CPU page lists in the count, the merged drain frees a few pages more", "[run][claims]") {
    const auto s = scenario("altix-2005", 50 * kMillisecond,
        {{"machine.nodes", "1"}, {"drain.trigger", "idle"}, {"drain.shape", "merged"}, {"free.counts-pcp", "off"}});
    add(*s, Placement::Target::quicklist, 15'559);
    add(*s, Placement::Target::node_free, 100'000);
    const std::uint64_t freed = run(s).drained();
    CHECK(freed >= 8'762 + 2);
    CHECK(freed <= 8'762 + 11);
}

TEST_CASE("A wake-up that lands in a section waits for its end, and says why", "[run][claims]") {
    const auto worst = [](const char* shape, const char* cap, const char* trigger) {
        const auto s = scenario("altix-2005", 80 * kMillisecond,
            {{"machine.nodes", "1"}, {"drain.trigger", trigger}, {"drain.shape", shape}, {"drain.cap", cap},
                {"workload.kind", "exit-wave"}, {"workload.processes", "200"}, {"workload.tables", "10"},
                {"workload.rounds", "2"}, {"workload.sensor-period", "200"}});
        add(*s, Placement::Target::quicklist, 30'000);
        add(*s, Placement::Target::node_free, 50'000);
        const Outcome o = run(s);
        Time delay = 0, section = 0;
        std::uint8_t cause = 0;
        for (const Record& r : o.of(Kind::delay)) {
            if (r.to == static_cast<std::uint16_t>(Delay::wakeup) && r.from >> 8 == static_cast<int>(Victim::waker)
                && static_cast<Time>(r.a) > delay) {
                delay = static_cast<Time>(r.a);
                cause = static_cast<std::uint8_t>(r.from & 0xff);
            }
        }
        for (const Record& r : o.drain_sections())
            section = std::max(section, static_cast<Time>(r.a));
        return std::tuple(delay, section, cause);
    };
    const auto [quiet, none, no_cause] = worst("posted", "256", "none");
    CHECK(none == 0);
    CHECK(no_cause != static_cast<std::uint8_t>(DelayCause::drain));
    const Time tick = kSecond / 1024;
    const auto [posted, posted_section, cause] = worst("posted", "256", "idle");
    CHECK(cause == static_cast<std::uint8_t>(DelayCause::drain));
    CHECK(posted_section > tick);
    // Added delay: the longest section, less the moment in it at which the first wake-up came (up to 300 us here).
    CHECK(posted - quiet <= posted_section);
    CHECK(posted - quiet >= posted_section * 95 / 100 - 300 * kMicrosecond);
    const auto [at_4096, section_4096, cause_4096] = worst("described", "4096", "idle");
    CHECK(section_4096 > tick);
    CHECK(at_4096 > quiet);
    const auto [at_256, section_256, cause_256] = worst("described", "256", "idle");
    CHECK(section_256 < tick / 4);
    CHECK(at_256 < at_4096);
    const auto [merged, section_16, cause_16] = worst("merged", "256", "idle");
    CHECK(section_16 < 20 * kMicrosecond);
    CHECK(merged <= quiet + section_16);
}

TEST_CASE("Lists fed by exits elsewhere hold the published share of a node", "[run][claims][slow]") {
    const auto share = [](const char* cpus, const char* rule) {
        const auto s = scenario("altix-2005", 4 * kSecond,
            {{"machine.nodes", "1"}, {"machine.cpus-per-node", cpus}, {"workload.kind", "fork-here-exit-there"},
                {"workload.tables", "16"}, {"drain.shape", "generic"}, {"drain.rule", rule},
                {"quicklist.offnode", "keep"}});
        Dropped kept;
        Run r({s, 1, {}}, kept);
        r.advance(kNever);
        double lists = 0, free = 0;
        for (const auto& [key, runs] : r.snapshot().homes) {
            for (const FrameRun& x : runs) {
                lists += place::is_quicklist(key.second) ? static_cast<double>(x.count) : 0;
                free += place::is_free(key.second) || place::is_pcp(key.second) ? static_cast<double>(x.count) : 0;
            }
        }
        return 100 * lists / (lists + free);
    };
    CHECK(std::abs(share("2", "node16") - 5.88) < 0.5);
    CHECK(std::abs(share("4", "node16") - 15.8) < 0.5);
    CHECK(std::abs(share("8", "node16") - 30.4) < 0.5);
    CHECK(std::abs(share("16", "node16") - 48.4) < 0.5);
    CHECK(share("16", "node16-per-cpu") <= 100.0 / 17);
}

TEST_CASE("With 32 tables an exit and no idle CPU the lists outgrow the trim", "[run][claims]") {
    const auto s = scenario("altix-2005", 4 * kSecond,
        {{"machine.nodes", "1"}, {"machine.cpus-per-node", "16"}, {"machine.node-pages", "16384"},
            {"workload.kind", "fork-here-exit-there"}, {"workload.tables", "32"}, {"workload.busy", "on"},
            {"drain.shape", "generic"}, {"quicklist.offnode", "keep"}});
    const Outcome o = run(s);
    REQUIRE(o.of(Kind::out_of_memory).size() == 1);
    CHECK(o.of(Kind::watermark).size() > 0);
    for (const Record& r : o.drain_sections())
        CHECK(r.prev <= 16);
}

TEST_CASE("Workers that exit elsewhere leave their tables on lists of other nodes", "[run]") {
    const auto s = scenario("altix-2005", 400 * kMillisecond,
        {{"machine.nodes", "64"}, {"workload.kind", "migrating-workers"}, {"workload.processes", "500"},
            {"workload.tables", "32"}, {"drain.rule", "marks"}, {"quicklist.offnode", "keep"}});
    Kept kept;
    Run r({s, 1, {}}, kept);
    r.advance(kNever);
    const Snapshot snapshot = r.snapshot();
    std::uint64_t trapped = 0;
    for (const auto& [key, runs] : snapshot.homes) {
        if (place::is_quicklist(key.second) && key.first == 0 && s->machine.cpus[place::cpu(key.second)].node != 0) {
            for (const FrameRun& x : runs)
                trapped += x.count;
        }
    }
    CHECK(trapped > 15'000);
    CHECK(trapped <= 16'000);
}

TEST_CASE("Low memory drains lists on demand, as far as the request reaches", "[run]") {
    const auto of = [](const char* reach) {
        return run(scenario("altix-2005", 400 * kMillisecond,
            {{"machine.nodes", "1"}, {"machine.cpus-per-node", "4"}, {"machine.node-pages", "16384"},
                {"workload.kind", "busy-server"}, {"workload.tables", "32"}, {"drain.trigger", "demand"},
                {"drain.demand-reach", reach}}));
    };
    const auto before_pressure = [](const Outcome& o) {
        std::size_t n = 0;
        for (const Record& r : o.of(Kind::drain_begin))
            n += r.at < 300 * kMillisecond;
        return n;
    };
    const Outcome own = of("own"), ipi = of("ipi"), work = of("work");
    CHECK(before_pressure(ipi) == 0);
    CHECK(before_pressure(work) == 0);
    CHECK(own.of(Kind::out_of_memory).size() == 1);
    CHECK(ipi.of(Kind::out_of_memory).empty());
    CHECK(ipi.drained() > own.drained());
    CHECK(work.drained() > own.drained());
    std::size_t messages = 0;
    for (const Record& r : ipi.of(Kind::ipi))
        messages += r.to == static_cast<std::uint16_t>(IpiKind::drain);
    CHECK(messages >= 3);
    for (const Record& r : ipi.of(Kind::drain_begin))
        CHECK(r.to == static_cast<std::uint16_t>(Trigger::demand));
}

TEST_CASE("Every knob that may change during a run does so at its moment and loses no page", "[run]") {
    for (const Knob& k : knob_table()) {
        if (k.when != KnobWhen::any)
            continue;
        INFO(k.id);
        const auto s = scenario("altix-2005", 12 * kMillisecond,
            {{"machine.nodes", "1"}, {"machine.node-pages", "4096"}, {"workload.kind", "exit-wave"},
                {"workload.processes", "80"}, {"workload.tables", "16"}});
        const KnobIndex index = *find_knob(k.id);
        const KnobValue other = k.kind == KnobKind::number ? k.low + 16 : s->knobs[index] == 0 ? 1 : 0;
        const Outcome changed = run(s, 2, {{5 * kMillisecond, index, other}});
        REQUIRE(changed.of(Kind::knob).size() == 1);
        CHECK(changed.of(Kind::knob)[0].at == 5 * kMillisecond);
        // The same until then.
        const Outcome as_before = run(s, 2);
        for (std::size_t i = 0; i < changed.records.size() && changed.records[i].kind != Kind::knob; ++i)
            REQUIRE(changed.records[i] == as_before.records.at(i));
        // At the very start it is a scenario value.
        const auto from_start = std::make_shared<Scenario>(*s);
        from_start->knobs[index] = other;
        const Outcome a = run(s, 2, {{0, index, other}}), b = run(from_start, 2);
        CHECK(a.records.size() == b.records.size() + 1);
    }
}

TEST_CASE("A quicklist that is switched off gives back what it holds and takes nothing more", "[run]") {
    const auto s = scenario("altix-2005", 30 * kMillisecond,
        {{"machine.nodes", "1"}, {"workload.kind", "exit-wave"}, {"workload.processes", "80"},
            {"workload.tables", "16"}});
    Kept kept;
    Run r({s, 2, {{5 * kMillisecond, *find_knob("quicklist.enabled"), 0}}}, kept);
    r.advance(kNever);
    for (const auto& [key, runs] : r.snapshot().homes)
        CHECK((!place::is_quicklist(key.second) || runs.empty()));
    for (const Record& x : kept.records) {
        if (x.kind == Kind::move && place::is_quicklist(x.to))
            CHECK(x.at <= 5 * kMillisecond + 100 * kMicrosecond);
    }
}

TEST_CASE("The generic drain goes on in each turn of the idle loop, also when it is chosen during the run", "[run]") {
    const auto s = scenario("altix-2005", 40 * kMillisecond,
        {{"machine.nodes", "1"}, {"drain.trigger", "idle"}, {"drain.shape", "generic"},
            {"workload.kind", "touch-exit"}});
    add(*s, Placement::Target::quicklist, 5'000);
    add(*s, Placement::Target::node_free, 10'000);
    // Nothing runs on the CPU after the first millisecond but the tick, 1,024 times a second.
    CHECK(run(s).of(Kind::drain_end).size() >= 38);
    const auto later = std::make_shared<Scenario>(*s);
    set(*later, "drain.shape", "described");
    const auto shape = *find_knob("drain.shape");
    const auto generic = static_cast<KnobValue>(quicklist::DrainShape::generic);
    const Outcome o = run(later, 1, {{20 * kMillisecond, shape, generic}});
    std::size_t after = 0;
    for (const Record& r : o.of(Kind::drain_end))
        after += r.at > 20 * kMillisecond;
    CHECK(after >= 18);
}

TEST_CASE("At the end of longer runs on a whole machine the fold equals the simulator too", "[run][fold]") {
    for (const char* kind : kKinds) {
        INFO(kind);
        const auto s = scenario("altix-2005", 40 * kMillisecond,
            {{"workload.kind", kind}, {"machine.nodes", "4"}, {"workload.tables", "32"}, {"workload.pages", "100"},
                {"quicklist.offnode", "keep"}, {"drain.trigger", "idle+unmap+tick+demand"}, {"drain.shape", "merged"}});
        journal::Journal journal;
        Run r({s, 11, {}}, journal);
        r.advance(kNever);
        journal::MachineState state(std::shared_ptr<const machine::Machine>(s, &s->machine));
        journal.for_each(0, journal.size(), [&state](const Record& record, RecordIndex) { state.apply(record); });
        CHECK(first_difference(normal(r.snapshot()), normal(state.snapshot())) == "");
        CHECK(r.check_conservation() == "");
    }
}
