// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/buffer_head/knobs.h"

namespace sluice::buffer_head {

namespace {

constexpr std::string_view kSource
    = "Andrew Morton, [patch] limit buffer_head consumption to 10% of ZONE_NORMAL, 27 Aug 2002";

constexpr KnobChoice kLimits[] = {
    {"off", "None", "Buffers stay on their pages until reclaim drops them."},
    {"percent", "A share of ZONE_NORMAL", "Above the share, buffers are stripped from pages at the places chosen."},
};
constexpr KernelValue kLimitKernels[] = {{"2.5.33", "off"}, {"2.5.34", "percent"}};

constexpr KnobChoice kStrips[] = {
    {"submit", "On write submission", "Buffers are dropped from a page as it is submitted for writeback."},
    {"deactivate", "On deactivation", "Buffers are dropped from a page as it moves to the inactive list."},
};

constexpr Knob kKnobs[] = {
    {.id = "bh.limit",
        .label = "Buffer-head limit",
        .meaning = "Whether the memory of buffer heads is limited.",
        .unit = "",
        .source = kSource,
        .kind = KnobKind::choice,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .high = 1,
        .standard = 0,
        .choices = kLimits,
        .kernels = kLimitKernels,
        .transition = "The next recalculation, at most 4,096 operations of a CPU later, applies it."},
    {.id = "bh.percent",
        .label = "Share of ZONE_NORMAL",
        .meaning = "How much of ZONE_NORMAL and ZONE_DMA buffer heads may take.",
        .unit = "%",
        .source = kSource,
        .kind = KnobKind::number,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .low = 1,
        .high = 100,
        .standard = 10,
        .transition = "The next recalculation, at most 4,096 operations of a CPU later, applies it."},
    {.id = "bh.strip",
        .label = "Strip buffers",
        .meaning = "Where buffers are dropped while there are too many.",
        .unit = "",
        .source = kSource,
        .kind = KnobKind::set,
        .when = KnobWhen::any,
        .group = KnobGroup::policy,
        .high = 3,
        .standard = 3,
        .choices = kStrips,
        .transition = "Pages keep the buffers that they have until they come by one of the places."},
    {.id = "bh.block-size",
        .label = "Block size",
        .meaning = "Bytes of a file-system block: a page has one buffer head a block.",
        .unit = "bytes",
        .source = "fs/buffer.c",
        .kind = KnobKind::number,
        .when = KnobWhen::start,
        .group = KnobGroup::policy,
        .low = 512,
        .high = 4096,
        .standard = 4096,
        .logarithmic = true},
};

} // namespace

std::span<const Knob> knobs() {
    return kKnobs;
}

} // namespace sluice::buffer_head
