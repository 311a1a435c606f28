// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/journal/machine_state.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic.h"

#include <rapidcheck.h>

using namespace sluice;
using journal::Cursor;
using journal::Journal;
using journal::MachineState;

namespace {

/// A journal of `operations` random operations.
struct Made {
    std::shared_ptr<Journal> journal = std::make_shared<Journal>();
    std::shared_ptr<const machine::Machine> machine;

    Made(test::SyntheticShape shape, std::uint64_t seed, std::size_t operations) {
        test::Synthetic model(shape, *journal, seed);
        machine = model.machine();
        for (std::size_t i = 0; i < operations; ++i)
            model.step();
        model.recorder().finish();
    }
};

std::uint64_t pages_in(const std::vector<FrameRun>& runs) {
    std::uint64_t n = 0;
    for (const FrameRun& r : runs)
        n += r.count;
    return n;
}

} // namespace

TEST_CASE("the fold equals a plain model after every operation", "[state]") {
    CHECK(rc::check([] {
        test::SyntheticShape shape;
        shape.cpus = *rc::gen::inRange(1u, 7u);
        shape.nodes = *rc::gen::inRange(1u, 4u);
        shape.max_order = *rc::gen::inRange(1u, 7u);
        shape.pages_per_node = 128u * *rc::gen::inRange(1u, 9u);
        shape.reserved = *rc::gen::inRange(0u, 100u);
        Journal journal;
        test::Synthetic model(shape, journal, *rc::gen::arbitrary<std::uint64_t>());
        MachineState state(model.machine());
        RC_ASSERT(state.snapshot() == model.snapshot());
        for (int i = 0; i < 200; ++i) {
            model.step();
            journal.for_each(state.position(), journal.size(), [&](const Record& r, RecordIndex) {
                RC_ASSERT(state.contradiction(r) == "");
                state.apply(r);
            });
            const Snapshot fold = state.snapshot(), plain = model.snapshot();
            RC_ASSERT(fold.homes == plain.homes);
            RC_ASSERT(fold.lists == plain.lists);
            RC_ASSERT(fold.holders == plain.holders);
            RC_ASSERT(fold.page_flags == plain.page_flags);
            RC_ASSERT(fold.vectors == plain.vectors);
            RC_ASSERT(fold.disks == plain.disks);
            RC_ASSERT(fold == plain);
        }
        for (Frame f = 0; f < shape.nodes * shape.pages_per_node; ++f) {
            RC_ASSERT(state.page(f).holders == model.holders(f));
            RC_ASSERT(state.page(f).list == model.list_of(f));
        }
    }));
}

TEST_CASE("counts agree with the lists they count", "[state]") {
    const Made made({}, 11, 3000);
    MachineState state(made.machine);
    made.journal->for_each(0, made.journal->size(), [&](const Record& r, RecordIndex) { state.apply(r); });
    std::vector<std::uint64_t> quicklist(4), pcp(4);
    for (ZoneId z = 0; z < 2; ++z) {
        const auto& zone = state.zones()[z];
        std::uint64_t free = 0, trapped = 0;
        for (unsigned order = 0; order <= 5; ++order) {
            const auto pages = pages_in(state.list(z, place::free(order)));
            CHECK(zone.blocks[order] == pages >> order);
            free += pages;
        }
        CHECK(zone.free == free);
        for (CpuId cpu = 0; cpu < 4; ++cpu) {
            const auto pages = pages_in(state.list(z, place::quicklist(cpu)));
            quicklist[cpu] += pages;
            pcp[cpu] += pages_in(state.list(z, place::pcp(cpu)));
            if (made.machine->cpus[cpu].node != z)
                trapped += pages;
        }
        CHECK(state.trapped(z) == trapped);
        CHECK(zone.page_table == pages_in(state.list(z, place::page_table)));
        CHECK(zone.free + zone.pcp + zone.quicklist + zone.page_table + zone.anonymous + zone.kernel == 1024);
    }
    for (CpuId cpu = 0; cpu < 4; ++cpu) {
        CHECK(state.cpus()[cpu].quicklist == quicklist[cpu]);
        CHECK(state.cpus()[cpu].pcp == pcp[cpu]);
    }
}

TEST_CASE("undo gives back the state before, in everything", "[state]") {
    CHECK(rc::check([] {
        test::SyntheticShape shape;
        shape.page_share = *rc::gen::inRange(10u, 90u);
        const Made made(shape, *rc::gen::arbitrary<std::uint64_t>(), 300);
        std::vector<MachineState> states{MachineState(made.machine)};
        made.journal->for_each(0, made.journal->size(), [&](const Record& r, RecordIndex) {
            states.push_back(states.back());
            states.back().apply(r);
        });
        MachineState state = states.back();
        while (state.position() > 0) {
            state.undo(made.journal->at(state.position() - 1), *made.journal);
            RC_ASSERT(state == states[state.position()]);
        }
        // And on again: undoing leaves nothing behind.
        made.journal->for_each(0, made.journal->size(), [&](const Record& r, RecordIndex) { state.apply(r); });
        RC_ASSERT(state == states.back());
    }));
}

TEST_CASE("a copy is not changed by what happens to the original", "[state]") {
    const Made made({}, 5, 400);
    MachineState state(made.machine);
    made.journal->for_each(0, 200, [&](const Record& r, RecordIndex) { state.apply(r); });
    const MachineState copy(state);
    const Snapshot before = copy.snapshot();
    made.journal->for_each(200, made.journal->size(), [&](const Record& r, RecordIndex) { state.apply(r); });
    CHECK(copy.snapshot() == before);
    CHECK_FALSE(copy == state);
}

