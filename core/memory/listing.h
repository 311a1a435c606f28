// SPDX-License-Identifier: GPL-3.0-or-later
// The lines at which a CPU stands inside the page allocator, and the call sites of the zone lock.
#pragma once

#include "core/cpu/listing.h"

namespace sluice::memory {

inline constexpr StepId step_take = step_base::memory + 0; ///< value: pages on the CPU's list
inline constexpr StepId step_refill = step_base::memory + 1; ///< value: pages of the batch
inline constexpr StepId step_put = step_base::memory + 2; ///< value: pages on the CPU's list
inline constexpr StepId step_give_back = step_base::memory + 3; ///< value: pages of the batch
inline constexpr StepId step_zero = step_base::memory + 4;
inline constexpr StepId step_shrink = step_base::memory + 5; ///< value: free pages of the zone
inline constexpr StepId step_wait = step_base::memory + 6; ///< value: tries so far
inline constexpr StepId step_out_of_memory = step_base::memory + 7;

std::span<const cpu::ListingLine> listing();

/// Call sites of locks, over all rooms.
namespace site {
inline constexpr std::uint16_t refill = 1, give_back = 2, unmap = 3, map = 4;
}
/// "refill"; empty if unknown.
std::string_view site_name(std::uint16_t site);

} // namespace sluice::memory
