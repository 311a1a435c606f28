// SPDX-License-Identifier: GPL-3.0-or-later
// One 64-bit value per page frame, stored as runs of equal values in copy-on-write leaves of 512 frames. A leaf (or a
// directory of 512 leaves) whose frames all have one value is that value alone, so that 128 GiB in large free blocks
// take a few KiB. Copies share everything until written; a keyframe is a copy.
#pragma once

#include "core/record/ids.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace sluice::journal {

/// Bytes of nodes alive in all tables copied from one another.
struct NodeCount {
    std::atomic<std::size_t> bytes{0};
};

/// Values of 512 frames: at the first frame of each run, with a bitmap of those frames. Frame 0 always starts a run.
class PageLeaf {
public:
    static constexpr unsigned kFrames = 512;

    explicit PageLeaf(std::uint64_t value) {
        starts_[0] = 1;
        values_[0] = value;
    }
    PageLeaf(const PageLeaf& other)
        : starts_(other.starts_)
        , values_(other.values_) { }
    PageLeaf& operator=(const PageLeaf&) = delete;

    std::uint64_t get(unsigned i) const { return values_[start_of(i)]; }

    /// Sets frames [lo, hi), 0 ≤ lo < hi ≤ 512. Runs stay as long as they can be.
    void assign(unsigned lo, unsigned hi, std::uint64_t value) {
        if (hi < kFrames && !starts(hi)) {
            values_[hi] = values_[start_of(hi)];
            set(hi);
        }
        if (hi - lo > 1)
            clear(lo + 1, hi);
        if (lo > 0 && get(lo - 1) == value)
            starts_[lo >> 6] &= ~bit(lo);
        else {
            set(lo);
            values_[lo] = value;
        }
        if (hi < kFrames && values_[hi] == value)
            starts_[hi >> 6] &= ~bit(hi);
    }

    /// First frame after i at which a run starts; 512 if none.
    unsigned next_start(unsigned i) const {
        if (++i >= kFrames)
            return kFrames;
        unsigned word = i >> 6;
        std::uint64_t bits = starts_[word] & ~std::uint64_t{0} << (i & 63);
        while (!bits) {
            if (++word == starts_.size())
                return kFrames;
            bits = starts_[word];
        }
        return word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
    }

    std::atomic<std::uint32_t> references{1};

private:
    static constexpr std::uint64_t bit(unsigned i) { return std::uint64_t{1} << (i & 63); }
    bool starts(unsigned i) const { return starts_[i >> 6] & bit(i); }
    void set(unsigned i) { starts_[i >> 6] |= bit(i); }
    void clear(unsigned lo, unsigned hi) {
        for (unsigned w = lo >> 6; w <= (hi - 1) >> 6; ++w) {
            std::uint64_t mask = ~std::uint64_t{0};
            if (w == lo >> 6)
                mask &= ~std::uint64_t{0} << (lo & 63);
            if (w == (hi - 1) >> 6)
                mask &= ~std::uint64_t{0} >> (63 - ((hi - 1) & 63));
            starts_[w] &= ~mask;
        }
    }
    unsigned start_of(unsigned i) const {
        unsigned word = i >> 6;
        std::uint64_t bits = starts_[word] & ~std::uint64_t{0} >> (63 - (i & 63));
        while (!bits) // ends at frame 0 at the latest
            bits = starts_[--word];
        return word * 64 + 63 - static_cast<unsigned>(__builtin_clzll(bits));
    }

    std::array<std::uint64_t, kFrames / 64> starts_{};
    std::array<std::uint64_t, kFrames> values_;
};

class PageTable {
public:
    /// Frames [0, end), all 0.
    explicit PageTable(Frame end);
    PageTable(const PageTable& other);
    PageTable& operator=(const PageTable& other);
    ~PageTable();

    Frame end() const { return end_; }

    /// `frame` < end.
    std::uint64_t get(Frame frame) const {
        const Root& root = roots_[frame >> kRootShift];
        if (!root.directory)
            return root.value;
        const Slot& slot = root.directory->entries[frame >> kLeafShift & kMask];
        return slot.leaf ? slot.leaf->get(frame & kMask) : slot.value;
    }

