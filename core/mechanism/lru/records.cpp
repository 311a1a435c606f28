// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/lru/records.h"

namespace sluice::lru {

RecordIndex record_list(
    memory::Frames& frames, CpuId cpu, Frame first, std::uint32_t count, const Page& before, List to, End end) {
    Record r;
    r.at = frames.now();
    r.kind = Kind::list;
    r.cpu = cpu;
    r.a = first;
    r.count = count;
    r.from = static_cast<std::uint16_t>(before.list);
    r.to = static_cast<std::uint16_t>(to);
    r.end = end;
    r.prev = KeyRef::pack(before.key, frames.recorder().next());
    return frames.recorder().write(r);
}

void record_scan(memory::Frames& frames, CpuId cpu, ScanKind kind, List list, std::uint64_t looked_at,
    std::uint64_t taken, std::uint32_t priority) {
    Record r;
    r.at = frames.now();
    r.kind = Kind::scan;
    r.cpu = cpu;
    r.a = looked_at;
    r.prev = static_cast<std::uint32_t>(taken);
    r.to = static_cast<std::uint16_t>(kind);
    r.from = static_cast<std::uint16_t>(list);
    r.count = priority;
    frames.recorder().write(r);
}

} // namespace sluice::lru
