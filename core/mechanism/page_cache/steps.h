// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the page cache's listings by name (listing.toml).
#pragma once

#include "core/record/ids.h"

namespace sluice::page_cache::step {

constexpr StepId at(unsigned base, unsigned line) {
    return static_cast<StepId>(step_base::page_cache + base + line);
}

/// generic_file_write
inline constexpr StepId write_get = at(0, 2), write_new = at(0, 3), write_lru = at(0, 4), write_copy = at(0, 5),
                        write_dirty = at(0, 6), write_flush = at(0, 7), write_balance = at(0, 8);
/// balance_dirty_pages
inline constexpr StepId balance_limit = at(0x10, 1), balance_write = at(0x10, 2), balance_wait = at(0x10, 3);
/// mpage_writepages
inline constexpr StepId submit_take = at(0x20, 1), submit_strip = at(0x20, 2), submit_add = at(0x20, 3),
                        submit_refile = at(0x20, 4), submit_send = at(0x20, 5);
/// end_page_writeback, in the completion interrupt
inline constexpr StepId end_page = at(0x30, 1), end_rotate = at(0x30, 2);
/// do_generic_file_read
inline constexpr StepId read_look = at(0x40, 1), read_new = at(0x40, 2), read_copy = at(0x40, 4);
/// invalidate_inode_pages
inline constexpr StepId invalidate_look = at(0x50, 1), invalidate_remove = at(0x50, 2),
                        invalidate_release = at(0x50, 4);

} // namespace sluice::page_cache::step
