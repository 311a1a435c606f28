// SPDX-License-Identifier: GPL-3.0-or-later
// What the scene shows at one moment, as plain values: no widget, no painter, no simulator. `build_scene` makes it from
// a folded state and the journal behind the playhead; everything that is drawn, said or tabulated is read from here.
#pragma once

#include "core/engine/time.h"
#include "core/record/ids.h"
#include "ui/scene/giant_model.h"
#include "ui/scene/inspectable.h"
#include "ui/scene/lru_model.h"

#include <QString>
#include <QStringList>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace sluice::ui {

/// A part of a tank, from the bottom up.
enum class TankPart : std::uint8_t {
    free,
    cpu_lists,
    quicklists,
    tables,
    processes,
    file, ///< clean
    dirty, ///< dirty pages of files
    buffer_heads,
    kernel,
    in_flight
};
inline constexpr int tank_part_count = static_cast<int>(TankPart::in_flight) + 1;

/// One zone of a node.
struct TankModel {
    ZoneId zone = 0;
    NodeId node = 0;
    QString name; ///< "NORMAL"
    std::uint64_t pages = 0; ///< all pages of the zone
    std::array<std::uint64_t, tank_part_count> parts{}; ///< pages by TankPart; they add up to `pages`
    std::uint64_t min = 0, low = 0, high = 0; ///< watermarks, pages
    QString absent; ///< not empty: the machine lacks this zone, and why

    std::uint64_t part(TankPart p) const { return parts[static_cast<std::size_t>(p)]; }
    std::uint64_t free() const { return part(TankPart::free); }
    bool operator==(const TankModel&) const = default;
};

enum class CpuChip : std::uint8_t { user, kernel, spinning, waiting, idle };
inline constexpr int cpu_chip_count = static_cast<int>(CpuChip::idle) + 1;
/// How a line of words is meant.
enum class Tone : std::uint8_t { plain, stall, warn };

/// A timer tick inside the span of the preemption bar.
struct TickMark {
    Time after = 0; ///< ns from the left end of the bar
    bool held_off = false; ///< it asked for a switch that had to wait
    bool operator==(const TickMark&) const = default;
};

struct CpuModel {
    CpuId id = 0;
    NodeId node = 0;
    std::uint16_t core = 0; ///< CPUs of one core share a box when they are drawn as cells
    CpuChip chip = CpuChip::idle;
    bool restless = false; ///< changes state more than 3 times a second of watching: `chip` is the most frequent one
    std::array<float, cpu_chip_count> shares{}; ///< share of the last second of watching by CpuChip, if restless
    QString function; ///< "check_pgt_cache", "idle loop"
    QString where; ///< "idle loop · line 9", "cc1 4170 · exiting"
    std::uint64_t quicklist = 0; ///< pages
    std::uint64_t limit = 0; ///< pages; 0: no limit in force
    std::optional<std::uint64_t> section_start; ///< quicklist when the present section or drain began, pages
    std::uint64_t pcp = 0; ///< pages on its page lists
    bool preempt_off = false;
    bool irq_off = false;
    bool draining = false; ///< between the begin and the end of a drain of its quicklist
    Time preempt_off_for = 0; ///< ns, if preempt_off
    std::vector<TickMark> ticks; ///< on the bar, left to right
    int switches_held_off = 0; ///< asked for by ticks of this section
    QString note; ///< one line under the bar
    Tone note_tone = Tone::plain;
    QString waiter; ///< the task that waits longest for this CPU to be preemptible; empty if none
    Time waiter_for = 0; ///< ns
    int waiters = 0; ///< tasks that wait so
    QString mark; ///< "w3", "m": the thread that runs there, on cells and tokens; empty: its number
    bool main = false; ///< the mark is that of a main thread
    bool operator==(const CpuModel&) const = default;
};

