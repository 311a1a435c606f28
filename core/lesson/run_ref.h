// SPDX-License-Identifier: GPL-3.0-or-later
// How lessons name runs, and where their results come from. The checker computes runs headless, the window in the
// background, tests make them up: all stand behind RunProvider.
#pragma once

#include "core/experiment/metric.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::lesson {

/// A knob with its value as files write it.
struct Setting {
    std::string knob;
    std::string value;
    auto operator<=>(const Setting&) const = default;
};

/// A run of a lesson: a name from its `run` block, "here" (the window's run) or "choice" (the learner's settings), with
/// what a sweep, a switched-off line or another seed changes on top.
struct RunRef {
    std::string name;
    std::vector<Setting> set; ///< on top of the run's own settings, in order
    std::uint64_t seed_offset = 0; ///< added to the run's seed
    auto operator<=>(const RunRef&) const = default;
    std::string text() const; ///< "posted", "posted[drain.cap=64]", "posted+seed 3"
};

/// The value of a knob in a run: a number with its unit, or a word.
struct KnobReading {
    std::string word; ///< as files write it
    std::optional<double> number; ///< for number knobs
};

/// What must be computed before an expression can be evaluated.
using Needs = std::map<RunRef, std::set<experiment::MetricQuery>>;
void merge_needs(Needs& into, const Needs& more);

class RunProvider {
public:
    virtual ~RunProvider() = default;
    /// Results of a run, or null if they are not there yet. They may hold more queries than were asked for.
    virtual const experiment::RunResults* results(const RunRef& run) const = 0;
    /// A knob of a run, or nothing if run or knob are unknown.
    virtual std::optional<KnobReading> knob(const RunRef& run, std::string_view id) const = 0;
};

} // namespace sluice::lesson
