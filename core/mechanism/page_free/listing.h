// SPDX-License-Identifier: GPL-3.0-or-later
// The listings of freeing much memory: pseudo-code whose lines the simulator steps through. Text and ids are in
// listing.toml; the step numbers that the model code uses are in steps.h.
#pragma once

#include "core/record/knob_reader.h"
#include "core/record/listing.h"

namespace sluice::page_free {

inline constexpr StepRange kSteps{step_base::page_free, 0x80};

/// Every listing, as read from listing.toml. The same object every time.
std::span<const Listing> listings();

/// The listings that are in force, the most telling one first.
std::vector<std::string_view> current_listings(const KnobReader& knobs);

} // namespace sluice::page_free
