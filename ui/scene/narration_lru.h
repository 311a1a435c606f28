// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence about a moment of a run that uses the LRU lists.
#pragma once

#include "ui/scene/scene_model.h"

namespace sluice::ui {

/// Empty if there is nothing to say of the lists: the common sentence is used then. The model has `lru`.
Narration narrate_lru(const SceneModel& model);

} // namespace sluice::ui
