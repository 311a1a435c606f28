// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"
#include "core/experiment/knobs.h"

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

namespace sluice::app {

using namespace experiment;

namespace {

constexpr std::array kOptions{
    Option{"--markdown", "", "Prints the reference page docs/KNOBS.md."},
    Option{"--json", "", "Prints the table as JSON."},
};

std::string_view kind_name(KnobKind kind) {
    constexpr std::array<std::string_view, 4> names{"number", "choice", "set", "toggle"};
    return names[static_cast<std::size_t>(kind)];
}

nlohmann::ordered_json knob_json(const Knob& k) {
    nlohmann::ordered_json j;
    j["id"] = k.id;
    j["label"] = k.label;
    j["meaning"] = k.meaning;
    j["kind"] = kind_name(k.kind);
    j["when"] = k.when == KnobWhen::any ? "any" : "start";
    j["default"] = format_value(k, k.standard);
    j["unit"] = k.unit;
    if (k.kind == KnobKind::number) {
        j["low"] = k.low;
        j["high"] = k.high;
        if (!k.automatic.empty())
            j["auto"] = k.automatic;
    }
    if (!k.choices.empty()) {
        j["values"] = nlohmann::ordered_json::array();
        for (const KnobChoice& c : k.choices)
            j["values"].push_back({{"id", c.id}, {"label", c.label}, {"meaning", c.meaning}});
    }
    j["source"] = k.source;
    j["kernels"] = nlohmann::ordered_json::object();
    for (const KernelValue& v : k.kernels)
        j["kernels"][std::string(v.kernel)] = v.value;
    return j;
}

int run(Context& context, const Arguments& arguments) {
    if (arguments.has("--markdown")) {
        context.out << knobs_markdown();
        return kOk;
    }
    if (arguments.has("--json")) {
        auto all = nlohmann::ordered_json::array();
        for (const Knob& k : knob_table())
            all.push_back(knob_json(k));
        context.out << all.dump(2) << '\n';
        return kOk;
    }
    std::size_t width = 0;
    for (const Knob& k : knob_table())
        width = std::max(width, k.id.size());
    for (const Knob& k : knob_table()) {
        std::string value = format_value(k, k.standard);
        context.out << k.id << std::string(width + 2 - k.id.size(), ' ') << value
                    << std::string(value.size() < 14 ? 14 - value.size() : 1, ' ') << k.label
                    << (k.when == KnobWhen::start ? " (start only)" : "") << '\n';
    }
    context.out << "\nPresets:";
    for (const Preset& p : presets())
        context.out << ' ' << p.id;
    context.out << '\n';
    return kOk;
}

} // namespace

const Command knobs_command{"knobs", "", "Lists every knob with its default.", "", kOptions, 0, 0, run};

} // namespace sluice::app
