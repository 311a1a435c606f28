// SPDX-License-Identifier: GPL-3.0-or-later
// What the knobs of the pagevec say, as the model reads them.
#pragma once

#include "core/mechanism/pagevec/knobs.h"

namespace sluice::pagevec {

inline constexpr std::uint32_t kMaxSlots = 64;

struct PagevecPolicy {
    std::uint32_t slot_count = 16;
    bool call = true;
    bool deferred_add = true;
    Vectors vectors = Vectors::one;
};

} // namespace sluice::pagevec
