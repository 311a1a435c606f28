// SPDX-License-Identifier: GPL-3.0-or-later
// Near misses: which known name did somebody mean? Used by every message that rejects a name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

/// Edit distance with insertion, deletion, replacement and swapped neighbours (optimal string alignment), without
/// regard to case; '_', '-' and '.' count as the same letter.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known names that are close to `word`, nearest first, ties in the order given. A name is close when at most a
/// third of the longer word differs, or when one contains the other (at least 3 letters).
std::vector<std::string> near_names(
    std::string_view word, const std::vector<std::string_view>& known, std::size_t at_most = 3);

/// "“a”", "“a” or “b”", "“a”, “b” or “c”".
std::string one_of(const std::vector<std::string>& names);

} // namespace sluice::experiment
