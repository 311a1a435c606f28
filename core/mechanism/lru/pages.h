// SPDX-License-Identifier: GPL-3.0-or-later
// What a page is while it is in use, apart from its home: its LRU list and neighbours, its flags, the file it belongs
// to (struct page's flags, lru, mapping and index). Sparse like memory::Frames; every change writes its record.
#pragma once

#include "core/memory/page_allocator.h"
#include "core/record/names.h"

#include <memory>
#include <vector>

namespace sluice::lru {

/// One page. Neighbours are frames, kNone at an end.
struct Page {
    static constexpr std::uint32_t kNone = 0xffff'ffffu;

    Key key = 0; ///< of its place on the list
    std::uint32_t next = kNone, prev = kNone; ///< towards the tail, towards the head
    std::uint32_t index = 0; ///< page of the file
    std::uint16_t file = 0; ///< file + 1, 0: none
    List list = List::none;
    std::uint8_t flags = 0; ///< PageFlag bits
    bool locked = false; ///< the page lock: somebody works on it
    bool anonymous = false;
    bool reclaim = false; ///< reclaim had it written: rotate it when it is clean

    bool has(PageFlag f) const { return flags >> static_cast<unsigned>(f) & 1; }
    bool active() const { return list == List::active || list == List::active_anon; }
    bool inactive() const { return list == List::inactive || list == List::inactive_anon; }
};

class Pages {
public:
    /// Frames up to 2^32 (16 TiB of 4 KiB pages).
    explicit Pages(memory::PageAllocator& allocator);

    Page& at(Frame f) {
        auto& chunk = chunks_[f >> kShift];
        if (!chunk)
            chunk = std::make_unique<Page[]>(std::size_t{1} << kShift);
        return chunk[f & kMask];
    }
    const Page* find(Frame f) const {
        const auto& chunk = chunks_[f >> kShift];
        return chunk ? &chunk[f & kMask] : nullptr;
    }

    /// References: that of the file's cache, and counted holders (page_count).
    std::uint32_t count(Frame f) { return allocator_.frames().look(f).holders + (at(f).file ? 1u : 0u); }

    /// Sets or clears a flag; nothing is written if it is so already.
    void set(CpuId cpu, Frame f, PageFlag flag, bool on, std::uint32_t pages = 1);
    /// The page enters the cache of a file, or leaves it (`file` 0).
    void set_file(CpuId cpu, Frame f, std::uint16_t file, std::uint32_t index, std::uint32_t pages = 1);
    /// Calls f(frame, page) for each page of a chunk that was ever used.
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t c = 0; c < chunks_.size(); ++c)
            for (Frame i = 0; chunks_[c] && i <= kMask; ++i)
                f((static_cast<Frame>(c) << kShift) + i, chunks_[c][i]);
    }

    memory::Frames& frames() { return allocator_.frames(); }
    Cost cost(machine::Primitive p) const { return allocator_.machine().costs[p]; }

private:
    static constexpr unsigned kShift = 10;
    static constexpr Frame kMask = (Frame{1} << kShift) - 1;

    memory::PageAllocator& allocator_;
    std::vector<std::unique_ptr<Page[]>> chunks_;
};

} // namespace sluice::lru
