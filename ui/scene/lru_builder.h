// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a scene that shows the LRU lists.
#pragma once

#include "ui/scene/scene_builder.h"

namespace sluice::ui {

/// Some page is or was on an LRU list, in a vector or in a file's cache, or the settings say that one will be.
bool uses_lru(const journal::MachineState& state, const SceneSettings& settings);

/// Adds `lru` and the zones that the machine lacks. CPUs and zones must be there.
void add_lru(SceneModel& model, const journal::MachineState& state, const journal::Journal& journal,
    const RunIndex& index, const SceneNames& names, const SceneSettings& settings);

} // namespace sluice::ui
