// SPDX-License-Identifier: GPL-3.0-or-later
// What moved just now: roads with the pages on them, and how often CPUs changed their state, from the records behind
// the playhead. At most a fixed number of records is read; where more happened, rates are taken from those.
#pragma once

#include "core/journal/journal.h"
#include "core/journal/machine_state.h"
#include "ui/scene/scene_model.h"

namespace sluice::ui {

struct CpuActivity {
    int changes = 0; ///< of chip, in the last second of watching
    std::array<Time, cpu_chip_count> time{}; ///< ns in each state
};

struct Traffic {
    std::vector<RoadModel> roads; ///< sorted by their ends
    std::vector<CpuActivity> cpus;
};

CpuChip chip_of(TaskId task, StepId step, std::uint16_t flags, std::size_t cpus);
Traffic read_traffic(const journal::MachineState& state, const journal::Journal& journal, Time moment, Time speed);

} // namespace sluice::ui
