// SPDX-License-Identifier: GPL-3.0-or-later
// Records packed to 24 bytes, 16,384 to a chunk. A chunk also closes when its time would no longer fit (4.29 s).
// One thread writes while others read: `size()` is published after the record that it covers.
#pragma once

#include "core/record/record.h"

#include <array>
#include <atomic>
#include <cstdint>

namespace sluice {

/// Three words: time 32 (ns from the chunk's base), kind 6, end 2, cpu 10, count 14 | a 36, cause 28 (records back) |
/// prev 32, from 16, to 16.
struct PackedRecord {
    std::uint64_t w0, w1, w2; // not initialised: a fresh chunk must not touch its 384 KiB
};

inline PackedRecord pack(const Record& r, RecordIndex here, Time base) {
    const std::uint64_t back = r.cause == kNoRecord ? 0 : here - r.cause;
    return {static_cast<std::uint64_t>(r.at - base) | static_cast<std::uint64_t>(r.kind) << 32
            | static_cast<std::uint64_t>(r.end) << 38 | static_cast<std::uint64_t>(r.cpu) << 40
            | static_cast<std::uint64_t>(r.count) << 50,
        r.a | (back < (1u << 28) ? back : 0) << 36,
        r.prev | static_cast<std::uint64_t>(r.from) << 32 | static_cast<std::uint64_t>(r.to) << 48};
}

inline Record unpack(const PackedRecord& p, RecordIndex here, Time base) {
    Record r;
    r.at = base + static_cast<Time>(p.w0 & 0xffff'ffffu);
    r.kind = static_cast<Kind>(p.w0 >> 32 & 0x3f);
    r.end = static_cast<End>(p.w0 >> 38 & 3);
    r.cpu = static_cast<CpuId>(p.w0 >> 40 & 0x3ff);
    r.count = static_cast<std::uint32_t>(p.w0 >> 50);
    r.a = p.w1 & 0xf'ffff'ffffu;
    const std::uint64_t back = p.w1 >> 36;
    r.cause = back ? here - back : kNoRecord;
    r.prev = static_cast<std::uint32_t>(p.w2);
    r.from = static_cast<std::uint16_t>(p.w2 >> 32);
    r.to = static_cast<std::uint16_t>(p.w2 >> 48);
    return r;
}

class Chunk {
public:
    static constexpr std::uint32_t kCapacity = 16'384;

    /// Empties the chunk and sets what its records are relative to.
    void reset(RecordIndex first, Time base) {
        first_ = first;
        base_ = base;
        size_.store(0, std::memory_order_release);
    }
    RecordIndex first() const { return first_; }
    Time base() const { return base_; }
    std::uint32_t size() const { return size_.load(std::memory_order_acquire); }
    bool full() const { return size() == kCapacity; }

    void push(const PackedRecord& p) {
        const std::uint32_t n = size_.load(std::memory_order_relaxed);
        // Word by word: copied as a whole, `p` would go through memory as two words stored and read as one, and reading
        // would wait until both stores are done.
        PackedRecord& to = records_[n];
        to.w0 = p.w0;
        to.w1 = p.w1;
        to.w2 = p.w2;
        size_.store(n + 1, std::memory_order_release);
    }
    Record at(std::uint32_t i) const { return unpack(records_[i], first_ + i, base_); }
    const PackedRecord* data() const { return records_.data(); }
    PackedRecord* data() { return records_.data(); }
    /// For loading: declares the first n records valid.
    void set_size(std::uint32_t n) { size_.store(n, std::memory_order_release); }

private:
    RecordIndex first_ = 0;
    Time base_ = 0;
    std::atomic<std::uint32_t> size_{0};
    std::array<PackedRecord, kCapacity> records_;
};

} // namespace sluice
