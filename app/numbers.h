// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as commands read and print them.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::app {

/// A whole number from low to high, nothing else.
std::optional<std::uint64_t> parse_count(std::string_view text, std::uint64_t low, std::uint64_t high);
/// null, a whole number as such (9309, not 9309.0), or a fraction.
nlohmann::ordered_json json_number(std::optional<double> value);
/// 16 hexadecimal digits.
std::string hex16(std::uint64_t n);

} // namespace sluice::app
