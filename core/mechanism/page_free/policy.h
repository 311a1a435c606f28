// SPDX-License-Identifier: GPL-3.0-or-later
// What the knobs of freeing say, as the model reads them.
#pragma once

#include "core/mechanism/page_free/knobs.h"

#include <cstdint>

namespace sluice::page_free {

/// Pages whose pointers lie on the stack of the caller (MMU_GATHER_BUNDLE).
inline constexpr std::uint64_t kLocal = 8;
/// Batches of a round without workers: 10,000 pointers in whole pages (MAX_GATHER_BATCH_COUNT on 4 KiB: 19 of 510).
inline constexpr std::uint64_t kPointers = 10'000;
/// A preemption point comes after so many pages (PAGE_FREE_NR_TO_YIELD).
inline constexpr std::uint64_t kYield = 10'000;
/// Pages freed in one go from 2022 on.
inline constexpr std::uint64_t kYieldLater = 512;
/// Pages taken off an LRU list in one hold of its lock (SWAP_CLUSTER_MAX).
inline constexpr std::uint32_t kSection = 32;

struct FreePolicy {
    bool parallel = false;
    std::uint64_t threshold = 262'144; ///< pages
    std::uint32_t max_active = 4;
    Gate gate = Gate::always;
    PageOrder order = PageOrder::allocated;
    GatherLimit limit = GatherLimit::batches;
    bool huge = false;

    /// Pages that are gathered before they must be freed; `per_batch` pointers fit into one page of them.
    std::uint64_t capacity(std::uint64_t per_batch) const {
        if (parallel)
            return kLocal + per_batch * ((threshold + per_batch - 1) / per_batch);
        return limit == GatherLimit::none ? ~std::uint64_t{0} : kLocal + per_batch * (kPointers / per_batch);
    }
};

} // namespace sluice::page_free
