// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/lock_order.h"
#include "tests/core/cpu_fixture.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <map>
#include <set>

using namespace sluice;
using namespace sluice::test;
using lock::LockKind;
using lock::Spinlock;

namespace {

/// CPU i asks for the lock at 100·i ns and holds it for 1000 ns.
engine::Co<> asks(cpu::Thread& t, Spinlock& l, Time first, std::vector<CpuId>& order) {
    co_await t.spend(first * 1000);
    co_await t.lock(l, 3);
    order.push_back(t.cpu());
    co_await t.spend(1'000'000);
    co_await t.unlock(l);
}

std::vector<CpuId> order_of(World& w, Spinlock& l) {
    std::vector<CpuId> order;
    for (CpuId c = 0; c < w.cpus.count(); ++c)
        w.cpus.spawn(
            {.name = "asker", .cpu = c}, [&l, &order, c](cpu::Thread& t) { return asks(t, l, 100 * c, order); });
    w.cpus.start();
    w.engine.advance(kMillisecond / 2);
    return order;
}

} // namespace

TEST_CASE("ticket and queued locks serve in order of arrival", "[lock]") {
    for (const LockKind kind : {LockKind::ticket, LockKind::queued}) {
        World w(machine_of(8, 2));
        Spinlock l({.name = "zone 0", .id = 5, .kind = kind}, w.machine, w.recorder);
        CHECK(order_of(w, l) == std::vector<CpuId>{0, 1, 2, 3, 4, 5, 6, 7});
        CHECK(l.stats().all.acquisitions == 8);
        CHECK(l.stats().all.contended == 7);
        CHECK(l.stats().sites.at(3).contended == 7);
        CHECK_FALSE(l.busy());
        for (const Record& r : w.sink.records(Kind::lock_take)) {
            CHECK(r.a == 5);
            CHECK(r.from == (r.cpu == 0 ? 0 : 1)); // whoever waited stood first in the queue
        }
    }
}

