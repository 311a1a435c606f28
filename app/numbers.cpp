// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/numbers.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace sluice::app {

std::optional<std::uint64_t> parse_count(std::string_view text, std::uint64_t low, std::uint64_t high) {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size() || n < low || n > high)
        return std::nullopt;
    return n;
}

nlohmann::ordered_json json_number(std::optional<double> v) {
    if (!v || !std::isfinite(*v))
        return nullptr;
    if (std::abs(*v) < 9e15 && *v == std::trunc(*v))
        return static_cast<std::int64_t>(*v);
    return *v;
}

std::string hex16(std::uint64_t n) {
    std::string s;
    for (int shift = 60; shift >= 0; shift -= 4)
        s += "0123456789abcdef"[n >> shift & 15];
    return s;
}

} // namespace sluice::app
