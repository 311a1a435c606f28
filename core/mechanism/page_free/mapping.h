// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of one large process: which frames it has, in the order of its addresses, and where its page tables are.
// Frames are kept as pieces of at most one page table (512 pages), so that 320 GiB are 164,000 entries.
#pragma once

#include "core/engine/random.h"
#include "core/mechanism/page_free/knobs.h"
#include "core/memory/page_allocator.h"

#include <vector>

namespace sluice::page_free {

/// Adjacent frames of a process that came to their LRU list together.
struct Piece {
    Frame first = 0;
    std::uint32_t count = 0;
    bool huge = false; ///< gathered as one page of 2 MiB
    Key lru = 0; ///< key on the list
};

/// Pages that one page table maps, and that one huge page has.
inline constexpr std::uint32_t kTablePages = 512;

class Mapping {
public:
    /// Set-up at t = 0: takes `count` pages, as far as there are some, in `order` (`seed` draws a random one), of
    /// `home` first and then of the nodes that an allocation there falls back to. Every page is put on the list of
    /// active anonymous pages. Returns how many were placed.
    std::uint64_t place(
        memory::PageAllocator& pages, NodeId home, std::uint64_t count, PageOrder order, std::uint64_t seed);
    /// Set-up, before `place`: pages that are placed already.
    void adopt(memory::PageAllocator& pages, Frame first, std::uint64_t count);
    /// Set-up: a page table for each piece. False: not enough memory.
    bool place_tables(memory::PageAllocator& pages, NodeId home);

    std::uint64_t pages() const { return pages_; }
    /// The next piece that is still mapped, nullptr if none is.
    const Piece* next() const { return unmapped_ < pieces_.size() ? &pieces_[unmapped_] : nullptr; }
    /// The first `n` pages of the next piece are mapped no longer.
    void unmap(std::uint32_t n) {
        Piece& p = pieces_[unmapped_];
        p.first += n;
        p.count -= n;
        if (p.count == 0)
            ++unmapped_;
    }
    template <class F>
    void for_each_mapped(F&& f) const {
        for (std::size_t i = unmapped_; i < pieces_.size(); ++i)
            f(pieces_[i]);
    }
    std::vector<FrameRun>& tables() { return tables_; }

private:
    void deal_out(const memory::PageAllocator& pages);
    std::uint64_t place_on(memory::PageAllocator& pages, NodeId node, std::uint64_t count, bool above_marks);

    std::vector<Piece> pieces_; ///< by address
    std::size_t unmapped_ = 0; ///< pieces
    std::vector<FrameRun> tables_;
    std::uint64_t pages_ = 0;
};

} // namespace sluice::page_free
