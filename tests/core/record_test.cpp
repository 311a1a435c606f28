// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/recorder.h"
#include "tests/core/cpu_fixture.h"
#include "tests/support/catch.h"

#include <rapidcheck.h>

using namespace sluice;
using sluice::test::VectorSink;

namespace {

/// Any record that keeps to the limits, at most as far from `base` as a chunk reaches.
Record any_record(RecordIndex here, Time base) {
    Record r;
    r.at = base + *rc::gen::inRange<Time>(0, 0x1'0000'0000);
    r.a = *rc::gen::arbitrary<std::uint64_t>() & 0xf'ffff'ffffu;
    if (*rc::gen::arbitrary<bool>())
        r.cause = here - *rc::gen::inRange<RecordIndex>(1, std::min<RecordIndex>(here, (1u << 28) - 1) + 1);
    r.prev = *rc::gen::arbitrary<std::uint32_t>();
    r.count = *rc::gen::inRange<std::uint32_t>(0, kMaxCount + 1);
    r.cpu = *rc::gen::inRange<CpuId>(0, kMaxCpus);
    r.from = *rc::gen::arbitrary<std::uint16_t>();
    r.to = *rc::gen::arbitrary<std::uint16_t>();
    r.kind = static_cast<Kind>(*rc::gen::inRange(0, static_cast<int>(Kind::count_of_kinds)));
    r.end = *rc::gen::element(End::head, End::tail);
    return r;
}

Record beat(Time at, std::uint64_t a) {
    Record r;
    r.at = at;
    r.kind = Kind::beat;
    r.a = a;
    return r;
}

} // namespace

TEST_CASE("a packed record is the record", "[record]") {
    CHECK(rc::check([] {
        const auto here = *rc::gen::inRange<RecordIndex>(1, RecordIndex{1} << 40);
        const auto base = *rc::gen::inRange<Time>(0, 3'600 * kSecond);
        const Record r = any_record(here, base);
        RC_ASSERT(unpack(pack(r, here, base), here, base) == r);
    }));
}

TEST_CASE("a key relative to a later record is the key", "[record]") {
    CHECK(rc::check([] {
        const auto index = *rc::gen::inRange<RecordIndex>(0, RecordIndex{1} << 40);
        const auto here = index + *rc::gen::inRange<RecordIndex>(1, 0x7fff'ffff);
        const Key key = key_at(index, *rc::gen::element(End::head, End::tail));
        RC_ASSERT(KeyRef::unpack(KeyRef::pack(key, here), here) == key);
    }));
    CHECK(KeyRef::unpack(KeyRef::pack(0, 5), 5) == 0);
}

TEST_CASE("a chunk closes when it is full and when its time no longer fits", "[record]") {
    VectorSink sink;
    Recorder recorder(sink, 1);
    for (std::uint32_t i = 0; i <= Chunk::kCapacity; ++i)
        recorder.write(beat(i, i));
    recorder.write(beat(10 * kSecond, 7));
    recorder.finish();
    const auto all = sink.records();
    REQUIRE(all.size() == Chunk::kCapacity + 2);
    CHECK(all[Chunk::kCapacity].a == Chunk::kCapacity);
    CHECK(all.back().at == 10 * kSecond);
    CHECK(recorder.next() == all.size());
}

TEST_CASE("the fingerprint depends on what happened, not on causes nor on values beside lines", "[record]") {
    const auto fingerprint = [](auto&& change) {
        VectorSink sink;
        Recorder recorder(sink, 2);
        recorder.write(beat(1, 1));
        Record r = beat(5, 3);
        r.cause = 0;
        std::uint64_t value = 4;
        change(r, value);
        recorder.write(r);
        recorder.step(9, 1, 20, cpu_flag::user, value);
        return recorder.fingerprint();
    };
    const auto same = fingerprint([](Record&, std::uint64_t&) {});
    CHECK(same == fingerprint([](Record& r, std::uint64_t&) { r.cause = kNoRecord; }));
    CHECK(same == fingerprint([](Record&, std::uint64_t& v) { v = 99; }));
    CHECK(same != fingerprint([](Record& r, std::uint64_t&) { r.at = 6; }));
    CHECK(same != fingerprint([](Record& r, std::uint64_t&) { r.kind = Kind::wake; }));
    CHECK(same != fingerprint([](Record& r, std::uint64_t&) { r.cpu = 1; }));
    CHECK(same != fingerprint([](Record& r, std::uint64_t&) { r.a = 4; }));
    CHECK(same != fingerprint([](Record& r, std::uint64_t&) { r.prev = 1; }));
    CHECK(same != fingerprint([](Record& r, std::uint64_t&) { r.count = 1; }));
    CHECK(same != fingerprint([](Record& r, std::uint64_t&) { r.from = 1; }));
    CHECK(same != fingerprint([](Record& r, std::uint64_t&) { r.to = 1; }));
    CHECK(same != fingerprint([](Record& r, std::uint64_t&) { r.end = End::tail; }));
}

TEST_CASE("a step record leads back to the same line and to the last change of preemption", "[record]") {
    VectorSink sink;
    Recorder recorder(sink, 2);
    const auto a = recorder.step(1, 0, 16, 0);
    const auto off = recorder.step(2, 0, 17, cpu_flag::preempt_off, 5);
    recorder.step(3, 1, 16, 0);
    const auto again = recorder.step(4, 0, 16, cpu_flag::preempt_off);
    const auto on = recorder.step(5, 0, 17, 0);
    recorder.finish();
    const auto all = sink.records();
    CHECK(all[a].cause == kNoRecord);
    CHECK(all[a].prev == 0);
    CHECK(all[again].cause == a);
    CHECK(all[again].prev == again - off);
    CHECK(all[again].from == pack_step(17, cpu_flag::preempt_off));
    CHECK(all[on].cause == off);
    CHECK(recorder.preempt_record(0) == on);
    CHECK(recorder.preempt_record(1) == kNoRecord);
    CHECK(recorder.step_now(0) == 17);
    CHECK(recorder.flags_now(0) == 0);
}
