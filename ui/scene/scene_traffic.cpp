// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_traffic.h"

#include "core/cpu/listing.h"
#include "ui/scene/roads_lru.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace sluice::ui {
namespace {

constexpr RecordIndex most_records = 20'000;
constexpr int stagger_ms = 12; ///< between pages that one record moved, ms of watching
constexpr int stagger_most_ms = 300;

Cargo cargo_of(Place p) {
    switch (p) {
    case place::page_table:
        return Cargo::page_table;
    case place::anonymous:
    case place::gather:
    case place::being_freed:
        return Cargo::anonymous;
    case place::file:
        return Cargo::file;
    case place::buffer_heads:
        return Cargo::buffer_head;
    case place::kernel:
        return Cargo::kernel;
    default:
        break;
    }
    return place::is_quicklist(p) ? Cargo::page_table : Cargo::free;
}

RoadEnd end_of(Place p, CpuId cpu, ZoneId zone) {
    if (place::is_quicklist(p))
        return {RoadEnd::Place::stack, place::cpu(p), TankPart::free};
    if (place::is_pcp(p))
        return {RoadEnd::Place::page_list, place::cpu(p), TankPart::free};
    if (place::is_free(p))
        return {RoadEnd::Place::tank, zone, TankPart::free};
    return {RoadEnd::Place::work, cpu, TankPart::free};
}

struct RoadKey {
    RoadEnd from, to;
    Cargo cargo;
    auto operator<=>(const RoadKey&) const = default;
};

struct Count {
    std::uint64_t now = 0, before = 0; ///< pages in the last second of watching, and in the one before it
    RoadModel road;
};

/// Follows one CPU through the window.
struct Follow {
    TaskId task = 0;
    StepId step = 0;
    std::uint16_t flags = 0;
    bool have_step = false, have_task = false;
    Time since = 0;
};

std::vector<CpuActivity> activity(
    const journal::MachineState& state, const journal::Journal& journal, RecordIndex from, Time begin, Time moment) {
    const auto now = state.cpus();
    std::vector<Follow> cpus(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
        cpus[i].task = now[i].task;
        cpus[i].step = now[i].step;
        cpus[i].flags = now[i].flags;
        cpus[i].since = begin;
    }
    // The state at the begin of the window is what the first records of it replace.
    journal.for_each(from, state.position(), [&](const Record& r, RecordIndex) {
        if (r.cpu >= cpus.size())
            return;
        Follow& f = cpus[r.cpu];
        if (r.kind == Kind::step && !f.have_step) {
            f.step = step_of(r.from);
            f.flags = flags_of(r.from);
            f.have_step = true;
        } else if (r.kind == Kind::switch_task && !f.have_task) {
            f.task = r.prev;
            f.have_task = true;
        }
    });
    std::vector<CpuActivity> out(now.size());
    const auto chip = [&](const Follow& f) { return chip_of(f.task, f.step, f.flags, now.size()); };
    journal.for_each(from, state.position(), [&](const Record& r, RecordIndex) {
        if (r.cpu >= cpus.size() || (r.kind != Kind::step && r.kind != Kind::switch_task))
            return;
        Follow& f = cpus[r.cpu];
        const CpuChip old = chip(f);
        if (r.kind == Kind::step) {
            f.step = step_of(r.to);
            f.flags = flags_of(r.to);
        } else {
            f.task = static_cast<TaskId>(r.a);
        }
        if (chip(f) == old)
            return;
        CpuActivity& a = out[r.cpu];
        ++a.changes;
        a.time[static_cast<std::size_t>(old)] += r.at - f.since;
        f.since = r.at;
    });
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i].time[static_cast<std::size_t>(chip(cpus[i]))] += std::max<Time>(0, moment - cpus[i].since);
    return out;
}

void add_trips(RoadModel& road, const Record& r, Time age, Time speed) {
    const auto n = static_cast<int>(std::min<std::uint32_t>(r.count, 64));
    const int apart = n > 1 ? std::min(stagger_ms, stagger_most_ms / n) : 0;
    for (int i = 0; i < n; ++i) {
        const Time a = age - static_cast<Time>(apart) * i * speed / 1000;
        if (a < 0)
            break; // has not left yet
        if (a <= static_cast<Time>(trip_ms_most) * speed / 1000)
            road.trips.push_back({a, r.a + static_cast<Frame>(i)});
    }
}

} // namespace

