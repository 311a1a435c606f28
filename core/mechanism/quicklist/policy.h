// SPDX-License-Identifier: GPL-3.0-or-later
// What the knobs of the quicklist say, as the model reads them.
#pragma once

#include "core/mechanism/quicklist/knobs.h"
#include "core/mechanism/quicklist/listing.h"

namespace sluice::quicklist {

/// Pages that a list always may keep (MIN_PGT_PAGES), and the low water mark before.
inline constexpr std::uint64_t kMinPages = 25;
/// Pages that one section of the merged and generic code frees at most.
inline constexpr std::uint64_t kFreesPerPass = 16;
/// The limit is the free memory of the node divided by this.
inline constexpr std::uint64_t kFraction = 16;

struct QuicklistPolicy {
    bool enabled = true;
    Levels levels = Levels::all;
    OffNode offnode = OffNode::home;
    DrainRule rule = DrainRule::node16;
    DrainShape shape = DrainShape::posted;
    std::uint64_t cap = 256;
    DrainArith arith = DrainArith::u64;
    KnobValue triggers = trigger_bit::idle | trigger_bit::unmap;
    DemandReach reach = DemandReach::own;
    bool counts_pcp = true;
    LineSwitches lines{kSteps};

    bool line_on(StepId step) const { return lines.on(step); }
    bool keeps(unsigned level) const { return enabled && (levels == Levels::all || level < 2); }
};

/// What the knobs say.
QuicklistPolicy read_policy(const KnobReader& knobs);

/// The high water mark of 2.6.9: enough tables to map all memory once and for 500 tasks, at most a tenth of memory, at
/// least 50; worked out once from the free pages of the whole machine, used for each CPU.
constexpr std::uint64_t high_mark(std::uint64_t free_pages, std::uint64_t entries_per_table) {
    std::uint64_t pages = free_pages / entries_per_table + 500;
    if (pages > free_pages / 10)
        pages = free_pages / 10;
    return pages > 50 ? pages : 50;
}

/// The target that the "described" pass would drain to: max(limit, size − cap), in the type that `arith` names.
/// Unsigned, a list shorter than the cap gives a huge number.
constexpr std::uint64_t described_target(std::uint64_t limit, std::uint64_t size, std::uint64_t cap, DrainArith arith) {
    if (arith == DrainArith::u64) {
        const std::uint64_t rest = size - cap;
        return limit > rest ? limit : rest;
    }
    const auto rest = static_cast<std::int64_t>(size) - static_cast<std::int64_t>(cap);
    return static_cast<std::int64_t>(limit) > rest ? limit : static_cast<std::uint64_t>(rest);
}

/// The posted assignment: min(limit, size + cap). The limit is always the smaller one when it is reached.
constexpr std::uint64_t posted_target(std::uint64_t limit, std::uint64_t size, std::uint64_t cap) {
    return limit < size + cap ? limit : size + cap;
}

} // namespace sluice::quicklist
