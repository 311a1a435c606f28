// SPDX-License-Identifier: GPL-3.0-or-later
// For one CPU: the last record of each listing line. Shared between copies until written.
#pragma once

#include "core/record/ids.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace sluice::journal {

class LastSteps {
public:
    LastSteps() = default;
    LastSteps(const LastSteps& other)
        : block_(other.block_) {
        if (block_)
            block_->references.fetch_add(1, std::memory_order_relaxed);
    }
    LastSteps(LastSteps&& other) noexcept
        : block_(std::exchange(other.block_, nullptr)) { }
    LastSteps& operator=(LastSteps other) noexcept {
        std::swap(block_, other.block_);
        return *this;
    }
    ~LastSteps() { release(); }

    RecordIndex get(StepId step) const {
        if (!block_ || step >= block_->size || block_->record[step] == 0)
            return kNoRecord;
        return block_->record[step] - 1;
    }

    /// Records beyond 2^32 - 2 are not remembered: a journal keeps far fewer.
    void set(StepId step, RecordIndex record) {
        const std::uint32_t stored
            = record >= std::numeric_limits<std::uint32_t>::max() ? 0 : static_cast<std::uint32_t>(record) + 1;
        if (!block_ || step >= block_->size || block_->references.load(std::memory_order_acquire) != 1) {
            if (stored == 0 && get(step) == kNoRecord)
                return;
            own(step);
        }
        block_->record[step] = stored;
    }

    std::size_t bytes() const { return block_ ? sizeof(Block) + block_->size * sizeof(std::uint32_t) : 0; }
    bool shared_with(const LastSteps& other) const { return block_ == other.block_; }

    bool operator==(const LastSteps& other) const {
        if (block_ == other.block_)
            return true;
        const std::uint32_t n = std::max(block_ ? block_->size : 0, other.block_ ? other.block_->size : 0);
        for (std::uint32_t i = 0; i < n; ++i)
            if (get(static_cast<StepId>(i)) != other.get(static_cast<StepId>(i)))
                return false;
        return true;
    }

private:
    struct Block {
        std::atomic<std::uint32_t> references{1};
        std::uint32_t size = 0;
        std::uint32_t* record = nullptr; ///< index + 1, 0 for none
        ~Block() { delete[] record; }
    };

    void own(StepId step) {
        constexpr std::uint32_t kGrain = 64;
        auto* fresh = new Block;
        fresh->size = std::max<std::uint32_t>(block_ ? block_->size : 0, (step / kGrain + 1) * kGrain);
        fresh->record = new std::uint32_t[fresh->size]();
        if (block_)
            std::copy_n(block_->record, block_->size, fresh->record);
        release();
        block_ = fresh;
    }
    void release() {
        if (block_ && block_->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete block_;
        block_ = nullptr;
    }

    Block* block_ = nullptr;
};

} // namespace sluice::journal
