// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/quicklist/knobs.h"

namespace sluice::quicklist {

namespace {

constexpr KnobSetting k269[] = {{"quicklist.enabled", "on"}, {"quicklist.levels", "pgd+pmd"},
    {"quicklist.offnode", "keep"}, {"drain.rule", "marks"}, {"drain.trigger", "idle+unmap"}};
constexpr KnobSetting kBefore3of3[] = {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"},
    {"quicklist.offnode", "home"}, {"drain.rule", "marks"}, {"drain.trigger", "idle+unmap"}};
constexpr KnobSetting kAsPosted[] = {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"},
    {"quicklist.offnode", "home"}, {"drain.rule", "node16"}, {"drain.shape", "posted"}, {"drain.cap", "256"},
    {"drain.arith", "u64"}, {"drain.trigger", "idle+unmap"}};
constexpr KnobSetting kAsDescribed[] = {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"},
    {"quicklist.offnode", "home"}, {"drain.rule", "node16"}, {"drain.shape", "described"}, {"drain.cap", "256"},
    {"drain.arith", "signed"}, {"drain.trigger", "idle+unmap"}};
constexpr KnobSetting k2612[]
    = {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"}, {"quicklist.offnode", "home"},
        {"drain.rule", "node16"}, {"drain.shape", "merged"}, {"drain.trigger", "idle+unmap"}};
constexpr KnobSetting k2624[]
    = {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"}, {"quicklist.offnode", "keep"},
        {"drain.rule", "node16"}, {"drain.shape", "generic"}, {"drain.trigger", "idle+unmap"}};
constexpr KnobSetting k2627[]
    = {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"}, {"quicklist.offnode", "keep"},
        {"drain.rule", "node16-per-cpu"}, {"drain.shape", "generic"}, {"drain.trigger", "idle+unmap"}};

constexpr KnobPreset kPresets[] = {
    {"2.6.9", "2.6.9",
        "Water marks from global memory; upper two table levels cached; pages stay where they are freed.", k269},
    {"before-3of3", "Before patch 3/3 (Feb 2005)",
        "Patches 1 and 2 of the series applied: one list for all levels, off-node pages go home, still water "
        "marks.",
        kBefore3of3},
    {"as-posted", "As posted (Feb 2005)",
        "One sixteenth of the node's free memory; everything above it is freed in one section, since the cap never "
        "caps.",
        kAsPosted},
    {"as-described", "As described (Feb 2005)",
        "What the mail says: at most 256 pages in one pass, above one sixteenth of the node's free memory.",
        kAsDescribed},
    {"2.6.12", "2.6.12, as merged",
        "Sections of at most 16 pages, the limit computed again and a preemption point between them, down to the "
        "limit.",
        k2612},
    {"2.6.24", "2.6.24, generic",
        "One section of at most 16 pages a call, then return; off-node pages stay on the list.", k2624},
    {"2.6.27", "2.6.27, divided by CPUs", "As 2.6.24, with the limit divided by the number of CPUs of the node.",
        k2627},
};

} // namespace

std::span<const KnobPreset> presets() {
    return kPresets;
}

} // namespace sluice::quicklist
