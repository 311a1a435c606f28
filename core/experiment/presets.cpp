// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/knobs.h"

#include <cassert>
#include <initializer_list>

namespace sluice::experiment {

namespace {

struct Setting {
    std::string_view knob, value;
};

/// Presets are part of the program, so a name that does not exist is a mistake of ours; a test reads every one.
Preset preset(
    std::string_view id, std::string_view label, std::string_view meaning, std::initializer_list<Setting> settings) {
    Preset p{id, label, meaning, {}};
    for (const Setting& s : settings) {
        const auto index = find_knob(s.knob);
        assert(index);
        std::string error;
        const auto value = parse_value(knob_table()[*index], s.value, error);
        assert(value);
        p.values.emplace_back(*index, *value);
    }
    return p;
}

} // namespace

std::span<const Preset> presets() {
    static const std::vector<Preset> all{
        preset("2.6.9", "2.6.9",
            "Water marks from global memory; upper two table levels cached; pages stay where they are freed.",
            {{"quicklist.enabled", "on"}, {"quicklist.levels", "pgd+pmd"}, {"quicklist.offnode", "keep"},
                {"drain.rule", "marks"}, {"drain.trigger", "idle+unmap"}}),
        preset("before-3of3", "Before patch 3/3 (Feb 2005)",
            "Patches 1 and 2 of the series applied: one list for all levels, off-node pages go home, still water "
            "marks.",
            {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"}, {"quicklist.offnode", "home"},
                {"drain.rule", "marks"}, {"drain.trigger", "idle+unmap"}}),
        preset("as-posted", "As posted (Feb 2005)",
            "One sixteenth of the node's free memory; everything above it is freed in one section, since the cap never "
            "caps.",
            {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"}, {"quicklist.offnode", "home"},
                {"drain.rule", "node16"}, {"drain.shape", "posted"}, {"drain.cap", "256"}, {"drain.arith", "u64"},
                {"drain.trigger", "idle+unmap"}}),
        preset("as-described", "As described (Feb 2005)",
            "What the mail says: at most 256 pages in one pass, above one sixteenth of the node's free memory.",
            {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"}, {"quicklist.offnode", "home"},
                {"drain.rule", "node16"}, {"drain.shape", "described"}, {"drain.cap", "256"}, {"drain.arith", "signed"},
                {"drain.trigger", "idle+unmap"}}),
        preset("2.6.12", "2.6.12, as merged",
            "Sections of at most 16 pages, the limit computed again and a preemption point between them, down to the "
            "limit.",
            {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"}, {"quicklist.offnode", "home"},
                {"drain.rule", "node16"}, {"drain.shape", "merged"}, {"drain.trigger", "idle+unmap"}}),
        preset("2.6.24", "2.6.24, generic",
            "One section of at most 16 pages a call, then return; off-node pages stay on the list.",
            {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"}, {"quicklist.offnode", "keep"},
                {"drain.rule", "node16"}, {"drain.shape", "generic"}, {"drain.trigger", "idle+unmap"}}),
        preset("2.6.27", "2.6.27, divided by CPUs",
            "As 2.6.24, with the limit divided by the number of CPUs of the node.",
            {{"quicklist.enabled", "on"}, {"quicklist.levels", "all"}, {"quicklist.offnode", "keep"},
                {"drain.rule", "node16-per-cpu"}, {"drain.shape", "generic"}, {"drain.trigger", "idle+unmap"}}),
    };
    return all;
}

const Preset* find_preset(std::string_view id) {
    for (const Preset& p : presets())
        if (p.id == id)
            return &p;
    return nullptr;
}

} // namespace sluice::experiment
