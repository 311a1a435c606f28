// SPDX-License-Identifier: GPL-3.0-or-later
// A small index over a journal for questions about the past that the folded state does not answer: how long the longest
// list or section was so far, when a task was woken, which ticks fell into a section. It grows with the journal, is
// never told about the playhead, and every answer is about the records before a given position only.
#pragma once

#include "core/journal/journal.h"
#include "core/record/snapshot.h"

#include <QHash>

#include <optional>
#include <vector>

namespace sluice::ui {

class RunIndex {
public:
    /// Reads records up to `to` (≤ journal size). Cheap when nothing is new; begins anew if the journal is another one.
    void cover(const journal::Journal& journal, RecordIndex to);
    RecordIndex covered() const { return covered_; }
    /// Forgets everything; call it when the journal is another one.
    void clear();

    /// Longest quicklist of any CPU before `position`, pages.
    std::uint64_t longest_list(RecordIndex position) const;
    /// Highest limit of any CPU before `position` among those ≤ `most`, pages.
    std::uint64_t highest_limit(RecordIndex position, std::uint64_t most) const;
    /// Longest page list of any CPU before `position`, pages.
    std::uint64_t longest_page_list(RecordIndex position) const;
    /// Longest stretch with preemption off that ended before `position`, ns.
    Time longest_section(RecordIndex position) const;

    struct Tick {
        RecordIndex record;
        Time at; ///< when it was due
        bool held_off; ///< it asked for a switch that had to wait
    };
    /// Ticks of a CPU in [from, position), oldest first.
    std::vector<Tick> ticks(CpuId cpu, RecordIndex from, RecordIndex position) const;
    std::optional<Tick> last_tick(CpuId cpu, RecordIndex position) const;
    /// When `task` was last woken before `position`.
    std::optional<Time> woken(TaskId task, RecordIndex position) const;
    /// When `cpu` last began to spin before `position`.
    std::optional<Time> spinning_since(CpuId cpu, RecordIndex position) const;
    /// When `task` last changed its state before `position`.
    std::optional<Time> state_since(TaskId task, RecordIndex position) const;
    /// Length of the quicklist of `cpu` when record `begin` (a change of its preemption flag) was written; empty unless
    /// a drain was going on.
    std::optional<std::uint64_t> list_at(CpuId cpu, RecordIndex begin) const;

    /// Longest hold of a lock that ended before `position`, ns.
    Time longest_hold(LockId lock, RecordIndex position) const;
    /// How often a lock was taken before `position`, to within 64.
    std::uint64_t taken(LockId lock, RecordIndex position) const;
    /// Disks that were used before `position`.
    std::uint64_t disks(RecordIndex position) const { return peak_before(disks_, position); }
    /// Pieces of giants before `position`, by what has become of them.
    struct Pieces {
        RecordIndex record = 0;
        std::uint64_t queued = 0, in_flight = 0, freed = 0; ///< pieces
        std::uint64_t queued_pages = 0;
    };
    Pieces pieces(RecordIndex position) const;
    /// Pages of processes that lay there from the start, in the order in which they were put there; adjacent ones
    /// together.
    const std::vector<FrameRun>& placed() const { return placed_; }
    /// The task that ran on `cpu` when record `at` was written, 0 if none.
    TaskId task_at(CpuId cpu, RecordIndex at) const;

private:
    struct Peak {
        RecordIndex record;
        std::uint64_t value;
    };
    struct When {
        RecordIndex record;
        Time at;
    };
    struct PerCpu {
        std::uint64_t quicklist = 0, pcp = 0;
        bool draining = false, preempt_off = false;
        RecordIndex off_at = 0; ///< the record that switched preemption off
        std::vector<Tick> ticks;
        std::vector<When> spins;
        std::vector<Peak> sections; ///< value: list length at the begin of a section during a drain
        std::vector<Peak> tasks; ///< value: task
    };
    struct PerLock {
        std::uint64_t taken = 0;
        std::vector<RecordIndex> takes; ///< of every 64th
        std::vector<Peak> holds;
    };
    static constexpr std::uint64_t takes_apart = 64;
    PerLock& lock(std::uint64_t id);
    void read(const Record& r, RecordIndex index);
    PerCpu& cpu(CpuId id);
    static void raise(std::vector<Peak>& peaks, RecordIndex record, std::uint64_t value);
    static std::uint64_t peak_before(const std::vector<Peak>& peaks, RecordIndex position);

    RecordIndex covered_ = 0;
    Record last_; ///< the record before `covered_`
    std::vector<PerCpu> cpus_;
    std::vector<PerLock> locks_;
    std::vector<Peak> disks_;
    std::vector<Pieces> pieces_; ///< after each change of one
    std::vector<FrameRun> placed_;
    std::vector<Peak> lists_, page_lists_, sections_; ///< rising values: each entry is a new maximum
    std::vector<Peak> limits_; ///< every limit, in order
    mutable std::vector<Peak> limit_peaks_;
    mutable std::size_t limit_read_ = 0;
    mutable std::uint64_t limit_most_ = 0;
    QHash<TaskId, std::vector<When>> wakes_, changes_;
};

} // namespace sluice::ui
