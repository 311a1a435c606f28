// SPDX-License-Identifier: GPL-3.0-or-later
// Which lock a number in a record means. Locks are numbered group by group, all locks of a class together, in an order
// that follows from the scenario alone; so a journal needs no list of names, and a run and its readers agree.
#pragma once

#include "core/lock/spinlock.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::lock {

/// The locks of one class: one per zone, one per file, one per process …
struct LockGroup {
    /// As many as are made during the run; only the last group may be open.
    static constexpr std::uint32_t kOpen = 0x10000;

    LockClass lock_class = 0;
    std::string key; ///< in metrics and files: "zone"
    std::string name; ///< the kernel's: "zone.lock"
    std::uint32_t count = 1; ///< how many, or kOpen
    std::vector<std::string> members{}; ///< what each belongs to, "NORMAL of node 1"; may be shorter or empty
    LockId first = 0; ///< number of its first lock, set by the directory

    bool contains(std::uint64_t id) const { return id >= first && id < std::uint64_t{first} + count; }
};

class LockDirectory {
public:
    /// The group's locks are numbered after those of the groups before it.
    void add(LockGroup group);

    std::span<const LockGroup> groups() const { return groups_; }
    bool empty() const { return groups_.empty(); }
    /// nullptr: no lock has this number.
    const LockGroup* group_of(std::uint64_t id) const;
    const LockGroup* of_class(LockClass lock_class) const;
    const LockGroup* find(std::string_view key) const;

    /// Number of the first lock of a class, which must be there.
    LockId first(LockClass lock_class) const { return of_class(lock_class)->first; }
    /// "zone.lock"; "class 7" if it has no group.
    std::string class_name(LockClass lock_class) const;
    /// What the lock belongs to: "NORMAL of node 1", or its number in the group; empty if it is the only one.
    std::string member(LockId id) const;
    /// "zone.lock (NORMAL of node 1)".
    std::string name(LockId id) const;

private:
    std::vector<LockGroup> groups_;
};

/// Words for what records of locks say.
struct LockNames {
    LockDirectory locks;
    std::function<std::string(std::uint16_t)> site; ///< "refill"; empty or an empty answer: "site 7"

    std::string site_name(std::uint16_t number) const;
};

} // namespace sluice::lock
