// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of the LRU lists shows at one moment, as plain values: belts with a sample of their pages, the
// vectors of the CPUs, the locks as doors, isolated pages, who reclaims, disks. Part of SceneModel; CPUs, zones and the
// words about them are there.
#pragma once

#include "core/engine/time.h"
#include "core/record/ids.h"
#include "core/record/record.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace sluice::ui {

/// What a page looks like, apart from its states.
enum class PageLook : std::uint8_t { anonymous, file, dirty };

struct PageGlyph {
    Frame frame = 0;
    PageLook look = PageLook::file;
    bool used = false; ///< used lately: its referenced flag is set
    bool writing = false; ///< being written
    bool operator==(const PageGlyph&) const = default;
};

enum class VectorState : std::uint8_t { empty, collecting, full, flushing };

/// The vector that a CPU's card shows.
struct VectorModel {
    std::uint32_t id = 0; ///< vector_id
    QString whose; ///< "deferred", "of its call"
    std::uint32_t capacity = 16; ///< slots, 1 to 64
    std::vector<PageGlyph> pages; ///< in order of arrival
    VectorState state = VectorState::empty;
    int others = 0; ///< vectors of this CPU and its task that hold pages and are not shown
    bool operator==(const VectorModel&) const = default;
};

enum class LruTone : std::uint8_t { plain, stall, holding };

/// What a card shows of a CPU beside what CpuModel says.
struct LruCpuModel {
    CpuId cpu = 0;
    NodeId node = 0;
    VectorModel vector;
    QString note; ///< "spinning for 3.2 µs", "holds the lock, 5.1 µs so far", "no lock before slot 16"
    LruTone tone = LruTone::plain;
    bool operator==(const LruCpuModel&) const = default;
};

/// One LRU list.
struct BeltModel {
    List list = List::active;
    QString name; ///< "active", "inactive anon"
    std::uint64_t pages = 0;
    std::vector<PageGlyph> glyphs; ///< a sample, head first; each stands for LruModel::pages_per_glyph pages
    PageLook usual = PageLook::file; ///< of half a glyph, which stands for a list too short for the sample
    bool operator==(const BeltModel&) const = default;
};

/// Pages taken off the lists, which whoever took them works on without the lock.
struct TrayModel {
    std::uint64_t pages = 0;
    std::uint64_t batch = 0; ///< pages that are isolated at a time, 0: not known
    QString who; ///< "kswapd"; empty if nobody or several
    int tasks = 0; ///< how many tasks have isolated them
    std::optional<CpuId> cpu; ///< of the one who isolated last
    std::vector<PageGlyph> glyphs; ///< in the order in which they were taken; at most 64
    bool operator==(const TrayModel&) const = default;
};

/// The LRU lists that one lock guards: of the machine, of a zone, or of a node.
struct LruSetModel {
    std::uint32_t number = 0;
    QString name; ///< "node 1", "NORMAL"; empty if there is one set
    LockId lock = 0;
    QString lock_name; ///< "pagemap_lru_lock"
    bool held = false, irq_off = false, fair = false;
    CpuId holder = 0;
    QString holder_task; ///< "kswapd"
    Time held_for = 0; ///< ns
    Time longest_hold = 0; ///< ns, over the run so far, the present one included
    std::uint64_t taken = 0; ///< times, over the run so far
    std::vector<CpuId> waiters; ///< in order of arrival
    std::vector<BeltModel>
        belts; ///< active, inactive; with files and anonymous pages apart those of anonymous ones too
    TrayModel tray;

    const BeltModel* belt(List list) const;
    std::uint64_t active() const;
    std::uint64_t inactive() const;
    bool operator==(const LruSetModel&) const = default;
};

/// A task that reclaims pages.
struct ActorModel {
    bool kswapd = false; ///< else a task that reclaims for itself
    TaskId task = 0;
    QString name; ///< "kswapd", "writer 12"
    std::optional<CpuId> cpu; ///< where it runs
    QString doing; ///< "on CPU 2", "reclaims, CPU 0", "sleeps"
    bool operator==(const ActorModel&) const = default;
};

struct DiskModel {
    std::uint32_t number = 0;
    std::uint32_t queue = 0; ///< requests, the one being served included
    bool operator==(const DiskModel&) const = default;
};

struct LruModel {
    std::uint32_t capacity = 16; ///< slots of a vector
    std::uint64_t pages_per_glyph = 1; ///< a power of two
    std::vector<LruSetModel> sets;
    std::size_t shown = 0; ///< the set whose belts are drawn: the one most wanted now, else the one used most so far
    std::vector<LruCpuModel> cpus; ///< by node, then by number
    std::vector<ActorModel> actors;
    std::vector<DiskModel> disks;
    std::uint64_t dirty = 0, writing = 0; ///< pages
    std::uint64_t deferred = 0, adding = 0, call = 0, isolated = 0; ///< pages off the lists for a while
    int buffer_limit = 0; ///< per cent of a NORMAL zone that buffer heads may take, 0: no limit

    const LruCpuModel* cpu(CpuId id) const;
    const LruSetModel* of_lock(LockId lock) const;
    std::uint64_t active() const;
    std::uint64_t inactive() const;
    bool operator==(const LruModel&) const = default;
};

/// "16 of 16 full", "7 of 16 collecting".
QString vector_words(const VectorModel& vector);
QString vector_state_word(VectorState state);

/// Glyphs that a belt has room for; pages_per_glyph follows from the longest belt.
inline constexpr std::uint64_t belt_glyphs = 40;
/// Glyphs of a tray.
inline constexpr std::size_t tray_glyphs = 64;

} // namespace sluice::ui
