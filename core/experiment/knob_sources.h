// SPDX-License-Identifier: GPL-3.0-or-later
// Where the knob table comes from: one list of knobs for each mechanism, the memory, the workloads and the machine, and
// one knob for every listing line that can be switched off. Only knobs.cpp needs this.
#pragma once

#include "core/record/knob.h"

#include <span>

namespace sluice::experiment {

/// All knobs in the order of the panel: the mechanisms, memory, workload, machine, lines. The same object every time.
std::span<const Knob> assembled_knobs();

} // namespace sluice::experiment
