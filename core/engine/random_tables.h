// SPDX-License-Identifier: GPL-3.0-or-later
// The integer tables behind Random::exponential and Random::normal (scripts/make_random_tables.py writes them).
#pragma once

#include <array>
#include <cstdint>

namespace sluice::engine::tables {

inline constexpr unsigned kLogSteps = 256;
inline constexpr unsigned kNormalOctaves = 32;
inline constexpr unsigned kNormalSteps = 32;

/// ln(1 + i/256), times 2^32.
extern const std::array<std::uint64_t, kLogSteps + 1> kLog;
/// Entry (k, i): how many deviations from the mean leave a tail of (1 + i/32) · 2^-(k+2), times 2^24.
extern const std::array<std::uint32_t, kNormalOctaves*(kNormalSteps + 1)> kNormal;

} // namespace sluice::engine::tables
