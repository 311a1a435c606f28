// SPDX-License-Identifier: GPL-3.0-or-later
// The program's name and version, and where numbers of finished runs are kept in its name. Command line and window ask
// here, so that one finds what the other has computed.
#pragma once

#include <string>
#include <string_view>

namespace sluice::experiment {

/// As --version prints it.
inline constexpr std::string_view kVersion = "sluice 0.1.0";

/// Version with the linker's build id where there is one: another build may compute other numbers.
std::string program_identity();

/// $XDG_CACHE_HOME/sluice/runs or ~/.cache/sluice/runs; empty if there is no such place.
std::string run_cache_folder();

} // namespace sluice::experiment
