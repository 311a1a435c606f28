// SPDX-License-Identifier: GPL-3.0-or-later
// The buddy allocator of one zone: free blocks of 1, 2, 4 … pages, a list for each order, last in first out. A block
// that is too large is split, its upper half going back on the list below; a freed page joins its buddy as often as it
// can (Knowlton 1965; mm/page_alloc.c). Knows nothing of time, locks or threads.
#pragma once

#include "core/memory/frames.h"

#include <array>
#include <string>
#include <vector>

namespace sluice::memory {

class Buddy {
public:
    static constexpr unsigned kOrders = 31;

    /// At first all but the reserved frames are free, as the largest aligned blocks, in ascending order.
    Buddy(Frames& frames, ZoneId zone);

    const machine::Zone& zone() const { return zone_; }
    std::uint64_t free_pages() const { return free_; }
    std::uint64_t blocks(unsigned order) const {
        return lists_[order].blocks + (order == max_order_ ? untouched_blocks() : 0);
    }

    /// Takes one page, which goes to `to`. kNoFrame if none is free.
    Frame take(CpuId cpu, Place to, End end, RecordIndex cause = kNoRecord);
    /// Takes a block of at most `pages` pages whole, as large as can be. `count` says how many it has.
    Frame take_block(CpuId cpu, std::uint64_t pages, Place to, End end, std::uint64_t& count);
    /// Frees adjacent pages that share one home and key, as the largest aligned blocks, and merges each with its
    /// buddies.
    void give(CpuId cpu, Frame first, std::uint64_t count = 1, RecordIndex cause = kNoRecord);

    /// Free blocks of an order in list order, head first.
    std::vector<Frame> list(unsigned order) const;
    /// Empty, or what is wrong with the lists.
    std::string check() const;

private:
    static constexpr std::uint32_t kNone = 0xffff'ffffu;
    static constexpr unsigned kMaxMoveOrder = 13; ///< a record moves at most kMaxCount pages
    struct List {
        std::uint32_t head = kNone;
        std::uint64_t blocks = 0;
    };

    FrameInfo& first_of(std::uint32_t offset) { return frames_.first_of_block(zone_.first + offset); }
    /// Joins a block that is on no list with its buddies, as long as they are free, and puts it on the list of what it
    /// became. `index`: the record that made it free.
    void merge(CpuId cpu, std::uint32_t offset, unsigned order, RecordIndex index);
    void push(std::uint32_t offset, unsigned order, Key key);
    void remove(std::uint32_t offset, unsigned order);
    /// Removes and returns the head of the smallest list of order ≥ `order`, with its key; sets `order` to what was
    /// found, or kOrders.
    std::uint32_t pop_at_least(unsigned& order, Key& key);
    std::uint32_t pop(unsigned order, Key& key);
    /// Puts the upper parts of a block of order `have` back until one of order `want` is left.
    void split(CpuId cpu, std::uint32_t offset, unsigned have, unsigned want, Key key);
    std::uint64_t untouched_blocks() const { return (untouched_end_ - untouched_) >> max_order_; }

    Frames& frames_;
    const machine::Zone& zone_;
    ZoneId id_;
    unsigned max_order_;
    std::array<List, kOrders> lists_{};
    std::uint64_t free_ = 0;
    /// Blocks of the largest order that nobody has taken yet: key 0, so always behind the blocks on the list.
    std::uint64_t untouched_ = 0, untouched_end_ = 0; ///< frames from the start of the zone
};

} // namespace sluice::memory
