// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of runs that were computed before, by run id. A run id covers the whole input: machine with its costs, every
// knob, workload, start, length, seed, interventions and the version of the model. What is kept are numbers, not
// series: a few hundred bytes a run.
#pragma once

#include "core/experiment/scenario.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace sluice::experiment {

/// What is kept of a run.
struct KeptRun {
    std::uint64_t fingerprint = 0, events = 0;
    Time end = 0; ///< simulated, ns
    /// By the text of a number, "max(drain.section.pages)"; nothing inside: the run gives no such value.
    std::map<std::string, std::optional<double>> values;
};

/// Used from one thread at a time.
class RunCache {
public:
    virtual ~RunCache() = default;
    virtual std::optional<KeptRun> find(const RunInput& input) = 0;
    /// Adds to what is known of the run. A sentence that says why it was not kept, or "".
    virtual std::string keep(const RunInput& input, const KeptRun& run) = 0;
};

/// For as long as the object lives.
class MemoryRunCache final : public RunCache {
public:
    std::optional<KeptRun> find(const RunInput& input) override;
    std::string keep(const RunInput& input, const KeptRun& run) override;

private:
    std::map<std::string, KeptRun> runs_;
};

/// One JSON file a run in a folder, made when first needed. Files that cannot be read count as absent.
class FolderRunCache final : public RunCache {
public:
    /// `program` names what computes: results of another program are never taken. It becomes a folder's name.
    FolderRunCache(std::string folder, std::string program);
    std::optional<KeptRun> find(const RunInput& input) override;
    std::string keep(const RunInput& input, const KeptRun& run) override;
    /// Where the file of a run is.
    std::string path(const RunInput& input) const;

private:
    std::string folder_;
    std::string program_;
};

} // namespace sluice::experiment
