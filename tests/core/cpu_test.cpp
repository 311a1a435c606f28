// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cpu_fixture.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <map>

using namespace sluice;
using namespace sluice::test;
using cpu::Priority;
using cpu::Thread;
using engine::Co;

namespace {

constexpr Cost us(Cost n) {
    return n * 1'000'000;
}

const Record* find_delay(const std::vector<Record>& all, Delay kind, TaskId task) {
    const auto it = std::find_if(all.begin(), all.end(), [&](const Record& r) {
        return r.kind == Kind::delay && r.to == static_cast<std::uint16_t>(kind) && r.prev == task;
    });
    return it == all.end() ? nullptr : &*it;
}

DelayCause cause_of(const Record& r) {
    return static_cast<DelayCause>(r.from & 0xff);
}

} // namespace

TEST_CASE("costs are summed in picoseconds and rounded once", "[cpu]") {
    World w(machine_of(1, 1, true));
    Time took = 0;
    w.cpus.spawn({.name = "one"}, [&](Thread& t) -> Co<> {
        const Time begin = t.now();
        for (int i = 0; i < 1000; ++i)
            co_await t.spend(1'300);
        took = t.now() - begin;
    });
    w.cpus.start();
    w.engine.advance(kMillisecond / 2);
    CHECK(took == 1300);
}

TEST_CASE("preemption off does not delay the tick, interrupts off does", "[cpu]") {
    const auto lateness = [](bool irqs) {
        World w(machine_of(1));
        w.cpus.spawn({.name = "one"}, [irqs](Thread& t) -> Co<> {
            if (irqs)
                t.irq_disable(SectionCause::zone_lock);
            else
                t.preempt_disable(SectionCause::quicklist_drain);
            co_await t.spend(us(1'500));
            if (irqs)
                co_await t.irq_enable();
            else
                co_await t.preempt_enable();
        });
        w.cpus.start();
        w.engine.advance(2 * kMillisecond - 1);
        const auto ticks = w.sink.records(Kind::tick);
        REQUIRE(ticks.size() == 1);
        CHECK(ticks[0].at - static_cast<Time>(ticks[0].a) == kMillisecond);
        const auto delays = w.sink.records(Kind::delay);
        const auto late = std::find_if(delays.begin(), delays.end(),
            [](const Record& r) { return r.to == static_cast<std::uint16_t>(Delay::tick); });
        CHECK((late != delays.end()) == irqs);
        if (irqs) {
            CHECK(cause_of(*late) == DelayCause::zone_lock);
            CHECK(static_cast<Time>(late->a) == static_cast<Time>(ticks[0].a));
        }
        return static_cast<Time>(ticks[0].a);
    };
    CHECK(lateness(false) == 0);
    // The section begins after the idle loop has woken up and switched, and includes the price of switching interrupts
    // off.
    CHECK(lateness(true) == 1'500'000 + 8 + 1'500 - kMillisecond);
}

TEST_CASE("a wake-up that lands in a section waits exactly for its rest", "[cpu]") {
    for (const Time into : {1'000, 100'000, 199'000}) {
        World w(machine_of(1));
        Time section_end = 0;
        TaskId wakee = 0;
        w.cpus.spawn({.name = "drainer"}, [&](Thread& t) -> Co<> {
            co_await t.sleep_until(50'000);
            t.preempt_disable(SectionCause::quicklist_drain);
            t.step(step_base::quicklist + 1);
            co_await t.spend(us(200));
            t.count_freed(256);
            section_end = t.now();
            co_await t.preempt_enable();
        });
        Time ran = 0;
        wakee = w.cpus
                    .spawn({.name = "waker", .priority = Priority::wakeful, .victim = Victim::waker},
                        [&, into](Thread& t) -> Co<> {
                            co_await t.sleep_until(54'200 + into);
                            ran = t.now();
                        })
                    .id();
        w.cpus.start();
        w.engine.advance(kMillisecond / 2);
        // The section began at 50,000 + wakeup + idle exit + switch, and the wake-up's own interrupt stretched it.
        const auto all = w.sink.records();
        CHECK(section_end == 50'000 + 700 + 2'000 + 1'500 + 4 + 200'000 + 700);
        CHECK(ran == section_end + 1'500);
        const auto mine = std::count_if(all.begin(), all.end(),
            [&](const Record& r) { return r.kind == Kind::delay && r.prev == wakee && r.to == 0; });
        CHECK(mine == 1);
        const Record* d = find_delay(all, Delay::wakeup, wakee);
        REQUIRE(d);
        CHECK(static_cast<Time>(d->a) == ran - (54'200 + into));
        CHECK(cause_of(*d) == DelayCause::drain);
        CHECK(static_cast<Victim>(d->from >> 8) == Victim::waker);
        REQUIRE(d->cause < all.size());
        CHECK(all[d->cause].kind == Kind::step);
        CHECK(step_of(all[d->cause].to) == step_base::quicklist + 1);
        // The section that it waited for began with that same record and freed 256 pages.
        const auto section = std::find_if(
            all.begin(), all.end(), [](const Record& r) { return r.kind == Kind::section && r.from == 0; });
        REQUIRE(section != all.end());
        CHECK(section->cause == d->cause);
        CHECK(section->prev == 256);
        CHECK(static_cast<Time>(section->a) == 200'704);
        const Record* s = find_delay(all, Delay::switching, wakee);
        REQUIRE(s);
        CHECK(cause_of(*s) == DelayCause::drain);
    }
}

TEST_CASE("a wake-up is preempted for at once when preemption is on", "[cpu]") {
    World w(machine_of(2));
    Time ran = 0, done = 0;
    w.cpus.spawn({.name = "worker"}, [&](Thread& t) -> Co<> {
        co_await t.spend(us(300));
        done = t.now();
    });
    const TaskId wakee = w.cpus
                             .spawn({.name = "waker", .priority = Priority::wakeful},
                                 [&](Thread& t) -> Co<> {
                                     co_await t.sleep_until(100'000);
                                     ran = t.now();
                                     co_await t.spend(us(10));
                                 })
                             .id();
    w.cpus.start();
    w.engine.advance(kMillisecond / 2 - 1);
    const auto all = w.sink.records();
    CHECK(ran == 100'000 + 700 + 1'500);
    const Record* d = find_delay(all, Delay::wakeup, wakee);
    REQUIRE(d);
    CHECK(cause_of(*d) == DelayCause::switch_cost);
    // 300 us of work after two switches, stretched by the interrupt, two more switches and the other thread's 10 us.
    CHECK(done == 1'500 + 1'500 + 300'000 + 700 + 1'500 + 10'000 + 1'500);
}

TEST_CASE("an idle CPU wakes up in its exit latency, from near and from far", "[cpu]") {
    for (const bool remote : {false, true}) {
        World w(machine_of(2));
        Time woken = 50'000, ran = 0;
        Thread& sleeper
            = w.cpus.spawn({.name = "sleeper", .cpu = 1, .priority = Priority::wakeful}, [&](Thread& t) -> Co<> {
                  if (remote)
                      co_await t.block();
                  else
                      co_await t.sleep_until(50'000);
                  ran = t.now();
              });
        const TaskId id = sleeper.id();
        w.cpus.spawn({.name = "other", .cpu = 0}, [&](Thread& t) -> Co<> {
            co_await t.spend(us(50));
            if (!remote)
                co_return;
            woken = t.now();
            t.wake(sleeper, WakeKind::unblock);
            co_await t.spend(us(1));
        });
        w.cpus.start();
        w.engine.advance(kMillisecond / 2 - 1);
        CHECK(ran == woken + (remote ? 0 : 700) + 2'000 + 1'500);
        const auto all = w.sink.records();
        const Record* d = find_delay(all, Delay::wakeup, id);
        REQUIRE(d);
        CHECK(cause_of(*d) == DelayCause::idle_exit);
        REQUIRE(d->cause < all.size());
        CHECK(all[d->cause].kind == Kind::wake);
        CHECK_FALSE(find_delay(all, Delay::switching, id));
    }
}

TEST_CASE("normal threads share a CPU by time slices; a tick's switch waits for preemption", "[cpu]") {
    World w(machine_of(1), {.slice_ticks = 2});
    std::map<int, Time> done;
    const auto body = [&](int key, bool section) {
        return [&, key, section](Thread& t) -> Co<> {
            if (section)
                t.preempt_disable(SectionCause::page_table_lock);
            co_await t.spend(us(3'500));
            if (section)
                co_await t.preempt_enable();
            done[key] = t.now();
        };
    };
    w.cpus.spawn({.name = "first"}, body(1, true));
    w.cpus.spawn({.name = "second"}, body(2, false));
    w.cpus.start();
    w.engine.advance(20 * kMillisecond);
    const auto ticks = w.sink.records(Kind::tick);
    // The second tick asks; at the end of the third the switch still has to wait.
    CHECK(std::count_if(ticks.begin(), ticks.end(), [](const Record& r) { return r.to == 1; }) == 2);
    CHECK(ticks[1].to == 1);
    CHECK(ticks[2].to == 1);
    const auto all = w.sink.records();
    const auto delay = std::find_if(all.begin(), all.end(),
        [](const Record& r) { return r.kind == Kind::delay && r.to == static_cast<std::uint16_t>(Delay::switching); });
    REQUIRE(delay != all.end());
    CHECK(cause_of(*delay) == DelayCause::page_table_lock);
    CHECK(static_cast<Time>(delay->a) > 3'500'000 - 2 * kMillisecond);
    CHECK(done[1] > done[2] - 4'000'000);
}

TEST_CASE("equal threads wait in the queue and say so", "[cpu]") {
    World w(machine_of(1));
    Thread* sleeper = nullptr;
    TaskId id = 0;
    Time ran = 0;
    sleeper = &w.cpus.spawn({.name = "sleeper"}, [&](Thread& t) -> Co<> {
        co_await t.sleep_until(100'000);
        ran = t.now();
    });
    id = sleeper->id();
    w.cpus.spawn({.name = "worker"}, [&](Thread& t) -> Co<> { co_await t.spend(us(300)); });
    w.cpus.start();
    w.engine.advance(kMillisecond / 2 + 100'000);
    const auto all = w.sink.records();
    const Record* d = find_delay(all, Delay::wakeup, id);
    REQUIRE(d);
    CHECK(cause_of(*d) == DelayCause::queue);
    REQUIRE(d->cause < all.size());
    CHECK(all[d->cause].kind == Kind::switch_task);
    CHECK(static_cast<Time>(d->a) == ran - 100'000);
}

TEST_CASE("interrupts that waited are handled when interrupts are on, and say why they waited", "[cpu]") {
    World w(machine_of(1));
    Time ran = 0, on = 0;
    const TaskId id = w.cpus
                          .spawn({.name = "waker", .priority = Priority::wakeful},
                              [&](Thread& t) -> Co<> {
                                  co_await t.sleep_until(60'000);
                                  ran = t.now();
                              })
                          .id();
    w.cpus.spawn({.name = "worker"}, [&](Thread& t) -> Co<> {
        t.irq_disable(SectionCause::zone_lock);
        co_await t.spend(us(100));
        on = t.now();
        co_await t.irq_enable();
        co_await t.spend(us(100));
    });
    w.cpus.start();
    w.engine.advance(kMillisecond / 2);
    CHECK(ran == on + 700 + 1'500);
    const auto all = w.sink.records();
    const Record* d = find_delay(all, Delay::wakeup, id);
    REQUIRE(d);
    CHECK(cause_of(*d) == DelayCause::zone_lock);
    CHECK(static_cast<Time>(d->a) == ran - 60'000);
}

TEST_CASE("the idle hook runs on entering idle, and a drain there delays a wake-up", "[cpu]") {
    World w(machine_of(1));
    int entered = 0;
    w.cpus.set_on_idle([&](Thread& t) -> Co<> {
        ++entered;
        t.preempt_disable(SectionCause::quicklist_drain);
        co_await t.spend(us(40), step_base::quicklist);
        co_await t.preempt_enable();
    });
    TaskId id = w.cpus
                    .spawn({.name = "waker", .priority = Priority::wakeful},
                        [&](Thread& t) -> Co<> {
                            co_await t.sleep_until(20'000);
                            co_await t.sleep_until(500'000);
                        })
                    .id();
    w.cpus.start();
    w.engine.advance(900'000);
    // The first time it was preempted inside the hook, and went on there.
    CHECK(entered == 2);
    const auto all = w.sink.records();
    const Record* d = find_delay(all, Delay::wakeup, id);
    REQUIRE(d);
    CHECK(cause_of(*d) == DelayCause::drain);
    CHECK(static_cast<Time>(d->a) > 20'000);
    const auto last = std::find_if(
        all.rbegin(), all.rend(), [&](const Record& r) { return r.kind == Kind::delay && r.prev == id; });
    CHECK(cause_of(*last) == DelayCause::idle_exit);
}

TEST_CASE("the idle hook may run after every interrupt", "[cpu]") {
    for (const bool every : {false, true}) {
        World w(machine_of(1), {.idle_hook_every_turn = every});
        int entered = 0;
        w.cpus.set_on_idle([&](Thread& t) -> Co<> {
            ++entered;
            co_await t.spend(us(1));
        });
        w.cpus.start();
        w.engine.advance(10 * kMillisecond + kMillisecond / 2);
        CHECK(entered == (every ? 11 : 1));
        CHECK(w.sink.records(Kind::tick).size() == 10);
    }
}

TEST_CASE("without a tick in idle, an idle CPU sleeps through, and ticks on its grid again", "[cpu]") {
    World w(machine_of(1), {.tick_in_idle = false});
    w.cpus.spawn({.name = "late"}, [&](Thread& t) -> Co<> {
        co_await t.sleep_until(5'500'000);
        co_await t.spend(us(2'000));
    });
    w.cpus.start();
    w.engine.advance(20 * kMillisecond);
    const auto ticks = w.sink.records(Kind::tick);
    REQUIRE(ticks.size() == 2);
    CHECK(ticks[0].at == 6 * kMillisecond);
    CHECK(ticks[1].at == 7 * kMillisecond);
}

TEST_CASE("the tick hook works in interrupt context and stretches what it interrupts", "[cpu]") {
    World w(machine_of(1));
    w.cpus.set_on_tick([](Thread& irq) -> Co<> {
        CHECK(irq.in_interrupt());
        irq.preempt_disable(SectionCause::quicklist_drain);
        co_await irq.spend(us(30), step_base::quicklist);
        irq.count_freed(16);
        co_await irq.preempt_enable();
    });
    Time done = 0;
    w.cpus.spawn({.name = "worker"}, [&](Thread& t) -> Co<> {
        co_await t.user(us(1'200));
        done = t.now();
    });
    w.cpus.start();
    w.engine.advance(kMillisecond + 900'000);
    CHECK(done == 1'500 + 1'200'000 + 3'000 + 30'000 + 4);
    const auto sections = w.sink.records(Kind::section);
    REQUIRE(sections.size() == 2);
    CHECK(static_cast<SectionKind>(sections[0].from) == SectionKind::preemption);
    CHECK(static_cast<SectionCause>(sections[0].to) == SectionCause::quicklist_drain);
    CHECK(sections[0].prev == 16);
    CHECK(static_cast<SectionKind>(sections[1].from) == SectionKind::interrupts);
    CHECK(static_cast<Time>(sections[1].a) == 33'004);
}

TEST_CASE("a drain inside another section is what the section and its victims name", "[cpu]") {
    World w(machine_of(1));
    lock::Spinlock mm({.name = "mm", .lock_class = lock::kPageTableLockClass, .cause = SectionCause::page_table_lock},
        w.machine, w.recorder);
    const TaskId id = w.cpus
                          .spawn({.name = "waker", .priority = Priority::wakeful},
                              [](Thread& t) -> Co<> { co_await t.sleep_until(100'000); })
                          .id();
    w.cpus.spawn({.name = "exiting"}, [&](Thread& t) -> Co<> {
        co_await t.lock(mm, 1);
        co_await t.spend(us(50));
        t.preempt_disable(SectionCause::quicklist_drain);
        co_await t.spend(us(100));
        t.count_freed(100);
        co_await t.preempt_enable();
        co_await t.spend(us(50));
        co_await t.unlock(mm);
    });
    w.cpus.start();
    w.engine.advance(900'000);
    const auto all = w.sink.records();
    REQUIRE(find_delay(all, Delay::wakeup, id));
    CHECK(cause_of(*find_delay(all, Delay::wakeup, id)) == DelayCause::drain);
    const auto section
        = std::find_if(all.begin(), all.end(), [](const Record& r) { return r.kind == Kind::section && r.from == 0; });
    REQUIRE(section != all.end());
    CHECK(static_cast<SectionCause>(section->to) == SectionCause::quicklist_drain);
    CHECK(section->prev == 100);
}

TEST_CASE("a message runs on the other CPU with interrupts off", "[cpu]") {
    World w(machine_of(2));
    Time handled = 0, answered = 0;
    CpuId where = 9;
    w.cpus.spawn({.name = "worker", .cpu = 1}, [&](Thread& t) -> Co<> { co_await t.spend(us(200)); });
    w.cpus.spawn({.name = "sender", .cpu = 0}, [&](Thread& t) -> Co<> {
        co_await t.spend(us(50));
        const TaskId me = t.id();
        t.send_ipi(1, IpiKind::drain, [&, me](Thread& irq) -> Co<> {
            co_await irq.spend(us(5));
            handled = irq.now();
            where = irq.cpu();
            irq.wake(t, WakeKind::unblock);
            CHECK(t.id() == me);
        });
        co_await t.block();
        answered = t.now();
    });
    w.cpus.start();
    w.engine.advance(kMillisecond / 2 - 1);
    CHECK(where == 1);
    CHECK(handled == 1'500 + 50'000 + 600 + 5'000);
    CHECK(answered > handled);
    REQUIRE(w.sink.records(Kind::ipi).size() == 1);
    CHECK(w.sink.records(Kind::ipi)[0].a == 1);
}

TEST_CASE("a message to one's own CPU interrupts the next piece of work", "[cpu]") {
    World w(machine_of(1));
    Time handled = 0, done = 0;
    w.cpus.spawn({.name = "sender"}, [&](Thread& t) -> Co<> {
        t.send_ipi(0, IpiKind::drain, [&](Thread& irq) -> Co<> {
            handled = irq.now();
            co_return;
        });
        CHECK(handled == 0);
        co_await t.spend(us(10));
        done = t.now();
    });
    w.cpus.start();
    w.engine.advance(kMillisecond / 2);
    CHECK(handled == 1'500 + 600);
    CHECK(done == 1'500 + 600 + 300 + 10'000);
}

TEST_CASE("a wake-up before the block is not lost", "[cpu]") {
    World w(machine_of(1));
    int rounds = 0;
    w.cpus.spawn({.name = "one"}, [&](Thread& t) -> Co<> {
        t.wake(t, WakeKind::unblock);
        co_await t.block();
        ++rounds;
        co_await t.block();
        ++rounds;
    });
    w.cpus.start();
    w.engine.advance(kMillisecond / 2);
    CHECK(rounds == 1);
}

TEST_CASE("threads move, yield, are born and end", "[cpu]") {
    World w(machine_of(2));
    std::vector<int> log;
    w.cpus.spawn({.name = "parent", .cpu = 0}, [&](Thread& t) -> Co<> {
        Thread& parent = t;
        bool ended = false;
        w.cpus.spawn({.name = "child", .cpu = 0, .parent = &t}, [&](Thread& c) -> Co<> {
            log.push_back(1);
            co_await c.migrate(1);
            CHECK(c.cpu() == 1);
            co_await c.spend(us(10));
            ended = true;
            c.wake(parent, WakeKind::unblock);
        });
        log.push_back(0);
        co_await t.yield();
        log.push_back(2);
        while (!ended)
            co_await t.block();
        log.push_back(3);
    });
    w.cpus.start();
    w.engine.advance(kMillisecond / 2 - 1);
    CHECK(log == std::vector<int>{0, 1, 2, 3});
    Snapshot s;
    w.cpus.snapshot(s);
    CHECK(s.tasks.empty());
    CHECK(s.cpus[0].task == 1);
    CHECK(s.cpus[1].step == cpu::step_idle);
    const auto wakes = w.sink.records(Kind::wake);
    CHECK(std::count_if(wakes.begin(), wakes.end(), [](const Record& r) {
        return r.to == static_cast<std::uint16_t>(WakeKind::migration);
    }) == 1);
}
