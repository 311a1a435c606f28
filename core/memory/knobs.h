// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of the page allocator.
#pragma once

#include "core/record/knob.h"

#include <span>

namespace sluice::memory {

/// Kernels whose formulas for batch and high are known.
enum class PcpFormula : std::uint8_t { k2_6_9, k2_6_24, k5_10, k6_2 };

std::span<const Knob> knobs();

} // namespace sluice::memory
