// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of page reclaim.
#pragma once

#include "core/record/knob.h"
#include "core/record/knob_reader.h"

#include <span>

namespace sluice::reclaim {

/// Whether the LRU lock is held for a whole scan, or only to isolate pages and to put them back.
enum class LockUse : std::uint8_t { scan, isolate };
/// How deep a pass scans: the list divided by the priority (from 6 down), or shifted by it (from 12 down).
enum class Depth : std::uint8_t { divide, shift };

std::span<const Knob> knobs();
/// Kernels from 2.5.31 to 6.9.
std::span<const KnobPreset> presets();

} // namespace sluice::reclaim
