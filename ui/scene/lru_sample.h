// SPDX-License-Identifier: GPL-3.0-or-later
// A sample of the pages on the LRU lists: one page of every n frames is looked at, always the same ones, and of these
// the ones that are on a list are shown in list order. So a glyph is a real page that stands for about n, it travels
// along the belt as its page does, and the cost depends on frames / n alone, not on the length of the lists.
#pragma once

#include "core/journal/machine_state.h"

#include <array>
#include <vector>

namespace sluice::ui {

struct SampledPage {
    Frame frame = 0;
    Key key = 0;
    journal::PageInfo info;
};

/// The pages looked at when one of `n` (a power of two) is: in each aligned block of n frames the same one always, and
/// those of 2n are among those of n.
Frame sampled_frame(std::uint64_t block, unsigned log2_n);

/// By List, head first, for the given zones. At most about `most_looked_at` frames are looked at: n is raised if need
/// be, and the n that was used is returned in it.
std::array<std::vector<SampledPage>, kLists> sample_lists(
    const journal::MachineState& state, const std::vector<ZoneId>& zones, std::uint64_t& n);

inline constexpr std::uint64_t most_looked_at = 8192;

} // namespace sluice::ui
