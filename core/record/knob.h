// SPDX-License-Identifier: GPL-3.0-or-later
// What a knob is. Each mechanism and workload describes its own; core/experiment/knobs assembles one table, from which
// the panel, --set, the scenario check, sweeps, the lesson linter and the reference page are generated.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sluice {

/// A value of any knob: a number, the index of a choice, a bit mask of a set, or 0 and 1 for off and on.
using KnobValue = std::int64_t;

enum class KnobKind : std::uint8_t { number, choice, set, toggle };
/// `any`: may change during a run. `start`: a change makes a new run from 0.
enum class KnobWhen : std::uint8_t { start, any };
/// Which fold of the panel it belongs to.
enum class KnobGroup : std::uint8_t { policy, memory, machine, workload, line };

struct KnobChoice {
    std::string_view id; ///< as in files: "node16"
    std::string_view label; ///< as in the window: "Free pages of node ÷ 16"
    std::string_view meaning; ///< one sentence
};

struct KernelValue {
    std::string_view kernel; ///< "2.6.9"
    std::string_view value;
};

struct Knob {
    std::string_view id; ///< dotted, lower case: "drain.cap"
    std::string_view label; ///< "Cap per pass"
    std::string_view meaning; ///< one sentence
    std::string_view unit; ///< "pages", "" if none
    std::string_view source; ///< what introduced it, with where to read it
    KnobKind kind = KnobKind::number;
    KnobWhen when = KnobWhen::any;
    KnobGroup group = KnobGroup::policy;
    KnobValue low = 0; ///< numbers: least value
    KnobValue high = 0; ///< numbers: greatest value
    KnobValue standard = 0; ///< default
    std::span<const KnobChoice> choices {}; ///< choices, and members of a set (bit i)
    std::span<const KernelValue> kernels {}; ///< which kernel had which value
    std::string_view transition {}; ///< `any` knobs: what happens at a change, one sentence
    bool logarithmic = false; ///< numbers: a slider steps by factors
    std::string_view automatic {}; ///< numbers: what the value 0 (`auto`) means, "" if 0 is not special
};

} // namespace sluice
