// SPDX-License-Identifier: GPL-3.0-or-later
// `chart` and `scene`: the tables of options. The drawing itself is in the window's library; see Frontend.
#include "app/command.h"
#include "app/input.h"

#include <array>

namespace sluice::app {

namespace {

constexpr std::array kChartOptions{
    kPresetOption,
    kSetOption,
    kAtOption,
    kSeedOption,
    Option{"--chart", "NAME", "Which chart; --list prints the names."},
    Option{"--out", "FILE", "Where to: .png, .svg, .pdf or .csv."},
    Option{"--size", "160x90mm", "Size of the figure."},
    Option{"--list", "", "Lists the charts of this scenario."},
    Option{"--json", "", "With --list: prints them as JSON."},
};

constexpr std::array kSceneOptions{
    kPresetOption,
    Option{"--set", "KNOB=VALUE", "Sets a knob; may be repeated.", true},
    Option{"--seed", "N", "The number that fixes the run's luck; 1 unless given."},
    Option{"--at", "TIME", "The moment to draw: \"12 ms\", 250us."},
    Option{"--out", "FILE", "Where to: .png or .svg."},
    Option{"--size", "1600x1000", "Pixels of the picture."},
    Option{"--dark", "", "Draws the dark appearance."},
    Option{"--json", "", "Prints what was written as JSON."},
};

int no_window(Context& context, std::string_view name) {
    return context.wrong(std::string(name) + ": this build has no drawing; configure with SLUICE_UI=ON.");
}

int run_chart(Context& context, const Arguments& arguments) {
    return context.frontend.chart ? context.frontend.chart(context, arguments) : no_window(context, "chart");
}

int run_scene(Context& context, const Arguments& arguments) {
    return context.frontend.scene ? context.frontend.scene(context, arguments) : no_window(context, "scene");
}

} // namespace

const Command chart_command{"chart", "SCENARIO", "Draws a chart of a run into a file.",
    "Example: sluice chart q4-full-list --chart section_length --out drain.pdf --size 160x90mm", kChartOptions, 1, 1,
    run_chart};

const Command scene_command{"scene", "SCENARIO", "Draws the machine at a moment into a file.",
    "Example: sluice scene q4-full-list --at \"2 ms\" --out machine.svg", kSceneOptions, 1, 1, run_scene};

} // namespace sluice::app