CpuChip chip_of(TaskId task, StepId step, std::uint16_t flags, std::size_t cpus) {
    if (flags & cpu_flag::spinning)
        return CpuChip::spinning;
    if (flags & cpu_flag::user)
        return CpuChip::user;
    const bool idle_task = task <= cpus; // 0 is none, n + 1 is the idle task of CPU n
    if (idle_task && (step == 0 || step == cpu::step_idle))
        return CpuChip::idle;
    return CpuChip::kernel;
}

Traffic read_traffic(const journal::MachineState& state, const journal::Journal& journal, Time moment, Time speed) {
    Traffic out;
    speed = std::max<Time>(1, speed);
    const RecordIndex position = state.position();
    // Two seconds of watching: the second one back decides between dots and stream near the thresholds.
    const Time far = moment > 2 * speed ? moment - 2 * speed : 0;
    RecordIndex from = far > 0 ? std::min(journal.after(far), position) : 0;
    Time begin = far;
    if (position - from > most_records) {
        from = position - most_records;
        begin = journal.at(from).at;
    }
    const Time near_begin = std::max(begin, moment - speed);
    const double share_now = std::max(1e-6, static_cast<double>(moment - near_begin) / static_cast<double>(speed));
    const bool whole = begin <= moment - speed;

    std::map<RoadKey, Count> roads;
    journal.for_each(from, position, [&](const Record& r, RecordIndex) {
        if ((r.kind != Kind::move && r.kind != Kind::list)
            || r.at == 0) // what lies there from the start did not travel
            return;
        RoadEnd a, b;
        Cargo cargo = Cargo::file;
        if (r.kind == Kind::list) {
            std::tie(a, b) = lru_road(static_cast<List>(r.from), static_cast<List>(r.to), r.cpu);
            if (state.page(r.a).place == place::anonymous)
                cargo = Cargo::anonymous;
        } else {
            const ZoneId zone = state.machine().zone_of(r.a);
            a = end_of(r.from, r.cpu, zone);
            b = end_of(r.to, r.cpu, zone);
            cargo = place::is_free(r.from) || place::is_pcp(r.from) ? cargo_of(r.to) : cargo_of(r.from);
        }
        if (a == b)
            return;
        Count& c = roads[{a, b, cargo}];
        c.road.from = a;
        c.road.to = b;
        c.road.cargo = cargo;
        const Time age = moment - r.at;
        c.road.last = age;
        (r.at > near_begin ? c.now : c.before) += r.count;
        if (age <= static_cast<Time>(trip_ms_most + stagger_most_ms) * speed / 1000)
            add_trips(c.road, r, age, speed);
    });
    for (auto& [key, c] : roads) {
        RoadModel& road = c.road;
        road.rate = static_cast<double>(c.now) / share_now;
        const double before = whole && begin < near_begin ? static_cast<double>(c.before)
                / std::max(1e-6, static_cast<double>(near_begin - begin) / static_cast<double>(speed))
                                                          : road.rate;
        road.stream = road.rate > stream_above || (road.rate > dots_below && before > stream_above);
        if (c.now == 0)
            continue; // nothing within the last second
        std::sort(road.trips.begin(), road.trips.end(),
            [](const Trip& x, const Trip& y) { return x.age != y.age ? x.age < y.age : x.frame < y.frame; });
        out.roads.push_back(std::move(road));
    }
    // Not more dots than the eye and the frame can take.
    for (;;) {
        std::size_t dots = 0;
        RoadModel* most = nullptr;
        for (RoadModel& r : out.roads) {
            if (r.stream)
                continue;
            dots += r.trips.size();
            if (!most || r.trips.size() > most->trips.size())
                most = &r;
        }
        if (dots <= static_cast<std::size_t>(dot_limit) || !most)
            break;
        most->stream = true;
    }
    for (RoadModel& r : out.roads)
        if (r.stream)
            r.trips.clear();
    RecordIndex second = std::max(from, std::min(journal.after(std::max<Time>(0, near_begin)), position));
    out.cpus = activity(state, journal, second, near_begin, moment);
    return out;
}

} // namespace sluice::ui
