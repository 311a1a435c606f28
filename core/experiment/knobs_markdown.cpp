// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/knobs.h"

#include "core/experiment/mechanisms.h"
#include "core/experiment/units.h"

#include <array>

namespace sluice::experiment {

namespace {

struct GroupName {
    KnobGroup group;
    std::string_view heading, text;
};

constexpr std::array kGroups{
    GroupName{KnobGroup::memory, "Memory", "The allocator below the policy."},
    GroupName{KnobGroup::workload, "Workload", "What the processes do."},
    GroupName{KnobGroup::machine, "Machine",
        "The topology may be changed; the costs of the profile stay, and the program says so."},
    GroupName{KnobGroup::line, "Lines",
        "A line that is switched off costs its time and takes its step, but has no effect. Used to show which lines "
        "matter."},
};

/// Text inside a table cell.
std::string cell(std::string_view s) {
    std::string out;
    for (const char c : s)
        out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
}

std::string values_of(const Knob& k) {
    switch (k.kind) {
    case KnobKind::toggle:
        return "`on`, `off`";
    case KnobKind::number: {
        std::string s = grouped(k.low) + " … " + grouped(k.high) + (k.unit.empty() ? "" : " " + std::string(k.unit));
        return k.automatic.empty() ? s : s + ", or `auto`: " + std::string(k.automatic);
    }
    case KnobKind::choice:
        return "one of the values below";
    case KnobKind::set:
        return "`none`, or any of the values below joined by `+`";
    }
    return "";
}

void knob_section(std::string& out, const Knob& k) {
    out += "### `" + std::string(k.id) + "`\n\n";
    out += "**" + std::string(k.label) + ".** " + std::string(k.meaning) + "\n\n";
    out += "- Values: " + values_of(k) + "\n";
    out += "- Default: `" + format_value(k, k.standard) + "`\n";
    out += std::string("- Changes: ")
        + (k.when == KnobWhen::start ? "only at the start; a change makes a new run" : "at any moment");
    if (!k.transition.empty())
        out += ". " + std::string(k.transition);
    out += "\n";
    if (!k.source.empty())
        out += "- Source: " + std::string(k.source) + "\n";
    if (!k.kernels.empty()) {
        out += "- Kernels:";
        for (std::size_t i = 0; i < k.kernels.size(); ++i)
            out += (i ? ", " : " ") + std::string(k.kernels[i].kernel) + " `" + std::string(k.kernels[i].value) + "`";
        out += "\n";
    }
    out += "\n";
    if (k.choices.empty())
        return;
    out += "| value | in the window | meaning |\n|---|---|---|\n";
    for (const KnobChoice& c : k.choices)
        out += "| `" + std::string(c.id) + "` | " + cell(c.label) + " | " + cell(c.meaning) + " |\n";
    out += "\n";
}

bool is_of_mechanism(const Knob& knob) {
    for (const Mechanism& m : mechanisms())
        for (const Knob& k : m.knobs)
            if (k.id == knob.id)
                return true;
    return false;
}

} // namespace

std::string knobs_markdown() {
    std::string out
        = "# Knobs\n\n"
          "Written by `sluice knobs --markdown` from the table that the window, `--set` and scenario files use. "
          "Do not edit it by hand.\n\n"
          "In a scenario, knobs stand in `[set]`; on the command line, `--set KNOB=VALUE`, and `--at TIME:KNOB=VALUE` "
          "changes a knob during the run.\n\n"
          "## Presets\n\n| preset | sets | meaning |\n|---|---|---|\n";
    for (const Preset& p : presets()) {
        out += "| `" + std::string(p.id) + "` | ";
        for (std::size_t i = 0; i < p.values.size(); ++i) {
            const Knob& k = knob_table()[p.values[i].first];
            out += (i ? ", " : "") + std::string("`") + std::string(k.id) + " = " + format_value(k, p.values[i].second)
                + "`";
        }
        out += " | " + cell(p.meaning) + " |\n";
    }
    out += "\n";
    for (const Mechanism& m : mechanisms()) {
        out += "## " + std::string(m.title) + "\n\n" + std::string(m.summary) + "\n\n";
        for (const Knob& k : m.knobs)
            knob_section(out, k);
    }
    for (const GroupName& g : kGroups) {
        bool any = false;
        for (const Knob& k : knob_table()) {
            if (k.group != g.group || is_of_mechanism(k))
                continue;
            if (!any)
                out += "## " + std::string(g.heading) + "\n\n" + std::string(g.text) + "\n\n";
            any = true;
            if (g.group == KnobGroup::line) {
                out += "- `" + std::string(k.id) + "`: " + std::string(k.label) + "\n";
                continue;
            }
            knob_section(out, k);
        }
    }
    while (out.ends_with("\n\n"))
        out.pop_back();
    return out;
}

} // namespace sluice::experiment
