// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/page_allocator.h"
#include "tests/support/catch.h"

#include <rapidcheck.h>
#include <set>

using namespace sluice;
using namespace sluice::memory;

namespace {

struct Sink final : ChunkSink {
    Chunk chunk;
    std::vector<Record> records;
    Chunk& open(RecordIndex first, Time base) override {
        chunk.reset(first, base);
        return chunk;
    }
    void close(Chunk& c) override {
        for (std::uint32_t i = 0; i < c.size(); ++i)
            records.push_back(c.at(i));
    }
};

machine::Machine small_machine(std::uint64_t pages, std::uint64_t reserved = 0, std::uint32_t max_order = 10) {
    machine::Machine m;
    m.page_size = 16384;
    m.max_order = max_order;
    m.zones = {{machine::ZoneKind::normal, 0, 0, pages, reserved, 0, 0, 0}};
    m.cpus = {{0, 0}, {0, 1}};
    REQUIRE(machine::derive_topology(m).empty());
    return m;
}

struct Fixture {
    explicit Fixture(machine::Machine machine)
        : m(std::move(machine))
        , recorder(sink, 2)
        , frames(m, recorder, engine) { }
    machine::Machine m;
    Sink sink;
    Recorder recorder;
    engine::Engine engine;
    Frames frames;
};

} // namespace

TEST_CASE("A zone begins as the largest aligned blocks in ascending order", "[memory]") {
    Fixture f(small_machine(4096 + 5, 3));
    const Buddy buddy(f.frames, 0);
    CHECK(buddy.free_pages() == 4098);
    CHECK(buddy.list(0) == std::vector<Frame>{3, 4100});
    CHECK(buddy.list(2) == std::vector<Frame>{4, 4096});
    CHECK(buddy.list(9) == std::vector<Frame>{512});
    CHECK(buddy.list(10) == std::vector<Frame>{1024, 2048, 3072});
    CHECK(buddy.check().empty());
}

TEST_CASE("Taking a page splits the smallest block that is there, upper halves first", "[memory]") {
    Fixture f(small_machine(16, 0, 4));
    Buddy buddy(f.frames, 0);
    CHECK(buddy.take(0, place::anonymous, End::head) == 0);
    CHECK(buddy.list(3) == std::vector<Frame>{8});
    CHECK(buddy.list(2) == std::vector<Frame>{4});
    CHECK(buddy.list(1) == std::vector<Frame>{2});
    CHECK(buddy.list(0) == std::vector<Frame>{1});
    CHECK(buddy.take(0, place::anonymous, End::head) == 1);
    CHECK(buddy.take(0, place::anonymous, End::head) == 2);
    CHECK(buddy.free_pages() == 13);
    f.recorder.finish();
    REQUIRE(f.sink.records.size() == 8);
    const Record& first = f.sink.records[0];
    CHECK(first.kind == Kind::move);
    CHECK(first.a == 8);
    CHECK(first.count == 8);
    CHECK(first.from == place::free(4));
    CHECK(first.to == place::free(3));
    CHECK(f.sink.records[4].from == place::free(4));
    CHECK(f.sink.records[4].to == place::anonymous);
}

TEST_CASE("Freed pages join their buddies again", "[memory]") {
    Fixture f(small_machine(64, 0, 6));
    Buddy buddy(f.frames, 0);
    std::vector<Frame> taken;
    for (int i = 0; i < 64; ++i)
        taken.push_back(buddy.take(0, place::page_table, End::head));
    CHECK(buddy.take(0, place::page_table, End::head) == kNoFrame);
    // Every second page first: nothing can join. Then the rest.
    for (std::size_t i = 0; i < taken.size(); i += 2)
        buddy.give(0, taken[i]);
    CHECK(buddy.blocks(0) == 32);
    for (std::size_t i = 1; i < taken.size(); i += 2)
        buddy.give(0, taken[i]);
    CHECK(buddy.blocks(6) == 1);
    CHECK(buddy.free_pages() == 64);
    CHECK(buddy.check().empty());
}

TEST_CASE("Blocks are taken whole, as large as fits", "[memory]") {
    Fixture f(small_machine(4096));
    Buddy buddy(f.frames, 0);
    std::uint64_t count = 0, placed = 0;
    while (placed < 1234) {
        REQUIRE(buddy.take_block(0, 1234 - placed, place::kernel, End::head, count) != kNoFrame);
        placed += count;
    }
    CHECK(placed == 1234);
    CHECK(buddy.free_pages() == 4096 - 1234);
    CHECK(f.recorder.next() < 40);
    CHECK(buddy.check().empty());
}

TEST_CASE("Random takes and gives keep the lists in order and lose nothing", "[memory]") {
    CHECK(rc::check("buddy conserves pages", [] {
        Fixture f(small_machine(*rc::gen::inRange<std::uint64_t>(200, 1500), *rc::gen::inRange<std::uint64_t>(0, 150),
            *rc::gen::inRange<std::uint32_t>(3, 8)));
        Buddy buddy(f.frames, 0);
        const std::uint64_t all = buddy.free_pages();
        std::set<Frame> held;
        for (const int choice : *rc::gen::container<std::vector<int>>(400, rc::gen::inRange(0, 100))) {
            if (choice < 60) {
                const Frame frame = buddy.take(0, place::anonymous, End::head);
                if (frame != kNoFrame)
                    RC_ASSERT(held.insert(frame).second);
            } else if (!held.empty()) {
                const auto it = std::next(
                    held.begin(), static_cast<std::ptrdiff_t>(static_cast<std::size_t>(choice) % held.size()));
                buddy.give(1, *it);
                held.erase(it);
            }
            RC_ASSERT(buddy.free_pages() + held.size() == all);
        }
        RC_ASSERT(buddy.check() == "");
        for (const Frame frame : held)
            buddy.give(0, frame);
        RC_ASSERT(buddy.check() == "");
        RC_ASSERT(buddy.free_pages() == all);
    }));
}

