// SPDX-License-Identifier: GPL-3.0-or-later
// What a command is: its options as a table, from which parsing, near misses and --help come.
#pragma once

#include "app/cli.h"

#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::app {

struct Option {
    std::string_view name; ///< "--set"
    std::string_view value; ///< what follows, for --help: "KNOB=VALUE"; empty for a switch
    std::string_view meaning; ///< one sentence
    bool repeats = false;
};

/// What the user wrote, checked against a command's table.
class Arguments {
public:
    bool has(std::string_view option) const { return values_.contains(option); }
    /// The last value of an option.
    std::optional<std::string> value(std::string_view option) const;
    std::vector<std::string> values(std::string_view option) const;
    const std::vector<std::string>& positional() const { return positional_; }

private:
    friend std::string parse_arguments(
        std::span<const std::string>, std::span<const Option>, std::size_t, std::size_t, Arguments&);
    std::map<std::string, std::vector<std::string>, std::less<>> values_;
    std::vector<std::string> positional_;
};

/// Reads arguments; between `least` and `most` may be positional. Returns what is wrong, in one sentence, or "".
std::string parse_arguments(std::span<const std::string> args, std::span<const Option> options, std::size_t least,
    std::size_t most, Arguments& out);

/// Where a command writes, and what it can call.
struct Context {
    std::ostream& out;
    std::ostream& err;
    const Frontend& frontend;
    /// Writes "sluice: text" to err; returns kWrong, so that a command can `return context.wrong(…)`.
    int wrong(std::string_view text) const;
    /// The whole number from 1 to 1,000 that an option of `command` gives, `fallback` if it is not there; nothing, and
    /// a message, if it is no such number.
    std::optional<std::uint64_t> count(const Arguments& arguments, std::string_view command, std::string_view option,
        std::uint64_t fallback) const;
};

struct Command {
    std::string_view name; ///< "run"
    std::string_view operands; ///< "SCENARIO"
    std::string_view summary; ///< one sentence
    std::string_view details; ///< paragraphs for --help, may be empty
    std::span<const Option> options;
    std::size_t least = 0, most = 0; ///< positional arguments
    int (*run)(Context&, const Arguments&);
};

/// All commands, in the order of --help.
std::span<const Command> commands();

// One file each: app/cmd_<name>.cpp.
extern const Command run_command;
extern const Command sweep_command;
extern const Command journal_command;
extern const Command chart_command;
extern const Command scene_command;
extern const Command claims_command;
extern const Command lesson_command;
extern const Command knobs_command;

} // namespace sluice::app
