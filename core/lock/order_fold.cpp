// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/order_fold.h"

#include "core/lock/directory.h"

#include <algorithm>

namespace sluice::lock {

OrderFold::OrderFold(const LockDirectory& locks) {
    for (const LockGroup& g : locks.groups())
        ranges_.push_back({g.first, std::uint64_t{g.first} + g.count, static_cast<LockClass>(g.lock_class % kClasses)});
}

std::optional<LockClass> OrderFold::class_of(std::uint64_t lock) const {
    for (const Range& r : ranges_)
        if (lock >= r.first && lock < r.end)
            return r.lock_class;
    return std::nullopt;
}

bool OrderFold::take(const Record& r, RecordIndex index) {
    if (r.kind != Kind::lock_take && r.kind != Kind::lock_drop)
        return false;
    const auto lock_class = class_of(r.a);
    if (!lock_class)
        return false;
    if (r.cpu >= held_.size())
        held_.resize(r.cpu + std::size_t{1});
    auto& held = held_[r.cpu];
    if (r.kind == Kind::lock_drop) {
        if (const auto at = std::find(held.rbegin(), held.rend(), *lock_class); at != held.rend())
            held.erase(std::next(at).base());
        return false;
    }
    bool fresh = false;
    std::uint64_t counted = 0; // a class held twice is one edge
    used_ |= std::uint64_t{1} << *lock_class;
    for (const LockClass h : held) {
        if (counted >> h & 1)
            continue;
        counted |= std::uint64_t{1} << h;
        const std::uint64_t bit = std::uint64_t{1} << *lock_class;
        if (!(above_[h] & bit)) {
            above_[h] |= bit;
            edges_.push_back({h, *lock_class, 0, r.to, index});
            fresh = true;
        }
        for (OrderEdge& e : edges_)
            if (e.from == h && e.to == *lock_class)
                ++e.count;
    }
    held.push_back(*lock_class);
    return fresh;
}

unsigned OrderFold::depth(LockClass c) const {
    return depth(c, 0);
}

unsigned OrderFold::depth(LockClass c, std::uint64_t seen) const {
    seen |= std::uint64_t{1} << c;
    unsigned most = 0;
    for (const OrderEdge& e : edges_)
        if (e.to == c && !(seen >> e.from & 1))
            most = std::max(most, 1 + depth(e.from, seen));
    return most;
}

std::vector<LockCycle> OrderFold::cycles() const {
    LockOrder order;
    for (const OrderEdge& e : edges_)
        order.taking({&e.from, 1}, e.to, e.site);
    return order.cycles();
}

std::string describe_cycle(const LockCycle& cycle, const LockDirectory& locks) {
    LockOrder order;
    for (const LockGroup& g : locks.groups())
        order.name(g.lock_class, g.name);
    return order.describe(cycle);
}

} // namespace sluice::lock
