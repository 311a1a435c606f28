// SPDX-License-Identifier: GPL-3.0-or-later
// The moments of a run that the timeline shows and the keys jump to: drains, stalls, beats. Read from the journal as it
// grows, in bounded slices, so that the window never waits for it.
#pragma once

#include "core/journal/journal.h"

#include <vector>

namespace sluice::ui {

struct DrainMark {
    Time start = 0, end = 0; ///< end 0: still going on
    CpuId cpu = 0;
    std::uint64_t pages = 0;
    std::uint32_t sections = 0;
    RecordIndex record = kNoRecord;
};

/// A stretch with preemption off that is long enough to matter.
struct StallMark {
    Time start = 0, end = 0;
    CpuId cpu = 0;
    SectionCause cause = SectionCause::other;
    std::uint32_t pages = 0;
    RecordIndex record = kNoRecord;
};

struct BeatMark {
    Time at = 0;
    Beat beat = Beat::round;
    std::uint64_t number = 0;
};

class Marks {
public:
    /// `stall_from`: shortest section that counts as a stall, ns.
    explicit Marks(Time stall_from)
        : stall_from_(stall_from) { }

    /// Reads at most `most` further records of the journal. True if something was added.
    bool read(const journal::Journal& journal, RecordIndex most);

    const std::vector<DrainMark>& drains() const { return drains_; }
    /// When a vector of pages began to be emptied onto the LRU lists.
    const std::vector<Time>& flushes() const { return flushes_; }
    /// When a piece of a giant was free.
    const std::vector<Time>& pieces() const { return pieces_; }
    /// When a round of the mmu gather ended.
    const std::vector<Time>& rounds() const { return rounds_; }
    const std::vector<StallMark>& stalls() const { return stalls_; }
    const std::vector<BeatMark>& beats() const { return beats_; }
    RecordIndex position() const { return position_; }
    Time stall_from() const { return stall_from_; }

private:
    Time stall_from_;
    RecordIndex position_ = 0;
    std::vector<DrainMark> drains_;
    std::vector<Time> flushes_, pieces_, rounds_;
    std::vector<StallMark> stalls_;
    std::vector<BeatMark> beats_;
};

} // namespace sluice::ui
