// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of the quicklist and of its drain, and the kernels that they can be set to.
#pragma once

#include "core/record/knob_reader.h"

#include <span>

namespace sluice::quicklist {

enum class Levels : std::uint8_t { top_two, all };
enum class OffNode : std::uint8_t { keep, home };
enum class DrainRule : std::uint8_t { none, marks, node16, node16_per_cpu };
enum class DrainShape : std::uint8_t { posted, described, merged, generic };
enum class DrainArith : std::uint8_t { u64, with_sign };
enum class DemandReach : std::uint8_t { own, ipi, work };

/// Bits of `drain.trigger`, in the order of record.h's Trigger.
namespace trigger_bit {
inline constexpr KnobValue idle = 1, unmap = 2, tick = 4, demand = 8;
}

/// Knobs of the mechanism, without those of its listing lines.
std::span<const Knob> knobs();

/// The kernels of 2005 to 2008, and the mails between them.
std::span<const KnobPreset> presets();

} // namespace sluice::quicklist
