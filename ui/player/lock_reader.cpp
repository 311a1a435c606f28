// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/lock_reader.h"

#include "ui/player/computed_run.h"

#include <algorithm>

namespace sluice::ui {

namespace {
constexpr RecordIndex kStride = 1u << 18;
}

LockReader::LockReader(std::shared_ptr<const ComputedRun> run)
    : run_(std::move(run))
    , names_(experiment::lock_names(run_->scenario()))
    , state_{lock::LockFold(), lock::OrderFold(names_.locks), 0} {
    kept_.push_back(state_);
}

LockReader::~LockReader() = default;

bool LockReader::read(Time t, RecordIndex most) {
    const journal::Journal& journal = *run_->journal();
    const RecordIndex target = journal.after(t);
    if (target < state_.position) {
        const auto later
            = std::find_if(kept_.begin(), kept_.end(), [&](const State& s) { return s.position > target; });
        state_ = *std::prev(later); // the first one stands at 0
    }
    const RecordIndex stop = std::min(target, state_.position + most);
    while (state_.position < stop) {
        const RecordIndex next = std::min(stop, (state_.position / kStride + 1) * kStride);
        journal.for_each(state_.position, next, [&](const Record& r, RecordIndex index) {
            state_.fold.take(r, index);
            state_.order.take(r, index);
            moment_ = r.at;
        });
        state_.position = next;
        if (next % kStride == 0 && kept_.back().position < next)
            kept_.push_back(state_);
    }
    if (state_.position < target)
        return false;
    moment_ = std::clamp<Time>(t, 0, std::max<Time>(0, run_->head()));
    return true;
}

lock::LockReport LockReader::report(lock::Grouping grouping) const {
    return lock::make_report(
        state_.fold, moment_, static_cast<std::uint32_t>(run_->machine()->cpus.size()), names_, grouping);
}

} // namespace sluice::ui
