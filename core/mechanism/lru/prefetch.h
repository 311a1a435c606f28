// SPDX-License-Identifier: GPL-3.0-or-later
// A hint to the computer that Sluice runs on, without a meaning for the model: what is known of a page will be wanted
// soon. Pages come round once in many thousands, so that each is a cache miss, and who walks a list knows the next one.
#pragma once

#include "core/mechanism/lru/lru.h"

namespace sluice::lru {

inline void prefetch(Lru& lru, Frame f) {
    __builtin_prefetch(&lru.page(f));
    __builtin_prefetch(&lru.pages().frames().look(f));
}

} // namespace sluice::lru
