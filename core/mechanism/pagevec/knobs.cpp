// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/pagevec/knobs.h"

namespace sluice::pagevec {

namespace {

constexpr std::string_view kFirst = "Andrew Morton, [patch 5/21] pagevec infrastructure, 11 Aug 2002";
constexpr std::string_view kDeferred
    = "Andrew Morton, [patch 13/21] deferred and batched addition of faulted-in pages to the LRU, 11 Aug 2002";

constexpr KernelValue kSlotKernels[] = {{"2.5.32", "16"}, {"2.6.10", "14"}, {"4.16", "15"}, {"6.9", "31"}};
constexpr KernelValue kCallKernels[] = {{"2.5.31", "off"}, {"2.5.32", "on"}};
constexpr KernelValue kDeferredKernels[] = {{"2.5.31", "off"}, {"2.5.32", "on"}};

constexpr KnobChoice kVectors[] = {
    {"one", "One", "One vector a CPU for pages that wait for an LRU list."},
    {"two", "One for each list", "One for the inactive list, one for the active list; twice as many pages may wait."},
};
constexpr KernelValue kVectorsKernels[] = {{"2.5.32", "one"}, {"2.6.11", "two"}, {"3.11", "one"}};

constexpr Knob kKnobs[] = {
    {.id = "pagevec.slots",
        .label = "Pagevec slots",
        .meaning = "How many pages a vector holds before it is emptied under the LRU lock.",
        .unit = "pages",
        .source = kFirst,
        .kind = KnobKind::number,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .low = 1,
        .high = 64,
        .standard = 16,
        .kernels = kSlotKernels,
        .transition = "A vector that holds as many pages as the new number or more is emptied at its next addition.",
        .logarithmic = true},
    {.id = "pagevec.call",
        .label = "Vectors of a call",
        .meaning = "Whether a write, read or truncate collects pages in a vector of its own, emptied at its end.",
        .unit = "",
        .source = "Andrew Morton, [patch 9/21] batched addition of pages to the LRU, 11 Aug 2002",
        .kind = KnobKind::toggle,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 1,
        .kernels = kCallKernels,
        .transition = "A call under way ends as it began."},
    {.id = "pagevec.deferred-add",
        .label = "LRU insertion of faults",
        .meaning = "Whether faulted pages wait in a vector of their CPU before they go on an LRU list.",
        .unit = "",
        .source = kDeferred,
        .kind = KnobKind::toggle,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 1,
        .kernels = kDeferredKernels,
        .transition
        = "Off: nothing is put in the vectors any more; what they hold goes on the lists at the next drain."},
    {.id = "pagevec.vectors",
        .label = "Vectors a CPU",
        .meaning = "Whether pages for the active list have a vector of their own.",
        .unit = "",
        .source = "mm/swap.c of 2.6.11, lru_cache_add_active",
        .kind = KnobKind::choice,
        .when = KnobWhen::start,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0,
        .choices = kVectors,
        .kernels = kVectorsKernels},
};

} // namespace

std::span<const Knob> knobs() {
    return kKnobs;
}

} // namespace sluice::pagevec
