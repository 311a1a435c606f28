// SPDX-License-Identifier: GPL-3.0-or-later
// The machine profile of the computer at hand: CPUs, nodes, distances and zones from /proc and /sys. Costs cannot be
// read there; they are those of a modern server, each marked as estimated. A run never reads the machine itself: the
// profile is written once and then is a file like any other.
#pragma once

#include "core/experiment/file_error.h"
#include "core/experiment/scenario_file.h"
#include "core/machine/machine.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sluice::experiment {

/// Reads the files below `root` ("" for the real machine). `page_size` in bytes. Unknown lines and zones that the model
/// does not know are skipped and named in `skipped`. Nothing and `error` if CPUs or zones cannot be read.
std::optional<machine::Machine> read_this_machine(
    const std::string& root, std::uint32_t page_size, std::vector<std::string>& skipped, FileError& error);

/// "0-3,8,10-11" → numbers, sorted; nothing if it is no such list or names a number above 65,535.
std::optional<std::vector<unsigned>> parse_number_list(std::string_view text);

/// Where the profile of this computer is kept: $XDG_DATA_HOME or ~/.local/share, then sluice/machines.
std::string this_machine_path();
/// Finds "this-machine", reading the computer and writing the profile the first time; `say` is told what is done.
ProfileSource this_machine_source(std::function<void(const std::string&)> say);

} // namespace sluice::experiment
