// SPDX-License-Identifier: GPL-3.0-or-later
// SCENARIO and its options, the same for every command: a name, a .toml file, a .sluice session or a journal file, then
// --preset, --set, --at and --seed on top.
#pragma once

#include "app/command.h"
#include "core/experiment/session_file.h"

#include <optional>

namespace sluice::app {

inline constexpr Option kPresetOption{
    "--preset", "NAME", "Sets the knobs of a preset first: 2.6.9, as-posted, 2.6.12 …"};
inline constexpr Option kSetOption{"--set", "KNOB=VALUE", "Sets a knob; may be repeated.", true};
inline constexpr Option kAtOption{"--at", "TIME:KNOB=VALUE", "Changes a knob during the run; may be repeated.", true};
inline constexpr Option kSeedOption{"--seed", "N", "The number that fixes the run's luck; 1 unless given."};

/// Reads SCENARIO (the first positional argument) with the options above. Prints what is wrong and returns nothing.
/// `scene` has an --at of another meaning: with `changes` false it is left alone.
std::optional<experiment::Session> read_input(Context& context, const Arguments& arguments, bool changes = true);

/// Finds "this-machine", reading the computer and writing the profile the first time; what is done is said on `err`.
experiment::ProfileSource profile_source(std::ostream& err);

} // namespace sluice::app
