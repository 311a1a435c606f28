// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/random.h"

#include "core/engine/random_tables.h"

#include <bit>

namespace sluice::engine {

namespace {

constexpr std::uint64_t kGolden = 0x9e37'79b9'7f4a'7c15u;
constexpr std::uint64_t kLn2 = 2'977'044'472u; ///< ln 2, times 2^32

/// The finishing step of splitmix64 (Steele, Lea and Flood, 2014).
constexpr std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58'476d'1ce4'e5b9u;
    z = (z ^ z >> 27) * 0x94d0'49bb'1331'11ebu;
    return z ^ z >> 31;
}

struct Wide {
    std::uint64_t high, low;
};

/// The 128-bit product, from 32-bit halves: no compiler extension needed.
constexpr Wide multiply(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t a0 = a & 0xffff'ffffu, a1 = a >> 32, b0 = b & 0xffff'ffffu, b1 = b >> 32;
    const std::uint64_t low = a0 * b0;
    const std::uint64_t middle = a1 * b0 + (low >> 32);
    const std::uint64_t middle2 = a0 * b1 + (middle & 0xffff'ffffu);
    return {a1 * b1 + (middle >> 32) + (middle2 >> 32), middle2 << 32 | (low & 0xffff'ffffu)};
}

/// a · q / 2^shift, rounded to nearest; 0 < shift < 64.
constexpr std::uint64_t scaled(std::uint64_t a, std::uint64_t q, int shift) {
    Wide w = multiply(a, q);
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    w.low += half;
    w.high += w.low < half;
    return w.high << (64 - shift) | w.low >> shift;
}

/// The straight line between two table entries at `fraction` / 2^16.
constexpr std::uint64_t between_entries(std::uint64_t a, std::uint64_t b, std::uint64_t fraction) {
    return b >= a ? a + ((b - a) * fraction >> 16) : a - ((a - b) * fraction >> 16);
}

} // namespace

std::uint64_t hash_name(std::string_view name) {
    std::uint64_t h = 0xcbf2'9ce4'8422'2325u;
    for (const char c : name) {
        h ^= static_cast<unsigned char>(c);
        h *= 0x0000'0100'0000'01b3u;
    }
    return mixed(h);
}

std::uint64_t hash_pair(std::uint64_t a, std::uint64_t b) {
    return mixed(mixed(a + kGolden) ^ (b * kGolden + 1));
}

Random::Random(std::uint64_t stream) {
    for (std::uint64_t& word : s_)
        word = mixed(stream += kGolden);
}

std::uint64_t Random::below(std::uint64_t n) {
    // Lemire's multiplication (2019); the short rest that would favour small numbers is drawn again.
    Wide w = multiply(next(), n);
    if (w.low < n) {
        const std::uint64_t rest = n ? (0 - n) % n : 0;
        while (w.low < rest)
            w = multiply(next(), n);
    }
    return w.high;
}

std::int64_t Random::between(std::int64_t low, std::int64_t high) {
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    const std::uint64_t n = span ? below(span) : next();
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + n);
}

std::int64_t Random::exponential(std::int64_t mean) {
    // u = m · 2^-(zeros + 1), m in [1, 2): -ln u = (zeros + 1) ln 2 - ln m.
    const std::uint64_t bits = next();
    const int zeros = std::countl_zero(bits | 1);
    const std::uint64_t mantissa = next();
    const std::uint64_t i = mantissa >> 56;
    const std::uint64_t log = between_entries(tables::kLog[i], tables::kLog[i + 1], mantissa >> 40 & 0xffff);
    const std::uint64_t q = static_cast<std::uint64_t>(zeros + 1) * kLn2 - log;
    return static_cast<std::int64_t>(scaled(static_cast<std::uint64_t>(mean), q, 32));
}

std::int64_t Random::normal(std::int64_t mean, std::int64_t deviation) {
    const std::uint64_t bits = next();
    const bool negative = bits & 1;
    // The tail beyond the value is (1 + fraction) · 2^-(octave + 2), octave by leading zeros of the other 63 bits.
    auto octave = static_cast<unsigned>(std::countl_zero(bits | 1));
    octave = octave < tables::kNormalOctaves ? octave : tables::kNormalOctaves - 1;
    const std::uint64_t mantissa = next();
    const std::size_t i = octave * (tables::kNormalSteps + 1) + (mantissa >> 59);
    const std::uint64_t z = between_entries(tables::kNormal[i], tables::kNormal[i + 1], mantissa >> 43 & 0xffff);
    const auto away = static_cast<std::int64_t>(scaled(static_cast<std::uint64_t>(deviation), z, 24));
    return negative ? mean - away : mean + away;
}

} // namespace sluice::engine
