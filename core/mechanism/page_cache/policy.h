// SPDX-License-Identifier: GPL-3.0-or-later
// What the knobs of the page cache say, as the model reads them.
#pragma once

#include "core/mechanism/page_cache/knobs.h"

namespace sluice::page_cache {

/// Pages that a writer dirties between two looks at the limit.
inline constexpr std::uint32_t kRatelimitPages = 32;

struct CachePolicy {
    std::uint64_t dirty_limit = 40; ///< per cent of memory
    bool refile = false;
};

} // namespace sluice::page_cache
