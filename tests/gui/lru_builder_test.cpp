// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of the LRU lists from journals: written by hand, and of a real run.
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/machine_state.h"
#include "tests/support/catch.h"
#include "ui/scene/accessible.h"
#include "ui/scene/accessible_lru.h"
#include "ui/scene/layout.h"
#include "ui/scene/lru_sample.h"
#include "ui/scene/render.h"
#include "ui/scene/scene_builder.h"
#include "ui/scene/scene_table_rows.h"
#include "ui/window/names.h"

#include <bit>
#include <set>

using namespace sluice;
using namespace sluice::ui;

namespace {

std::shared_ptr<const machine::Machine> machine_of(std::uint64_t pages) {
    auto m = std::make_shared<machine::Machine>();
    m->profile = "test";
    m->nodes = 1;
    m->cpus = {{0, 0}, {0, 1}, {0, 2}, {0, 3}};
    machine::Zone z;
    z.pages = pages;
    z.min = 20;
    z.low = 40;
    z.high = 60;
    m->zones.push_back(z);
    REQUIRE(machine::derive_topology(*m).empty());
    return m;
}

/// A journal of list, hold and lock records on a machine of 4,096 pages.
struct Story {
    std::shared_ptr<const machine::Machine> machine = machine_of(4096);
    std::shared_ptr<journal::Journal> journal = std::make_shared<journal::Journal>();
    std::unique_ptr<Recorder> recorder = std::make_unique<Recorder>(*journal, 4);
    std::vector<Key> keys = std::vector<Key>(4096, 0);
    RecordIndex next = 0;
    Time now = 1'000;

    RecordIndex add(Record r) {
        r.at = now += 100;
        const RecordIndex index = recorder->write(r);
        next = index + 1;
        return index;
    }
    void list(Frame f, List from, List to, CpuId cpu = 0) {
        Record r;
        r.kind = Kind::list;
        r.cpu = cpu;
        r.a = f;
        r.count = 1;
        r.from = static_cast<std::uint16_t>(from);
        r.to = static_cast<std::uint16_t>(to);
        r.prev = KeyRef::pack(keys[f], next);
        keys[f] = to == List::none ? 0 : key_at(add(r), End::head);
    }
    void flag(Frame f, PageFlag flag) {
        Record r;
        r.kind = Kind::page_flag;
        r.a = f;
        r.count = 1;
        r.from = static_cast<std::uint16_t>(flag);
        r.to = 1;
        add(r);
    }
    void hold(Frame f, std::uint32_t vector) {
        Record r;
        r.kind = Kind::hold;
        r.a = f;
        r.count = 1;
        r.from = static_cast<std::uint16_t>(Holder::pagevec);
        r.to = 1;
        r.prev = vector;
        add(r);
    }
    void lock(Kind kind, CpuId cpu, LockId id, std::uint32_t before = 0) {
        Record r;
        r.kind = kind;
        r.cpu = cpu;
        r.a = id;
        r.count = before;
        add(r);
    }
    journal::MachineState state() {
        recorder.reset();
        journal::MachineState out(machine);
        journal->for_each(0, journal->size(), [&](const Record& r, RecordIndex) {
            INFO(out.contradiction(r));
            CHECK(out.contradiction(r).empty());
            out.apply(r);
        });
        return out;
    }
};

SceneModel build(const journal::MachineState& state, const journal::Journal& j, RunIndex& index, Time moment) {
    return build_scene(state, j, moment, index, SceneNames{}, SceneSettings{});
}

} // namespace

TEST_CASE("samples of all sizes nest and take one page of each block", "[scene][lru]") {
    for (unsigned level = 1; level < 12; ++level)
        for (std::uint64_t block = 0; block < 300; ++block) {
            const Frame f = sampled_frame(block, level);
            CHECK(f >> level == block);
            CHECK((f == sampled_frame(2 * block, level - 1) || f == sampled_frame(2 * block + 1, level - 1)));
        }
}

TEST_CASE("a run without LRU lists keeps its picture", "[scene][lru]") {
    Story s;
    s.add({.kind = Kind::tick});
    const auto c = s.state();
    RunIndex index;
    CHECK(!build(c, *s.journal, index, s.now).lru);
}

