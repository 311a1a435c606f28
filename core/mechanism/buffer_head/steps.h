// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the buffer-head listing by name (listing.toml).
#pragma once

#include "core/record/ids.h"

namespace sluice::buffer_head::step {

constexpr StepId at(unsigned base, unsigned line) {
    return static_cast<StepId>(step_base::buffer_head + base + line);
}

/// alloc_buffer_head and its accounting
inline constexpr StepId attach = at(0, 1), sum = at(0, 3), over = at(0, 4);
/// try_to_free_buffers
inline constexpr StepId drop = at(0x10, 2);

} // namespace sluice::buffer_head::step
