// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of real runs, forwards, backwards and by seeking. With SLUICE_SCENE_OUT=DIR pictures are kept.
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "tests/support/catch.h"
#include "ui/scene/render.h"
#include "ui/scene/scene_builder.h"

#include <QImage>
#include <QPainter>

using namespace sluice;
using namespace sluice::ui;

namespace {

experiment::RunInput shipped(const std::string& id) {
    experiment::FileError error;
    auto scenario = experiment::shipped_scenario(id, error);
    REQUIRE(scenario);
    experiment::RunInput input;
    input.scenario = std::make_shared<experiment::Scenario>(std::move(*scenario));
    return input;
}

struct Computed {
    explicit Computed(const std::string& id, Time until = 0)
        : input(shipped(id)) {
        experiment::Run run(input, *journal);
        run.advance(until > 0 ? until : input.scenario->length, 400'000);
        end = run.now();
        machine = std::shared_ptr<const machine::Machine>(input.scenario, &input.scenario->machine);
    }
    experiment::RunInput input;
    std::shared_ptr<journal::Journal> journal = std::make_shared<journal::Journal>();
    std::shared_ptr<const machine::Machine> machine;
    Time end = 0;
};

} // namespace

TEST_CASE("scenes of every scenario are whole and the same however one gets there", "[scene][run]") {
    const QByteArray out = qgetenv("SLUICE_SCENE_OUT");
    for (const std::string& id : experiment::shipped_scenarios()) {
        INFO(id);
        const Computed run(id);
        journal::Cursor forwards(run.machine, run.journal), anywhere(run.machine, run.journal);
        RunIndex shared;
        shared.cover(*run.journal, run.journal->size());
        const SceneNames names = standard_names();
        SceneSettings settings;
        for (int i = 0; i <= 8; ++i) {
            const Time moment = run.end * i / 8;
            settings.speed = i % 2 ? 20'000 : 1'000'000;
            forwards.seek_time(moment);
            anywhere.seek_time(run.end - moment);
            anywhere.seek_time(moment);
            RunIndex fresh;
            const SceneModel a = build_scene(forwards.state(), *run.journal, moment, fresh, names, settings);
            const SceneModel b = build_scene(anywhere.state(), *run.journal, moment, shared, names, settings);
            CHECK(a == b);
            std::size_t dots = 0;
            for (const RoadModel& r : a.roads)
                dots += r.trips.size();
            CHECK(dots <= static_cast<std::size_t>(dot_limit));
            for (const RoomModel& r : a.rooms)
                for (const TankModel& t : r.tanks) {
                    std::uint64_t sum = 0;
                    for (const std::uint64_t n : t.parts)
                        sum += n;
                    CHECK(sum == t.pages);
                }
            CHECK(!a.narration.lead.isEmpty());
            if (out.isEmpty() || i == 0)
                continue;
            save_scene(QString("%1/run-%2-%3.png").arg(QString(out), QString::fromStdString(id)).arg(i), a, {},
                {980, 490}, i % 3 ? Theme::light() : Theme::dark());
        }
    }
}

TEST_CASE("a long drain tells who waits for it", "[scene][run]") {
    const Computed run("q4-full-list");
    journal::Cursor cursor(run.machine, run.journal);
    RunIndex index;
    SceneSettings settings;
    bool stalled = false, ghost = false;
    for (Time t = 0; t < run.end && !(stalled && ghost); t += 50'000) {
        cursor.seek_time(t);
        const SceneModel m = build_scene(cursor.state(), *run.journal, t, index, standard_names(), settings);
        for (const RoomModel& r : m.rooms)
            for (const CpuModel& c : r.cpus) {
                if (!c.preempt_off || c.preempt_off_for < 500'000)
                    continue;
                stalled = true;
                ghost = ghost || (c.draining && c.section_start.value_or(0) > c.quicklist);
                CHECK(m.narration.text().contains("preemption off"));
            }
    }
    CHECK(stalled);
    CHECK(ghost);
}
