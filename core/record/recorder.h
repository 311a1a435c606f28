// SPDX-License-Identifier: GPL-3.0-or-later
// Where every room of the simulator writes what happens. The recorder numbers the records, folds the fingerprint,
// keeps what undo needs (last step, last change of the preemption flag per CPU) and hands packed chunks to a sink:
// the journal keeps them, a metrics-only run reuses one.
#pragma once

#include "core/record/chunk.h"
#include "core/record/record.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace sluice {

/// Takes the chunks of a run as they fill.
class ChunkSink {
public:
    virtual ~ChunkSink() = default;
    /// The chunk to write next; it is empty. Called at the start and after each close.
    virtual Chunk& open(RecordIndex first, Time base) = 0;
    /// Nothing more will be written to this chunk.
    virtual void close(Chunk& chunk) = 0;
};

class Recorder {
public:
    /// `cpus` is the number of CPUs of the machine.
    Recorder(ChunkSink& sink, std::uint32_t cpus);
    ~Recorder();

    /// Writes a record at time `r.at`, which never goes back. Returns its index.
    RecordIndex write(const Record& r);

    /// Writes a step record: the CPU now stands at `step` with `flags`.
    /// `value` (< 2^36) is what stands beside the line in the code view.
    RecordIndex step(Time at, CpuId cpu, StepId step, std::uint16_t flags, std::uint64_t value = 0);

    /// Where the CPU stands now.
    StepId step_now(CpuId cpu) const { return cpus_[cpu].step; }
    std::uint16_t flags_now(CpuId cpu) const { return cpus_[cpu].flags; }
    /// The record that last changed the CPU's preemption flag; kNoRecord if none.
    RecordIndex preempt_record(CpuId cpu) const { return cpus_[cpu].preempt_record; }

    /// Index of the next record.
    RecordIndex next() const { return next_; }
    /// Hash over time, kind, CPU and arguments of every record so far (not causes nor listing values).
    std::uint64_t fingerprint() const { return fingerprint_; }
    /// Closes the open chunk; nothing is written afterwards.
    void finish();

private:
    struct PerCpu {
        StepId step = 0;
        std::uint16_t flags = 0;
        RecordIndex preempt_record = kNoRecord;
        std::vector<RecordIndex> last_of_step; ///< by step number, grown on demand
    };

    ChunkSink& sink_;
    Chunk* chunk_ = nullptr;
    RecordIndex next_ = 0;
    std::uint64_t fingerprint_;
    std::vector<PerCpu> cpus_;
};

} // namespace sluice
