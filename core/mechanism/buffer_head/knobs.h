// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of buffer heads: the limit of their memory and where buffers are stripped.
#pragma once

#include "core/record/knob.h"

#include <span>

namespace sluice::buffer_head {

enum class Limit : std::uint8_t { off, percent };

/// Bits of `bh.strip`.
namespace strip_bit {
inline constexpr KnobValue submit = 1, deactivate = 2;
}

std::span<const Knob> knobs();

} // namespace sluice::buffer_head
