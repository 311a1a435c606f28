// SPDX-License-Identifier: GPL-3.0-or-later
// A run: the simulator for one input, writing records. Computed from t = 0 by whoever calls `advance`; it knows nothing
// of playheads, windows or files.
#pragma once

#include "core/experiment/scenario.h"
#include "core/record/recorder.h"
#include "core/record/snapshot.h"

#include <memory>
#include <string>

namespace sluice::experiment {

class Run {
public:
    /// Builds the machine and writes the set-up records. `sink` must outlive the run.
    Run(RunInput input, ChunkSink& sink);
    ~Run();

    enum class State { running, finished, stuck };

    /// Handles events with time ≤ `until` (at most `max_events` of them). Reaching the scenario's length finishes the run.
    State advance(Time until, std::uint64_t max_events = ~std::uint64_t {0});
    /// Handles exactly one event.
    State step();

    State state() const;
    /// Why a run is stuck: "10 million events passed at 3.2 ms without time passing; line … is switched off".
    const std::string& message() const;
    Time now() const;
    std::uint64_t events() const;
    RecordIndex records() const;
    std::uint64_t fingerprint() const;
    Snapshot snapshot() const;
    /// Empty if every page is in exactly one place and all counters agree; otherwise what is wrong.
    std::string check_conservation() const;
    const RunInput& input() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// A fingerprint as the window shows it: "5e1f·09c7·a4d2·0b13".
std::string format_fingerprint(std::uint64_t fingerprint);

} // namespace sluice::experiment
