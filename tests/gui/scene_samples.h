// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes made by hand, so that layout and painting are tested without a run.
#pragma once

#include "ui/scene/scene_model.h"

namespace sluice::ui::samples {

/// Two nodes of two CPUs: CPU 0 drains with preemption off, CPU 1 forks, CPU 2 frees pages of node 0.
SceneModel two_nodes();
/// Any shape; every CPU in a state that follows from its number.
SceneModel machine(int nodes, int cpus_per_node, int threads_per_core = 1);
/// A giant that is freed on such a machine: workers, two locks a node, a strip.
SceneModel giant(int nodes, int cpus_per_node, int threads_per_core = 2);
/// `dots` pages under way on the roads of two_nodes().
SceneModel busy(int dots);

} // namespace sluice::ui::samples
