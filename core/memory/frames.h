// SPDX-License-Identifier: GPL-3.0-or-later
// Where every page frame is. The map costs what its workload makes of it: a chunk of 256 frames that are all alike (a piece
// of a process, the inside of a large free block) is one entry, so that 320 GiB take some 13 MiB, and what nothing has
// touched takes nothing. Every change of home goes through here and writes its record; the key of a page is
// the record that put it where it is.
//
// Invariants: a frame that is not free has its home and key in its entry. A free block has them at its first frame;
// the entries of its other frames say `unknown`. Untouched frames say `unknown` too: they belong to untouched blocks.
#pragma once

#include "core/engine/engine.h"
#include "core/machine/machine.h"
#include "core/record/recorder.h"
#include "core/record/snapshot.h"

#include <cstdlib>
#include <memory>
#include <vector>

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

    /// The entry of a frame, to be changed: gives the frames of its chunk an entry each if need be.
    FrameInfo& at(Frame f) {
        Chunk& c = chunks_[f >> kShift];
        if (!c.frames)
            give_entries(f >> kShift);
        return c.frames[f & kMask];
    }
    /// What is known of a frame.
    const FrameInfo& look(Frame f) const {
        static constexpr FrameInfo inside;
        const Chunk& c = chunks_[f >> kShift];
        if (c.frames)
            return c.frames[f & kMask];
        return (f & kMask) && place::is_free(c.all.home) ? inside : c.all;
    }
    Place home(Frame f) const { return look(f).home; }
    ZoneId zone_of(Frame f) const {
        const Chunk& c = chunks_[f >> kShift];
        if (c.frames)
            return c.frames[f & kMask].zone;
        return c.all.home != place::unknown ? c.all.zone : machine_.zone_of(f);
    }

    /// Moves `count` frames that share one home and key, and writes the record. Both homes hold single frames, not
    /// blocks.
    RecordIndex move(CpuId cpu, Frame first, std::uint32_t count, Place to, End end, RecordIndex cause = kNoRecord);
    /// Takes or drops a reference to a page that is in use. A page may be freed only when none is left.
    void hold(CpuId cpu, Frame f, Holder who, std::uint32_t instance, bool take);
    /// Writes the record of a move without touching the entries: for blocks, whose first frame stands for all.
    RecordIndex write_move(CpuId cpu, Frame first, std::uint64_t count, Place from, Place to, End end, Key old_key,
        RecordIndex cause = kNoRecord);
    /// Says that frames are at `home` since the record `key`, or, with `unknown`, that they lie inside a free block.
    void settle(Frame first, std::uint64_t count, Place home, Key key);

    /// For the buddy allocator: the entry of the first frame of a free block of `pages` (a power of two, aligned),
    /// all of whose frames are `unknown`. Chunks that it covers need no entries any more.
    FrameInfo& block(Frame first, std::uint64_t pages);
    /// The entry of a frame that is the first of a free block.
    FrameInfo& first_of_block(Frame f) {
        Chunk& c = chunks_[f >> kShift];
        return c.frames ? c.frames[f & kMask] : c.all;
    }

    /// Calls f(first, count, entry) for frames that share an entry or have one each, in order; `unknown` ones may be
    /// left out.
    template <class F>
    void for_each_known(F&& f) const {
        for (std::size_t c = 0; c < count_; ++c) {
            const Chunk& chunk = chunks_[c];
            const Frame first = static_cast<Frame>(c) << kShift;
            if (chunk.frames)
                for (Frame i = 0; i < kFrames; ++i)
                    f(first + i, std::uint64_t{1}, chunk.frames[i]);
            else if (chunk.all.home != place::unknown)
                f(first, place::is_free(chunk.all.home) ? std::uint64_t{1} : kFrames, chunk.all);
        }
    }
    /// Bytes of entries and chunks that have been touched.
    std::size_t bytes() const;

private:
    static constexpr unsigned kShift = 8;
    static constexpr Frame kFrames = Frame{1} << kShift;
    static constexpr Frame kMask = kFrames - 1;

    /// Frames of one aligned piece of memory. All zero: untouched.
    struct Chunk {
        FrameInfo* frames = nullptr; ///< an entry each
        FrameInfo all; ///< without entries: what all are, or the first frame of a free block, whose others are unknown
    };

    void give_entries(std::size_t index);
    void drop_entries(Chunk& chunk);
    bool in_one_zone(std::size_t index) const;

    const machine::Machine& machine_;
    Recorder& recorder_;
    const engine::Engine& engine_;
    std::size_t count_ = 0;
    struct Release {
        void operator()(Chunk* p) const { std::free(p); }
    };
    std::unique_ptr<Chunk[], Release> chunks_; ///< by frame >> kShift; zero pages of the operating system until used
    std::vector<FrameInfo*> spare_; ///< entries that no chunk needs
    std::size_t entries_ = 0; ///< arrays of entries, spare ones included
};

} // namespace sluice::memory
