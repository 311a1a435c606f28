// SPDX-License-Identifier: GPL-3.0-or-later
// Adds to a scene what it shows of giants: marks on CPUs and tokens, LRU locks, how far the pages are.
#pragma once

#include "ui/scene/scene_builder.h"

namespace sluice::ui {

void add_giant(SceneModel& model, const journal::MachineState& state, const journal::Journal& journal,
    const RunIndex& index, const SceneNames& names, const SceneSettings& settings);

} // namespace sluice::ui
