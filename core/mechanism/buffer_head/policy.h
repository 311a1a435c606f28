// SPDX-License-Identifier: GPL-3.0-or-later
// What the knobs of buffer heads say, as the model reads them.
#pragma once

#include "core/mechanism/buffer_head/knobs.h"

namespace sluice::buffer_head {

/// Bytes of a struct buffer_head with a 32-bit sector number (twelve words).
inline constexpr std::uint64_t kBytes = 48;
/// Additions and removals on one CPU between two sums over all CPUs.
inline constexpr std::uint32_t kRatelimit = 4096;

struct BufferPolicy {
    Limit limit = Limit::off;
    std::uint64_t percent = 10;
    KnobValue strip = strip_bit::submit | strip_bit::deactivate;
    std::uint32_t block_size = 4096; ///< bytes
};

} // namespace sluice::buffer_head
