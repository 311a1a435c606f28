// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of freeing much memory at once.
#pragma once

#include "core/record/knob.h"
#include "core/record/knob_reader.h"

#include <span>

namespace sluice::page_free {

/// When pieces may go to workers: always, or only while some CPU is idle and none has more than one thread to run.
enum class Gate : std::uint8_t { always, idle };
/// How the pages of a process lie in memory, in the order of its addresses.
enum class PageOrder : std::uint8_t { allocated, interleaved, random };
/// How much the mmu gather takes before it frees, and how much is freed before others may have the CPU: as since 2012;
/// a preemption point after every 512 pages (2022); no limit at all.
enum class GatherLimit : std::uint8_t { batches, yield512, none };

std::span<const Knob> knobs();
std::span<const KnobPreset> presets();

} // namespace sluice::page_free
