// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of the page cache: how many dirty pages writers may leave behind.
#pragma once

#include "core/record/knob.h"

#include <span>

namespace sluice::page_cache {

std::span<const Knob> knobs();

} // namespace sluice::page_cache
