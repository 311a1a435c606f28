// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence of a moment in a run that frees giants.
#pragma once

#include "ui/scene/scene_model.h"

namespace sluice::ui {

/// `model.giant` is set.
Narration narrate_giant(const SceneModel& model);

} // namespace sluice::ui
