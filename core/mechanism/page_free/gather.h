// SPDX-License-Identifier: GPL-3.0-or-later
// The mmu gather (struct mmu_gather, include/asm-generic/tlb.h of 4.10): pages that were unmapped and wait to be freed.
// Eight pointers are on the stack of the caller, the rest in batches that are pages themselves, 510 pointers each.
#pragma once

#include "core/mechanism/page_free/mapping.h"

#include <vector>

namespace sluice::page_free {

/// Adjacent pages that were gathered together.
using Gathered = Piece;

class Gather {
public:
    std::uint64_t count = 0; ///< pages
    std::uint64_t slots = 0; ///< pointers in use: pages, or huge pages
    std::vector<Frame> batches; ///< the pages that hold the pointers

    void add(Gathered g, bool huge) {
        g.huge = huge;
        count += g.count;
        slots += pointers(g);
        runs_.push_back(g);
    }
    /// Parts from it what the first `n` pointers point to; nothing of it has been freed yet.
    Gather split_off(std::uint64_t n) {
        Gather first;
        std::size_t whole = 0;
        while (n > 0 && whole < runs_.size()) {
            Gathered part = runs_[whole];
            if (!part.huge && part.count > n) {
                part.count = static_cast<std::uint32_t>(n);
                runs_[whole].first += n;
                runs_[whole].count -= part.count;
            } else {
                ++whole;
            }
            n -= pointers(part);
            count -= part.count;
            slots -= pointers(part);
            first.add(part, part.huge);
        }
        runs_.erase(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(whole));
        return first;
    }

    /// Pages leave their LRU lists in order, and are freed in order behind that. Frame of the next that leaves.
    Frame next_listed() const { return runs_[listed_.run].first + listed_.done; }
    /// How many pointers, at most `most`, point to pages of one node from there on.
    template <class NodeOf>
    std::uint32_t section(std::uint32_t most, NodeOf&& node_of) const {
        const NodeId node = node_of(next_listed());
        std::uint32_t n = 0;
        std::uint32_t done = listed_.done;
        for (std::size_t i = listed_.run; i < runs_.size() && n < most; ++i, done = 0) {
            if (node_of(runs_[i].first) != node)
                break;
            n += runs_[i].huge ? 1 : runs_[i].count - done;
        }
        return n < most ? n : most;
    }
    /// The next pages leave their list: those of at most `pointers` that lie side by side.
    Gathered off_list(std::uint32_t most) { return advance(listed_, most); }
    /// The next pages to be freed: those of at most `most` pointers that lie side by side. They have left their list.
    Gathered to_free(std::uint32_t most) {
        const Gathered g = advance(freed_, most);
        count -= g.count;
        slots -= pointers(g);
        return g;
    }
    /// Everything is freed.
    void clear() {
        runs_.clear();
        listed_ = freed_ = {};
    }
    template <class F>
    void for_each_listed(F&& f) const {
        std::uint32_t done = listed_.done;
        for (std::size_t i = listed_.run; i < runs_.size(); ++i, done = 0)
            f(Gathered{runs_[i].first + done, runs_[i].count - done, runs_[i].huge, runs_[i].lru});
    }

private:
    struct Cursor {
        std::size_t run = 0;
        std::uint32_t done = 0; ///< pages of it
    };
    static std::uint64_t pointers(const Gathered& g) { return g.huge ? 1 : g.count; }
    Gathered advance(Cursor& at, std::uint32_t most) {
        const Gathered& run = runs_[at.run];
        Gathered part{run.first + at.done, run.count - at.done, run.huge, run.lru};
        if (!part.huge && part.count > most)
            part.count = most;
        at.done += part.count;
        if (at.done == run.count)
            at = {at.run + 1, 0};
        return part;
    }

    std::vector<Gathered> runs_; ///< in the order in which they were unmapped
    Cursor listed_, freed_;
};

} // namespace sluice::page_free
