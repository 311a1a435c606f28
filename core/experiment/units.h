// SPDX-License-Identifier: GPL-3.0-or-later
// Times and sizes as people write them: "60 ms", "1.5s", "+250us", "512 MiB". Whole numbers inside; a fraction is taken
// digit by digit, so that no rounding of a floating-point number decides a run.
#pragma once

#include "core/engine/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::experiment {

/// "60 ms" → 60,000,000 ns. Units ns, us (µs), ms, s, min. "0" needs none. Nothing if it is no time, negative, finer
/// than 1 ns or beyond 2^62.
std::optional<Time> parse_time(std::string_view text);
/// "512 MiB" → bytes. Units B, KiB, MiB, GiB, TiB, PiB. Nothing if it is no size, not a whole number of bytes, or ≥
/// 2^62.
std::optional<std::uint64_t> parse_size(std::string_view text);
/// "12.5 us" → 12,500,000 ps. As parse_time, with ps.
std::optional<Cost> parse_cost(std::string_view text);

/// The shortest exact form with one unit: "60 ms", "1500 us". For files.
std::string format_time(Time t);
/// "512 MiB", "1536 KiB". For files.
std::string format_size(std::uint64_t bytes);
/// "15,559".
std::string grouped(std::int64_t n);

} // namespace sluice::experiment
