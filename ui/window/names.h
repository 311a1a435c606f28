// SPDX-License-Identifier: GPL-3.0-or-later
// Words for the numbers in records, from the tables of core: lines of listings, task classes, locks.
#pragma once

#include "core/experiment/scenario.h"
#include "ui/scene/scene_builder.h"

#include <functional>

namespace sluice::ui {

/// What the picture asks a run for: whether it uses the LRU lists, and its knobs at the moment (`knob_at`).
void add_run_settings(SceneSettings& settings, const experiment::Scenario& scenario,
    std::function<KnobValue(experiment::KnobIndex)> knob_at);

/// `scenario` gives the run whose locks are meant; it may return null.
SceneNames core_names(std::function<const experiment::Scenario*()> scenario);

} // namespace sluice::ui
