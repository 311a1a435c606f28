// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/frontend.h"

#include "app/command.h"
#include "app/input.h"
#include "core/experiment/units.h"
#include "ui/window/figures.h"
#include "ui/window/main_window.h"

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

namespace sluice::app {

namespace {

int done(Context& context, const Arguments& arguments, const std::string& error, const std::string& path) {
    if (!error.empty())
        return context.wrong(error);
    if (arguments.has("--json"))
        context.out << nlohmann::ordered_json{{"written", path}}.dump(2) << '\n';
    else
        context.out << path << '\n';
    return kOk;
}

int chart(Context& context, const Arguments& arguments) {
    if (arguments.has("--list")) {
        nlohmann::ordered_json all = nlohmann::ordered_json::array();
        for (const auto& [name, meaning] : ui::figure_list()) {
            if (arguments.has("--json"))
                all.push_back({{"name", name}, {"meaning", meaning}});
            else
                context.out << name << std::string(name.size() < 16 ? 16 - name.size() : 1, ' ') << meaning << '\n';
        }
        if (arguments.has("--json"))
            context.out << all.dump(2) << '\n';
        return kOk;
    }
    const auto name = arguments.value("--chart"), out = arguments.value("--out");
    if (!name || !out)
        return context.wrong("chart: --chart NAME and --out FILE are needed; --list prints the names.");
    const auto input = read_input(context, arguments);
    if (!input)
        return kWrong;
    const ui::Offscreen screen;
    return done(context, arguments,
        ui::write_chart({input->input, *name, *out, arguments.value("--size").value_or(""), false}), *out);
}

int scene(Context& context, const Arguments& arguments) {
    const auto at = arguments.value("--at"), out = arguments.value("--out");
    if (!at || !out)
        return context.wrong("scene: --at TIME and --out FILE are needed, such as --at \"2 ms\" --out machine.png.");
    const auto moment = experiment::parse_time(*at);
    if (!moment)
        return context.wrong("scene: “" + *at + "” is no time. Expected a number with a unit, such as 2 ms or 250us.");
    const auto input = read_input(context, arguments, false);
    if (!input)
        return kWrong;
    const ui::Offscreen screen;
    return done(context, arguments,
        ui::write_scene({input->input, *moment, *out, arguments.value("--size").value_or(""), arguments.has("--dark")}),
        *out);
}

int without_display(Context& context) {
    context.err
        << "sluice: There is no display, so no window opens. The first lesson is run instead and drawn into files.\n";
    const ui::Offscreen screen;
    std::vector<std::string> written;
    if (const std::string why = ui::write_first_lesson(std::filesystem::current_path().string(), written); !why.empty())
        return context.wrong(why);
    for (const std::string& path : written)
        context.out << path << '\n';
    return kOk;
}

} // namespace

Frontend window_frontend(int argc, char** argv) {
    Frontend f;
    f.chart = chart;
    f.scene = scene;
    f.window = [argc, argv](Context& context, const std::vector<std::string>& files) {
        const char* platform = std::getenv("QT_QPA_PLATFORM");
        const auto set = [](const char* name) {
            const char* value = std::getenv(name);
            return value && *value;
        };
        if (!platform && !set("DISPLAY") && !set("WAYLAND_DISPLAY"))
            return without_display(context);
        return ui::run_window(argc, argv, files.empty() ? std::string() : files.front());
    };
    return f;
}

} // namespace sluice::app
