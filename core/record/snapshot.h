// SPDX-License-Identifier: GPL-3.0-or-later
// What the fold of a journal must equal: the simulator and MachineState both produce one, and tests compare them.
#pragma once

#include "core/record/record.h"

#include <cstdint>
#include <map>
#include <vector>

namespace sluice {

/// Adjacent frames, `count` of them from `first`.
struct FrameRun {
    Frame first = 0;
    std::uint64_t count = 0;
    bool operator==(const FrameRun&) const = default;
};

struct CpuSnapshot {
    TaskId task = 0;
    StepId step = 0;
    std::uint16_t flags = 0;
    std::uint64_t limit = 0;
    bool operator==(const CpuSnapshot&) const = default;
};

struct LockSnapshot {
    bool held = false;
    CpuId holder = 0;
    std::vector<CpuId> waiters; ///< in order of arrival
    bool operator==(const LockSnapshot&) const = default;
};

struct Snapshot {
    /// Every place that holds pages. Lists (free, pcp, quicklist) head first, runs joined where adjacent frames follow
    /// each other on the list; other homes by frame.
    std::map<std::pair<ZoneId, Place>, std::vector<FrameRun>> homes;
    std::vector<CpuSnapshot> cpus;
    std::vector<LockSnapshot> locks;
    std::map<TaskId, TaskState> tasks; ///< living tasks other than idle tasks
    /// LRU lists, head first, runs joined as above.
    std::map<std::pair<ZoneId, List>, std::vector<FrameRun>> lists;
    std::map<Frame, std::uint32_t> holders; ///< counted references, pages without any left out
    std::map<Frame, std::uint64_t> page_flags; ///< PageFlag bits, and the file + 1 from bit 16 on; zeros left out
    std::map<std::uint32_t, std::vector<Frame>> vectors; ///< by vector_id: pages in order of arrival; empty ones left out
    std::map<std::uint32_t, std::uint32_t> disks; ///< requests in the queue; empty ones left out
    bool operator==(const Snapshot&) const = default;
};

} // namespace sluice
