// SPDX-License-Identifier: GPL-3.0-or-later
// Where every page frame is. The map is sparse: only chunks that something has touched exist, so that a machine of 128
// nodes with 262,144 pages each costs no more than what its workload uses. Every change of home goes through here and
// writes its record; the key of a page is the record that put it where it is.
//
// Invariants: a frame that is not free has its home and key in its own entry. A free block has them at its first frame;
// the entries of its other frames say `unknown`. Frames whose chunk does not exist belong to untouched blocks.
#pragma once

#include "core/engine/engine.h"
#include "core/machine/machine.h"
#include "core/record/recorder.h"
#include "core/record/snapshot.h"

#include <cstdlib>
#include <memory>

namespace sluice::memory {

inline constexpr Frame kNoFrame = ~Frame{0};

struct FrameInfo {
    Key key = 0;
    std::uint32_t next = 0, prev = 0; ///< neighbours on a free list, frames from the start of the zone
    Place home = place::unknown;
    ZoneId zone = 0;
    std::uint16_t holders = 0; ///< counted references, apart from the owner that the home implies
};

class Frames {
public:
    /// All must outlive the map.
    Frames(const machine::Machine& machine, Recorder& recorder, const engine::Engine& engine);
    ~Frames();
    Frames(const Frames&) = delete;
    Frames& operator=(const Frames&) = delete;

    const machine::Machine& machine() const { return machine_; }
    Recorder& recorder() const { return recorder_; }
    Time now() const { return engine_.now(); }

    /// The entry of a frame; makes its chunk if need be.
    FrameInfo& at(Frame f) {
        FrameInfo* chunk = chunks_[f >> kShift];
        return (chunk ? chunk : make_chunk(f >> kShift))[f & kMask];
    }
    /// The entry of a frame, nullptr if nothing has touched its chunk.
    const FrameInfo* find(Frame f) const {
        const FrameInfo* chunk = chunks_[f >> kShift];
        return chunk ? chunk + (f & kMask) : nullptr;
    }
    Place home(Frame f) const {
        const FrameInfo* info = find(f);
        return info ? info->home : place::unknown;
    }

    /// Moves `count` frames that share one home and key, and writes the record. Both homes hold single frames, not
    /// blocks.
    RecordIndex move(CpuId cpu, Frame first, std::uint32_t count, Place to, End end, RecordIndex cause = kNoRecord);
    /// Takes or drops a reference to a page that is in use. A page may be freed only when none is left.
    void hold(CpuId cpu, Frame f, Holder who, std::uint32_t instance, bool take);
    /// Writes the record of a move without touching the entries: for blocks, whose first frame stands for all.
    RecordIndex write_move(CpuId cpu, Frame first, std::uint64_t count, Place from, Place to, End end, Key old_key,
        RecordIndex cause = kNoRecord);
    /// Gives frames of a block an entry each, as pages that the record `key` has put at `home`.
    void settle(Frame first, std::uint64_t count, Place home, Key key);

    /// Calls f(frame, entry) for every frame of every chunk that exists, in order.
    template <class F>
    void for_each_touched(F&& f) const {
        for (std::size_t c = 0; c < count_; ++c) {
            for (Frame i = 0; chunks_[c] && i <= kMask; ++i)
                f((static_cast<Frame>(c) << kShift) + i, chunks_[c][i]);
        }
    }

private:
    static constexpr unsigned kShift = 10;
    static constexpr Frame kMask = (Frame{1} << kShift) - 1;

    FrameInfo* make_chunk(std::size_t index);

    const machine::Machine& machine_;
    Recorder& recorder_;
    const engine::Engine& engine_;
    std::size_t count_ = 0;
    struct Release {
        void operator()(FrameInfo** p) const { std::free(p); }
    };
    std::unique_ptr<FrameInfo*[], Release>
        chunks_; ///< by frame >> kShift; zero pages of the operating system until used
};

} // namespace sluice::memory
