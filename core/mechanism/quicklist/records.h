// SPDX-License-Identifier: GPL-3.0-or-later
// The records that only a drain writes.
#pragma once

#include "core/cpu/thread.h"

namespace sluice::quicklist {

/// `limit`: what the rule allows; a huge target of wrapped arithmetic is not a limit.
RecordIndex record_drain_begin(
    Recorder& recorder, const cpu::Thread& t, std::uint64_t size, std::uint64_t limit, Trigger trigger);
/// More sections than the record has room for are counted as kMaxCount.
RecordIndex record_drain_end(Recorder& recorder, const cpu::Thread& t, std::uint64_t freed, std::uint64_t sections,
    Trigger trigger, RecordIndex begin);

} // namespace sluice::quicklist
