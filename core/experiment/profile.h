// SPDX-License-Identifier: GPL-3.0-or-later
// Machine profiles: assets/machines/*.toml, the table `[machine]` of a resolved scenario, and the profile that is
// written from /proc and /sys of the computer at hand. Every cost is given, each with its source and how sure it is.
#pragma once

#include "core/experiment/file_error.h"
#include "core/machine/machine.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

struct TomlValue;

/// Limits of DEFINITIONS 2, with the reason that a message gives.
inline constexpr std::uint64_t kMaxMemory = 64ull << 40; ///< bytes
inline constexpr std::uint32_t kMaxPageSize = 1u << 20; ///< bytes
inline constexpr std::uint32_t kMinPageSize = 1u << 10; ///< bytes

/// Ids of the profiles that are part of the program, sorted: "altix-2005", "zx1-2005".
std::vector<std::string> shipped_profiles();

/// Reads a profile. Nothing and `error` if anything is wrong; nothing is half-loaded.
std::optional<machine::Machine> read_profile(std::string_view text, const std::string& file, FileError& error);
/// A profile that is part of the program. Asserted valid by a test.
std::optional<machine::Machine> shipped_profile(std::string_view id);

/// The same from a table that is part of another file. Throws FileException. `id` names the profile unless the table
/// does.
machine::Machine machine_from_table(const TomlValue& table, const std::string& file, std::string id);

/// The machine written out: exact CPUs, zones, links, every cost. Reading it back gives the same machine.
/// `heading` is the prefix of table names: "" for a profile file, "machine" inside a scenario.
std::string machine_to_toml(const machine::Machine& machine, const std::string& heading);

/// What machine.* knobs may change. 0 means: as the profile has it.
struct Reshape {
    std::uint32_t nodes = 0;
    std::uint32_t cpus_per_node = 0;
    std::uint64_t node_pages = 0; ///< of the changed page size
    std::uint32_t page_size = 0; ///< bytes
    std::uint32_t hz = 0;
};
/// Makes every node like node 0 of `base`, joins a new number of nodes as a hypercube (neighbours differ in one bit of
/// their number), keeps all costs. An error sentence, `out` untouched, if the result is no machine.
std::string reshape_machine(const machine::Machine& base, const Reshape& shape, machine::Machine& out);

/// Watermarks as mm/page_alloc.c computes them since 2.6: min_free_kbytes = sqrt(lowmem KiB × 16) within 128 … 65,536
/// KiB, shared by size; low = min × 5/4, high = min × 3/2.
void set_watermarks(machine::Machine& machine);

} // namespace sluice::experiment
