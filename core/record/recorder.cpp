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

/// Hash of one record: a sum of its words, each times an odd number of its own (the roots of
/// 2, 3, 5 and 7 behind the point). The words do not wait for each other, and
/// only the sum waits for the record before. Left out are the cause, the value beside a listing's line and `prev` of a
/// step (what undoing it needs).
std::uint64_t hash(const PackedRecord& p, Kind kind, Time at) {
    const std::uint64_t what = p.w0 >> 32;
    const std::uint64_t a = kind == Kind::step ? 0 : p.w1 & 0xf'ffff'ffffu;
    const std::uint64_t rest = kind == Kind::step ? p.w2 >> 32 << 32 : p.w2;
    return static_cast<std::uint64_t>(at) * 0x6a09'e667'f3bc'c909u + what * 0xbb67'ae85'84ca'a73bu
        + a * 0x3c6e'f372'fe94'f82bu + rest * 0xa54f'f53a'5f1d'36f1u;
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
    const PackedRecord p = pack(r, next_, chunk_->base());
    chunk_->push(p);
    fingerprint_ = mix(fingerprint_, hash(p, r.kind, r.at));
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
