// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of the machine. 0 means "as the profile says"; anything else changes the topology while the costs stay.
#pragma once

#include "core/record/knob.h"

#include <span>

namespace sluice::machine {

std::span<const Knob> knobs();

} // namespace sluice::machine
