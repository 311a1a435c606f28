// SPDX-License-Identifier: GPL-3.0-or-later
// What can be said of the shape of a curve, the learner's or the run's.
#pragma once

#include "core/lesson/evaluate.h"

#include <string>
#include <string_view>
#include <vector>

namespace sluice::lesson {

/// "rises", "falls", "flat", "peak", "valley" or "mixed"; steps below 2 % of the range count as flat.
std::string_view curve_shape(const std::vector<CurvePoint>& curve);
/// What can be said of a curve, one short sentence each: "It rises at every step." "It is flat from 4 to 16."
std::vector<std::string> curve_facts(const std::vector<CurvePoint>& curve);

} // namespace sluice::lesson
