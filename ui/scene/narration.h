// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence about a moment: who does what, for how long, who suffers. Chosen by what matters most to a learner.
#pragma once

#include "ui/scene/scene_model.h"

namespace sluice::ui {

/// Everything but `narration` must be filled in.
Narration narrate(const SceneModel& model);
/// What the status bar says of pages that are between two places, as "Deferred: 10 of at most 60"; empty if there is
/// nothing to say.
QString between_words(const SceneModel& model);

} // namespace sluice::ui