TEST_CASE("a dropped record is noticed by the checked fold", "[state]") {
    std::size_t noticed = 0, tried = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Made made({}, seed, 1500);
        for (RecordIndex drop = 20; drop < 120; drop += 7) {
            const Kind kind = made.journal->at(drop).kind;
            if (kind != Kind::move && kind != Kind::merge && kind != Kind::step && kind != Kind::lock_take)
                continue;
            ++tried;
            // Old values are written relative to the record's index, so the state keeps the index of what it is given.
            MachineState state(made.machine);
            bool found = false;
            made.journal->for_each(0, made.journal->size(), [&](const Record& r, RecordIndex i) {
                if (found)
                    return;
                Record fed = r;
                if (i == drop) {
                    fed = Record{};
                    fed.at = r.at;
                }
                found = !state.contradiction(fed).empty();
                if (!found)
                    state.apply(fed);
            });
            noticed += found;
        }
    }
    CHECK(tried > 100);
    CHECK(noticed >= tried * 90 / 100); // what is left: pages that do not move again
}

TEST_CASE("a page's life is every stay in order", "[state]") {
    const Made made({}, 3, 2000);
    MachineState state(made.machine);
    std::map<Frame, std::vector<Place>> lives;
    const MachineState start(made.machine);
    for (Frame f = 0; f < 2048; ++f)
        lives[f].push_back(start.page(f).place);
    made.journal->for_each(0, made.journal->size(), [&](const Record& r, RecordIndex) {
        state.apply(r);
        if (r.kind == Kind::move || r.kind == Kind::merge) {
            const std::uint64_t n = r.kind == Kind::move ? r.count : std::uint64_t{2} << r.count;
            for (Frame f = r.a; f < r.a + n; ++f)
                lives[f].push_back(state.page(f).place);
        }
    });
    std::size_t longest = 0;
    for (Frame f = 0; f < 2048; ++f) {
        std::vector<Place> places;
        for (const journal::Stay& stay : state.life(f, *made.journal))
            places.push_back(stay.place);
        CHECK(places == lives[f]);
        longest = std::max(longest, places.size());
    }
    CHECK(longest > 5);
}

TEST_CASE("the head of a long list is the head of the whole list", "[state]") {
    const Made made({}, 8, 4000);
    MachineState state(made.machine);
    made.journal->for_each(0, made.journal->size(), [&](const Record& r, RecordIndex) { state.apply(r); });
    for (CpuId cpu = 0; cpu < 4; ++cpu) {
        auto all = state.list(0, place::quicklist(cpu));
        REQUIRE(all.size() > 10);
        for (std::size_t n : {std::size_t{1}, std::size_t{7}, all.size() - 1, all.size(), all.size() + 5}) {
            auto head = all;
            head.resize(std::min(n, all.size()));
            CHECK(state.list(0, place::quicklist(cpu), n) == head);
        }
    }
}

TEST_CASE("a cursor at any record equals replay from the start", "[state]") {
    test::SyntheticShape shape;
    shape.pages_per_node = 512;
    const Made made(shape, 17, 200'000);
    const RecordIndex n = made.journal->size();
    REQUIRE(n > 2 * 65'536);
    Cursor cursor(made.machine, made.journal);
    Cursor checked(made.machine, made.journal);
    checked.set_checked(true);
    while (cursor.state().position() < n && cursor.step_forward())
        if (cursor.state().position() == 1000)
            break;
    for (RecordIndex budget = 0; budget < n; budget += 10'000)
        cursor.index(10'000);
    CHECK(cursor.keyframes() >= 3);
    CHECK(cursor.state().position() == 1000);

    std::mt19937_64 random(1);
    std::vector<RecordIndex> targets{0, n, 65'536, 65'535, 65'537, 1, n - 1};
    for (int i = 0; i < 30; ++i)
        targets.push_back(random() % (n + 1));
    std::map<RecordIndex, MachineState> truth;
    MachineState replay(made.machine);
    auto sorted = targets;
    std::sort(sorted.begin(), sorted.end());
    for (RecordIndex t : sorted) {
        made.journal->for_each(replay.position(), t, [&](const Record& r, RecordIndex) { replay.apply(r); });
        truth.emplace(t, replay);
    }
    for (RecordIndex t : targets) {
        cursor.seek(t);
        CHECK(cursor.state() == truth.at(t));
    }
    checked.seek(n);
    CHECK(checked.contradiction() == "");
    CHECK(checked.state() == truth.at(n));

    cursor.seek(70'000);
    const Time at = cursor.state().now();
    cursor.seek_time(at);
    CHECK(cursor.time() == at);
    CHECK(cursor.state().position() >= 70'000);
    CHECK((cursor.state().position() == n || made.journal->at(cursor.state().position()).at > at));
    const auto position = cursor.state().position();
    REQUIRE(cursor.step_back());
    REQUIRE(cursor.step_forward());
    CHECK(cursor.state().position() == position);
    cursor.seek(0);
    CHECK_FALSE(cursor.step_back());
    cursor.seek(n + 10);
    CHECK(cursor.state().position() == n);
    CHECK_FALSE(cursor.step_forward());
}

TEST_CASE("large free blocks cost no memory", "[state]") {
    test::SyntheticShape shape;
    shape.cpus = 2;
    shape.nodes = 2;
    shape.max_order = 10;
    shape.pages_per_node = std::uint64_t{1} << 24; // 128 GiB in 4 KiB pages
    const MachineState state(test::synthetic_machine(shape));
    CHECK(state.shared_bytes() + state.own_bytes() < 1u << 20);
    CHECK(state.zones()[1].free == (std::uint64_t{1} << 24) - 37);
    CHECK(state.list(0, place::free(10)).size() == 1);
}
