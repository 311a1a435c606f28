// SPDX-License-Identifier: GPL-3.0-or-later
// Published numbers that a sweep can be held against: rows of claims whose run is the open scenario with another value
// of the swept knob.
#pragma once

#include "core/experiment/claims.h"
#include "core/experiment/sweep.h"

#include <string>
#include <vector>

namespace sluice::experiment {

struct PublishedPoint {
    std::string row; ///< id of the claim's row, "C1.4"
    std::string label; ///< "4 workers"
    KnobValue value = 0; ///< of the swept knob
    double number = 0; ///< in the metric's own unit
};

/// A run that differs in a switch instead of the swept knob: "without, 10.8 s".
struct PublishedLevel {
    std::string row, label;
    double number = 0;
};

struct Published {
    std::vector<PublishedPoint> points; ///< rising in value
    std::vector<PublishedLevel> levels;
    std::string card; ///< "C1", of the first of them; empty if there are none
    std::string title; ///< of that card
    bool empty() const { return points.empty() && levels.empty(); }
};

/// What `cards` publish of `number` over values of `knob`. Length and start of measuring may differ from `base`'s, and
/// so may its own value of the knob; everything else is the same.
Published published_for(
    const std::vector<ClaimCard>& cards, const RunInput& base, KnobIndex knob, const SweepNumber& number);

} // namespace sluice::experiment
