// SPDX-License-Identifier: GPL-3.0-or-later
// Scenario files: assets/scenarios/*.toml and what people write themselves.
//
//     format = 1
//     title = "A cap that never caps"
//     machine = "altix-2005"          # a profile, or a table [machine] as `sluice run --resolve` prints it
//     preset = "as-posted"            # optional; [set] goes on top
//     length = "60 ms"
//     [set]
//     "drain.cap" = 256               # any knob; sets as lists: ["idle", "unmap"]
//     [workload]
//     kind = "exit-wave"              # and any workload.* knob without its prefix
//     [start]
//     "quicklist.cpu0" = 15559        # pages, or a size: "512 MiB"
//     "free.node0" = 100000
//     [measure]
//     from = "10 ms"
#pragma once

#include "core/experiment/file_error.h"
#include "core/experiment/scenario.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

/// Longest run, ns. Beyond it nothing sensible can be watched, and times still fit the journal.
inline constexpr Time kMaxLength = 3'600 * kSecond;

/// Finds the text of a machine profile that is not part of the program ("this-machine"). Nothing if there is none.
using ProfileSource = std::function<std::optional<std::string>(std::string_view id)>;

/// Reads and resolves a scenario. Nothing and `error` if anything is wrong.
std::optional<Scenario> read_scenario(
    std::string_view text, const std::string& file, FileError& error, const ProfileSource& profiles = {});

/// Ids of the scenarios that are part of the program, sorted.
std::vector<std::string> shipped_scenarios();
/// One of them; its file error if it is wrong (never in a released program: a test reads all).
std::optional<Scenario> shipped_scenario(std::string_view id, FileError& error, const ProfileSource& profiles = {});

/// Sets one knob to text such as "idle+unmap", machine and workload following. Nothing changes on error.
bool set_knob(Scenario& scenario, std::string_view knob, std::string_view value, FileError& error);
/// Sets every knob of a preset.
bool set_preset(Scenario& scenario, std::string_view preset, FileError& error);
/// Sets one knob by index, machine and workload following. An error sentence, nothing changed, if it cannot be.
std::string set_value(Scenario& scenario, KnobIndex knob, KnobValue value);

/// "10ms:drain.shape=merged" → an intervention. Nothing and `error` for start knobs, times outside the run, bad values.
std::optional<Intervention> parse_intervention(const Scenario& scenario, std::string_view text, FileError& error);
/// The same the other way.
std::string format_intervention(const Intervention& intervention);

} // namespace sluice::experiment
