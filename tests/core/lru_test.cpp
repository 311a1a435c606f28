// SPDX-License-Identifier: GPL-3.0-or-later
// The state table of mark_page_accessed, interrupts under the LRU lock, the order of locks before and after the series.
#include "core/experiment/locks.h"
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "tests/support/files_world.h"

using namespace sluice;
using engine::Co;
using test::FilesWorld;

TEST_CASE("a page that is touched twice becomes active, step by step", "[lru]") {
    FilesWorld w;
    struct State {
        List list;
        bool referenced;
        bool operator==(const State&) const = default;
    };
    std::vector<State> states;
    w.run(0, [&](cpu::Thread& t) -> Co<> {
        const Frame f = co_await w.file_page(t, 0);
        w.files.lru.move(0, f, List::inactive);
        for (int touch = 0; touch < 5; ++touch) {
            const lru::Page& p = w.files.lru.page(f);
            states.push_back({p.list, p.has(PageFlag::referenced)});
            co_await w.files.lru.mark_page_accessed(t, f);
        }
    });
    // facts: inactive → inactive, referenced → active → active, referenced, and there it stays.
    CHECK(states
        == std::vector<State>{{List::inactive, false}, {List::inactive, true}, {List::active, false},
            {List::active, true}, {List::active, true}});
    CHECK(w.taken(lru::site::activate_page) == 1);
    w.check();
}

TEST_CASE("a page on no list is marked but not activated", "[lru]") {
    FilesWorld w;
    w.run(0, [&](cpu::Thread& t) -> Co<> {
        const Frame f = co_await w.file_page(t, 0);
        co_await w.files.lru.mark_page_accessed(t, f);
        co_await w.files.lru.mark_page_accessed(t, f);
        CHECK(w.files.lru.page(f).list == List::none);
        CHECK(w.files.lru.page(f).has(PageFlag::referenced));
    });
    CHECK(w.taken() == 0);
}

TEST_CASE("with interrupts off a completion waits, with them on it stretches the hold", "[lru]") {
    for (const bool off : {true, false}) {
        experiment::FilePolicies p;
        p.lru.irq_off = off;
        FilesWorld w(p);
        Time handled = 0, dropped = 0;
        w.run(
            0,
            [&](cpu::Thread& t) -> Co<> {
                co_await w.files.lru.lock(t, 0, lru::site::shrink_cache);
                co_await t.spend(50'000'000); // 50 us
                co_await w.files.lru.unlock(t, 0);
                dropped = t.now();
            },
            20'000);
        w.cpus.interrupt(0, 20'000'000, [&](cpu::Thread& irq) -> Co<> {
            handled = irq.now();
            co_return;
        });
        w.engine.advance(w.engine.now() + kMillisecond);
        INFO(off);
        REQUIRE(handled > 0);
        REQUIRE(dropped > 0);
        CHECK((handled > dropped - 20'100) == off);
        Time longest = 0;
        w.journal.for_each(0, w.journal.size(), [&](const Record& r, RecordIndex) {
            if (r.kind == Kind::lock_drop && r.a == 10)
                longest = std::max<Time>(longest, r.prev);
        });
        CHECK((longest > 65'000) == !off);
    }
}

TEST_CASE("the LRU lock is outermost before the series and innermost after it", "[lru]") {
    using namespace sluice::experiment;
    for (const char* preset : {"2.5.31", "2.5.32"}) {
        FileError error;
        auto s = read_scenario("format = 1\ntitle = \"t\"\nmachine = \"piii-4x500\"\npreset = \"" + std::string(preset)
                + "\"\nlength = \"100 ms\"\n[set]\n\"machine.node-pages\" = 8192\n[workload]\nkind = "
                  "\"streaming-writers\"\ndirty = 30\n[start]\n\"cache.fill\" = 4600\n",
            "test.toml", error);
        INFO(error.text());
        REQUIRE(s);
        RunInput input;
        input.scenario = std::make_shared<const Scenario>(std::move(*s));
        journal::Journal journal;
        Run run(input, journal);
        run.advance(kNever);
        const lock::OrderFold order = lock_order(journal, *input.scenario, input.scenario->length);
        bool inside = false, outside = false;
        for (const auto& e : order.edges()) {
            outside = outside || e.from == lock::kLruLockClass; // something is taken while it is held
            inside = inside || e.to == lock::kLruLockClass;
        }
        const bool before = std::string_view(preset) == "2.5.31";
        INFO(preset);
        CHECK(outside == before);
        CHECK(!inside);
        CHECK(order.cycles().empty());
    }
}
