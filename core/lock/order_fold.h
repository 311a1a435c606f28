// SPDX-License-Identifier: GPL-3.0-or-later
// Which lock is taken while which is held, from records alone: the graph that lockdep keeps (Ingo Molnar, 2006), with
// how often each edge was walked and where it was seen first. What an interrupt takes counts as taken while the
// interrupted task's locks are held: if it must wait for ever, so must they.
#pragma once

#include "core/lock/lock_order.h"
#include "core/record/record.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace sluice::lock {

class LockDirectory;

struct OrderEdge {
    LockClass from = 0, to = 0; ///< `to` was taken while `from` was held
    std::uint64_t count = 0;
    std::uint16_t site = 0; ///< the first time: where `to` was taken …
    RecordIndex first = kNoRecord; ///< … and the record that says so
    bool operator==(const OrderEdge&) const = default;
};

/// A fold; can be copied.
class OrderFold {
public:
    explicit OrderFold(const LockDirectory& locks);

    /// Takes any record, in order. True if it was an edge that was not known.
    bool take(const Record& r, RecordIndex index);

    /// In the order in which they appeared.
    const std::vector<OrderEdge>& edges() const { return edges_; }
    /// Was a lock of this class taken at all?
    bool used(LockClass c) const { return used_ >> c & 1; }
    /// Is nothing ever taken while a lock of this class is held?
    bool innermost(LockClass c) const { return above_[c] == 0; }
    /// Locks in the longest chain above this class; a cycle is not followed round.
    unsigned depth(LockClass c) const;
    /// Every cycle, in the order in which they were closed; `describe_cycle` puts one into words.
    std::vector<LockCycle> cycles() const;
    bool operator==(const OrderFold&) const = default;

private:
    static constexpr std::size_t kClasses = 64;
    struct Range {
        std::uint64_t first = 0, end = 0;
        LockClass lock_class = 0;
        bool operator==(const Range&) const = default;
    };
    std::optional<LockClass> class_of(std::uint64_t lock) const;
    unsigned depth(LockClass c, std::uint64_t seen) const;

    std::vector<Range> ranges_;
    std::vector<std::vector<LockClass>> held_; ///< by CPU, in the order taken
    std::vector<OrderEdge> edges_;
    std::array<std::uint64_t, kClasses> above_{}; ///< bit b of word a: the edge a → b exists
    std::uint64_t used_ = 0;
};

/// "page_lock → pagemap_lru_lock → page_lock".
std::string describe_cycle(const LockCycle& cycle, const LockDirectory& locks);

} // namespace sluice::lock