TEST_CASE("belts, vectors, lock and tray follow from the records", "[scene][lru]") {
    Story s;
    for (Frame f = 0; f < 200; ++f)
        s.list(f, List::none, List::inactive);
    for (Frame f = 0; f < 50; ++f)
        s.list(f, List::inactive, List::active);
    s.flag(60, PageFlag::dirty);
    s.flag(60, PageFlag::referenced);
    const auto mine = vector_id::make(vector_id::Use::deferred, 1);
    for (Frame f = 300; f < 307; ++f)
        s.hold(f, mine);
    s.hold(60, mine);
    s.lock(Kind::lock_take, 2, 1);
    for (Frame f = 100; f < 121; ++f)
        s.list(f, List::inactive, List::isolated, 2);
    const Time taken = s.now;
    s.lock(Kind::lock_wait, 0, 1);
    s.lock(Kind::lock_wait, 3, 1, 1);
    const auto c = s.state();
    RunIndex index;
    const SceneModel m = build(c, *s.journal, index, s.now + 500);
    REQUIRE(m.lru);
    const LruModel& l = *m.lru;
    REQUIRE(l.sets.size() == 1);
    const LruSetModel& set = l.sets[0];
    CHECK(set.active() == 50);
    CHECK(set.inactive() == 200 - 50 - 21);
    CHECK(l.pages_per_glyph == std::bit_ceil((129 + belt_glyphs - 1) / belt_glyphs));
    CHECK(set.held);
    CHECK(set.holder == 2);
    CHECK(set.held_for > s.now - taken);
    CHECK(set.longest_hold == set.held_for);
    CHECK(set.waiters == std::vector<CpuId>{0, 3});
    CHECK(set.tray.pages == 21);
    CHECK(set.tray.glyphs.size() == 21);
    CHECK(set.tray.cpu == CpuId{2});
    CHECK(set.tray.glyphs.front().frame == 100);
    const LruCpuModel* one = l.cpu(1);
    REQUIRE(one);
    REQUIRE(one->vector.pages.size() == 8);
    CHECK(one->vector.state == VectorState::collecting);
    CHECK(one->vector.pages.back().look == PageLook::dirty);
    CHECK(one->vector.pages.back().used);
    CHECK(l.deferred == 8);
    // Glyphs of a belt lie in list order and stand for all of its pages.
    for (const BeltModel& b : set.belts) {
        std::set<Frame> seen;
        for (const PageGlyph& g : b.glyphs) {
            CHECK(c.page(g.frame).list == b.list);
            CHECK(seen.insert(g.frame).second);
        }
        for (std::size_t i = 1; i < b.glyphs.size(); ++i)
            CHECK(c.page(b.glyphs[i - 1].frame).list_key <= c.page(b.glyphs[i].frame).list_key);
        const auto by_look = pages_by_look(b);
        CHECK(by_look[0] + by_look[1] + by_look[2] == (b.glyphs.empty() ? 0 : b.pages));
    }
    // What moved just now: pages came from CPU 0 and were taken off the tail; nothing but the lists has roads here.
    CHECK(!m.roads.empty());
    for (const RoadModel& r : m.roads)
        CHECK(r.from.of_lists());
    CHECK(std::any_of(m.roads.begin(), m.roads.end(),
        [](const RoadModel& r) { return r.from.place == RoadEnd::Place::belt && r.to.place == RoadEnd::Place::tray; }));
    CHECK(m.narration.text().contains("CPU 2"));
    CHECK(m.narration.text().contains("CPU 0 and CPU 3 spin at the door"));
    CHECK(describe(m, Inspectable::lock(1)).contains("2 spin"));
    CHECK(describe_belts(l).startsWith("50 active, 129 inactive"));
}

TEST_CASE("the same moment gives the same picture from either side", "[scene][lru]") {
    experiment::FileError error;
    auto scenario = experiment::shipped_scenario("lab-writers", error);
    REQUIRE(scenario);
    experiment::RunInput input;
    input.scenario = std::make_shared<experiment::Scenario>(std::move(*scenario));
    auto journal = std::make_shared<journal::Journal>();
    experiment::Run run(input, *journal);
    run.advance(60'000'000);
    const std::shared_ptr<const machine::Machine> machine(input.scenario, &input.scenario->machine);
    journal::Cursor c(machine, journal);
    SceneSettings settings;
    add_run_settings(settings, *input.scenario, [&](experiment::KnobIndex k) { return input.scenario->knobs[k]; });
    const SceneNames names = core_names([&] { return input.scenario.get(); });
    RunIndex index;
    bool contended = false, isolated = false;
    for (int i = 1; i <= 20; ++i) {
        const RecordIndex at = journal->size() * static_cast<std::uint64_t>(i) / 21;
        c.seek(at);
        const SceneModel forwards = build_scene(c.state(), *journal, c.time(), index, names, settings);
        c.seek(journal->size() - 1);
        c.seek(at);
        const SceneModel backwards = build_scene(c.state(), *journal, c.time(), index, names, settings);
        CHECK(forwards == backwards);
        REQUIRE(forwards.lru);
        const LruModel& l = *forwards.lru;
        std::uint64_t pages = 0;
        for (const auto& z : c.state().cache().zones())
            for (const List list : {List::active, List::inactive, List::active_anon, List::inactive_anon})
                pages += z.pages[static_cast<std::size_t>(list)];
        CHECK(l.active() + l.inactive() == pages);
        for (const LruSetModel& s : l.sets) {
            contended = contended || !s.waiters.empty();
            isolated = isolated || s.tray.pages > 0;
            CHECK(s.tray.pages == s.tray.glyphs.size());
            for (const BeltModel& b : s.belts)
                CHECK(b.glyphs.size() <= 2 * belt_glyphs);
        }
        CHECK(!forwards.narration.text().isEmpty());
        for (const SceneRow& row : lru_rows(forwards)) {
            CHECK(row.cells.size() == scene_columns);
            CHECK(!row.cells[0].isEmpty());
        }
        for (const auto& t : lay_out(layout_input(forwards, {}, QSizeF(941, 516), 1)).lru->things()) {
            CHECK(!describe(forwards, t.thing).isEmpty());
            CHECK(!title(forwards, t.thing).isEmpty());
        }
    }
    CHECK(isolated);
}
