// SPDX-License-Identifier: GPL-3.0-or-later
// Freeing a giant: rounds, pieces, workers, gate and page orders, by what the records say.
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/machine_state.h"
#include "core/mechanism/page_free/page_free.h"
#include "core/workload/classes.h"
#include "tests/support/catch.h"
#include "tests/support/property.h"

#include <map>
#include <set>

using namespace sluice;
using namespace sluice::experiment;
using journal::Journal;
using journal::MachineState;

namespace {

constexpr std::uint64_t kReserved = 524'288; ///< pages of a node of haswell-ex

/// `nodes` nodes of `cpus` CPUs and `pages` pages beside what the kernel has, and one giant of `mib` MiB.
Scenario giant(std::uint32_t nodes, std::uint32_t cpus, std::uint64_t pages, std::uint64_t mib) {
    FileError error;
    auto s = read_scenario("format = 1\ntitle = \"t\"\nmachine = \"haswell-ex\"\npreset = \"4.10\"\nlength = \"1 s\"\n"
                           "[set]\n\"lock.kind\" = \"queued\"\n\"quicklist.enabled\" = \"off\"\n"
                           "\"machine.nodes\" = "
            + std::to_string(nodes) + "\n\"machine.cpus-per-node\" = " + std::to_string(cpus)
            + "\n\"machine.node-pages\" = " + std::to_string(kReserved + pages)
            + "\n[workload]\nkind = \"free-giant\"\ngiant = " + std::to_string(mib) + "\n",
        "test.toml", error);
    if (!s)
        FAIL(error.text());
    return *s;
}

void set(Scenario& s, const char* id, const char* value) {
    FileError error;
    if (!set_knob(s, id, value, error))
        FAIL(error.text());
}

/// What the records of a finished run say.
struct Story {
    explicit Story(Scenario scenario, std::uint64_t seed = 1)
        : input{std::make_shared<const Scenario>(std::move(scenario)), seed, {}}
        , run(input, journal) {
        run.advance(kNever);
        CHECK(run.state() == Run::State::finished);
        CHECK(run.check_conservation() == "");
    }
    std::vector<Record> of(Kind kind) const {
        std::vector<Record> found;
        journal.for_each(0, journal.size(), [&](const Record& r, RecordIndex) {
            if (r.kind == kind)
                found.push_back(r);
        });
        return found;
    }
    Time exit_time() const {
        for (const Record& r : of(Kind::op))
            if (r.to == static_cast<std::uint16_t>(Op::exit))
                return static_cast<Time>(r.a);
        return -1;
    }
    /// Most pages that one stretch without preemption freed.
    std::uint64_t longest_stretch() const {
        std::uint64_t most = 0;
        for (const Record& r : of(Kind::section))
            if (r.from == static_cast<std::uint16_t>(SectionKind::preemption))
                most = std::max<std::uint64_t>(most, r.prev);
        return most;
    }
    MachineState state() const {
        MachineState s({input.scenario, &input.scenario->machine});
        journal.for_each(0, journal.size(), [&](const Record& r, RecordIndex) { s.apply(r); });
        return s;
    }

    RunInput input;
    Journal journal;
    Run run;
};

std::uint64_t anonymous(const MachineState& s) {
    std::uint64_t n = 0;
    for (const journal::ZoneState& z : s.zones())
        n += z.anonymous + z.gather + z.being_freed;
    return n;
}

} // namespace

TEST_CASE("A round holds what fits into the stack and nineteen pages of pointers", "[page_free]") {
    page_free::FreePolicy policy;
    CHECK(policy.capacity(510) == 8 + 19 * 510);
    CHECK(policy.capacity(2046) == 8 + 4 * 2046);
    policy.limit = page_free::GatherLimit::none;
    CHECK(policy.capacity(510) == ~std::uint64_t{0});
    policy.parallel = true;
    CHECK(policy.capacity(510) == 8 + 515 * 510);
}

