// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics against streams of records made by hand, with answers worked out on paper.
#include "core/experiment/metric_set.h"
#include "core/experiment/reduce.h"
#include "core/journal/machine_state.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic.h"

#include <fstream>

using namespace sluice;
using namespace sluice::experiment;

namespace {

/// Two nodes of 1,000 pages, 100 reserved each; CPUs 0, 1 on node 0, CPUs 2, 3 on node 1. Clearing a page costs 500 ns.
std::shared_ptr<machine::Machine> two_nodes() {
    test::SyntheticShape shape;
    shape.pages_per_node = 1000;
    shape.reserved = 100;
    auto m = std::make_shared<machine::Machine>(*test::synthetic_machine(shape));
    m->costs.set(machine::Primitive::page_zero, {500'000, machine::Certainty::estimated, ""});
    m->costs.set(machine::Primitive::lock_transfer_near, {100'000, machine::Certainty::estimated, ""});
    m->costs.set(machine::Primitive::lock_transfer_hop, {50'000, machine::Certainty::estimated, ""});
    return m;
}

/// Writes records one by one.
class Stream {
public:
    explicit Stream(Time measure_from = 0)
        : machine_(two_nodes())
        , recorder_(journal_, 4)
        , measure_from_(measure_from) { }

    RecordIndex add(Time at, Kind kind, CpuId cpu, std::uint64_t a, std::uint16_t from = 0, std::uint16_t to = 0,
        std::uint32_t count = 0, std::uint32_t prev = 0, RecordIndex cause = kNoRecord) {
        Record r;
        r.at = at;
        r.kind = kind;
        r.cpu = cpu;
        r.a = a;
        r.from = from;
        r.to = to;
        r.count = count;
        r.prev = prev;
        r.cause = cause;
        return recorder_.write(r);
    }
    RecordIndex move(Time at, CpuId cpu, Frame first, std::uint32_t n, Place from, Place to) {
        return add(at, Kind::move, cpu, first, from, to, n);
    }
    Recorder& recorder() { return recorder_; }
    MetricContext context() const {
        MetricContext c;
        c.machine = machine_;
        c.measure_from = measure_from_;
        c.task_classes = {"lat_proc", "child"};
        return c;
    }
    Series of(
        const std::string& name, std::map<std::string, std::string> labels = {}, std::optional<Time> until = {}) const {
        const MetricQuery q{name, std::move(labels)};
        RunResults results = measure(journal_, context(), {q}, until);
        REQUIRE(results.series.count(q) == 1);
        return results.series[q];
    }
    double sum(const std::string& name, std::map<std::string, std::string> labels = {}) const {
        return reduce(of(name, std::move(labels)), Reduction::sum)->value;
    }
    double last(const std::string& name, std::map<std::string, std::string> labels = {}) const {
        return reduce(of(name, std::move(labels)), Reduction::last)->value;
    }
    const journal::Journal& journal() const { return journal_; }

private:
    std::shared_ptr<machine::Machine> machine_;
    journal::Journal journal_;
    Recorder recorder_;
    Time measure_from_;
};

std::vector<double> values(const Series& s) {
    std::vector<double> out;
    for (const Point& p : s.points)
        out.push_back(p.value);
    return out;
}

constexpr std::uint16_t code(auto e) {
    return static_cast<std::uint16_t>(e);
}

} // namespace

TEST_CASE("levels of places follow moves", "[metric]") {
    Stream s;
    s.move(100, 0, 200, 8, place::free(3), place::pcp(0));
    s.move(200, 0, 200, 2, place::pcp(0), place::page_table);
    s.move(300, 2, 200, 2, place::page_table, place::quicklist(2)); // node 0's pages on a list of node 1
    s.move(400, 2, 1500, 1, place::free(0), place::quicklist(2));
    s.add(1000, Kind::end_of_run, 0, 0);

    const Series free = s.of("free.pages");
    CHECK(free.initial == 1800);
    CHECK(values(free) == std::vector<double>{1792, 1791});
    CHECK(s.last("free.pages", {{"node", "0"}}) == 892);
    CHECK(s.last("free.pages", {{"zone", "1"}}) == 899);
    CHECK(s.last("pcp.pages") == 6);
    CHECK(s.last("pcp.pages", {{"cpu", "1"}}) == 0);
    CHECK(values(s.of("quicklist.pages", {{"cpu", "2"}})) == std::vector<double>{2, 3});
    CHECK(s.last("quicklist.pages", {{"node", "0"}}) == 0);
    CHECK(s.last("offnode.pages") == 2);
    CHECK(s.last("offnode.pages", {{"node", "0"}}) == 2);
    CHECK(s.last("offnode.pages", {{"node", "1"}}) == 0);
    CHECK(s.last("trapped.pages", {{"node", "0"}}) == 8); // 6 on the page list, 2 on the quicklist
    CHECK(s.last("quicklist.share", {{"node", "1"}}) == Approx(100.0 * 3 / (3 + 899)));
    CHECK(s.last("quicklist.share") == Approx(100.0 * 3 / (3 + 1791)));
    CHECK(s.last("conserved") == 1);
    // 0 until 300, 2 until 400, then 3 until 1000
    CHECK(reduce(s.of("quicklist.pages"), Reduction::mean)->value == Approx((2 * 100 + 3 * 600) / 1000.0));
    // Up to a playhead nothing later counts.
    CHECK(reduce(s.of("quicklist.pages", {}, 350), Reduction::max)->value == 2);
    CHECK(s.of("quicklist.pages", {}, 350).to == 350);
}

TEST_CASE("a list that gives more than it has breaks conservation", "[metric]") {
    Stream s;
    s.move(100, 0, 200, 1, place::free(0), place::quicklist(0));
    s.move(200, 0, 201, 1, place::quicklist(0), place::page_table);
    CHECK(s.last("conserved") == 1);
    s.move(300, 0, 202, 1, place::quicklist(0), place::page_table);
    CHECK(s.last("conserved") == 0);
}

TEST_CASE("a refill counts as one batch", "[metric]") {
    Stream s;
    for (Frame f : {200, 210, 220, 230})
        s.move(100, 0, f, 1, place::free(0), place::pcp(0));
    s.move(100, 1, 300, 7, place::free(3), place::pcp(1)); // another CPU meanwhile
    s.add(110, Kind::lock_drop, 0, 0);
    s.move(200, 0, 200, 1, place::free(0), place::pcp(0));
    s.move(210, 0, 200, 2, place::pcp(0), place::free(0));
    s.add(220, Kind::lock_drop, 0, 0);
    s.add(220, Kind::lock_drop, 1, 0);
    CHECK(values(s.of("pcp.batch.effective", {{"cpu", "0"}})) == std::vector<double>{4, 1, 2});
    CHECK(values(s.of("pcp.batch.effective", {{"cpu", "1"}})) == std::vector<double>{7});
}

TEST_CASE("quicklist limit, tables and clearing", "[metric]") {
    Stream s;
    s.add(10, Kind::limit, 0, 600);
    s.add(20, Kind::limit, 1, 800);
    s.add(30, Kind::limit, 1, 50, 0, 0, 0, 800);
    CHECK(values(s.of("quicklist.limit")) == std::vector<double>{600, 800, 600});
    CHECK(s.last("quicklist.limit", {{"cpu", "1"}}) == 50);

    s.move(40, 0, 200, 1, place::free(0), place::page_table);
    s.add(41, Kind::zero, 0, 200, 0, place::page_table, 0, 480);
    s.move(50, 0, 201, 1, place::pcp(0), place::anonymous);
    s.add(51, Kind::zero, 0, 201, 0, place::anonymous, 0, 700);
    s.move(60, 0, 200, 1, place::page_table, place::quicklist(0));
    s.move(70, 1, 200, 1, place::quicklist(0), place::page_table);
    CHECK(s.sum("pt.alloc") == 2);
    CHECK(s.sum("pt.alloc", {{"cpu", "1"}}) == 1);
    CHECK(s.sum("pt.hit") == 1);
    CHECK(s.sum("pt.zeroed") == 1);
    CHECK(s.sum("zero.time") == 480);
    CHECK(s.sum("zero.avoided") == 500);
}

TEST_CASE("drains and their sections", "[metric]") {
    Stream s;
    s.add(100, Kind::drain_begin, 0, 40, 0, code(Trigger::idle), 0, 25);
    s.add(150, Kind::drain_begin, 2, 30, 0, code(Trigger::tick), 0, 25);
    s.add(180, Kind::section, 0, 60, code(SectionKind::preemption), code(SectionCause::quicklist_drain), 0, 9);
    s.add(190, Kind::drain_end, 2, 5, 0, code(Trigger::tick), 1, 0, 1);
    s.add(200, Kind::section, 0, 20, code(SectionKind::preemption), code(SectionCause::quicklist_drain), 0, 6);
    s.add(210, Kind::section, 0, 30, code(SectionKind::preemption), code(SectionCause::quicklist_drain)); // freed none
    s.add(210, Kind::section, 0, 7, code(SectionKind::interrupts), code(SectionCause::zone_lock));
    s.add(220, Kind::drain_end, 0, 15, 0, code(Trigger::idle), 2, 0, 0);
    s.add(300, Kind::drain_begin, 0, 3, 0, code(Trigger::idle));
    s.add(301, Kind::drain_end, 0, 0, 0, code(Trigger::idle)); // a check only
    CHECK(s.sum("drain.events") == 2);
    CHECK(s.sum("drain.events", {{"trigger", "tick"}}) == 1);
    CHECK(s.sum("drain.pages") == 20);
    CHECK(s.sum("drain.pages", {{"node", "1"}}) == 5);
    CHECK(s.sum("drain.sections") == 3);
    CHECK(values(s.of("drain.section.pages")) == std::vector<double>{9, 6});
    CHECK(values(s.of("drain.section.time")) == std::vector<double>{60, 20});
    CHECK(values(s.of("preempt_off.time")) == std::vector<double>{60, 20, 30});
    CHECK(values(s.of("irq_off.time", {{"cause", "zone_lock"}})) == std::vector<double>{7});
    CHECK(s.of("irq_off.time", {{"cause", "tick"}}).points.empty());

    const Series drains = s.of("drain");
    REQUIRE(drains.spans.size() == 2);
    CHECK(drains.spans[0].start == 100); // first in time though it ended last
    CHECK(drains.spans[0].end == 220);
    CHECK(drains.spans[0].value == 15);
    CHECK(drains.spans[1].start == 150);
    const auto anchors = measure(s.journal(), s.context(), {}).anchors;
    CHECK(anchors.at("drain[0].start") == 100);
    CHECK(anchors.at("drain[1].end") == 190);
    CHECK(anchors.count("drain[2].start") == 0);
}

TEST_CASE("ping-pong is a page drained and taken again within one exit and fork", "[metric]") {
    Stream s;
    s.add(100, Kind::drain_begin, 0, 2);
    s.move(110, 0, 200, 2, place::quicklist(0), place::pcp(0));
    s.move(110, 0, 202, 1, place::quicklist(0), place::free(0));
    s.add(120, Kind::drain_end, 0, 3);
    s.move(130, 0, 203, 1, place::quicklist(0), place::pcp(0)); // not a drain
    s.move(140, 0, 203, 1, place::pcp(0), place::page_table);
    s.move(150, 0, 200, 1, place::pcp(0), place::page_table); // taken at once
    s.add(160, Kind::op, 0, 50, 0, code(Op::fork_exit));
    s.move(170, 0, 201, 1, place::pcp(0), place::anonymous); // within one pair
    s.add(180, Kind::op, 0, 50, 0, code(Op::fork_exit));
    s.move(190, 0, 202, 1, place::free(0), place::page_table); // too late
    CHECK(s.sum("pingpong.pages") == 2);
}

TEST_CASE("delays by cause and by victim", "[metric]") {
    Stream s;
    const auto from = [](DelayCause c, Victim v) { return static_cast<std::uint16_t>(code(c) | code(v) << 8); };
    s.add(100, Kind::delay, 0, 40, from(DelayCause::drain, Victim::waker), code(Delay::wakeup));
    s.add(200, Kind::delay, 1, 60, from(DelayCause::idle_exit, Victim::waker), code(Delay::wakeup));
    s.add(300, Kind::delay, 1, 500, from(DelayCause::reclaim, Victim::allocating), code(Delay::alloc_stall));
    s.add(400, Kind::delay, 1, 90, from(DelayCause::drain, Victim::other), code(Delay::switching));
    s.add(500, Kind::tick, 0, 3, 0, 1);
    s.add(600, Kind::tick, 1, 5);
    CHECK(values(s.of("wakeup.delay")) == std::vector<double>{40, 60});
    CHECK(values(s.of("wakeup.delay", {{"cause", "drain"}})) == std::vector<double>{40});
    CHECK(values(s.of("wakeup.delay", {{"cpu", "1"}, {"class", "waker"}})) == std::vector<double>{60});
    CHECK(values(s.of("alloc.stall")) == std::vector<double>{500});
    CHECK(values(s.of("delay")) == std::vector<double>{40, 60, 500});
    CHECK(values(s.of("delay", {{"class", "allocating"}})) == std::vector<double>{500});
    CHECK(values(s.of("switch.delay")) == std::vector<double>{90});
    CHECK(values(s.of("tick.delay")) == std::vector<double>{3, 5});
    CHECK(s.sum("switch.heldoff") == 1);
}

TEST_CASE("lockmeter's columns", "[metric]") {
    Stream s;
    s.add(100, Kind::lock_take, 0, 0, 0, 7); // zone 0, site 7, no wait
    s.add(120, Kind::lock_wait, 1, 0, 0, 8, 0);
    s.add(150, Kind::lock_drop, 0, 0, 0, 7, 0, 50);
    s.add(160, Kind::lock_take, 1, 0, 1, 8, 2, 40); // waited 40, two steps away
    s.add(200, Kind::lock_drop, 1, 0, 0, 8, 0, 40);
    s.add(300, Kind::lock_take, 2, 1, 0, 7); // zone 1
    s.add(310, Kind::lock_drop, 2, 1, 0, 7, 0, 10);
    s.add(320, Kind::lock_take, 2, 5, 0, 9, 1); // a page-table lock
    s.add(400, Kind::end_of_run, 0, 0);
    CHECK(s.sum("lock.acquisitions") == 4);
    CHECK(s.sum("lock.acquisitions", {{"lock", "zone"}}) == 3);
    CHECK(s.sum("lock.acquisitions", {{"lock", "zone1"}}) == 1);
    CHECK(s.sum("lock.acquisitions", {{"lock", "page_table"}}) == 1);
    CHECK(s.sum("lock.acquisitions", {{"lock", "5"}}) == 1);
    CHECK(s.sum("lock.acquisitions", {{"site", "7"}}) == 2);
    CHECK(s.sum("lock.contended") == 1);
    CHECK(reduce(s.of("lock.contention", {{"lock", "zone0"}}), Reduction::mean)->value == 50);
    CHECK(reduce(s.of("lock.utilisation", {{"lock", "zone0"}}), Reduction::mean)->value == Approx(100.0 * 90 / 400));
    CHECK(values(s.of("lock.hold")) == std::vector<double>{50, 40, 10});
    CHECK(values(s.of("lock.wait")) == std::vector<double>{40});
    CHECK(values(s.of("lock.handover")) == std::vector<double>{150, 100});
}

TEST_CASE("a relock is a drop and a request for another lock of the kind in one moment", "[metric]") {
    Stream s;
    s.add(100, Kind::lock_take, 0, 0, 0, 7); // zone 0
    s.add(150, Kind::lock_drop, 0, 0, 0, 7, 0, 50);
    s.add(150, Kind::lock_take, 0, 1, 0, 7); // zone 1 at once: a relock
    s.add(160, Kind::lock_drop, 0, 1, 0, 7, 0, 10);
    s.add(160, Kind::lock_wait, 0, 0, 0, 7); // zone 0 again, after a wait: another
    s.add(190, Kind::lock_take, 0, 0, 1, 7, 0, 30);
    s.add(200, Kind::lock_drop, 0, 0, 0, 7, 0, 10);
    s.add(200, Kind::lock_take, 0, 0, 0, 7); // the same lock
    s.add(210, Kind::lock_drop, 0, 0, 0, 7, 0, 10);
    s.add(210, Kind::lock_take, 0, 1, 0, 8); // another place
    s.add(220, Kind::lock_drop, 0, 1, 0, 8, 0, 10);
    s.add(225, Kind::lock_take, 0, 0, 0, 8); // later
    s.add(230, Kind::lock_drop, 0, 0, 0, 8, 0, 5);
    s.add(230, Kind::lock_take, 0, 5, 0, 8); // another kind
    s.add(230, Kind::lock_take, 1, 1, 0, 8); // another CPU
    CHECK(s.sum("lock.relocks") == 2);
    CHECK(s.sum("lock.relocks", {{"lock", "zone1"}}) == 1);
    CHECK(s.sum("lock.relocks", {{"cpu", "1"}}) == 0);
}

TEST_CASE("time that is spent on one kind of lock", "[metric]") {
    Stream s;
    s.add(0, Kind::switch_task, 0, 5, 0, 0, 0, 1);
    s.add(100, Kind::lock_take, 0, 4); // a page-table lock
    s.add(200, Kind::lock_wait, 0, 0);
    s.add(260, Kind::lock_take, 0, 0, 1, 0, 0, 60);
    s.add(300, Kind::lock_drop, 0, 0, 0, 0, 0, 40);
    s.add(350, Kind::lock_drop, 0, 4, 0, 0, 0, 250);
    s.add(400, Kind::lock_wait, 0, 0);
    s.add(410, Kind::lock_take, 0, 6); // an interrupt's, while it waits
    s.add(440, Kind::lock_drop, 0, 6, 0, 0, 0, 30);
    s.add(500, Kind::end_of_run, 0, 0);
    const auto spent = [&](const char* state, const char* lock) {
        return s.sum("cpu.seconds", {{"state", state}, {"lock", lock}});
    };
    CHECK(s.sum("cpu.seconds", {{"state", "hold"}}) == 100 + 90 + 30);
    CHECK(spent("hold", "page_table") == 100 + 90 + 30);
    CHECK(spent("hold", "zone") == 40);
    CHECK(s.sum("cpu.seconds", {{"state", "spin"}}) == 60 + 10 + 60);
    CHECK(spent("spin", "zone") == 130);
    CHECK(spent("spin", "page_table") == 0);
    CHECK(s.sum("cpu.seconds", {{"lock", "zone"}}) == 170);
    CHECK(reduce(s.of("cpu.share", {{"lock", "zone"}, {"cpu", "0"}}), Reduction::mean)->value == Approx(34));
    CHECK(MetricSet(s.context(), {{"cpu.share", {{"lock", "zone"}, {"state", "idle"}}}}).error(0).find("“spin”")
        != std::string::npos);
}

TEST_CASE("lock order: depth and cycles", "[metric]") {
    Stream s;
    s.add(100, Kind::lock_take, 0, 5); // a page-table lock
    s.add(110, Kind::lock_take, 0, 0); // zone 0 inside
    s.add(115, Kind::lock_take, 1, 0); // another CPU holds nothing else
    s.add(120, Kind::lock_drop, 0, 0);
    s.add(130, Kind::lock_drop, 0, 5);
    s.add(135, Kind::lock_drop, 1, 0);
    CHECK(s.last("lock.depth", {{"lock", "zone"}}) == 1);
    CHECK(s.last("lock.depth", {{"lock", "page_table"}}) == 0);
    CHECK(s.last("lock.depth") == 1);
    CHECK(s.last("lock.cycle") == 0);
    s.add(200, Kind::lock_take, 2, 1);
    s.add(210, Kind::lock_take, 2, 6);
    CHECK(s.last("lock.cycle") == 1);
}

TEST_CASE("docs/METRICS.md is what the table gives", "[metric]") {
    std::ifstream file(SLUICE_SOURCE_DIR "/docs/METRICS.md");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    CHECK(text == metrics_markdown());
}

TEST_CASE("what CPUs do with their time", "[metric]") {
    Stream s;
    s.add(0, Kind::task, 0, 5, 0, code(TaskState::runnable), 1);
    s.add(100, Kind::switch_task, 0, 5, 0, 0, 0, 1);
    s.add(200, Kind::lock_wait, 0, 0);
    s.add(250, Kind::lock_take, 0, 0, 1, 0, 0, 50);
    s.add(300, Kind::lock_drop, 0, 0, 0, 0, 0, 50);
    s.add(400, Kind::task, 0, 5, code(TaskState::running), code(TaskState::dead), 1);
    s.add(450, Kind::switch_task, 0, 1, 0, 0, 0, 5);
    s.add(1000, Kind::end_of_run, 0, 0);
    const auto share = [&](const char* state) {
        return reduce(s.of("cpu.share", {{"cpu", "0"}, {"state", state}}), Reduction::mean)->value;
    };
    CHECK(share("work") == Approx(25)); // 100 to 200, 300 to 450
    CHECK(share("spin") == Approx(5));
    CHECK(share("hold") == Approx(5));
    CHECK(share("idle") == Approx(65));
    CHECK(reduce(s.of("cpu.share"), Reduction::mean)->value == Approx(35.0 / 4));
    CHECK(s.sum("cpu.seconds") == 350);
    CHECK(s.sum("cpu.seconds", {{"state", "spin"}}) == 50);
    CHECK(s.sum("cpu.seconds", {{"state", "idle"}}) == 650 + 3 * 1000);
    CHECK(s.sum("cpu.seconds", {{"task", "5"}}) == 350);
    CHECK(s.sum("cpu.seconds", {{"task", "child"}}) == 350);
    CHECK(s.sum("cpu.seconds", {{"task", "lat_proc"}}) == 0);
}

TEST_CASE("operations, lines and beats", "[metric]") {
    Stream s;
    s.add(100, Kind::beat, 0, 0, 0, code(Beat::exit_wave));
    s.add(400, Kind::op, 0, 300, 0, code(Op::fork_exit));
    s.add(500, Kind::op, 1, 500, 0, code(Op::fork_exit));
    s.add(500, Kind::op, 2, 10, 0, code(Op::touch));
    s.recorder().step(600, 0, 0x20, 0);
    s.recorder().step(610, 1, 0x20, 0);
    s.recorder().step(620, 0, 0x21, 0);
    s.add(700, Kind::beat, 0, 3, 0, code(Beat::round));
    s.add(800, Kind::beat, 0, 0, 0, code(Beat::exit_wave)); // a second wave: the name is the first
    s.add(1000, Kind::end_of_run, 0, 0);
    CHECK(values(s.of("op.time", {{"name", "fork_exit"}})) == std::vector<double>{300, 500});
    const Series ops = s.of("op", {{"name", "fork_exit"}});
    REQUIRE(ops.spans.size() == 2);
    CHECK(ops.spans[0].start == 0);
    CHECK(ops.spans[0].end == 500);
    CHECK(reduce(s.of("op.rate"), Reduction::mean)->value == Approx(3 * 1e9 / 1000));
    CHECK(reduce(s.of("op.rate", {{"name", "touch"}}), Reduction::mean)->value == Approx(1e9 / 1000));
    CHECK(s.sum("line.hits", {{"line", "32"}}) == 2);
    CHECK(s.sum("line.hits", {{"cpu", "0"}}) == 2);
    const auto records = values(s.of("line.record", {{"line", "32"}}));
    REQUIRE(records.size() == 2);
    CHECK(records[0] < records[1]);
    const auto anchors = measure(s.journal(), s.context(), {}).anchors;
    CHECK(anchors.at("exit_wave") == 100);
    CHECK(anchors.at("round[3]") == 700);
    CHECK(anchors.at("last_exit") == 500);
    CHECK(anchors.count("pressure") == 0);
}

TEST_CASE("what lies before measure_from does not count but has its effect", "[metric]") {
    Stream s(1000);
    s.move(100, 0, 200, 5, place::free(0), place::quicklist(0));
    s.add(200, Kind::drain_begin, 0, 5);
    s.add(300, Kind::drain_end, 0, 2, 0, 0, 1);
    s.move(1500, 0, 200, 1, place::quicklist(0), place::page_table);
    s.add(2000, Kind::end_of_run, 0, 0);
    const Series pages = s.of("quicklist.pages");
    CHECK(pages.initial == 5);
    CHECK(values(pages) == std::vector<double>{4});
    CHECK(reduce(pages, Reduction::mean)->value == Approx(4.5));
    CHECK(s.sum("drain.events") == 0);
    CHECK(s.of("drain").spans.empty());
    CHECK(s.sum("cpu.seconds", {{"state", "idle"}}) == 4 * 1000);
}

TEST_CASE("following in pieces gives what one pass gives", "[metric]") {
    journal::Journal journal;
    test::Synthetic model({}, journal, 77);
    for (int i = 0; i < 5000; ++i)
        model.step();
    MetricContext context;
    context.machine = model.machine();
    auto queries = standard_queries();
    queries.push_back({"quicklist.pages", {{"cpu", "1"}}});
    MetricSet pieces(context, queries);
    for (RecordIndex to = 0; to < journal.size() + 97; to += 97) {
        pieces.follow(journal, to);
        pieces.flush(pieces.now());
    }
    const RunResults whole_run = measure(journal, context, queries);
    CHECK(whole_run.records == journal.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
        INFO(queries[i].text());
        REQUIRE(pieces.error(i).empty());
        const Series& a = pieces.series(i);
        const Series& b = whole_run.series.at(queries[i]);
        CHECK(a.to == b.to);
        CHECK(a.spans.size() == b.spans.size());
        for (Reduction r : {Reduction::sum, Reduction::min, Reduction::max, Reduction::last}) {
            if (a.shape == Shape::counter && r != Reduction::sum)
                continue; // cpu.seconds is counted at each flush
            const auto x = reduce(a, r), y = reduce(b, r);
            REQUIRE(x.has_value() == y.has_value());
            if (x)
                CHECK(x->value == Approx(y->value));
        }
    }
    // Levels agree with the folded machine.
    journal::MachineState state(model.machine());
    journal.for_each(0, journal.size(), [&](const Record& r, RecordIndex) { state.apply(r); });
    const auto last = [&](const char* name) { return reduce(*pieces.find({name, {}}), Reduction::last)->value; };
    CHECK(last("free.pages") == static_cast<double>(state.zones()[0].free + state.zones()[1].free));
    CHECK(last("offnode.pages") == static_cast<double>(state.trapped(0) + state.trapped(1)));
    CHECK(reduce(*pieces.find({"quicklist.pages", {{"cpu", "1"}}}), Reduction::last)->value
        == static_cast<double>(state.cpus()[1].quicklist));
    CHECK(last("conserved") == 1);
}

TEST_CASE("wrong queries get a sentence that helps", "[metric]") {
    CHECK(
        *check_query({"quicklist.page", {}}) == "There is no metric “quicklist.page”. Did you mean “quicklist.pages”?");
    CHECK(check_query({"drain.events", {{"cause", "idle"}}})->find("has no label “cause”") != std::string::npos);
    CHECK_FALSE(check_query({"drain.events", {{"cpu", "0"}}}));
    MetricContext context;
    context.machine = two_nodes();
    const auto error = [&](MetricQuery q) { return MetricSet(context, {std::move(q)}).error(0); };
    CHECK(error({"pcp.pages", {{"cpu", "4"}}}) == "pcp.pages{cpu=4}: expected a CPU number (0 to 3), found “4”.");
    CHECK(error({"irq_off.time", {{"cause", "nobody"}}}).find("“zone_lock”") != std::string::npos);
    CHECK(error({"lock.hold", {{"lock", "zone9"}}}).find("“zone1”") != std::string::npos);
    CHECK_FALSE(error({"line.hits", {{"line", "no-such.line"}}}).empty());
    CHECK(error({"pcp.pages", {{"cpu", "3"}}}).empty());
    std::set<std::string_view> names;
    for (const MetricInfo& m : metric_table()) {
        CHECK(m.meaning.ends_with('.'));
        CHECK(names.insert(m.name).second);
    }
}
