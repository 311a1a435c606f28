// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/page_free/knobs.h"

namespace sluice::page_free {

namespace {

constexpr std::string_view kSeries = "Aaron Lu, [PATCH v2 0/5] mm: support parallel free of memory, 15 Mar 2017";

constexpr KnobChoice kGates[] = {
    {"always", "Always", "A piece that is complete goes to the workers."},
    {"idle", "While a CPU is idle",
        "Only while some CPU of the node is idle and no CPU has more than one thread to run; otherwise the thread that "
        "exits frees the piece itself."},
};
constexpr KnobChoice kOrders[] = {
    {"as-allocated", "As allocated",
        "Nodes filled one after the other: neighbours in address are neighbours in memory."},
    {"interleaved", "Interleaved", "Blocks of 2 MiB from all nodes in turn."},
    {"random", "Random", "Blocks of 2 MiB in an order drawn from the seed."},
};
constexpr KnobChoice kLimits[] = {
    {"9698", "8 + 19 × 510 pages", "What fits into 19 batches is freed at once, without a preemption point (2012)."},
    {"512", "Preemption point after 512",
        "As much is gathered, but others may have the CPU after every 512 pages (2022)."},
    {"none", "No limit", "Everything is gathered, then freed without a preemption point."},
};
constexpr KernelValue kLimitKernels[] = {{"3.8", "9698"}, {"5.19", "512"}};

constexpr Knob kKnobs[] = {
    {.id = "free.parallel",
        .label = "Parallel free",
        .meaning = "Whether pieces of what an exit frees are handed to workers.",
        .unit = "",
        .source = kSeries,
        .kind = KnobKind::toggle,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0,
        .transition = "Pieces that are queued are still freed by workers; what is gathered next follows the new rule."},
    {.id = "free.threshold",
        .label = "Piece",
        .meaning = "Pages that are gathered before they are handed to a worker; 262,144 are 1 GiB of 4 KiB pages.",
        .unit = "pages",
        .source = kSeries,
        .group = KnobGroup::policy,
        .low = 512,
        .high = 16'777'216,
        .standard = 262'144,
        .transition = "The piece that is being gathered ends at the new size.",
        .logarithmic = true},
    {.id = "free.max-active",
        .label = "max_active",
        .meaning = "Workers that free pieces at one time, for each node that queues some.",
        .unit = "workers",
        .source = kSeries,
        .group = KnobGroup::policy,
        .low = 1,
        .high = 64,
        .standard = 4,
        .transition = "Workers beyond the new number end the piece that they have.",
        .logarithmic = true},
    {.id = "free.gate",
        .label = "Gate",
        .meaning = "When workers may be used.",
        .unit = "",
        .source = "Tim Chen, Re: [PATCH v2 0/5] mm: support parallel free of memory, Mar 2017",
        .kind = KnobKind::choice,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0,
        .choices = kGates,
        .transition = "The next piece follows the new rule."},
    {.id = "free.order",
        .label = "Page order",
        .meaning = "How the pages of the process lie in memory.",
        .unit = "",
        .source = "Aaron Lu in the thread of the series: on an idle machine memory is physically contiguous",
        .kind = KnobKind::choice,
        .when = KnobWhen::start,
        .group = KnobGroup::policy,
        .high = 2,
        .standard = 0,
        .choices = kOrders},
    {.id = "free.huge",
        .label = "Huge pages",
        .meaning = "Whether the process is mapped with pages of 2 MiB, each of which is freed as one block.",
        .unit = "",
        .source = "mm/huge_memory.c, zap_huge_pmd",
        .kind = KnobKind::toggle,
        .when = KnobWhen::start,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0},
    {.id = "gather.limit",
        .label = "Gather limit",
        .meaning = "Pages that are gathered and freed before others may have the CPU.",
        .unit = "",
        .source = "53a59fc67f97 (3.8): 10,000 pages in batches; 2022: at most 512, then a preemption point (5.19)",
        .kind = KnobKind::choice,
        .group = KnobGroup::policy,
        .high = 2,
        .standard = 0,
        .choices = kLimits,
        .kernels = kLimitKernels,
        .transition = "The round that is being gathered ends at the new limit."},
};

constexpr KnobSetting k410[] = {{"free.parallel", "off"}, {"gather.limit", "9698"}, {"pcp.formula", "2.6.24"}};
constexpr KnobSetting k2017[] = {{"free.parallel", "on"}, {"free.threshold", "262144"}, {"free.max-active", "4"},
    {"free.gate", "always"}, {"gather.limit", "9698"}, {"pcp.formula", "2.6.24"}};
constexpr KnobSetting kGated[] = {{"free.parallel", "on"}, {"free.threshold", "262144"}, {"free.max-active", "2"},
    {"free.gate", "idle"}, {"gather.limit", "9698"}, {"pcp.formula", "2.6.24"}};
constexpr KnobSetting k519[] = {{"free.parallel", "off"}, {"gather.limit", "512"}, {"pcp.formula", "5.10"}};

constexpr KnobPreset kPresets[] = {
    {"4.10", "4.10, one thread frees",
        "Rounds of 9,698 pages, freed by the thread that exits; lists of 31 and 186 pages.", k410},
    {"parallel-free", "Parallel free, four workers", "The series of 2017: pieces of 1 GiB go to four workers.", k2017},
    {"idle-only", "Two workers, while a CPU is idle",
        "What Tim Chen suggested: half the time, and nobody is disturbed.", kGated},
    {"5.19", "5.19, a preemption point after 512", "As 4.10, but others may have the CPU after every 512 pages.", k519},
};

} // namespace

std::span<const Knob> knobs() {
    return kKnobs;
}

std::span<const KnobPreset> presets() {
    return kPresets;
}

} // namespace sluice::page_free
