// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/recorder.h"

#include <cassert>

namespace sluice {

namespace {
constexpr Time kChunkSpan = 0xffff'ffff;

std::uint64_t mix(std::uint64_t h, std::uint64_t v) {
    h = (h ^ v) * 0x9e37'79b9'7f4a'7c15u;
    return h ^ h >> 29;
}
} // namespace

Recorder::Recorder(ChunkSink& sink, std::uint32_t cpus)
    : sink_(sink)
    , fingerprint_(0x5105'1ce0'0000'0001u)
    , cpus_(cpus) { }

Recorder::~Recorder() {
    finish();
}

RecordIndex Recorder::write(const Record& r) {
    assert(r.count <= kMaxCount && r.a >> 36 == 0);
    if (!chunk_ || chunk_->full() || r.at - chunk_->base() > kChunkSpan) {
        if (chunk_)
            sink_.close(*chunk_);
        chunk_ = &sink_.open(next_, r.at);
    }
    const std::uint32_t n = chunk_->size();
    chunk_->push(r);
    // Folded from the packed words, each of which was written at once. Reading two fields of `r` as one word would wait
    // until the caller's stores of both have left the store buffer.
    const PackedRecord& p = chunk_->data()[n];
    const bool value_only = r.kind == Kind::step;
    const std::uint64_t what
        = (p.w0 >> 32 & 0x3f) | (p.w0 >> 38 & 3) << 8 | (p.w0 >> 40 & 0x3ff) << 16 | p.w0 >> 50 << 32;
    std::uint64_t h = mix(fingerprint_, static_cast<std::uint64_t>(r.at));
    h = mix(h, what);
    h = mix(h, value_only ? 0 : (p.w1 & 0xf'ffff'ffffu) ^ p.w2 << 32);
    fingerprint_ = mix(h, p.w2 >> 32);
    return next_++;
}

RecordIndex Recorder::step(Time at, CpuId cpu, StepId step, std::uint16_t flags, std::uint64_t value) {
    PerCpu& c = cpus_[cpu];
    Record r;
    r.at = at;
    r.kind = Kind::step;
    r.cpu = cpu;
    r.a = value & 0xf'ffff'ffffu;
    r.from = pack_step(c.step, c.flags);
    r.to = pack_step(step, flags);
    r.prev = c.preempt_record == kNoRecord ? 0 : static_cast<std::uint32_t>(next_ - c.preempt_record);
    if (step >= c.last_of_step.size())
        c.last_of_step.resize(step + 16u, kNoRecord);
    r.cause = c.last_of_step[step];
    const RecordIndex index = write(r);
    c.last_of_step[step] = index;
    if ((c.flags ^ flags) & cpu_flag::preempt_off)
        c.preempt_record = index;
    c.step = step;
    c.flags = flags;
    return index;
}

void Recorder::finish() {
    if (chunk_)
        sink_.close(*chunk_);
    chunk_ = nullptr;
}

} // namespace sluice