struct LockModel {
    LockId id = 0;
    QString name; ///< "zone lock"
    std::optional<ZoneId> zone; ///< what it guards, if a zone
    bool held = false;
    bool irq_off = false; ///< its holder has interrupts off
    bool fair = true; ///< waiters are served in order
    CpuId holder = 0;
    Time held_for = 0; ///< ns
    std::vector<CpuId> waiters; ///< in order of arrival
    QString holder_mark; ///< on its token; empty: the number of the CPU
    QStringList waiter_marks; ///< in the order of `waiters`, or empty
    double used = -1; ///< share of the last second of watching that somebody held it; below 0: not known
    Time visit = 0, wait = 0; ///< ns, means of the last second of watching; 0: none
    bool operator==(const LockModel&) const = default;
};

struct RoomModel {
    NodeId node = 0;
    std::uint64_t bytes = 0;
    std::vector<TankModel> tanks;
    std::vector<CpuModel> cpus;
    std::vector<LockModel> locks;
    QString words; ///< one line for tiles and rows: "2 draining, nobody waits"
    QString threads; ///< of a whole room where giants are freed: who does that, and from where
    bool operator==(const RoomModel&) const = default;
};

/// Where a road begins or ends.
struct RoadEnd {
    /// The last four are places of the picture of the LRU lists: `outside` is no list at all.
    enum class Place : std::uint8_t { tank, stack, page_list, work, vector, belt, tray, outside } place = Place::tank;
    std::uint16_t id = 0; ///< ZoneId for tank, List for belt, 0 for tray and outside, CpuId for the others
    TankPart part = TankPart::free; ///< tank: which part of it
    bool of_lists() const { return place >= Place::vector; }
    auto operator<=>(const RoadEnd&) const = default;
};

/// What travels on a road.
enum class Cargo : std::uint8_t { free, page_table, anonymous, file, kernel, buffer_head };

/// A page under way, or just arrived.
struct Trip {
    Time age = 0; ///< ns of model time since it left
    Frame frame = 0;
    bool operator==(const Trip&) const = default;
};

/// A road that carried pages during the last moments of watching.
struct RoadModel {
    RoadEnd from, to;
    Cargo cargo = Cargo::free;
    double rate = 0; ///< pages a second of watching
    bool stream = false; ///< too many for dots
    std::vector<Trip> trips; ///< youngest first; empty for streams
    Time last = 0; ///< ns of model time since the last page left
    bool operator==(const RoadModel&) const = default;
};

struct LinkModel {
    NodeId a = 0, b = 0;
    int hops = 1;
    bool operator==(const LinkModel&) const = default;
};

/// One sentence about the moment. `lead` is the part set in bold; both together are the sentence.
struct Narration {
    QString lead, rest;
    Inspectable subject; ///< whom it is about
    QString text() const { return lead + rest; }
    bool operator==(const Narration&) const = default;
};

struct SceneModel {
    Time moment = 0;
    Time speed = 20'000; ///< ns of model time a second of watching
    std::uint32_t page_size = 4096;
    Time bar_span = 0; ///< ns that a preemption bar shows
    std::uint64_t stack_scale = 1; ///< pages of a full quicklist stack, a power of two
    std::uint64_t page_list_scale = 1; ///< pages of a full page-list stack
    std::vector<RoomModel> rooms; ///< by node
    std::vector<RoadModel> roads;
    std::vector<LinkModel> links;
    std::uint64_t pages = 0; ///< of the whole machine
    std::uint64_t out_of_memory = 0;
    std::optional<GiantModel> giant; ///< if the run frees giants
    std::optional<LruModel> lru; ///< if the run uses the LRU lists: its picture is drawn instead of rooms
    Narration narration;

    const CpuModel* cpu(CpuId id) const;
    const TankModel* tank(ZoneId id) const;
    const LockModel* lock(LockId id) const;
    /// The node with the largest share of its pages off the free lists, in steps of 1/32 so that it does not change
    /// from frame to frame; ties by number.
    NodeId busiest() const;
    std::size_t cpu_count() const;
    bool operator==(const SceneModel&) const = default;
};

/// More pages a second of watching than this on one road become a stream …
inline constexpr double stream_above = 60;
/// … until there are fewer than this.
inline constexpr double dots_below = 40;
/// Pages drawn one by one, over all roads.
inline constexpr int dot_limit = 400;
/// A trip lasts between these, ms of watching.
inline constexpr int trip_ms_least = 180;
inline constexpr int trip_ms_most = 900;

} // namespace sluice::ui
