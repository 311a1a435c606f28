// SPDX-License-Identifier: GPL-3.0-or-later
// Lockmeter's columns from records alone (Bryant and Hawkes, "Lockmeter", 2000), per lock and per call site, of a whole
// run or of a stretch of it:
//     LockFold fold(from);
//     fold.take(record, index);   // every record from the beginning of the run, in order
//     fold.lock(id, now).all.waited
// A fold can be copied, so that a reader keeps some to go back to.
#pragma once

#include "core/record/record.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sluice::lock {

/// Lengths of stretches that ended in the window.
struct Stretches {
    std::uint64_t count = 0;
    Time total = 0, least = 0, most = 0; ///< ns
    RecordIndex longest = kNoRecord; ///< the record that ended the longest

    void add(Time length, RecordIndex record);
    void add(const Stretches& other);
    double mean() const { return count ? static_cast<double>(total) / static_cast<double>(count) : 0; } ///< ns
    bool operator==(const Stretches&) const = default;
};

/// What one line of the table counts.
struct LockRow {
    std::uint64_t taken = 0; ///< requests that got the lock in the window
    std::uint64_t contended = 0; ///< of these, had to wait
    std::uint64_t bounces = 0; ///< of these, another CPU had held it last
    std::uint64_t contended_bounces = 0; ///< both
    Stretches hold; ///< ended in the window
    Stretches wait; ///< of contended requests
    Time held = 0; ///< ns inside the window, also of a hold that reaches over its ends
    Time waited = 0; ///< the same of waits, all waiters together

    void add(const LockRow& other);
    double contention() const { return share(contended); } ///< 0 to 1
    double share(std::uint64_t n) const { return taken ? static_cast<double>(n) / static_cast<double>(taken) : 0; }
    bool operator==(const LockRow&) const = default;
};

struct LockSiteRow {
    std::uint16_t site = 0;
    LockRow row;
    std::uint64_t held_against = 0; ///< waits that began while the lock was held from this site
    bool operator==(const LockSiteRow&) const = default;
};

struct LockRecord {
    LockRow all;
    std::vector<LockSiteRow> sites; ///< in the order in which they came
    bool operator==(const LockRecord&) const = default;

    LockSiteRow& site(std::uint16_t number);
};

class LockFold {
public:
    explicit LockFold(Time from = 0)
        : from_(from) { }

    /// Takes any record; what is not about locks is passed over.
    void take(const Record& r, RecordIndex index);
    Time from() const { return from_; }

    /// Locks used so far, up to the highest number; those never asked for have an empty row.
    std::size_t size() const { return locks_.size(); }
    /// The columns up to `now`, holds and waits that are under way counted so far. `now` is not before the last record.
    LockRecord lock(LockId id, Time now) const;
    bool operator==(const LockFold&) const = default;

private:
    struct Waiter {
        CpuId cpu = 0;
        std::uint16_t site = 0;
        Time since = 0;
        bool operator==(const Waiter&) const = default;
    };
    struct Lock {
        LockRecord record;
        std::vector<Waiter> waiters;
        Time since = 0; ///< when it was taken
        std::uint16_t site = 0; ///< who holds it or held it last
        bool held = false;
        bool used = false; ///< was taken before
        bool operator==(const Lock&) const = default;
    };
    /// Length of [begin, end] that lies in the window.
    Time inside(Time begin, Time end) const { return end > from_ ? end - (begin > from_ ? begin : from_) : 0; }
    void taken(Lock& lock, const Record& r, RecordIndex index);
    void dropped(Lock& lock, const Record& r, RecordIndex index);

    Time from_;
    std::vector<Lock> locks_;
};

} // namespace sluice::lock