TEST_CASE("a test-and-set lock goes to any waiter, the same one for the same seed", "[lock]") {
    std::set<std::vector<CpuId>> orders;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        std::vector<CpuId> twice[2];
        for (auto& order : twice) {
            World w(machine_of(8));
            Spinlock l({.name = "zone 0", .kind = LockKind::tas, .seed = seed}, w.machine, w.recorder);
            order = order_of(w, l);
        }
        CHECK(twice[0] == twice[1]);
        CHECK(std::set<CpuId>(twice[0].begin(), twice[0].end()).size() == 8);
        orders.insert(twice[0]);
    }
    CHECK(orders.size() > 1);

    World w(machine_of(8, 2));
    Spinlock l({.name = "zone 0", .kind = LockKind::tas, .winner = lock::TasWinner::nearest}, w.machine, w.recorder);
    // CPUs 0-3 share the node of the first holder.
    CHECK(order_of(w, l) == std::vector<CpuId>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("a hand-over costs by distance, and by waiters if all spin on one word", "[lock]") {
    const auto transfer = [](LockKind kind, CpuId second, std::uint32_t nodes) {
        World w(machine_of(4, nodes));
        Spinlock l({.name = "zone 0", .kind = kind}, w.machine, w.recorder);
        std::vector<CpuId> order;
        for (const CpuId c : {CpuId{0}, second})
            w.cpus.spawn({.name = "asker", .cpu = c},
                [&l, &order, c](cpu::Thread& t) { return asks(t, l, c ? 100 : 0, order); });
        w.cpus.start();
        w.engine.advance(kMillisecond / 2);
        const Record drop = w.sink.records(Kind::lock_drop).front();
        const Record take = w.sink.records(Kind::lock_take).back();
        CHECK(take.prev == static_cast<std::uint32_t>(l.stats().all.wait_max));
        return std::pair{take.at - drop.at, take.count};
    };
    CHECK(transfer(LockKind::queued, 1, 1) == std::pair<Time, std::uint32_t>{100, 1});
    CHECK(transfer(LockKind::queued, 3, 2) == std::pair<Time, std::uint32_t>{300, 2});
    CHECK(transfer(LockKind::ticket, 1, 1) == std::pair<Time, std::uint32_t>{110, 1});
    CHECK(transfer(LockKind::tas, 3, 2) == std::pair<Time, std::uint32_t>{310, 2});
}

TEST_CASE("an uncontended lock costs what its cache line costs, in the next piece of work", "[lock]") {
    World w(machine_of(4, 2));
    Spinlock l({.name = "zone 0"}, w.machine, w.recorder);
    std::map<int, Time> took;
    const auto body = [&](int key) {
        return [&, key](cpu::Thread& t) -> engine::Co<> {
            co_await t.spend(0);
            const Time begin = t.now();
            co_await t.lock(l, 1);
            co_await t.spend(1'000'000);
            co_await t.unlock(l);
            took[key] = t.now() - begin;
        };
    };
    w.cpus.start();
    for (const int c : {0, 0, 1, 3}) {
        const int key = static_cast<int>(took.size());
        w.cpus.spawn({.name = "one", .cpu = static_cast<CpuId>(c)}, body(key));
        w.engine.advance(w.engine.now() + 20'000);
    }
    CHECK(took[0] == 1040); // nobody held it before
    CHECK(took[1] == 1040); // this CPU held it last
    CHECK(took[2] == 1140); // another one of the node did
    CHECK(took[3] == 1340); // one of another node did
    CHECK(l.stats().utilisation_ppm(w.engine.now())
        == static_cast<std::uint64_t>(l.stats().all.hold_total) * 1'000'000 / 80'000);
}

TEST_CASE("an interrupted waiter delays a ticket lock but not a test-and-set lock", "[lock]") {
    const auto second_gets_it_at = [](LockKind kind) {
        World w(machine_of(3));
        Spinlock l({.name = "zone 0", .kind = kind}, w.machine, w.recorder);
        std::vector<CpuId> order;
        for (CpuId c = 0; c < 3; ++c)
            w.cpus.spawn(
                {.name = "asker", .cpu = c}, [&l, &order, c](cpu::Thread& t) { return asks(t, l, 100 * c, order); });
        w.cpus.start();
        w.engine.advance(1'900); // all threads have started; 0 holds, 1 and 2 wait
        REQUIRE(l.waiters().size() == 2);
        w.cpus.interrupt(1, 50'000'000, {});
        w.engine.advance(kMillisecond / 3 - 10);
        REQUIRE(order.size() == 3);
        return order;
    };
    CHECK(second_gets_it_at(LockKind::ticket) == std::vector<CpuId>{0, 1, 2});
    CHECK(second_gets_it_at(LockKind::tas) == std::vector<CpuId>{0, 2, 1});
}

TEST_CASE("a new edge that closes a cycle is found, as lockdep finds it", "[lock]") {
    lock::LockOrder order;
    order.name(0, "a");
    order.name(1, "b");
    order.name(2, "c");
    const auto taking = [&](std::vector<lock::LockClass> held, lock::LockClass taken, std::uint16_t site) {
        return order.taking(held, taken, site);
    };
    CHECK(taking({}, 0, 1).empty());
    CHECK(taking({0}, 1, 2).empty());
    CHECK(taking({0, 1}, 2, 3).empty());
    CHECK(taking({0}, 2, 4).empty());
    CHECK(order.edges().size() == 3);
    const auto cycle = taking({2}, 0, 9);
    REQUIRE(cycle == lock::LockCycle{{2, 0, 9}, {0, 2, 3}});
    CHECK(order.describe(cycle) == "c → a → c");
    CHECK(taking({2}, 0, 9).empty()); // told once
    CHECK(order.cycles().size() == 1);
    const auto longer = taking({2}, 1, 10);
    CHECK(longer == lock::LockCycle{{2, 1, 10}, {1, 2, 3}});

    CHECK(taking({5}, 5, 1) == lock::LockCycle{{5, 5, 1}});
    order.allow_nesting(6);
    CHECK(taking({6}, 6, 1).empty());
}

TEST_CASE("threads report the order in which they take locks", "[lock]") {
    World w(machine_of(2));
    Spinlock zone({.name = "zone 0", .id = 0, .lock_class = lock::kZoneLockClass}, w.machine, w.recorder);
    Spinlock table(
        {.name = "mm", .id = 1, .lock_class = lock::kPageTableLockClass, .cause = SectionCause::page_table_lock},
        w.machine, w.recorder);
    const auto both = [](Spinlock& outer, Spinlock& inner) {
        return [&](cpu::Thread& t) -> engine::Co<> {
            co_await t.lock(outer, 1);
            co_await t.lock(inner, 2);
            co_await t.spend(1'000'000);
            co_await t.unlock(outer); // not in reverse order, which is fine
            co_await t.unlock(inner);
        };
    };
    w.cpus.start();
    w.cpus.spawn({.name = "good", .cpu = 0}, both(table, zone));
    w.engine.advance(100'000);
    CHECK(w.cpus.lock_order().cycles().empty());
    w.cpus.spawn({.name = "bad", .cpu = 1}, both(zone, table));
    w.engine.advance(200'000);
    REQUIRE(w.cpus.lock_order().cycles().size() == 1);
    CHECK(w.cpus.lock_order().describe(w.cpus.lock_order().cycles().front())
        == "zone lock → page table lock → zone lock");
}
