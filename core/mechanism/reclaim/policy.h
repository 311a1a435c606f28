// SPDX-License-Identifier: GPL-3.0-or-later
// What the knobs of reclaim say, as the model reads them.
#pragma once

#include "core/mechanism/reclaim/knobs.h"
#include "core/mechanism/reclaim/listing.h"

namespace sluice::reclaim {

/// SWAP_CLUSTER_MAX: what a pass wants, and how many active pages one refill handles.
inline constexpr std::uint32_t kCluster = 32;

struct ReclaimPolicy {
    LockUse lock = LockUse::isolate;
    bool drain_first = true;
    Depth depth = Depth::divide;
    std::uint32_t batch = 32;
    LineSwitches lines{kSteps};

    std::uint32_t first_priority() const { return depth == Depth::divide ? 6 : 12; }
    /// Pages of a list of `n` that a pass of a priority looks at.
    std::uint64_t scan_depth(std::uint64_t n, std::uint32_t priority, std::uint64_t wanted) const {
        if (depth == Depth::divide)
            return n / (priority ? priority : 1);
        const std::uint64_t part = n >> priority;
        return part > 2 * wanted ? part : 2 * wanted;
    }
};

} // namespace sluice::reclaim
