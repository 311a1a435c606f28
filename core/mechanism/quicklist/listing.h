// SPDX-License-Identifier: GPL-3.0-or-later
// The quicklist's listings: pseudo-code whose lines the simulator steps through. Text and ids are in listing.toml; the
// step numbers that the model code uses are here, and a test holds the two together.
#pragma once

#include "core/record/listing.h"

namespace sluice::quicklist {

inline constexpr StepRange kSteps{step_base::quicklist, 0x80};

/// Every listing, as read from listing.toml. The same object every time.
std::span<const Listing> listings();

/// The listings that are in force: the drain's first, then those that every variant has.
std::vector<std::string_view> current_listings(const KnobReader& knobs);

/// Steps by name; line n of a listing is its base + n.
namespace step {
constexpr StepId at(unsigned base, unsigned line) {
    return kSteps.at(base, line);
}

/// Lines that several variants of the drain have, at each variant's own number.
struct Drain {
    StepId too_few, limit_from_free, limit_at_least_25, within_limit, preempt_off, limit_capped, repeat, take, give,
        until, preempt_on;
};
inline constexpr Drain posted{
    at(0, 1), at(0, 2), at(0, 3), at(0, 4), at(0, 5), at(0, 6), at(0, 7), at(0, 8), at(0, 9), at(0, 10), at(0, 11)};
inline constexpr Drain described{at(0x10, 1), at(0x10, 2), at(0x10, 3), at(0x10, 4), at(0x10, 5), at(0x10, 6),
    at(0x10, 7), at(0x10, 8), at(0x10, 9), at(0x10, 10), at(0x10, 11)};

namespace merged {
inline constexpr StepId too_few = at(0x20, 1), preempt_off = at(0x20, 2), limit_from_free = at(0x20, 3),
                        limit_at_least_25 = at(0x20, 4), quota = at(0x20, 5), done = at(0x20, 6), take = at(0x20, 7),
                        give = at(0x20, 8), point_on = at(0x20, 9), point_off = at(0x20, 10), preempt_on = at(0x20, 11);
}
namespace generic {
inline constexpr StepId preempt_off = at(0x30, 1), too_few = at(0x30, 2), limit_from_free = at(0x30, 3),
                        limit_per_cpu = at(0x30, 4), limit_at_least_25 = at(0x30, 5), quota = at(0x30, 6),
                        take = at(0x30, 7), give = at(0x30, 8), preempt_on = at(0x30, 9);
}
namespace marks {
inline constexpr StepId preempt_off = at(0x40, 1), above_high = at(0x40, 2), repeat = at(0x40, 3), take = at(0x40, 4),
                        give = at(0x40, 5), until = at(0x40, 6), preempt_on = at(0x40, 7);
}
namespace alloc {
inline constexpr StepId preempt_off = at(0x50, 1), look = at(0x50, 2), pop = at(0x50, 3), clear_word = at(0x50, 4),
                        preempt_on = at(0x50, 5), fresh = at(0x50, 6), zero = at(0x50, 7);
}
namespace free {
inline constexpr StepId off_node = at(0x60, 1), preempt_off = at(0x60, 2), push = at(0x60, 3), preempt_on = at(0x60, 4);
}
namespace shrink {
inline constexpr StepId own = at(0x70, 1), ask = at(0x70, 2), wait = at(0x70, 3);
}
} // namespace step

} // namespace sluice::quicklist
