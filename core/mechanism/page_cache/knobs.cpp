// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/page_cache/knobs.h"

namespace sluice::page_cache {

namespace {

constexpr Knob kKnobs[] = {
    {.id = "cache.dirty-limit",
        .label = "Dirty limit",
        .meaning = "Share of memory that may be dirty or being written before a writer has to write back itself.",
        .unit = "%",
        .source = "mm/page-writeback.c of 2.5.31, dirty_async_ratio",
        .kind = KnobKind::number,
        .when = KnobWhen::any,
        .group = KnobGroup::memory,
        .low = 1,
        .high = 90,
        .standard = 40,
        .transition = "The next check of a writer, at most 32 pages later, applies it."},
    {.id = "cache.refile",
        .label = "Move pages at submission",
        .meaning = "Whether writeback moves each page that it submits to the head of the inactive list.",
        .unit = "",
        .source = "Andrew Morton, [patch 9/21]: only a caller that needs memory refiles the pages that it writes",
        .kind = KnobKind::toggle,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0,
        .transition = "A request under way ends as it began."},
};

} // namespace

std::span<const Knob> knobs() {
    return kKnobs;
}

} // namespace sluice::page_cache
