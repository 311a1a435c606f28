// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers that are the same on every machine and compiler. Every entity owns a stream, derived from the run's
// seed and the entity's name, so that a changed policy does not shuffle everybody else's luck. Integers only.
#pragma once

#include "core/engine/time.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace sluice::engine {

/// Hash of a name (FNV-1a, finished with splitmix64's mixer), the same everywhere.
std::uint64_t hash_name(std::string_view name);
/// Mixes two values into one, order mattering.
std::uint64_t hash_pair(std::uint64_t a, std::uint64_t b);

/// xoshiro256** (Blackman and Vigna, 2018), seeded by splitmix64.
class Random {
public:
    explicit Random(std::uint64_t stream = 0);
    Random(std::uint64_t seed, std::string_view name)
        : Random(hash_pair(seed, hash_name(name))) { }

    std::uint64_t next() {
        const std::uint64_t result = rotate(s_[1] * 5, 7) * 9;
        const std::uint64_t t = s_[1] << 17;
        s_[2] ^= s_[0];
        s_[3] ^= s_[1];
        s_[1] ^= s_[2];
        s_[0] ^= s_[3];
        s_[2] ^= t;
        s_[3] = rotate(s_[3], 45);
        return result;
    }

    /// Uniform in [0, n). 0 if n is 0.
    std::uint64_t below(std::uint64_t n);
    /// Uniform in [low, high], low ≤ high.
    std::int64_t between(std::int64_t low, std::int64_t high);
    /// True `part` times out of `whole`.
    bool chance(std::uint64_t part, std::uint64_t whole) { return below(whole) < part; }
    /// Exponential with this mean (any unit, ≥ 0, below 2^56), rounded to the nearest integer.
    std::int64_t exponential(std::int64_t mean);
    /// Normal, rounded; may be negative. `deviation` ≥ 0, below 2^50.
    std::int64_t normal(std::int64_t mean, std::int64_t deviation);

private:
    static std::uint64_t rotate(std::uint64_t x, int k) { return x << k | x >> (64 - k); }

    std::array<std::uint64_t, 4> s_;
};

} // namespace sluice::engine
