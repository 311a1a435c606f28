// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"

#include "app/numbers.h"
#include "core/experiment/near.h"

#include <algorithm>
#include <ostream>

namespace sluice::app {

std::optional<std::string> Arguments::value(std::string_view option) const {
    const auto it = values_.find(option);
    return it == values_.end() || it->second.empty() ? std::nullopt : std::optional(it->second.back());
}

std::vector<std::string> Arguments::values(std::string_view option) const {
    const auto it = values_.find(option);
    return it == values_.end() ? std::vector<std::string>() : it->second;
}

std::string parse_arguments(std::span<const std::string> args, std::span<const Option> options, std::size_t least,
    std::size_t most, Arguments& out) {
    bool only_positional = false;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string& arg = args[i];
        if (only_positional || arg.size() < 2 || arg[0] != '-') {
            out.positional_.push_back(arg);
            continue;
        }
        if (arg == "--") {
            only_positional = true;
            continue;
        }
        const auto equals = arg.find('=');
        const std::string_view name = std::string_view(arg).substr(0, equals);
        const auto option
            = std::find_if(options.begin(), options.end(), [&](const Option& o) { return o.name == name; });
        if (option == options.end()) {
            std::vector<std::string_view> known{"--help"};
            for (const Option& o : options)
                known.push_back(o.name);
            const auto close = experiment::near_names(name, known);
            return "unknown option “" + std::string(name) + "”."
                + (close.empty() ? "" : " Did you mean " + experiment::one_of(close) + "?");
        }
        std::string value;
        if (option->value.empty()) {
            if (equals != std::string::npos)
                return "“" + std::string(name) + "” takes no value.";
        } else if (equals != std::string::npos) {
            value = arg.substr(equals + 1);
        } else if (++i < args.size()) {
            value = args[i];
        } else {
            return "“" + std::string(name) + "” needs a value: " + std::string(option->value) + ".";
        }
        auto& values = out.values_[std::string(name)];
        if (!values.empty() && !option->repeats)
            return "“" + std::string(name) + "” is given twice.";
        values.push_back(std::move(value));
    }
    if (out.positional_.size() < least)
        return "something is missing.";
    if (out.positional_.size() > most)
        return "“" + out.positional_[most] + "” is one argument too many.";
    return "";
}

int Context::wrong(std::string_view text) const {
    err << "sluice: " << text << '\n';
    return kWrong;
}

std::optional<std::uint64_t> Context::count(
    const Arguments& arguments, std::string_view command, std::string_view option, std::uint64_t fallback) const {
    const auto text = arguments.value(option);
    if (!text)
        return fallback;
    const auto n = parse_count(*text, 1, 1000);
    if (!n)
        wrong(std::string(command) + ": " + std::string(option) + " needs a whole number from 1 to 1,000, found “"
            + *text + "”.");
    return n;
}

} // namespace sluice::app
