// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli.h"

#include "app/command.h"
#include "core/assets/assets.h"
#include "core/experiment/near.h"
#include "core/experiment/program.h"
#include "core/experiment/scenario_file.h"

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <ostream>

namespace sluice::app {

namespace {

void print_usage(std::ostream& out, const Command& c) {
    out << "Usage: sluice " << c.name;
    if (!c.operands.empty())
        out << ' ' << c.operands;
    out << " [options]\n\n" << c.summary << '\n';
    if (!c.details.empty())
        out << '\n' << c.details << '\n';
    out << "\nOptions:\n";
    const auto row = [&out](std::string_view left, std::string_view meaning) {
        constexpr std::size_t width = 26;
        out << "  " << left << std::string(left.size() < width ? width - left.size() : 1, ' ') << meaning << '\n';
    };
    for (const Option& o : c.options)
        row(std::string(o.name) + (o.value.empty() ? "" : " " + std::string(o.value)), o.meaning);
    row("--help", "Shows this text.");
    out << "\nExit codes: 0 all is well, 1 the answer is no, 2 wrong use or wrong input.\n";
}

void print_help(std::ostream& out) {
    out << "Sluice shows how pages move through the Linux kernel.\n\n"
           "Usage: sluice [FILE | SCENARIO | LESSON[#STEP]]   opens the window\n"
           "       sluice COMMAND [options]                   works without a display\n\nCommands:\n";
    for (const Command& c : commands())
        out << "  " << c.name << std::string(10 - c.name.size(), ' ') << c.summary << '\n';
    out << "\n`sluice COMMAND --help` explains one. SCENARIO is the name of a scenario of the program, a .toml file or "
           "a\n"
           ".sluice session. `sluice run --list` prints the names.\n";
}

int run_command_line(Context& context, const Command& command, std::span<const std::string> args) {
    if (std::find(args.begin(), args.end(), "--help") != args.end()
        || std::find(args.begin(), args.end(), "-h") != args.end()) {
        print_usage(context.out, command);
        return kOk;
    }
    Arguments arguments;
    const std::string why = parse_arguments(args, command.options, command.least, command.most, arguments);
    if (!why.empty()) {
        context.wrong(std::string(command.name) + ": " + why);
        context.err << "Usage: sluice " << command.name << (command.operands.empty() ? "" : " ") << command.operands
                    << " [options]; `sluice " << command.name << " --help` lists them.\n";
        return kWrong;
    }
    return command.run(context, arguments);
}

/// A file, a scenario of the program, a lesson ("q4") or a step of one ("q4#find"): what the window opens.
bool opens(const std::string& name) {
    if (name.empty() || name[0] == '-')
        return false;
    if (name.find('.') != std::string::npos)
        return true;
    const auto scenarios = experiment::shipped_scenarios();
    return std::find(scenarios.begin(), scenarios.end(), name) != scenarios.end()
        || assets::text("lessons/" + name.substr(0, name.find('#')) + ".md").has_value();
}

} // namespace

std::span<const Command> commands() {
    static const std::array all{run_command, sweep_command, journal_command, chart_command, scene_command,
        claims_command, lesson_command, knobs_command};
    return all;
}

int main_cli(const std::vector<std::string>& args, std::ostream& out, std::ostream& err, const Frontend& frontend) {
    Context context{out, err, frontend};
    try {
        if (args.empty()) {
            if (frontend.window)
                return frontend.window(context, {});
            print_help(out);
            return kOk;
        }
        if (args[0] == "--help" || args[0] == "-h" || args[0] == "help") {
            print_help(out);
            return kOk;
        }
        if (args[0] == "--version") {
            out << experiment::kVersion << '\n';
            return kOk;
        }
        for (const Command& c : commands())
            if (c.name == args[0])
                return run_command_line(context, c, std::span(args).subspan(1));
        if (frontend.window && opens(args[0]))
            return frontend.window(context, args);
        std::vector<std::string_view> names;
        for (const Command& c : commands())
            names.push_back(c.name);
        const auto close = experiment::near_names(args[0], names);
        context.wrong("there is no command “" + args[0] + "”."
            + (close.empty() ? "" : " Did you mean " + experiment::one_of(close) + "?"));
        err << "`sluice --help` lists the commands.\n";
        return kWrong;
    } catch (const std::bad_alloc&) {
        return context.wrong("not enough memory for this run.");
    } catch (const std::exception& e) {
        return context.wrong(std::string("this should not have happened: ") + e.what());
    }
}

} // namespace sluice::app
