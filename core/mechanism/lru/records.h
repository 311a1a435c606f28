// SPDX-License-Identifier: GPL-3.0-or-later
// The records that only the LRU lists write.
#pragma once

#include "core/mechanism/lru/pages.h"

namespace sluice::lru {

/// `count` pages from `first` on, all as `before`, go to `to` (List::none: off the lists).
RecordIndex record_list(
    memory::Frames& frames, CpuId cpu, Frame first, std::uint32_t count, const Page& before, List to, End end);
/// A pass over a list is over.
void record_scan(memory::Frames& frames, CpuId cpu, ScanKind kind, List list, std::uint64_t looked_at,
    std::uint64_t taken, std::uint32_t priority);

} // namespace sluice::lru
