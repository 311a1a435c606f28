// SPDX-License-Identifier: GPL-3.0-or-later
// The records that only vectors write.
#pragma once

#include "core/mechanism/pagevec/pagevecs.h"

namespace sluice::pagevec {

void record_flush(Recorder& recorder, const cpu::Thread& t, const Pagevec& v, FlushReason reason, bool begins);

} // namespace sluice::pagevec
