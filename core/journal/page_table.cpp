// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/journal/page_table.h"

#include <algorithm>
#include <tuple>

namespace sluice::journal {

PageTable::PageTable(Frame end)
    : end_(end)
    , roots_((end >> kRootShift) + 1)
    , nodes_(std::make_shared<NodeCount>()) { }

PageTable::PageTable(const PageTable& other)
    : end_(other.end_)
    , roots_(other.roots_)
    , nodes_(other.nodes_) {
    for (Root& root : roots_)
        if (root.directory)
            root.directory->references.fetch_add(1, std::memory_order_relaxed);
}

PageTable& PageTable::operator=(const PageTable& other) {
    if (this != &other) {
        PageTable copy(other);
        std::swap(end_, copy.end_);
        roots_.swap(copy.roots_);
        nodes_.swap(copy.nodes_);
    }
    return *this;
}

PageTable::~PageTable() {
    for (Root& root : roots_)
        release(root.directory);
}

void PageTable::release(PageLeaf* leaf) {
    if (leaf && leaf->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        delete leaf;
        nodes_->bytes.fetch_sub(sizeof(PageLeaf), std::memory_order_relaxed);
    }
}

void PageTable::release(Directory* directory) {
    if (directory && directory->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        for (Slot& slot : directory->entries)
            release(slot.leaf);
        delete directory;
        nodes_->bytes.fetch_sub(sizeof(Directory), std::memory_order_relaxed);
    }
}

void PageTable::fold_leaf(Frame first, std::uint64_t value) {
    Slot& slot = directory(first).entries[first >> kLeafShift & kMask];
    release(slot.leaf);
    slot = {value, nullptr};
}

void PageTable::own_leaf(Slot& slot) {
    PageLeaf* old = slot.leaf;
    slot.leaf = old ? new PageLeaf(*old) : new PageLeaf(slot.value);
    nodes_->bytes.fetch_add(sizeof(PageLeaf), std::memory_order_relaxed);
    release(old);
}

void PageTable::own_directory(Root& root) {
    Directory* old = root.directory;
    auto* fresh = new Directory;
    nodes_->bytes.fetch_add(sizeof(Directory), std::memory_order_relaxed);
    if (old) {
        fresh->entries = old->entries;
        for (Slot& slot : fresh->entries)
            if (slot.leaf)
                slot.leaf->references.fetch_add(1, std::memory_order_relaxed);
        release(old);
    } else {
        for (Slot& slot : fresh->entries)
            slot.value = root.value;
    }
    root.directory = fresh;
}

void PageTable::assign_wide(Frame first, std::uint64_t count, std::uint64_t value) {
    constexpr Frame kRootFrames = Frame{1} << kRootShift;
    const Frame stop = first + count;
    while (first < stop) {
        if (first % kRootFrames == 0 && stop - first >= kRootFrames) {
            Root& root = roots_[first >> kRootShift];
            release(root.directory);
            root = {value, nullptr};
            first += kRootFrames;
        } else if ((first & kMask) == 0 && stop - first >= PageLeaf::kFrames) {
            Slot& slot = directory(first).entries[first >> kLeafShift & kMask];
            release(slot.leaf);
            slot = {value, nullptr};
            first += PageLeaf::kFrames;
        } else {
            const unsigned lo = first & kMask;
            const auto n = static_cast<unsigned>(std::min<Frame>(PageLeaf::kFrames - lo, stop - first));
            leaf(first).assign(lo, lo + n, value);
            first += n;
        }
    }
}

bool PageTable::operator==(const PageTable& other) const {
    if (end_ != other.end_)
        return false;
    using Run = std::tuple<Frame, std::uint64_t, std::uint64_t>;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
        const Root& a = roots_[i];
        const Root& b = other.roots_[i];
        if (a.directory == b.directory && (a.directory || a.value == b.value))
            continue;
        const Frame from = static_cast<Frame>(i) << kRootShift;
        const Frame to = std::min<Frame>(end_, from + (Frame{1} << kRootShift));
        std::vector<Run> runs[2];
        for_each_run(from, to, [&](Frame f, std::uint64_t n, std::uint64_t v) { runs[0].emplace_back(f, n, v); });
        other.for_each_run(from, to, [&](Frame f, std::uint64_t n, std::uint64_t v) { runs[1].emplace_back(f, n, v); });
        if (runs[0] != runs[1])
            return false;
    }
    return true;
}

} // namespace sluice::journal