    /// Sets `count` ≥ 1 frames from `first`; first + count ≤ end.
    void assign(Frame first, std::uint64_t count, std::uint64_t value) {
        const unsigned lo = first & kMask;
        if (lo + count <= PageLeaf::kFrames && count < PageLeaf::kFrames) { // inside one leaf: the usual case
            PageLeaf& l = leaf(first);
            l.assign(lo, lo + static_cast<unsigned>(count), value);
            // At its end it may have become all alike.
            if ((lo == 0 || lo + count == PageLeaf::kFrames) && l.next_start(0) == PageLeaf::kFrames)
                fold_leaf(first, value);
        } else {
            assign_wide(first, count, value);
        }
    }

    /// Calls f(first, count, value) for every run of equal values in [from, to), as long as they can be, in order.
    template <class F>
    void for_each_run(Frame from, Frame to, F&& f) const;

    /// Equal values at every frame.
    bool operator==(const PageTable& other) const;

    /// Bytes of nodes of this table and of all its copies.
    std::size_t shared_bytes() const { return nodes_->bytes.load(std::memory_order_relaxed); }
    /// Bytes that this table alone adds: its root.
    std::size_t own_bytes() const { return roots_.size() * sizeof(Root); }

private:
    static constexpr unsigned kLeafShift = 9;
    static constexpr unsigned kRootShift = 18;
    static constexpr unsigned kMask = 511;

    struct Slot {
        std::uint64_t value = 0; ///< of all frames, if there is no leaf
        PageLeaf* leaf = nullptr;
    };
    struct Directory {
        std::atomic<std::uint32_t> references{1};
        std::array<Slot, 512> entries;
    };
    struct Root {
        std::uint64_t value = 0;
        Directory* directory = nullptr;
    };

    /// The leaf of a frame, made our own.
    PageLeaf& leaf(Frame frame) {
        Directory& d = directory(frame);
        Slot& slot = d.entries[frame >> kLeafShift & kMask];
        if (!slot.leaf || slot.leaf->references.load(std::memory_order_acquire) != 1)
            own_leaf(slot);
        return *slot.leaf;
    }
    Directory& directory(Frame frame) {
        Root& root = roots_[frame >> kRootShift];
        if (!root.directory || root.directory->references.load(std::memory_order_acquire) != 1)
            own_directory(root);
        return *root.directory;
    }
    /// A leaf whose frames all have one value is that value.
    void fold_leaf(Frame first, std::uint64_t value);
    void own_leaf(Slot& slot);
    void own_directory(Root& root);
    void release(PageLeaf* leaf);
    void release(Directory* directory);
    void assign_wide(Frame first, std::uint64_t count, std::uint64_t value);

    Frame end_;
    std::vector<Root> roots_;
    std::shared_ptr<NodeCount> nodes_;
};

template <class F>
void PageTable::for_each_run(Frame from, Frame to, F&& f) const {
    if (from >= to)
        return;
    Frame start = from;
    std::uint64_t value = get(from);
    auto piece = [&](Frame at, std::uint64_t v) { // the value is v from `at` on
        if (v != value) {
            if (at > start)
                f(start, at - start, value);
            start = at;
            value = v;
        }
    };
    for (Frame at = from; at < to;) {
        const Root& root = roots_[at >> kRootShift];
        if (!root.directory) {
            piece(at, root.value);
            at = ((at >> kRootShift) + 1) << kRootShift;
            continue;
        }
        const Slot& slot = root.directory->entries[at >> kLeafShift & kMask];
        const Frame base = at >> kLeafShift << kLeafShift;
        if (!slot.leaf) {
            piece(at, slot.value);
        } else {
            unsigned i = at & kMask;
            piece(at, slot.leaf->get(i));
            while ((i = slot.leaf->next_start(i)) < PageLeaf::kFrames && base + i < to)
                piece(base + i, slot.leaf->get(i));
        }
        at = base + PageLeaf::kFrames;
    }
    f(start, to - start, value);
}

} // namespace sluice::journal
