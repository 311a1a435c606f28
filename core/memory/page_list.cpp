// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/page_list.h"

#include <algorithm>
#include <bit>

namespace sluice::memory {

PageListLimits limits(const PageListPolicy& policy, const machine::Machine& m, ZoneId id) {
    const machine::Zone& zone = m.zones[id];
    const auto quarter = [&](std::uint64_t bytes) {
        return std::max<std::uint64_t>(1, std::min<std::uint64_t>(zone.pages / 1024, bytes / m.page_size) / 4);
    };
    // 2.6.24 on: one less than a power of two, against lists that fall in step with cache colours.
    const auto odd = [](std::uint64_t b) { return std::max<std::uint64_t>(1, std::bit_floor(b + b / 2) - 1); };
    std::uint64_t batch = 1, high = 0;
    switch (policy.formula) {
    case PcpFormula::k2_6_9:
        batch = quarter(256 * 1024);
        break;
    case PcpFormula::k2_6_24:
        batch = odd(quarter(512 * 1024));
        break;
    case PcpFormula::k5_10:
    case PcpFormula::k6_2:
        batch = odd(quarter(1024 * 1024));
        break;
    }
    if (policy.batch)
        batch = policy.batch;
    if (policy.formula == PcpFormula::k6_2)
        high = std::max<std::uint64_t>(zone.low / std::max(1u, m.cpus_on_node(zone.node)), 4 * batch);
    else
        high = 6 * batch;
    if (policy.high)
        high = policy.high;
    return {static_cast<std::uint32_t>(batch), static_cast<std::uint32_t>(std::max(high, batch))};
}

void PageList::make_room() {
    if (runs_ < ring_.size())
        return;
    std::vector<Run> larger(ring_.size() * 2);
    for (std::uint32_t i = 0; i < runs_; ++i)
        larger[i] = ring_[(head_ + i) & mask()];
    ring_ = std::move(larger);
    head_ = 0;
}

} // namespace sluice::memory
