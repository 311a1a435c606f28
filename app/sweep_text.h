// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep as a table for people, as CSV and as JSON. Values without a finished run are left out of all three.
#pragma once

#include "core/experiment/sweep.h"

#include <string>

namespace sluice::app {

/// "free.max-active = 4, free.gate = idle"
std::string row_name(const experiment::SweepPlan& plan, const experiment::Sweep::Row& row);
/// One block for each number: value, mean, 95 % interval over seeds, runs.
std::string sweep_table(const experiment::Sweep& sweep);
/// One line for each value and number: knobs, metric, unit, mean, low, high, runs. A point as decimal sign.
std::string sweep_csv(const experiment::Sweep& sweep);
/// The same with every run: seed, run id, fingerprint, numbers.
std::string sweep_json(const experiment::Sweep& sweep);

} // namespace sluice::app
