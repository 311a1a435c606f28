// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene_samples.h"

namespace sluice::ui::samples {
namespace {

TankModel tank(ZoneId zone, NodeId node, std::uint64_t pages, std::uint64_t free) {
    TankModel t;
    t.zone = zone;
    t.node = node;
    t.name = "NORMAL";
    t.pages = pages;
    t.min = 350;
    t.low = 437;
    t.high = 525;
    const std::uint64_t used = pages - free;
    const auto set = [&](TankPart p, std::uint64_t n) { t.parts[static_cast<std::size_t>(p)] = n; };
    set(TankPart::free, free);
    set(TankPart::kernel, used / 8);
    set(TankPart::file, used / 6);
    set(TankPart::quicklists, used / 15);
    set(TankPart::cpu_lists, 372);
    set(TankPart::tables, used / 40);
    set(TankPart::processes, used - used / 8 - used / 6 - used / 15 - 372 - used / 40);
    return t;
}

void marks(CpuModel& c, int held) {
    c.ticks.clear();
    for (int i = 1; i <= 4; ++i)
        c.ticks.push_back({i * 976'562 - (c.preempt_off ? 30'000 : 0), i <= held});
}

} // namespace

SceneModel two_nodes() {
    SceneModel m;
    m.moment = 41'207'000;
    m.page_size = 16384;
    m.bar_span = 4 * 976'562 + 50'000;
    m.stack_scale = 16384;
    m.page_list_scale = 512;
    m.pages = 2 * 245'760;
    for (NodeId n = 0; n < 2; ++n) {
        RoomModel r;
        r.node = n;
        r.bytes = 245'760ull * 16384;
        r.tanks.push_back(tank(n, n, 245'760, n == 0 ? 106'530 : 171'204));
        LockModel l;
        l.id = n;
        l.name = "zone lock";
        l.zone = n;
        if (n == 0) {
            l.held = true;
            l.holder = 0;
            l.held_for = 5'100;
        }
        r.locks.push_back(l);
        m.rooms.push_back(r);
    }
    const auto add = [&](NodeId node, CpuId id, CpuChip chip, const char* function, const QString& where,
                         std::uint64_t list, std::uint64_t limit, const char* note) -> CpuModel& {
        CpuModel c;
        c.id = id;
        c.node = node;
        c.core = id;
        c.chip = chip;
        c.function = function;
        c.where = where;
        c.quicklist = list;
        c.limit = limit;
        c.pcp = 31 + id * 60u;
        c.note = note;
        marks(c, 0);
        m.rooms[node].cpus.push_back(c);
        return m.rooms[node].cpus.back();
    };
    CpuModel& c0 = add(0, 0, CpuChip::kernel, "check_pgt_cache", QString::fromUtf8("idle loop · line 9"), 9'029, 6'250,
        "2 switches held off");
    c0.preempt_off = true;
    c0.preempt_off_for = 2'286'000;
    c0.section_start = 15'559;
    c0.switches_held_off = 2;
    c0.note_tone = Tone::stall;
    c0.waiter = "sensord";
    c0.waiter_for = 1'862'000;
    c0.waiters = 1;
    marks(c0, 2);
    add(0, 1, CpuChip::kernel, "quicklist_alloc", QString::fromUtf8("sh 4172 · forking"), 212, 6'658,
        "page zeroed already");
    add(1, 2, CpuChip::kernel, "quicklist_free", QString::fromUtf8("cc1 4170 · exiting"), 431, 10'700,
        "3 pages go home");
    add(1, 3, CpuChip::idle, "idle loop", "until the next wake-up", 183, 10'700, "nothing to drain");
    m.links = {{0, 1, 1}};
    const auto trips = [](int n, Time apart, Time first) {
        std::vector<Trip> out;
        for (int i = 0; i < n; ++i)
            out.push_back({first + i * apart, static_cast<Frame>(0x2f1a4 + i)});
        return out;
    };
    using P = RoadEnd::Place;
    m.roads = {
        {{P::stack, 0}, {P::tank, 0, TankPart::free}, Cargo::page_table, 34, false, trips(22, 560, 200), 200},
        {{P::stack, 1}, {P::work, 1}, Cargo::page_table, 1, false, trips(1, 1000, 3'000), 3'000},
        {{P::work, 2}, {P::tank, 0, TankPart::free}, Cargo::page_table, 5, false, trips(4, 4'000, 2'000), 2'000},
    };
    m.narration = {"CPU 0 has had preemption off for 2,286 \u00b5s",
        " while it hands page tables back to node 0; the task sensord waits for it.", Inspectable::cpu(0)};
    return m;
}

SceneModel machine(int nodes, int cpus_per_node, int threads) {
    SceneModel m = two_nodes();
    m.rooms.clear();
    m.roads.clear();
    m.links.clear();
    const char* functions[]
        = {"check_pgt_cache", "quicklist_alloc", "user code", "quicklist_free", "zone_lock", "idle loop"};
    for (int n = 0; n < nodes; ++n) {
        RoomModel r;
        r.node = static_cast<NodeId>(n);
        r.bytes = 128ull << 30;
        r.words = n % 3 == 0 ? "1 draining, 1 task waits" : "nobody waits";
        r.tanks.push_back(
            tank(r.node, r.node, 33'554'432, static_cast<std::uint64_t>(1'000'000 + (n * 7'919'111) % 30'000'000)));
        LockModel l;
        l.id = r.node;
        l.name = "zone lock";
        l.zone = r.node;
        for (int i = 0; i < cpus_per_node; ++i) {
            const int id = n * cpus_per_node + i;
            CpuModel c;
            c.id = static_cast<CpuId>(id);
            c.node = r.node;
            c.core = static_cast<std::uint16_t>(id / threads);
            const int kind = (id * 5 + n) % 6;
            c.function = functions[kind];
            c.where = QString::fromUtf8("cc1 %1 · line %2").arg(4000 + id).arg(kind + 3);
            c.chip = kind == 2 ? CpuChip::user
                : kind == 4    ? CpuChip::spinning
                : kind == 5    ? CpuChip::idle
                               : CpuChip::kernel;
            c.quicklist = static_cast<std::uint64_t>((id * 1'237) % 9'000);
            c.limit = 6'250;
            c.pcp = static_cast<std::uint64_t>((id * 37) % 400);
            c.preempt_off = kind == 0;
            c.preempt_off_for = kind == 0 ? 120'000 + id * 31'000 : 0;
            c.note = kind == 4 ? QString::fromUtf8("spinning for 3.2 µs") : QString("no page moves");
            c.note_tone = kind == 4 ? Tone::stall : Tone::plain;
            marks(c, 0);
            if (kind == 0) {
                l.held = true;
                l.holder = c.id;
                l.held_for = 31'000;
            }
            if (kind == 4)
                l.waiters.push_back(c.id);
            r.cpus.push_back(c);
        }
        r.locks.push_back(l);
        m.rooms.push_back(r);
    }
    m.pages = 33'554'432ull * static_cast<std::uint64_t>(nodes);
    return m;
}

SceneModel giant(int nodes, int cpus_per_node, int threads) {
    SceneModel m = machine(nodes, cpus_per_node, threads);
    GiantModel g;
    g.parallel = true;
    g.piece = 262'144;
    g.pages = 83'886'080;
    g.queued = 33 * g.piece;
    g.in_flight = 8 * g.piece;
    g.freed = 76 * g.piece;
    g.mapped = g.pages - g.queued - g.in_flight - g.freed;
    g.pieces_freed = 76;
    g.pieces_in_flight = 8;
    g.pieces_queued = 33;
    g.giants = 1;
    g.doing = "unmaps, hands out pieces";
    int worker = 0;
    for (RoomModel& r : m.rooms) {
        g.shares.push_back({r.node, g.pages / static_cast<std::uint64_t>(nodes)});
        g.flow.emplace_back(r.node, 40'000.0);
        for (CpuModel& c : r.cpus) {
            c.preempt_off = false;
            if (worker <= 32 && c.chip != CpuChip::user && c.chip != CpuChip::idle) {
                c.main = worker == 0;
                c.mark = c.main ? QStringLiteral("m") : QStringLiteral("w%1").arg(worker);
                ++worker;
            }
        }
        LockModel lru = r.locks.front();
        lru.id = static_cast<LockId>(1000 + r.node);
        lru.name = "pgdat->lru_lock";
        r.locks.push_back(lru);
        for (LockModel& l : r.locks) {
            l.used = 0.64;
            l.visit = 1'040;
            l.wait = 10'200;
        }
    }
    g.workers = worker - 1;
    m.giant = g;
    return m;
}

SceneModel busy(int dots) {
    SceneModel m = two_nodes();
    const int roads = static_cast<int>(m.roads.size());
    for (int i = 0; i < roads; ++i) {
        RoadModel& r = m.roads[static_cast<std::size_t>(i)];
        r.trips.clear();
        const int n = dots / roads + (i < dots % roads ? 1 : 0);
        for (int k = 0; k < n; ++k)
            r.trips.push_back({static_cast<Time>(k) * 3'500 / n, static_cast<Frame>(k)});
    }
    return m;
}

} // namespace sluice::ui::samples
