// SPDX-License-Identifier: GPL-3.0-or-later
// The label `lock` of a metric: "zone" (all locks of that kind), "zone0" (one of them) or a lock's number.
#pragma once

#include "core/experiment/metrics/probe.h"

namespace sluice::experiment {

class LockFilter {
public:
    /// Everything, if the label is not given. A word that no lock has is noted in `l.error`.
    explicit LockFilter(Labels& l);
    bool given() const { return given_; }
    bool accepts(std::uint64_t lock) const { return lock >= first_ && lock <= last_; }

private:
    std::uint64_t first_ = 0, last_ = ~std::uint64_t{0};
    bool given_ = false;
};

} // namespace sluice::experiment
