// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/history.h"

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

} // namespace sluice::ui
