// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the LRU listings by name; line n of a listing is its base + n (listing.toml).
#pragma once

#include "core/record/ids.h"

namespace sluice::lru::step {

constexpr StepId at(unsigned base, unsigned line) {
    return static_cast<StepId>(step_base::lru + base + line);
}

inline constexpr StepId accessed_look = at(0, 1), accessed_flag = at(0, 2), activate = at(0, 4);
inline constexpr StepId add_one = at(0x10, 2), add_unlock = at(0x10, 3);
inline constexpr StepId release_last = at(0x20, 1), release_take = at(0x20, 3);
inline constexpr StepId rotate_move = at(0x30, 3);

} // namespace sluice::lru::step
