// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of the LRU lists and their lock.
#pragma once

#include "core/record/knob.h"

#include <span>

namespace sluice::lru {

/// One set of lists and one lock for the machine, for each zone, or for each node.
enum class Scope : std::uint8_t { global, zone, node };
/// Where a page of an anonymous fault starts.
enum class FaultList : std::uint8_t { inactive, active };

std::span<const Knob> knobs();

} // namespace sluice::lru
