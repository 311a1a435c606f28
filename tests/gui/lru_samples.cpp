// SPDX-License-Identifier: GPL-3.0-or-later
#include "lru_samples.h"

#include <algorithm>

namespace sluice::ui::samples {
namespace {

PageGlyph glyph(std::uint64_t i, int anonymous, int clean) {
    const std::uint64_t h = (i * 2654435761u) >> 7;
    PageGlyph g;
    g.frame = 0x1000 + i * 1021;
    const auto roll = static_cast<int>(h % 100);
    g.look = roll < anonymous ? PageLook::anonymous : roll < anonymous + clean ? PageLook::file : PageLook::dirty;
    g.used = h % 7 == 0;
    g.writing = g.look == PageLook::dirty && h % 11 == 0;
    return g;
}

TankModel tank(ZoneId zone, NodeId node, const QString& name, std::uint64_t pages) {
    TankModel t;
    t.zone = zone;
    t.node = node;
    t.name = name;
    t.pages = pages;
    const auto set = [&](TankPart p, std::uint64_t n) { t.parts[static_cast<std::size_t>(p)] = n; };
    set(TankPart::free, pages / 58);
    set(TankPart::cpu_lists, pages / 400);
    set(TankPart::processes, pages / 9);
    set(TankPart::file, pages / 2);
    set(TankPart::kernel, pages / 30);
    set(TankPart::buffer_heads, pages * 48 / 1000);
    std::uint64_t used = 0;
    for (const std::uint64_t n : t.parts)
        used += n;
    set(TankPart::dirty, pages - used);
    t.min = 255;
    t.low = 510;
    t.high = 765;
    return t;
}

} // namespace

SceneModel lru(const LruSample& sample) {
    SceneModel m;
    m.moment = 23'418'003'124;
    m.speed = 2'000;
    m.pages = 131'072;
    LruModel l;
    l.capacity = sample.capacity;
    l.pages_per_glyph = 2048;
    l.buffer_limit = 10;
    l.dirty = 60'212;
    l.writing = 1'204;
    l.isolated = 21;
    m.rooms.resize(static_cast<std::size_t>(sample.nodes));
    const char* functions[]
        = {"__pagevec_lru_add", "generic_file_write", "shrink_cache", "__pagevec_lru_add", "mark_page_accessed"};
    for (int n = 0; n < sample.nodes; ++n) {
        RoomModel& r = m.rooms[static_cast<std::size_t>(n)];
        r.node = static_cast<NodeId>(n);
        r.bytes = (512ull << 20) / static_cast<unsigned>(sample.nodes);
        r.tanks.push_back(tank(static_cast<ZoneId>(2 * n + 1), r.node, "NORMAL", 126'976));
        if (n == 0) {
            r.tanks.push_back(tank(0, 0, "DMA", 4'096));
            TankModel high;
            high.name = "HIGHMEM";
            high.absent = "none below 896 MB";
            r.tanks.push_back(high);
        }
    }
    for (int i = 0; i < sample.cpus; ++i) {
        CpuModel c;
        c.id = static_cast<CpuId>(i);
        c.node = static_cast<NodeId>(i * sample.nodes / sample.cpus);
        c.core = c.id;
        const bool spins = !sample.quiet && (i % 4 == 0 || i % 4 == 3);
        c.chip = spins ? CpuChip::spinning : i % 7 == 5 ? CpuChip::idle : CpuChip::kernel;
        c.function = functions[i % 5];
        c.where = i == 2 ? QString::fromUtf8("kswapd · line 12") : QString::fromUtf8("writer %1 · line 4").arg(i + 20);
        LruCpuModel x;
        x.cpu = c.id;
        x.node = c.node;
        x.vector.capacity = sample.capacity;
        x.vector.id = vector_id::make(vector_id::Use::deferred, c.id);
        x.vector.whose = i % 3 == 1 ? "of its call" : "deferred";
        const std::uint32_t used = spins ? sample.capacity : static_cast<std::uint32_t>(7 + 3 * i) % sample.capacity;
        for (std::uint32_t k = 0; k < used; ++k)
            x.vector.pages.push_back(glyph(static_cast<std::uint64_t>(1000 * i) + k, i == 3 ? 30 : 5, 30));
        x.vector.state = spins ? VectorState::full : used == 0 ? VectorState::empty : VectorState::collecting;
        if (spins) {
            x.note = QString::fromUtf8("spinning for %1.2 µs").arg(1 + i % 5);
            x.tone = LruTone::stall;
        } else if (i == 2 && !sample.quiet) {
            x.note = QString::fromUtf8("holds the lock, 5.1 µs so far");
            x.tone = LruTone::holding;
        } else {
            x.note = QString("no lock before slot %1").arg(sample.capacity);
        }
        l.cpus.push_back(x);
        m.rooms[c.node].cpus.push_back(c);
    }
    for (int i = 0; i < sample.sets; ++i) {
        LruSetModel s;
        s.number = static_cast<std::uint32_t>(i);
        s.name = sample.sets > 1 ? QString("node %1").arg(i) : QString();
        s.lock = static_cast<LockId>(20 + i);
        s.lock_name = sample.sets > 1 ? "pgdat->lru_lock" : "pagemap_lru_lock";
        s.fair = sample.fair;
        s.longest_hold = 17'000;
        if (!sample.quiet && (i == 0 || i % 3 == 1)) {
            s.held = true;
            s.irq_off = sample.irq_off;
            s.holder = static_cast<CpuId>(i == 0 ? 2 : i);
            s.held_for = 5'100;
            for (const LruCpuModel& c : l.cpus)
                if (c.tone == LruTone::stall && i == 0)
                    s.waiters.push_back(c.cpu);
            std::reverse(s.waiters.begin(), s.waiters.end());
        }
        const auto belt = [&](List list, const QString& name, std::uint64_t pages, int anonymous, int clean) {
            BeltModel b;
            b.list = list;
            b.name = name;
            b.pages = pages;
            for (std::uint64_t k = 0; k < pages / l.pages_per_glyph; ++k)
                b.glyphs.push_back(glyph(k + 977 * static_cast<std::uint64_t>(list), anonymous, clean));
            s.belts.push_back(b);
        };
        belt(List::active, sample.split ? "active file" : "active", 41'216, sample.split ? 0 : 30, 50);
        belt(List::inactive, sample.split ? "inactive file" : "inactive", 78'904, sample.split ? 0 : 6, 20);
        if (sample.split) {
            belt(List::active_anon, "active anon", 30'000, 100, 0);
            belt(List::inactive_anon, "inactive anon", 12'000, 100, 0);
        }
        if (i == 0) {
            s.tray.pages = 21;
            s.tray.batch = 32;
            s.tray.who = "kswapd";
            s.tray.tasks = 1;
            s.tray.cpu = CpuId{2};
            for (std::uint64_t k = 0; k < 21; ++k)
                s.tray.glyphs.push_back(glyph(k + 5'000'000, 0, 80));
        }
        l.sets.push_back(s);
    }
    for (int d = 0; d < sample.disks; ++d)
        l.disks.push_back({static_cast<std::uint32_t>(d), static_cast<std::uint32_t>(d * 7 % 16)});
    l.actors.push_back({true, 7, "kswapd", sample.quiet ? std::nullopt : std::optional<CpuId>(2),
        sample.quiet ? "sleeps" : "on CPU 2"});
    if (!sample.quiet)
        l.actors.push_back({false, 21, "writer 21", CpuId{1}, "reclaims, CPU 1"});
    m.lru = std::move(l);
    m.narration = {"CPU 2 is inside, taking 32 pages off the inactive list;",
        " CPU 0 and CPU 3 spin at the door with full vectors.", Inspectable::lock(20)};
    return m;
}

} // namespace sluice::ui::samples
