// SPDX-License-Identifier: GPL-3.0-or-later
// A resolved scenario: machine, every knob, start and length written out. Together with a seed and interventions it is
// all that a run takes (DEFINITIONS.md 1). The TOML reader in scenario_file.h makes one.
#pragma once

#include "core/experiment/knobs.h"
#include "core/machine/machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sluice::experiment {

/// Pages placed through the allocator at t = 0, as set-up records.
struct Placement {
    enum class Target : std::uint8_t { quicklist, anonymous, file, node_free } target = Target::quicklist;
    std::uint16_t where = 0; ///< CPU for quicklist, node otherwise
    std::uint64_t pages = 0; ///< for node_free: pages that shall remain free on the node, the rest becomes kernel pages
    bool operator==(const Placement&) const = default;
};

struct Scenario {
    std::string id; ///< file name without ending, or "unnamed"; not part of the hash
    std::string title;
    std::string note; ///< one or two sentences: what to watch
    machine::Machine base; ///< as the profile has it; no CPUs: `machine` is its own base
    machine::Machine machine; ///< what runs: `base` changed by the machine.* knobs
    KnobValues knobs; ///< every knob of the table
    std::string workload; ///< name of the workload: "lat-proc"
    Time length = 0; ///< ns
    Time measure_from = 0; ///< metrics count from here
    std::vector<Placement> start;

    /// Hash over everything above but id, title and note.
    std::uint64_t hash() const;
    /// The resolved scenario as TOML, in canonical order; reading it back gives the same hash.
    std::string to_toml() const;
};

/// Builds `scenario.machine` again from its profile and the machine.* knobs (nodes, CPUs, page size …); costs stay.
/// An error sentence if they contradict each other; the scenario is then unchanged.
std::string rebuild_machine(Scenario& scenario);

/// At time `at`, knob `knob` becomes `value`.
struct Intervention {
    Time at = 0;
    KnobIndex knob = 0;
    KnobValue value = 0;
    bool operator==(const Intervention&) const = default;
};

/// Everything that decides a run.
struct RunInput {
    std::shared_ptr<const Scenario> scenario;
    std::uint64_t seed = 1;
    std::vector<Intervention> interventions; ///< sorted by time

    /// Hash of the inputs and of kModelVersion, as 12 hexadecimal digits in three groups.
    std::string run_id() const;
};

/// Raised when results may change.
inline constexpr int kModelVersion = 2;

} // namespace sluice::experiment
