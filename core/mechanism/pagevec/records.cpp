// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/pagevec/records.h"

namespace sluice::pagevec {

void record_flush(Recorder& recorder, const cpu::Thread& t, const Pagevec& v, FlushReason reason, bool begins) {
    Record r;
    r.at = t.now();
    r.kind = Kind::pagevec_flush;
    r.cpu = t.cpu();
    r.a = v.id;
    r.count = static_cast<std::uint32_t>(v.pages.size());
    r.to = static_cast<std::uint16_t>(reason);
    r.from = begins;
    recorder.write(r);
}

} // namespace sluice::pagevec
