// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/knobs.h"

namespace sluice::memory {

namespace {

constexpr std::string_view kSource = "zone_batchsize() and setup_pageset(), mm/page_alloc.c";

constexpr KnobChoice kFormulas[] = {
    {"2.6.9", "2.6.9", "A quarter of 256 KiB, high 6 batches: 4 and 24 pages of 16 KiB."},
    {"2.6.24", "2.6.24",
        "A quarter of 512 KiB, then one less than a power of two, high 6 batches: 7 and 42 pages of 16 KiB."},
    {"5.10", "5.10",
        "A quarter of 1 MiB, then one less than a power of two, high 6 batches: 63 and 378 pages of 4 KiB."},
    {"6.2", "6.2", "Batch as in 5.10; high is the low watermark shared by the CPUs of the node, at least 4 batches."},
};

constexpr Knob kKnobs[] = {
    {.id = "pcp.formula",
        .label = "Page list formula",
        .meaning = "Kernel whose formula gives batch and high.",
        .unit = "",
        .source = kSource,
        .kind = KnobKind::choice,
        .group = KnobGroup::memory,
        .high = 3,
        .standard = 0,
        .choices = kFormulas,
        .transition = "Lists longer than the new high give batches back at the next free."},
    {.id = "pcp.batch",
        .label = "Page list batch",
        .meaning = "Pages that move between a CPU's page list and the zone at once.",
        .unit = "pages",
        .source = kSource,
        .group = KnobGroup::memory,
        .low = 0,
        .high = 4096,
        .standard = 0,
        .transition = "The next refill or return moves the new number of pages.",
        .logarithmic = true,
        .automatic = "by formula"},
    {.id = "pcp.high",
        .label = "Page list high",
        .meaning = "Length at which a CPU's page list gives a batch back.",
        .unit = "pages",
        .source = kSource,
        .group = KnobGroup::memory,
        .low = 0,
        .high = 16384,
        .standard = 0,
        .transition = "Lists longer than the new value give batches back at the next free.",
        .logarithmic = true,
        .automatic = "by formula"},
    {.id = "pcp.batch-scale",
        .label = "Batch doublings",
        .meaning = "How often a returned batch may double while nothing is allocated; 5 makes 63 << 5 = 2,016 pages.",
        .unit = "",
        .source = "free_factor, 3b12e7e97938 (5.14); CONFIG_PCP_BATCH_SCALE_MAX, 52166607ecc9 (6.7)",
        .group = KnobGroup::memory,
        .low = 0,
        .high = 6,
        .standard = 0,
        .transition = "The next return follows the new value.",
        .automatic = "never"},
};

} // namespace

std::span<const Knob> knobs() {
    return kKnobs;
}

} // namespace sluice::memory
