// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated time. Moments and lengths are integer nanoseconds; costs are integer picoseconds, summed over a stretch of
// work and rounded once, so that no floating point ever decides an event.
#pragma once

#include <cstdint>
#include <limits>

namespace sluice {

/// A moment of a run, or a length of time, in ns. A run starts at 0.
using Time = std::int64_t;
/// What a piece of work costs, in ps.
using Cost = std::int64_t;

inline constexpr Time kNever = std::numeric_limits<Time>::max();
inline constexpr Time kMicrosecond = 1'000;
inline constexpr Time kMillisecond = 1'000'000;
inline constexpr Time kSecond = 1'000'000'000;

/// Rounds a summed cost to ns, halves up. `cost` is not negative.
constexpr Time to_time(Cost cost) {
    return (cost + 500) / 1000;
}

} // namespace sluice
