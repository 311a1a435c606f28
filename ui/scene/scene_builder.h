// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the scene of a moment from the folded state and the journal behind the playhead. Pure: the same journal,
// position and settings give the same scene, however one got there.
//
//     RunIndex index;
//     SceneModel m = build_scene(cursor.state(), journal, cursor.time(), index, names, settings);
#pragma once

#include "core/journal/journal.h"
#include "core/journal/machine_state.h"
#include "ui/scene/run_index.h"
#include "ui/scene/scene_model.h"

#include <functional>

namespace sluice::ui {

/// A line of a listing.
struct StepText {
    QString function; ///< "check_pgt_cache"
    int line = 0; ///< 0: the step is no line of a listing
    QString text; ///< the line itself
};

struct LockText {
    QString name;
    std::optional<ZoneId> zone;
    std::optional<NodeId> node; ///< the room whose wall it is in; the zone's node, else the first, if empty
    bool fair = true;
};

/// Words for the numbers in records. Any function may be empty; plain words are used then.
struct SceneNames {
    std::function<StepText(StepId)> step;
    std::function<QString(std::uint16_t task_class)> task_class;
    std::function<LockText(LockId)> lock;
    /// The lock of a set of LRU lists. Empty: they follow the zone locks.
    std::function<LockId(std::uint32_t set)> lru_lock;
};

/// The lines of every listing and the classes of tasks of the program. Locks get plain names: their kind depends on the
/// run.
SceneNames standard_names();

struct SceneSettings {
    Time speed = 20'000; ///< ns of model time a second of watching, ≥ 1
    Time bar_span = 0; ///< ns; 0: four timer ticks, or more if a section was longer
    bool lru = false; ///< the run will use LRU lists, even if none was used yet
    bool giant = false; ///< the run frees giants: rooms are drawn, not the LRU lists
    bool still = false; ///< nothing plays: what a CPU does need not be calmed for the eye
    /// The value of a knob in force at the moment, a choice as its number; empty if there is no such knob.
    std::function<std::optional<std::int64_t>(const char* id)> knob;
};

SceneModel build_scene(const journal::MachineState& state, const journal::Journal& journal, Time moment,
    RunIndex& index, const SceneNames& names, const SceneSettings& settings);

} // namespace sluice::ui
