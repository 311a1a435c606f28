// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/lru/knobs.h"

namespace sluice::lru {

namespace {

constexpr KnobChoice kScopes[] = {
    {"global", "One for the machine", "pagemap_lru_lock: every CPU meets at one lock."},
    {"zone", "One a zone", "zone->lru_lock: a vector of mixed zones takes and drops a lock at each change of zone."},
    {"node", "One a node", "pgdat->lru_lock: zones of a node share lists and lock."},
};
constexpr KernelValue kScopeKernels[] = {{"2.5.31", "global"}, {"2.5.33", "zone"}, {"4.8", "node"}};

constexpr KnobChoice kFaultLists[] = {
    {"inactive", "Inactive, used once", "A faulted page starts on the inactive list with its referenced flag set."},
    {"active", "Active", "A faulted page goes straight to the active list."},
};
constexpr KernelValue kFaultListKernels[] = {{"2.5.32", "inactive"}, {"2.6.11", "active"}, {"2.6.28", "inactive"}};

constexpr KernelValue kIrqKernels[] = {{"2.5.31", "off"}, {"2.5.32", "on"}};
constexpr KernelValue kSplitKernels[] = {{"2.6.27", "off"}, {"2.6.28", "on"}};
constexpr KernelValue kRotateKernels[] = {{"2.5.32", "off"}, {"2.6.11", "on"}};

constexpr Knob kKnobs[] = {
    {.id = "lru.irq-off",
        .label = "Interrupts off under the LRU lock",
        .meaning = "Whether a CPU that holds the LRU lock keeps interrupts off.",
        .unit = "",
        .source = "Andrew Morton, [patch 11/21] disable interrupts while holding pagemap_lru_lock, 11 Aug 2002",
        .kind = KnobKind::toggle,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0,
        .kernels = kIrqKernels,
        .transition = "Whoever holds the lock keeps it as it was taken; the next one follows the new rule."},
    {.id = "lru.scope",
        .label = "LRU lists and lock",
        .meaning = "How many sets of LRU lists there are, each with its own lock.",
        .unit = "",
        .source = "Andrew Morton, [patch 17/21] per-zone LRUs and [patch 18/21] per-zone LRU locking, 11 Aug 2002",
        .kind = KnobKind::choice,
        .when = KnobWhen::start,
        .group = KnobGroup::policy,
        .high = 2,
        .standard = 0,
        .choices = kScopes,
        .kernels = kScopeKernels},
    {.id = "lru.fault-list",
        .label = "Faulted pages start",
        .meaning = "The list on which a page of an anonymous fault starts.",
        .unit = "",
        .source = "mm/memory.c of 2.6.11, do_anonymous_page",
        .kind = KnobKind::choice,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0,
        .choices = kFaultLists,
        .kernels = kFaultListKernels,
        .transition = "Pages that are on a list stay there; the next fault follows the new rule."},
    {.id = "lru.rotate",
        .label = "Rotate at the end of writeback",
        .meaning = "Whether a page that reclaim has written goes to the tail of the inactive list when it is clean; "
                   "interrupts are then off under the LRU lock whatever the other knob says.",
        .unit = "",
        .source = "mm/swap.c of 2.6.11, rotate_reclaimable_page",
        .kind = KnobKind::toggle,
        .when = KnobWhen::start,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0,
        .kernels = kRotateKernels},
    {.id = "lru.split",
        .label = "Files and anonymous pages apart",
        .meaning = "Whether files and anonymous pages have LRU lists of their own.",
        .unit = "",
        .source = "Commit 4f98a2fee8ac, 2.6.28: vmscan: split LRU lists into anon & file sets",
        .kind = KnobKind::toggle,
        .when = KnobWhen::start,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0,
        .kernels = kSplitKernels},
};

} // namespace

std::span<const Knob> knobs() {
    return kKnobs;
}

} // namespace sluice::lru
