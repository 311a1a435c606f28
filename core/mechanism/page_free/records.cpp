// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/page_free/records.h"

namespace sluice::page_free {

void record_flush(memory::Frames& frames, CpuId cpu, std::uint64_t pages, std::uint64_t batches, GatherEnd why) {
    Record r;
    r.at = frames.now();
    r.kind = Kind::gather_flush;
    r.cpu = cpu;
    r.a = pages;
    r.prev = static_cast<std::uint32_t>(batches);
    r.to = static_cast<std::uint16_t>(why);
    frames.recorder().write(r);
}

void record_piece(memory::Frames& frames, CpuId cpu, std::uint64_t number, std::uint64_t pages, PieceState from,
    PieceState to, std::uint32_t worker) {
    Record r;
    r.at = frames.now();
    r.kind = Kind::piece;
    r.cpu = cpu;
    r.a = number;
    r.prev = static_cast<std::uint32_t>(pages);
    r.from = static_cast<std::uint16_t>(from);
    r.to = static_cast<std::uint16_t>(to);
    r.count = worker;
    frames.recorder().write(r);
}

void record_off_list(memory::Frames& frames, CpuId cpu, Frame first, std::uint32_t count, List list, Key key) {
    Record r;
    r.at = frames.now();
    r.kind = Kind::list;
    r.cpu = cpu;
    r.a = first;
    r.count = count;
    r.from = static_cast<std::uint16_t>(list);
    r.to = static_cast<std::uint16_t>(List::none);
    r.prev = KeyRef::pack(key, frames.recorder().next());
    frames.recorder().write(r);
}

} // namespace sluice::page_free