TEST_CASE("Batch and high follow the kernels' formulas", "[memory]") {
    machine::Machine m = small_machine(65536);
    const auto of = [&m](PcpFormula formula) { return limits({formula, 0, 0}, m, 0); };
    CHECK(of(PcpFormula::k2_6_9) == PageListLimits{4, 24});
    CHECK(of(PcpFormula::k2_6_24) == PageListLimits{7, 42});
    m.page_size = 4096;
    m.zones[0].pages = 1u << 20;
    CHECK(of(PcpFormula::k2_6_9) == PageListLimits{16, 96});
    CHECK(of(PcpFormula::k2_6_24) == PageListLimits{31, 186});
    CHECK(of(PcpFormula::k5_10) == PageListLimits{63, 378});
    m.zones[0].low = 10'000;
    CHECK(of(PcpFormula::k6_2) == PageListLimits{63, 5000});
    CHECK(limits({PcpFormula::k2_6_9, 31, 0}, m, 0) == PageListLimits{31, 186});
    CHECK(limits({PcpFormula::k2_6_9, 31, 8}, m, 0) == PageListLimits{31, 31});
}

TEST_CASE("A page list keeps its order while it grows", "[memory]") {
    PageList l;
    for (Frame f = 0; f < 100; ++f) {
        if (f % 2)
            l.push_tail(f);
        else
            l.push_head(f);
    }
    CHECK(l.size() == 100);
    CHECK(l.pop_head() == 98);
    CHECK(l.pop_tail(8) == FrameRun{99, 1});
    std::vector<Frame> frames;
    l.for_each([&frames](Frame f) { frames.push_back(f); });
    CHECK(frames.size() == l.size());
    CHECK(frames.front() == 96);
    CHECK(frames.back() == 97);
}

TEST_CASE("A run on a page list stays in order of frames and leaves in pieces", "[memory]") {
    PageList l;
    l.push_head(7);
    l.push_head(100, 31);
    CHECK(l.size() == 32);
    CHECK(l.pop_tail(31) == FrameRun{7, 1});
    CHECK(l.pop_tail(20) == FrameRun{111, 20});
    CHECK(l.pop_head() == 100);
    CHECK(l.pop_tail(20) == FrameRun{101, 10});
    CHECK(l.size() == 0);
}

TEST_CASE("Pages freed as a run end as the same blocks as pages freed one by one", "[memory]") {
    Fixture a(small_machine(4096)), b(small_machine(4096));
    Buddy whole(a.frames, 0), single(b.frames, 0);
    for (Buddy* buddy : {&whole, &single}) {
        std::uint64_t count = 0;
        std::uint64_t taken = 0;
        while (taken < 1500) {
            REQUIRE(buddy->take_block(0, 1500 - taken, place::kernel, End::head, count) != kNoFrame);
            taken += count;
        }
    }
    // Pieces that begin and end anywhere, but leave two pages in use.
    for (const auto& [first, count] : {std::pair<Frame, std::uint64_t>{3, 510}, {514, 31}, {545, 900}}) {
        for (Frame f = first; f < first + count;) { // one home and key at a time
            std::uint64_t n = 1;
            while (f + n < first + count && a.frames.look(f + n).key == a.frames.look(f).key)
                ++n;
            whole.give(0, f, n);
            f += n;
        }
        for (Frame f = first; f < first + count; ++f)
            single.give(0, f);
    }
    CHECK(whole.free_pages() == single.free_pages());
    for (unsigned order = 0; order <= a.frames.machine().max_order; ++order)
        CHECK(whole.blocks(order) == single.blocks(order));
    CHECK(whole.check() == "");
}

TEST_CASE("Memory that a process fills and frees again costs little in between", "[memory]") {
    Fixture w(small_machine(1 << 16));
    Frames& frames = w.frames;
    const Frame pages = 1 << 16;
    frames.settle(0, pages, place::anonymous, 5);
    const std::size_t alike = frames.bytes();
    CHECK(alike < pages); // less than a byte a page
    CHECK(frames.look(pages - 1).home == place::anonymous);
    frames.at(700).holders = 1; // this chunk alone needs entries
    CHECK(frames.bytes() <= alike + 512 * sizeof(FrameInfo));
    CHECK(frames.look(701).home == place::anonymous);
    CHECK(frames.look(701).key == 5);
    CHECK(frames.look(701).holders == 0);
    std::uint64_t known = 0;
    frames.for_each_known([&](Frame, std::uint64_t count, const FrameInfo&) { known += count; });
    CHECK(known == pages);
}

TEST_CASE("Untouched memory costs nothing", "[memory]") {
    machine::Machine m;
    m.nodes = 128;
    m.page_size = 16384;
    for (NodeId n = 0; n < 128; ++n) {
        m.zones.push_back({machine::ZoneKind::normal, n, n * Frame{262'144}, 262'144, 0, 600, 750, 900});
        m.cpus.push_back({n, n});
        if (n)
            m.links.push_back({static_cast<NodeId>(n - 1), n, 1});
    }
    REQUIRE(machine::derive_topology(m).empty());
    Sink sink;
    Recorder recorder(sink, 128);
    engine::Engine engine;
    Frames frames(m, recorder, engine);
    PageAllocator pages(frames, {});
    CHECK(pages.total_free() == 128ull * 262'144);
    CHECK(recorder.next() == 0);
    CHECK(frames.bytes() == 0);
    CHECK(pages.check({}).empty());
}
