// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes built from journals written by hand: what is shown must follow from the records before the playhead alone.
#include "core/cpu/listing.h"
#include "core/journal/journal.h"
#include "core/journal/machine_state.h"
#include "core/mechanism/quicklist/listing.h"
#include "tests/support/catch.h"
#include "ui/scene/scene_builder.h"

using namespace sluice;
using namespace sluice::ui;

namespace {

std::shared_ptr<const machine::Machine> small_machine() {
    auto m = std::make_shared<machine::Machine>();
    m->profile = "test";
    m->page_size = 16384;
    m->hz = 1024;
    m->nodes = 2;
    m->cpus = {{0, 0}, {0, 1}, {1, 2}, {1, 3}};
    m->links = {{0, 1, 1}};
    for (NodeId n = 0; n < 2; ++n) {
        machine::Zone z;
        z.node = n;
        z.first = n * 4096ull;
        z.pages = 4096;
        z.min = 20;
        z.low = 25;
        z.high = 30;
        m->zones.push_back(z);
    }
    REQUIRE(machine::derive_topology(*m).empty());
    return m;
}

/// A run of CPU 0: it takes pages onto its quicklist, then drains them with preemption off while a task is woken.
struct Story {
    std::shared_ptr<const machine::Machine> machine = small_machine();
    std::shared_ptr<journal::Journal> journal = std::make_shared<journal::Journal>();
    TaskId sensor = 9;
    Time off_at = 100'000, woken_at = 150'000;
    Frame first = 0;

