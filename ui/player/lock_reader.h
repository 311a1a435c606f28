// SPDX-License-Identifier: GPL-3.0-or-later
// The lock table and the order of locks of one run at any moment, read from its journal in bounded slices. Copies kept
// on the way make going back as quick as going on.
#pragma once

#include "core/experiment/locks.h"

#include <memory>
#include <vector>

namespace sluice::ui {

class ComputedRun;

class LockReader {
public:
    explicit LockReader(std::shared_ptr<const ComputedRun> run);
    ~LockReader();
    const ComputedRun& run() const { return *run_; }

    /// Goes towards the moment `t`, over at most `most` records. True once it is reached (or the head of the run, if
    /// that comes first).
    bool read(Time t, RecordIndex most);
    /// The moment that the last read reached.
    Time moment() const { return moment_; }

    const lock::LockNames& names() const { return names_; }
    lock::LockReport report(lock::Grouping grouping = lock::Grouping::by_class) const;
    const lock::OrderFold& order() const { return state_.order; }
    /// Grows whenever another lock was taken or let go, so that a table is made anew only then.
    RecordIndex position() const { return state_.position; }

private:
    struct State {
        lock::LockFold fold;
        lock::OrderFold order;
        RecordIndex position = 0;
    };
    std::shared_ptr<const ComputedRun> run_;
    lock::LockNames names_;
    State state_;
    std::vector<State> kept_; ///< every kStride records
    Time moment_ = 0;
};

} // namespace sluice::ui
