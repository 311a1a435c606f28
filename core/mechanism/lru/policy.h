// SPDX-License-Identifier: GPL-3.0-or-later
// What the knobs of the LRU lists say, as the model reads them.
#pragma once

#include "core/lock/spinlock.h"
#include "core/mechanism/lru/knobs.h"

namespace sluice::lru {

struct LruPolicy {
    Scope scope = Scope::global;
    bool irq_off = false; ///< interrupts off while a lock is held
    bool split = false; ///< file and anonymous pages on lists of their own (2.6.28 on)
    bool rotate = false; ///< the end of writeback moves a page that reclaim wants to the tail (2.6 on)
    FaultList fault_list = FaultList::inactive;
    lock::LockKind lock_kind = lock::LockKind::tas;
};

} // namespace sluice::lru
