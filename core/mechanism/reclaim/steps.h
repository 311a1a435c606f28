// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the reclaim listings by name; line n of a listing is its base + n (listing.toml).
#pragma once

#include "core/record/ids.h"

namespace sluice::reclaim::step {

constexpr StepId at(unsigned base, unsigned line) {
    return static_cast<StepId>(step_base::reclaim + base + line);
}

/// shrink_cache with the lock held for the scan (2.5.31)
namespace old {
inline constexpr StepId lock = at(0, 1), take = at(0, 2), skip = at(0, 3), activate = at(0, 4), write = at(0, 5),
                        unlock_for_buffers = at(0, 6), buffers = at(0, 7), remove = at(0, 9), free = at(0, 10),
                        unlock = at(0, 11);
}
/// shrink_cache in batches (2.5.32)
namespace batch {
inline constexpr StepId drain = at(0x10, 1), lock = at(0x10, 2), isolate = at(0x10, 3), count_zero = at(0x10, 4),
                        unlock = at(0x10, 5), shrink = at(0x10, 6), lock_again = at(0x10, 7), put_back = at(0x10, 8),
                        release = at(0x10, 9), unlock_again = at(0x10, 10);
}
/// shrink_list: one page after the other, without the LRU lock
namespace list {
inline constexpr StepId look = at(0x20, 1), writeback = at(0x20, 2), activate = at(0x20, 3), write = at(0x20, 4),
                        buffers = at(0x20, 5), remove = at(0x20, 6), free = at(0x20, 7), keep = at(0x20, 8);
}
/// refill_inactive
namespace refill {
inline constexpr StepId lock = at(0x30, 1), take = at(0x30, 2), test = at(0x30, 4), put = at(0x30, 6),
                        strip = at(0x30, 7), unlock = at(0x30, 8);
}
/// kswapd
namespace kswapd {
inline constexpr StepId sleep = at(0x40, 1), zone = at(0x40, 2), shrink = at(0x40, 3), wait = at(0x40, 4);
}

} // namespace sluice::reclaim::step
