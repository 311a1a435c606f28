// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the pagevec listings by name; line n of a listing is its base + n (listing.toml).
#pragma once

#include "core/record/ids.h"

namespace sluice::pagevec::step {

constexpr StepId at(unsigned base, unsigned line) {
    return static_cast<StepId>(step_base::pagevec + base + line);
}

/// __pagevec_lru_add
inline constexpr StepId add_lock = at(0, 2), add_page = at(0, 3), add_unlock = at(0, 4), add_release = at(0, 5);
/// lru_cache_add, deferred
inline constexpr StepId defer_put = at(0x10, 2), defer_full = at(0x10, 3);
/// __pagevec_release
inline constexpr StepId release_drop = at(0x20, 2), release_lock = at(0x20, 3), release_again = at(0x20, 4),
                        release_unlink = at(0x20, 5), release_free = at(0x20, 7);
/// __pagevec_lru_del
inline constexpr StepId del_page = at(0x30, 3);
/// pagevec_deactivate_inactive
inline constexpr StepId deactivate_page = at(0x40, 3);
/// pagevec_strip
inline constexpr StepId strip_page = at(0x48, 2);
/// pagevec_lookup
inline constexpr StepId lookup_page = at(0x50, 2);
/// lru_add_drain
inline constexpr StepId drain_local = at(0x58, 1), drain_all = at(0x58, 2);
/// lru_cache_add, direct
inline constexpr StepId direct_lock = at(0x60, 1), direct_add = at(0x60, 2);

} // namespace sluice::pagevec::step