TEST_CASE("Without workers a giant is freed in rounds of 9,698 pages", "[page_free]") {
    const Story s(giant(1, 4, 32'768, 100));
    const auto rounds = s.of(Kind::gather_flush);
    REQUIRE(rounds.size() == 3);
    CHECK(rounds[0].a == 9698);
    CHECK(rounds[0].prev == 19);
    CHECK(rounds[0].to == static_cast<std::uint16_t>(GatherEnd::full));
    CHECK(rounds[1].a == 9698);
    CHECK(rounds[2].a == 25'600 - 2 * 9698);
    CHECK(rounds[2].to == static_cast<std::uint16_t>(GatherEnd::end));
    CHECK(s.longest_stretch() == 9698);
    CHECK(s.of(Kind::piece).empty());
    const MachineState end = s.state();
    CHECK(anonymous(end) == 0);
    CHECK(end.zones()[0].page_table == 0);
    CHECK(end.zones()[0].kernel == kReserved);
    // The time is that of the costs: 128 ns a page, and little else.
    CHECK(s.exit_time() > 25'600 * 120);
    CHECK(s.exit_time() < 25'600 * 140);
}

TEST_CASE("The later limit frees at most 512 pages between preemption points, no limit frees all", "[page_free]") {
    Scenario later = giant(1, 4, 32'768, 100), none = later;
    set(later, "gather.limit", "512");
    set(none, "gather.limit", "none");
    const Story a(later), b(none);
    CHECK(a.of(Kind::gather_flush).size() == 3);
    CHECK(a.longest_stretch() == 510);
    CHECK(b.of(Kind::gather_flush).size() == 1);
    CHECK(b.longest_stretch() == 25'600);
    CHECK(b.of(Kind::gather_flush)[0].prev == 51); // pages of pointers
}

TEST_CASE("Pages leave the LRU at most 32 in one hold of its lock, and the zone gets batches", "[page_free]") {
    const Story s(giant(1, 4, 32'768, 100));
    std::map<std::uint64_t, std::uint64_t> off; // pages in the present hold, by lock
    std::uint64_t most = 0, given = 0, most_given = 0, holds = 0;
    s.journal.for_each(0, s.journal.size(), [&](const Record& r, RecordIndex) {
        if (r.kind == Kind::lock_take) {
            off[r.a] = 0;
            given = 0;
            holds += r.a == 1;
        }
        if (r.kind == Kind::list && r.to == 0)
            most = std::max<std::uint64_t>(most, off[1] += r.count);
        if (r.kind == Kind::move && place::is_pcp(r.from) && place::is_free(r.to))
            most_given = std::max(most_given, given += r.count);
    });
    CHECK(most == 32);
    CHECK(holds >= 25'600 / 32);
    CHECK(holds <= 25'600 / 32 + 3 * 20);
    CHECK(most_given == 31);
}

TEST_CASE("Workers free pieces, each once, and the exit waits for all of them", "[page_free]") {
    Scenario s = giant(1, 8, 49'152, 160);
    set(s, "free.parallel", "on");
    set(s, "free.threshold", "5000");
    set(s, "free.max-active", "3");
    const Story story(s);
    // 10 batches of 510 and what is on the stack: rounds of 5,108 pages; the eight of the stack stay with the caller.
    std::map<std::uint64_t, std::vector<PieceState>> life;
    std::uint64_t active = 0, most_active = 0, pages = 0;
    Time last_freed = 0;
    std::set<std::uint32_t> workers;
    for (const Record& r : story.of(Kind::piece)) {
        life[r.a].push_back(static_cast<PieceState>(r.to));
        switch (static_cast<PieceState>(r.to)) {
        case PieceState::being_freed:
            most_active = std::max(most_active, ++active);
            workers.insert(r.count);
            break;
        case PieceState::freed:
            --active;
            pages += r.prev;
            last_freed = r.at;
            break;
        default:
            break;
        }
    }
    CHECK(life.size() == 40'960 / 5108);
    for (const auto& [number, states] : life)
        CHECK(states == std::vector<PieceState>{PieceState::queued, PieceState::being_freed, PieceState::freed});
    CHECK(most_active == 3);
    CHECK(workers == std::set<std::uint32_t>{1, 2, 3});
    CHECK(pages == life.size() * 5100);
    for (const Record& r : story.of(Kind::op))
        if (r.to == static_cast<std::uint16_t>(Op::exit))
            CHECK(r.at >= last_freed);
    CHECK(anonymous(story.state()) == 0);
    CHECK(story.state().zones()[0].kernel == kReserved); // the pages of pointers are free again
    // No worker keeps its CPU for much more than 10,000 pages.
    CHECK(story.longest_stretch() <= 10'000 + 510);
    // It pays.
    Scenario alone = s;
    set(alone, "free.parallel", "off");
    CHECK(story.exit_time() < Story(alone).exit_time() * 7 / 10);
}

TEST_CASE("A closed gate makes the thread that exits free its pieces itself", "[page_free]") {
    Scenario s = giant(1, 4, 49'152, 160);
    set(s, "free.parallel", "on");
    set(s, "free.threshold", "5000");
    set(s, "free.gate", "idle");
    const auto fates = [](const Story& story) {
        std::set<PieceState> ends;
        for (const Record& r : story.of(Kind::piece))
            if (r.to != static_cast<std::uint16_t>(PieceState::being_freed))
                ends.insert(static_cast<PieceState>(r.to));
        return ends;
    };
    CHECK(fates(Story(s)).count(PieceState::freed) == 1); // idle machine: workers may be used
    set(s, "workload.co-runners", "100");
    const Story busy(s);
    CHECK(fates(busy) == std::set<PieceState>{PieceState::freed_by_caller});
    std::uint64_t units = 0;
    for (const Record& r : busy.of(Kind::op))
        units += r.to == static_cast<std::uint16_t>(Op::unit);
    CHECK(units > 100); // co-runners have worked
    set(s, "free.gate", "always");
    CHECK(fates(Story(s)).count(PieceState::freed) == 1);
}

TEST_CASE("Every page order frees every page, and interleaving spreads the zone lock", "[page_free]") {
    std::map<std::string, std::set<std::uint64_t>> zone_order;
    std::map<std::string, std::uint64_t> changes;
    for (const char* order : {"as-allocated", "interleaved", "random"}) {
        Scenario s = giant(4, 4, 16'384, 150);
        set(s, "free.order", order);
        const Story story(s);
        CHECK(anonymous(story.state()) == 0);
        NodeId last = 0;
        for (const Record& r : story.of(Kind::move)) {
            if (r.to != place::gather || r.from != place::anonymous)
                continue;
            const NodeId node = s.machine.zones[s.machine.zone_of(r.a)].node;
            changes[order] += node != last;
            last = node;
            zone_order[order].insert(r.a);
        }
    }
    // As allocated: one node after the other. The others change node at nearly every block.
    CHECK(changes["as-allocated"] <= 3);
    CHECK(changes["interleaved"] > 70);
    CHECK(changes["random"] > 40);
}

TEST_CASE("Huge pages are gathered as one pointer and freed as one block", "[page_free]") {
    Scenario s = giant(1, 4, 32'768, 100);
    set(s, "free.huge", "on");
    const Story story(s);
    CHECK(anonymous(story.state()) == 0);
    std::uint64_t blocks = 0;
    for (const Record& r : story.of(Kind::move))
        blocks += r.from == place::gather && r.to == place::free(9);
    CHECK(blocks == 50);
    Scenario small = giant(1, 4, 32'768, 100);
    CHECK(story.exit_time() < Story(small).exit_time() / 20);
}

TEST_CASE("A quicklist on top keeps the page tables of a giant", "[page_free]") {
    Scenario s = giant(1, 4, 32'768, 100);
    set(s, "quicklist.enabled", "on");
    set(s, "drain.trigger", "demand");
    const Story story(s);
    std::uint64_t kept = 0;
    const MachineState end = story.state();
    for (const journal::CpuState& c : end.cpus())
        kept += c.quicklist;
    CHECK(kept == 50); // one table for 512 pages
}

TEST_CASE("Threads of one core slow each other", "[page_free]") {
    // One core with two threads, a giant, and a co-runner on the other thread.
    Scenario s = giant(1, 2, 32'768, 100);
    const Time alone = Story(s).exit_time();
    set(s, "workload.co-runners", "50");
    const Time shared = Story(s).exit_time();
    CHECK(shared > alone * 140 / 100);
    CHECK(shared < alone * 160 / 100);
}

TEST_CASE("Batches that go back double while nothing is allocated", "[page_free]") {
    Scenario s = giant(1, 2, 32'768, 100);
    set(s, "pcp.formula", "6.2");
    set(s, "pcp.high", "8000");
    set(s, "pcp.batch-scale", "5");
    const Story story(s);
    std::uint64_t given = 0, most = 0;
    story.journal.for_each(0, story.journal.size(), [&](const Record& r, RecordIndex) {
        if (r.kind == Kind::lock_take)
            given = 0;
        if (r.kind == Kind::move && place::is_pcp(r.from) && place::is_free(r.to))
            most = std::max(most, given += r.count);
    });
    CHECK(most == 63 << 5);
}

TEST_CASE("The fold of a giant's records equals the simulator under random policies", "[page_free]") {
    CHECK(test::check_cases(60, [] {
        const auto nodes = *rc::gen::inRange(1u, 4u), giants = *rc::gen::element(1u, 1u, 3u);
        Scenario s = giant(
            nodes, *rc::gen::inRange(1u, 7u), 8192, *rc::gen::inRange<std::uint64_t>(1, 24 * nodes / giants + 1));
        set(s, "workload.giants", giants == 1 ? "1" : "3");
        for (const char* id : {"free.parallel", "free.gate", "free.huge", "quicklist.enabled"})
            set(s, id,
                *rc::gen::inRange(0, 2) ? (std::string_view(id) == "free.gate" ? "idle" : "on")
                                        : (std::string_view(id) == "free.gate" ? "always" : "off"));
        set(s, "free.order", *rc::gen::element("as-allocated", "interleaved", "random"));
        set(s, "gather.limit", *rc::gen::element("9698", "512", "none"));
        set(s, "free.threshold", *rc::gen::element("512", "700", "3000"));
        set(s, "free.max-active", *rc::gen::element("1", "2", "5"));
        set(s, "workload.co-runners", *rc::gen::element("0", "50", "100"));
        set(s, "workload.pause", "1");
        set(s, "lock.kind", *rc::gen::element("tas", "ticket", "queued"));
        const RunInput input{std::make_shared<const Scenario>(s), *rc::gen::inRange<std::uint64_t>(0, 1000), {}};
        Journal journal;
        Run run(input, journal);
        MachineState state({input.scenario, &input.scenario->machine});
        for (int part = 0; part < 200 && run.state() == Run::State::running; ++part) {
            run.advance(kNever, part < 20 ? 7 : 1511);
            journal.for_each(state.position(), journal.size(), [&](const Record& r, RecordIndex) {
                RC_ASSERT(state.contradiction(r) == "");
                state.apply(r);
            });
            RC_ASSERT(run.check_conservation() == "");
            Snapshot fold = state.snapshot(), truth = run.snapshot();
            RC_ASSERT(fold.homes == truth.homes);
            RC_ASSERT(fold.lists == truth.lists);
            RC_ASSERT(fold.tasks == truth.tasks);
            const std::size_t locks = std::max(fold.locks.size(), truth.locks.size());
            fold.locks.resize(locks);
            truth.locks.resize(locks);
            RC_ASSERT(fold.locks == truth.locks);
        }
    }));
}

TEST_CASE("Giants that do not fit are refused with both sizes", "[page_free]") {
    Scenario s = giant(1, 2, 32'768, 100);
    FileError error;
    CHECK_FALSE(set_knob(s, "workload.giant", "200", error));
    CHECK(error.text() == "A giant of 200 MiB does not fit into the 128 MiB that the machine has for processes.");
    CHECK(s.knobs[*find_knob("workload.giant")] == 100);
    CHECK_FALSE(set_knob(s, "workload.giants", "2", error));
    CHECK(error.text() == "2 giants of 100 MiB do not fit into the 128 MiB that the machine has for processes.");
    CHECK(set_knob(s, "workload.giant", "60", error));
    CHECK(set_knob(s, "workload.giants", "2", error));
}

TEST_CASE("Each node has workers of its own", "[page_free]") {
    Scenario s = giant(2, 6, 65'536, 100);
    set(s, "workload.giants", "2");
    set(s, "free.parallel", "on");
    set(s, "free.threshold", "2000");
    set(s, "free.max-active", "2");
    const Story story(s);
    std::map<NodeId, std::uint64_t> active, most;
    for (const Record& r : story.of(Kind::piece)) {
        const NodeId node = s.machine.cpus[r.cpu].node;
        if (r.to == static_cast<std::uint16_t>(PieceState::being_freed))
            most[node] = std::max(most[node], ++active[node]);
        else if (r.from == static_cast<std::uint16_t>(PieceState::being_freed))
            --active[node];
    }
    CHECK(most == std::map<NodeId, std::uint64_t>{{0, 2}, {1, 2}});
    CHECK(anonymous(story.state()) == 0);
}
