// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/quicklist/records.h"

#include <algorithm>

namespace sluice::quicklist {

RecordIndex record_drain_begin(
    Recorder& recorder, const cpu::Thread& t, std::uint64_t size, std::uint64_t limit, Trigger trigger) {
    Record r;
    r.at = t.now();
    r.kind = Kind::drain_begin;
    r.cpu = t.cpu();
    r.a = size;
    r.prev = static_cast<std::uint32_t>(std::min<std::uint64_t>(limit, 0xffff'ffff));
    r.to = static_cast<std::uint16_t>(trigger);
    return recorder.write(r);
}

RecordIndex record_drain_end(Recorder& recorder, const cpu::Thread& t, std::uint64_t freed, std::uint64_t sections,
    Trigger trigger, RecordIndex begin) {
    Record r;
    r.at = t.now();
    r.kind = Kind::drain_end;
    r.cpu = t.cpu();
    r.a = freed;
    r.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(sections, kMaxCount));
    r.to = static_cast<std::uint16_t>(trigger);
    r.cause = begin;
    return recorder.write(r);
}

} // namespace sluice::quicklist
