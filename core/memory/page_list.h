// SPDX-License-Identifier: GPL-3.0-or-later
// Per-CPU page lists: a short stock of single free pages beside each CPU, one for each zone, so that most allocations
// and frees need no shared lock. How long it may be follows from a kernel's formula or is set.
#pragma once

#include "core/machine/machine.h"
#include "core/memory/knobs.h"
#include "core/record/snapshot.h"

#include <cstdint>
#include <vector>

namespace sluice::memory {

struct PageListPolicy {
    PcpFormula formula = PcpFormula::k2_6_9;
    std::uint32_t batch = 0; ///< 0: by formula
    std::uint32_t high = 0; ///< 0: by formula
    unsigned scale = 0; ///< a batch given back may double as often while nothing is allocated (5.14 on)
};

struct PageListLimits {
    std::uint32_t batch = 1; ///< pages that move between list and zone at once
    std::uint32_t high = 6; ///< at this length a batch goes back
    bool operator==(const PageListLimits&) const = default;
};

/// Batch and high of a zone under a policy. `high` is at least `batch`.
PageListLimits limits(const PageListPolicy& policy, const machine::Machine& machine, ZoneId zone);

/// Frames in list order, head first: a ring of runs that grows. A run that was put on at once stays in order of frames.
class PageList {
public:
    std::uint32_t size() const { return size_; }
    void push_head(Frame first, std::uint32_t count = 1) {
        make_room();
        head_ = (head_ - 1) & mask();
        ring_[head_] = {first, count};
        ++runs_;
        size_ += count;
    }
    void push_tail(Frame f) {
        make_room();
        ring_[(head_ + runs_++) & mask()] = {f, 1};
        ++size_;
    }
    Frame pop_head() {
        Run& run = ring_[head_];
        --size_;
        const Frame f = run.first++;
        if (--run.count == 0) {
            head_ = (head_ + 1) & mask();
            --runs_;
        }
        return f;
    }
    /// Takes pages from the tail that lie side by side and were put on together, at most `most` of them. The list is
    /// not empty.
    FrameRun pop_tail(std::uint32_t most) {
        Run& run = ring_[(head_ + runs_ - 1) & mask()];
        const std::uint32_t n = run.count < most ? run.count : most;
        size_ -= n;
        run.count -= n;
        if (run.count == 0)
            --runs_;
        return {run.first + run.count, n};
    }
    /// Calls f(frame), head first.
    template <class F>
    void for_each(F&& f) const {
        for (std::uint32_t i = 0; i < runs_; ++i) {
            const Run& run = ring_[(head_ + i) & mask()];
            for (std::uint32_t j = 0; j < run.count; ++j)
                f(run.first + j);
        }
    }

private:
    struct Run {
        Frame first = 0;
        std::uint32_t count = 0;
    };
    std::uint32_t mask() const { return static_cast<std::uint32_t>(ring_.size()) - 1; }
    void make_room();

    std::vector<Run> ring_ = std::vector<Run>(32);
    std::uint32_t head_ = 0, runs_ = 0;
    std::uint32_t size_ = 0; ///< pages
};

} // namespace sluice::memory
