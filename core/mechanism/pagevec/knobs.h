// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of the pagevec and of the per-CPU vectors that defer additions to the LRU.
#pragma once

#include "core/record/knob.h"

#include <span>

namespace sluice::pagevec {

/// One per-CPU vector for all deferred additions, or one for each list (2.6.11 to 2.6.27).
enum class Vectors : std::uint8_t { one, two };

std::span<const Knob> knobs();

} // namespace sluice::pagevec
