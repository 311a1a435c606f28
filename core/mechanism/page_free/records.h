// SPDX-License-Identifier: GPL-3.0-or-later
// The records that only the freeing of much memory writes.
#pragma once

#include "core/memory/frames.h"

namespace sluice::page_free {

/// A round of the mmu gather ends: `pages` of it, in `batches` batches, are freed or handed over.
void record_flush(memory::Frames& frames, CpuId cpu, std::uint64_t pages, std::uint64_t batches, GatherEnd why);
/// A piece changes state. `worker`: who frees it, from 1; 0: nobody, or the thread that exits.
void record_piece(memory::Frames& frames, CpuId cpu, std::uint64_t number, std::uint64_t pages, PieceState from,
    PieceState to, std::uint32_t worker);
/// Pages that lie side by side leave their LRU list.
void record_off_list(memory::Frames& frames, CpuId cpu, Frame first, std::uint32_t count, List list, Key key);

} // namespace sluice::page_free
