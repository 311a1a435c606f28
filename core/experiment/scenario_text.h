// SPDX-License-Identifier: GPL-3.0-or-later
// How parts of a scenario are written in TOML; shared by its reader, its writer and session files.
#pragma once

#include "core/experiment/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

/// "quicklist.cpu0", "free.node3", "process.node0", "cache.node1".
std::string format_placement_key(const Placement& placement);
/// A basic TOML string.
std::string quoted_toml(std::string_view text);
/// Everything of a resolved scenario but names and machine, in canonical order.
std::string body_to_toml(const Scenario& scenario);
/// Why pages cannot be placed so, as a sentence, or "".
std::string placement_contradiction(const std::vector<Placement>& start, const machine::Machine& machine);

} // namespace sluice::experiment
