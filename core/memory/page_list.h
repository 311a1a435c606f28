// SPDX-License-Identifier: GPL-3.0-or-later
// Per-CPU page lists: a short stock of single free pages beside each CPU, one for each zone, so that most allocations
// and frees need no shared lock. How long it may be follows from a kernel's formula or is set.
#pragma once

#include "core/machine/machine.h"
#include "core/memory/knobs.h"

#include <cstdint>
#include <vector>

namespace sluice::memory {

struct PageListPolicy {
    PcpFormula formula = PcpFormula::k2_6_9;
    std::uint32_t batch = 0; ///< 0: by formula
    std::uint32_t high = 0; ///< 0: by formula
};

struct PageListLimits {
    std::uint32_t batch = 1; ///< pages that move between list and zone at once
    std::uint32_t high = 6; ///< at this length a batch goes back
    bool operator==(const PageListLimits&) const = default;
};

/// Batch and high of a zone under a policy. `high` is at least `batch`.
PageListLimits limits(const PageListPolicy& policy, const machine::Machine& machine, ZoneId zone);

/// Frames in list order, head first: a ring that grows.
class PageList {
public:
    std::uint32_t size() const { return size_; }
    Frame at(std::uint32_t i) const { return ring_[(head_ + i) & mask()]; }
    void push_head(Frame f) {
        make_room();
        head_ = (head_ - 1) & mask();
        ring_[head_] = f;
        ++size_;
    }
    void push_tail(Frame f) {
        make_room();
        ring_[(head_ + size_++) & mask()] = f;
    }
    Frame pop_head() {
        const Frame f = ring_[head_];
        head_ = (head_ + 1) & mask();
        --size_;
        return f;
    }
    Frame pop_tail() { return ring_[(head_ + --size_) & mask()]; }

private:
    std::uint32_t mask() const { return static_cast<std::uint32_t>(ring_.size()) - 1; }
    void make_room();

    std::vector<Frame> ring_ = std::vector<Frame>(32);
    std::uint32_t head_ = 0, size_ = 0;
};

} // namespace sluice::memory
