// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/frames.h"

#include <algorithm>
#include <cassert>
#include <new>

namespace sluice::memory {

Frames::Frames(const machine::Machine& machine, Recorder& recorder, const engine::Engine& engine)
    : machine_(machine)
    , recorder_(recorder)
    , engine_(engine) {
    Frame end = 0;
    for (const machine::Zone& z : machine.zones)
        end = std::max(end, z.first + z.pages);
    count_ = static_cast<std::size_t>((end >> kShift) + 1);
    chunks_.reset(static_cast<FrameInfo**>(std::calloc(count_, sizeof(FrameInfo*))));
    if (!chunks_)
        throw std::bad_alloc();
}

Frames::~Frames() {
    for (std::size_t i = 0; i < count_; ++i)
        delete[] chunks_[i];
}

FrameInfo* Frames::make_chunk(std::size_t index) {
    auto* chunk = new FrameInfo[kMask + 1];
    const Frame first = static_cast<Frame>(index) << kShift;
    // Zones are large; the zone is looked up again only where one ends.
    ZoneId zone = 0;
    Frame zone_end = 0;
    for (Frame i = 0; i <= kMask; ++i) {
        if (first + i >= zone_end && first + i >= machine_.zones.front().first) {
            zone = machine_.zone_of(first + i);
            zone_end = zone + 1u < machine_.zones.size() ? machine_.zones[zone + 1u].first : kNoFrame;
        }
        chunk[i].zone = zone;
    }
    chunks_[index] = chunk;
    return chunk;
}

RecordIndex Frames::write_move(
    CpuId cpu, Frame first, std::uint64_t count, Place from, Place to, End end, Key old_key, RecordIndex cause) {
    assert(count > 0 && count <= kMaxCount);
    Record r;
    r.at = engine_.now();
    r.kind = Kind::move;
    r.cpu = cpu;
    r.a = first;
    r.count = static_cast<std::uint32_t>(count);
    r.from = from;
    r.to = to;
    r.end = end;
    r.prev = KeyRef::pack(old_key, recorder_.next());
    r.cause = cause;
    return recorder_.write(r);
}

RecordIndex Frames::move(CpuId cpu, Frame first, std::uint32_t count, Place to, End end, RecordIndex cause) {
    const FrameInfo& old = at(first);
    const RecordIndex index = write_move(cpu, first, count, old.home, to, end, old.key, cause);
    settle(first, count, to, key_at(index, end));
    return index;
}

void Frames::hold(CpuId cpu, Frame f, Holder who, std::uint32_t instance, bool take) {
    FrameInfo& info = at(f);
    info.holders = static_cast<std::uint16_t>(take ? info.holders + 1 : info.holders - 1);
    Record r;
    r.at = engine_.now();
    r.kind = Kind::hold;
    r.cpu = cpu;
    r.a = f;
    r.count = 1;
    r.from = static_cast<std::uint16_t>(who);
    r.to = take ? 1 : 0;
    r.prev = instance;
    recorder_.write(r);
}

void Frames::settle(Frame first, std::uint64_t count, Place home, Key key) {
    for (Frame f = first; f < first + count; ++f) {
        FrameInfo& info = at(f);
        info.home = home;
        info.key = key;
    }
}

} // namespace sluice::memory
