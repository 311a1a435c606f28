// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/knobs.h"
#include "core/experiment/mechanisms.h"

#include <cassert>

namespace sluice::experiment {

namespace {

/// Presets are part of the program, so a name that does not exist is a mistake of ours; a test reads every one.
Preset resolved(const KnobPreset& preset) {
    Preset p{preset.id, preset.label, preset.meaning, {}};
    for (const KnobSetting& s : preset.settings) {
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
    static const std::vector<Preset> all = [] {
        std::vector<Preset> made;
        for (const Mechanism& m : mechanisms())
            for (const KnobPreset& p : m.presets)
                made.push_back(resolved(p));
        return made;
    }();
    return all;
}

const Preset* find_preset(std::string_view id) {
    for (const Preset& p : presets())
        if (p.id == id)
            return &p;
    return nullptr;
}

} // namespace sluice::experiment
