// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the listings by name; line n of a listing is its base + n (listing.toml).
#pragma once

#include "core/record/ids.h"

namespace sluice::page_free::step {

constexpr StepId at(unsigned base, unsigned line) {
    return static_cast<StepId>(step_base::page_free + base + line);
}

inline constexpr StepId zap = at(0, 2), batch_page = at(0, 3), flush = at(0, 5);
inline constexpr StepId release = at(0x10, 3), batch_free = at(0x10, 5), yield = at(0x10, 6);
inline constexpr StepId huge = at(0x10, 7);
inline constexpr StepId queue = at(0x20, 2), here = at(0x20, 4), wait = at(0x20, 5);
inline constexpr StepId take = at(0x30, 1);
inline constexpr StepId tables = at(0x40, 1);

} // namespace sluice::page_free::step
