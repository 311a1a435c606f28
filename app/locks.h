// SPDX-License-Identifier: GPL-3.0-or-later
// The lock tables that `run` prints: as lockmeter does, as /proc/lock_stat does, the order of locks, and as JSON.
#pragma once

#include "app/command.h"
#include "core/experiment/locks.h"

#include <nlohmann/json_fwd.hpp>

namespace sluice::app {

inline constexpr Option kLockmeterOption{"--lockmeter", "", "Prints the lock table as lockmeter does."};
inline constexpr Option kLockStatOption{"--lock-stat", "", "Prints the lock table as /proc/lock_stat 0.4 does."};
inline constexpr Option kLockOrderOption{"--lock-order", "", "Prints which lock is taken while which is held."};
inline constexpr Option kEachLockOption{
    "--each-lock", "", "With a lock table: a row for each lock, not for each kind."};
inline constexpr Option kFromOption{"--from", "TIME", "With a lock table: counts from this moment on."};
inline constexpr Option kUntilOption{"--until", "TIME", "With a lock table: counts up to this moment."};

/// Follows the records of a run and prints what the options ask for.
class LockTables {
public:
    /// Reads the options; `problem` says what is wrong with them.
    LockTables(const Arguments& arguments, const experiment::RunInput& input);
    std::string problem() const { return problem_; }
    /// Is there a table to print (in place of the metrics)?
    bool wanted() const { return lockmeter_ || lock_stat_ || order_; }

    void take(const Record& r, RecordIndex index);
    /// The run ended at `end`.
    void finish(Time end);

    std::string text() const;
    nlohmann::ordered_json json() const;
    nlohmann::ordered_json order_json() const;

private:
    std::string order_text() const;

    const experiment::RunInput& input_;
    lock::LockNames names_;
    Time until_ = kNever, now_ = 0;
    std::string problem_;
    lock::LockFold fold_;
    lock::OrderFold graph_;
    lock::LockReport report_;
    lock::Grouping grouping_ = lock::Grouping::by_class;
    bool lockmeter_ = false, lock_stat_ = false, order_ = false;
};

} // namespace sluice::app
