// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which locks are taken, as a graph over lock classes: an edge a → b means that b was taken while a was
// held. A new edge that closes a cycle is a possible deadlock (the idea of the kernel's lockdep, Ingo Molnar, 2006).
#pragma once

#include "core/lock/spinlock.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sluice::lock {

/// One step of a cycle: `to` was taken at `site` while `from` was held.
struct LockOrderEdge {
    LockClass from = 0;
    LockClass to = 0;
    std::uint16_t site = 0;
    bool operator==(const LockOrderEdge&) const = default;
};
/// The edges of a cycle; the first one closed it, each ends where the next begins.
using LockCycle = std::vector<LockOrderEdge>;

class LockOrder {
public:
    LockOrder();
    ~LockOrder();

    /// Names a class, for messages.
    void name(LockClass lock_class, std::string name);

    /// `taken` is taken at `site` while `held` are held. Returns the cycle that this closes for the first time, or an
    /// empty one. A class taken while one of its own is held is a cycle of one edge, unless `nesting_allowed` says
    /// otherwise.
    LockCycle taking(std::span<const LockClass> held, LockClass taken, std::uint16_t site) {
        std::uint64_t fresh = 0;
        for (const LockClass h : held)
            fresh |= ~known_[h] & std::uint64_t{1} << taken;
        return fresh ? add(held, taken, site) : LockCycle{};
    }
    void allow_nesting(LockClass lock_class);

    /// Every cycle found, in order.
    const std::vector<LockCycle>& cycles() const;
    /// Edges in the order in which they appeared.
    std::vector<LockOrderEdge> edges() const;
    /// "zone lock → page table lock → zone lock".
    std::string describe(const LockCycle& cycle) const;

private:
    LockCycle add(std::span<const LockClass> held, LockClass taken, std::uint16_t site);

    std::array<std::uint64_t, 64> known_{}; ///< bit b of word a: the edge a → b exists
    struct Graph;
    std::unique_ptr<Graph> graph_;
};

} // namespace sluice::lock
