// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/history.h"

#include <algorithm>

namespace sluice::ui {

void History::clear(Roles first) {
    entries_.clear();
    entries_.push_back(std::move(first));
    at_ = 0;
}

void History::push(Roles next) {
    entries_.resize(at_ + 1);
    entries_.push_back(std::move(next));
    if (entries_.size() > kMost)
        entries_.erase(entries_.begin());
    at_ = entries_.size() - 1;
}

std::vector<std::shared_ptr<ComputedRun>> History::runs() const {
    std::vector<std::shared_ptr<ComputedRun>> all;
    for (const Roles& r : entries_)
        for (const auto& run : {r.a, r.b})
            if (run && std::find(all.begin(), all.end(), run) == all.end())
                all.push_back(run);
    return all;
}

} // namespace sluice::ui
