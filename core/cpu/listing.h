// SPDX-License-Identifier: GPL-3.0-or-later
// The lines at which a CPU stands while no mechanism's listing applies: user code, the idle loop, the scheduler,
// interrupts.
#pragma once

#include "core/record/ids.h"

#include <span>
#include <string_view>

namespace sluice::cpu {

inline constexpr StepId step_user = step_base::cpu + 0; ///< user code
inline constexpr StepId step_kernel = step_base::cpu + 1; ///< kernel code without a listing
inline constexpr StepId step_idle = step_base::cpu + 2; ///< asleep in the idle loop
inline constexpr StepId step_idle_exit = step_base::cpu + 3; ///< waking up
inline constexpr StepId step_schedule = step_base::cpu + 4; ///< context switch
inline constexpr StepId step_tick = step_base::cpu + 5; ///< timer interrupt
inline constexpr StepId step_timer_wake = step_base::cpu + 6; ///< an interrupt wakes a thread
inline constexpr StepId step_ipi = step_base::cpu + 7; ///< message from another CPU
inline constexpr StepId step_resched_ipi = step_base::cpu + 8; ///< another CPU asks for a switch
inline constexpr StepId step_device = step_base::cpu + 9; ///< interrupt of a device

struct ListingLine {
    StepId id;
    std::string_view function; ///< "schedule"
    std::string_view text; ///< the line, our own pseudo-code
};
std::span<const ListingLine> listing();

} // namespace sluice::cpu
