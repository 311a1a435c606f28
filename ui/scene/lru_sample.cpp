// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/lru_sample.h"

#include <algorithm>
#include <bit>

namespace sluice::ui {
namespace {

/// One bit out of a number's hash (finaliser of splitmix64).
std::uint64_t coin(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return (x ^ (x >> 31)) & 1;
}

} // namespace

Frame sampled_frame(std::uint64_t block, unsigned log2_n) {
    // Down the tree of halves: which half is taken depends on the block alone, so that samples of all sizes nest.
    Frame at = block;
    for (unsigned level = log2_n; level > 0; --level)
        at = 2 * at + coin(at << 6 | level);
    return at;
}

std::array<std::vector<SampledPage>, kLists> sample_lists(
    const journal::MachineState& state, const std::vector<ZoneId>& zones, std::uint64_t& n) {
    std::uint64_t frames = 0;
    for (const ZoneId z : zones)
        frames += state.machine().zones[z].pages;
    n = std::bit_ceil(std::max<std::uint64_t>({n, 1, (frames + most_looked_at - 1) / most_looked_at}));
    const auto level = static_cast<unsigned>(std::countr_zero(n));
    std::array<std::vector<SampledPage>, kLists> out;
    for (const ZoneId id : zones) {
        const machine::Zone& z = state.machine().zones[id];
        if (z.pages == 0)
            continue;
        for (std::uint64_t block = z.first >> level; block <= (z.first + z.pages - 1) >> level; ++block) {
            const Frame f = sampled_frame(block, level);
            if (f < z.first || f >= z.first + z.pages)
                continue;
            const journal::PageInfo info = state.page(f);
            if (info.list != List::none && info.list != List::isolated)
                out[static_cast<std::size_t>(info.list)].push_back({f, info.list_key, info});
        }
    }
    for (auto& list : out)
        std::sort(list.begin(), list.end(), [](const SampledPage& a, const SampledPage& b) {
            return a.key != b.key ? a.key < b.key : a.frame < b.frame;
        });
    return out;
}

} // namespace sluice::ui