    Story() {
        Recorder r(*journal, 4);
        const auto add = [&](Record x) { return r.write(x); };
        // The buddy lists of a fresh machine: blocks of the largest order.
        const journal::MachineState fresh(machine);
        const auto runs = fresh.list(0, place::free(machine->max_order));
        REQUIRE(!runs.empty());
        first = runs.front().first;
        Record task;
        task.kind = Kind::task;
        task.at = 1'000;
        task.a = sensor;
        task.from = static_cast<std::uint16_t>(TaskState::none);
        task.to = static_cast<std::uint16_t>(TaskState::sleeping);
        task.count = 3;
        add(task);
        // 200 pages come onto the quicklist of CPU 0, one record each.
        for (Frame f = 0; f < 200; ++f)
            add({.at = 2'000 + static_cast<Time>(f) * 100,
                .a = first + f,
                .prev = 0,
                .count = 1,
                .cpu = 0,
                .from = place::free(machine->max_order),
                .to = place::quicklist(0),
                .kind = Kind::move});
        add({.at = 50'000, .a = 100, .prev = 0, .cpu = 0, .kind = Kind::limit});
        r.step(off_at, 0, quicklist::step::posted.preempt_off, cpu_flag::preempt_off, 0);
        add({.at = off_at,
            .a = 200,
            .prev = 100,
            .cpu = 0,
            .to = static_cast<std::uint16_t>(Trigger::idle),
            .kind = Kind::drain_begin});
        Time t = off_at;
        for (Frame f = 0; f < 60; ++f) {
            t += 1'000;
            r.step(t, 0, quicklist::step::posted.give, cpu_flag::preempt_off, 200 - f);
            if (t == woken_at) {
                add({.at = t,
                    .a = sensor,
                    .cpu = 0,
                    .to = static_cast<std::uint16_t>(WakeKind::timer),
                    .kind = Kind::wake});
                Record run = task;
                run.at = t;
                run.from = static_cast<std::uint16_t>(TaskState::sleeping);
                run.to = static_cast<std::uint16_t>(TaskState::runnable);
                run.prev = 0;
                add(run);
                add({.at = t, .a = 0, .cpu = 0, .to = 1, .kind = Kind::tick});
            }
            add({.at = t,
                .a = first + f,
                .prev = 0,
                .count = 1,
                .cpu = 0,
                .from = place::quicklist(0),
                .to = place::pcp(0),
                .kind = Kind::move});
        }
        r.finish();
    }

    SceneModel at(Time moment, RunIndex& index, Time speed = 20'000) const {
        journal::Cursor cursor(machine, journal);
        cursor.seek_time(moment);
        SceneNames names = standard_names();
        names.task_class = [](std::uint16_t c) { return c == 3 ? QString("sensord") : QString(); };
        SceneSettings settings;
        settings.speed = speed;
        return build_scene(cursor.state(), *journal, moment, index, names, settings);
    }
    SceneModel at(Time moment, Time speed = 20'000) const {
        RunIndex fresh;
        return at(moment, fresh, speed);
    }
};

} // namespace

TEST_CASE("a drain with preemption off is shown as it stands", "[scene][builder]") {
    const Story story;
    const Time moment = story.off_at + 60'500;
    const SceneModel m = story.at(moment);
    const CpuModel& c = *m.cpu(0);
    CHECK(c.quicklist == 140);
    CHECK(c.limit == 100);
    CHECK(c.pcp == 60);
    CHECK(c.section_start == 200u);
    CHECK(c.draining);
    CHECK(c.preempt_off);
    CHECK(c.preempt_off_for == 60'500);
    CHECK(c.chip == CpuChip::kernel);
    CHECK(c.function == "check_pgt_cache");
    CHECK(c.where.contains("line 9"));
    CHECK(c.switches_held_off == 1);
    CHECK(c.note == "1 switch held off");
    CHECK(c.waiter == "sensord");
    CHECK(c.waiter_for == moment - story.woken_at);
    REQUIRE(!c.ticks.empty());
    CHECK(c.ticks.front().held_off);
    CHECK(c.ticks.front().after == story.woken_at - story.off_at);
    CHECK(m.stack_scale == 256);
    CHECK(m.narration.text().contains("CPU 0 has had preemption off for 60"));
    CHECK(m.narration.text().contains("sensord waits for it"));
    CHECK(m.narration.subject == Inspectable::cpu(0));
    // Other CPUs are idle.
    CHECK(m.cpu(3)->chip == CpuChip::idle);
    CHECK(m.cpu(3)->function == "idle loop");
}

TEST_CASE("every tank holds all pages of its zone", "[scene][builder]") {
    const Story story;
    for (const Time moment : {Time{0}, Time{10'000}, Time{120'000}, Time{160'000}})
        for (const RoomModel& r : story.at(moment).rooms)
            for (const TankModel& t : r.tanks) {
                std::uint64_t sum = 0;
                for (const std::uint64_t n : t.parts)
                    sum += n;
                CHECK(sum == t.pages);
            }
}

TEST_CASE("seeking shows the same as arriving", "[scene][builder]") {
    const Story story;
    RunIndex shared; // has seen all of the run before the first question
    story.at(200'000, shared);
    for (Time moment = 0; moment <= 170'000; moment += 7'919) {
        const SceneModel fresh = story.at(moment);
        CHECK(fresh == story.at(moment, shared));
    }
    for (Time moment = 170'000; moment >= 0; moment -= 13'001)
        CHECK(story.at(moment, shared) == story.at(moment));
}

TEST_CASE("an index notices that the journal is another one", "[scene][builder]") {
    const Story story;
    RunIndex index;
    story.at(170'000, index);
    CHECK(index.longest_list(index.covered()) == 200);
    const auto machine = small_machine();
    const journal::Journal empty;
    build_scene(journal::MachineState(machine), empty, 0, index, standard_names(), {});
    CHECK(index.covered() == 0);
    CHECK(story.at(120'000, index) == story.at(120'000));
}

TEST_CASE("pages just moved travel; many become a stream", "[scene][builder]") {
    const Story story;
    // 1,000 ns between pages: at 20 µs a second of watching that is 20 pages a second, at 200 µs it is 200.
    const SceneModel slow = story.at(story.off_at + 40'500, 20'000);
    REQUIRE(slow.roads.size() == 1);
    const RoadModel& road = slow.roads.front();
    CHECK(road.from == RoadEnd{RoadEnd::Place::stack, 0, TankPart::free});
    CHECK(road.to == RoadEnd{RoadEnd::Place::page_list, 0, TankPart::free});
    CHECK(road.cargo == Cargo::page_table);
    CHECK(!road.stream);
    CHECK(road.trips.size() == 18); // those of the last 0.9 s of watching
    CHECK(road.trips.front().age == 500);
    CHECK(road.trips.front().frame == story.first + 39);
    CHECK(road.rate == Approx(20).margin(1));

    const SceneModel fast = story.at(story.off_at + 40'500, 40'000'000);
    CHECK(std::any_of(
        fast.roads.begin(), fast.roads.end(), [](const RoadModel& r) { return r.stream && r.trips.empty(); }));
    // Long after the last page nothing moves.
    CHECK(story.at(story.off_at + 200'000).roads.empty());
}

TEST_CASE("the scene of an untouched machine says so", "[scene][builder]") {
    const auto machine = small_machine();
    const auto journal = std::make_shared<journal::Journal>();
    const journal::MachineState state(machine);
    RunIndex index;
    const SceneModel m = build_scene(state, *journal, 0, index, standard_names(), {});
    CHECK(m.rooms.size() == 2);
    CHECK(m.cpu_count() == 4);
    CHECK(m.pages == 8192);
    CHECK(m.narration.text().startsWith("Nothing has happened yet"));
    CHECK(m.links.size() == 1);
    CHECK(m.links.front().hops == 1);
}
