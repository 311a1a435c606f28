// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/reclaim/knobs.h"

namespace sluice::reclaim {

namespace {

constexpr std::string_view kMultithread = "Andrew Morton, [patch 6/21] multithread and batch page reclaim, 11 Aug 2002";

constexpr KnobChoice kLockUses[] = {
    {"scan", "For the whole scan",
        "The LRU lock is held while pages are looked at; it is dropped only to release buffers or to wait."},
    {"isolate", "To isolate and put back, 32 at a time",
        "Pages are taken off the list in batches, handled without the lock, and the rest put back."},
};
constexpr KernelValue kLockUseKernels[] = {{"2.5.31", "scan"}, {"2.5.32", "isolate"}};

constexpr KnobChoice kDepths[] = {
    {"divide", "List ÷ priority, from 6",
        "The first pass looks at a sixth of the inactive list, the last at all of it."},
    {"shift", "List >> priority, from 12", "The first pass looks at one page in 4,096, the last at half of the list."},
};
constexpr KernelValue kDepthKernels[] = {{"2.5.32", "divide"}, {"2.5.40", "shift"}};

constexpr KernelValue kDrainKernels[] = {{"2.5.31", "off"}, {"2.5.32", "on"}};

constexpr Knob kKnobs[] = {
    {.id = "reclaim.lock",
        .label = "Reclaim holds the lock",
        .meaning = "For what reclaim holds the LRU lock.",
        .unit = "",
        .source = kMultithread,
        .kind = KnobKind::choice,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 1,
        .choices = kLockUses,
        .kernels = kLockUseKernels,
        .transition = "A pass under way ends as it began."},
    {.id = "reclaim.drain-first",
        .label = "Drain before reclaim",
        .meaning = "Whether reclaim first puts the pages that wait in the vectors of its CPU on the lists.",
        .unit = "",
        .source
        = "Andrew Morton, [patch 13/21] deferred and batched addition of faulted-in pages to the LRU, 11 Aug 2002",
        .kind = KnobKind::toggle,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 1,
        .kernels = kDrainKernels,
        .transition = "The next pass follows it."},
    {.id = "reclaim.depth",
        .label = "Scan depth",
        .meaning = "How much of the inactive list one pass looks at.",
        .unit = "",
        .source = "mm/vmscan.c of 2.5.32 and of 2.5.40",
        .kind = KnobKind::choice,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0,
        .choices = kDepths,
        .kernels = kDepthKernels,
        .transition = "The next pass follows it."},
    {.id = "reclaim.batch",
        .label = "Pages isolated at a time",
        .meaning = "How many pages one visit to the inactive list takes off it.",
        .unit = "pages",
        .source = kMultithread,
        .kind = KnobKind::number,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .low = 1,
        .high = 256,
        .standard = 32,
        .transition = "The next visit follows it.",
        .logarithmic = true},
};

} // namespace

std::span<const Knob> knobs() {
    return kKnobs;
}

} // namespace sluice::reclaim
