// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/frames.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <type_traits>
#include <utility>

namespace sluice::memory {

Frames::Frames(const machine::Machine& machine, Recorder& recorder, const engine::Engine& engine)
    : machine_(machine)
    , recorder_(recorder)
    , engine_(engine) {
    Frame end = 0;
    for (const machine::Zone& z : machine.zones)
        end = std::max(end, z.first + z.pages);
    count_ = static_cast<std::size_t>((end >> kShift) + 1);
    static_assert(std::is_trivially_destructible_v<Chunk>);
    chunks_.reset(static_cast<Chunk*>(std::calloc(count_, sizeof(Chunk))));
    if (!chunks_)
        throw std::bad_alloc();
}

Frames::~Frames() {
    // What is untouched need not be looked at: every array of entries is either spare or was made for a chunk.
    if (entries_ > spare_.size())
        for (std::size_t i = 0; i < count_; ++i)
            delete[] chunks_[i].frames;
    for (FrameInfo* entries : spare_)
        delete[] entries;
}

void Frames::give_entries(std::size_t index) {
    Chunk& chunk = chunks_[index];
    if (spare_.empty()) {
        chunk.frames = new FrameInfo[kFrames];
        ++entries_;
    } else {
        chunk.frames = spare_.back();
        spare_.pop_back();
    }
    const bool alike = chunk.all.home != place::unknown && !place::is_free(chunk.all.home);
    if (alike) {
        std::fill_n(chunk.frames, kFrames, chunk.all);
        return;
    }
    const Frame first = static_cast<Frame>(index) << kShift;
    // Zones are large; the zone is looked up again only where one ends.
    ZoneId zone = 0;
    Frame zone_end = 0;
    for (Frame i = 0; i < kFrames; ++i) {
        if (first + i >= zone_end && first + i >= machine_.zones.front().first) {
            zone = machine_.zone_of(first + i);
            zone_end = zone + 1u < machine_.zones.size() ? machine_.zones[zone + 1u].first : kNoFrame;
        }
        chunk.frames[i] = {};
        chunk.frames[i].zone = zone;
    }
    if (chunk.all.home != place::unknown)
        chunk.frames[0] = chunk.all;
}

void Frames::drop_entries(Chunk& chunk) {
    if (chunk.frames)
        spare_.push_back(std::exchange(chunk.frames, nullptr));
    chunk.all = {};
}

bool Frames::in_one_zone(std::size_t index) const {
    const Frame first = static_cast<Frame>(index) << kShift;
    const machine::Zone& zone = machine_.zones[machine_.zone_of(first)];
    return first >= zone.first && first + kFrames <= zone.first + zone.pages;
}

FrameInfo& Frames::block(Frame first, std::uint64_t pages) {
    if (pages < kFrames || (first & kMask) != 0)
        return at(first);
    for (Frame f = first; f < first + pages; f += kFrames)
        drop_entries(chunks_[f >> kShift]);
    Chunk& chunk = chunks_[first >> kShift];
    chunk.all.zone = machine_.zone_of(first);
    return chunk.all;
}

std::size_t Frames::bytes() const {
    std::size_t touched = 0;
    for (std::size_t i = 0; i < count_; ++i)
        touched += chunks_[i].frames || chunks_[i].all.home != place::unknown;
    return touched * sizeof(Chunk) + entries_ * kFrames * sizeof(FrameInfo);
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
    const FrameInfo& old = look(first);
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
    for (const Frame end = first + count; first < end;) {
        const std::size_t index = first >> kShift;
        const Frame stop = std::min(end, static_cast<Frame>(index + 1) << kShift);
        Chunk& chunk = chunks_[index];
        if (!chunk.frames && stop - first == kFrames && in_one_zone(index)) {
            if (chunk.all.home == place::unknown || place::is_free(chunk.all.home))
                chunk.all = {};
            chunk.all.home = home;
            chunk.all.key = key;
            chunk.all.zone = machine_.zone_of(first);
            first = stop;
            continue;
        }
        if (!chunk.frames)
            give_entries(index);
        for (FrameInfo* info = chunk.frames + (first & kMask); first < stop; ++first, ++info) {
            info->home = home;
            info->key = key;
        }
    }
}

} // namespace sluice::memory
