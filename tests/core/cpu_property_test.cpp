// SPDX-License-Identifier: GPL-3.0-or-later
// Random mixes of threads: whatever they do, the result does not depend on how it is computed, and the books balance.
#include "core/journal/machine_state.h"
#include "tests/core/cpu_fixture.h"
#include "tests/support/catch.h"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <string>
#include <thread>

using namespace sluice;
using namespace sluice::test;
using cpu::Thread;
using engine::Co;

namespace {

struct Mix {
    std::uint64_t seed = 0;
    std::uint32_t cpus = 1;
    std::uint32_t nodes = 1;
    std::uint32_t threads = 1;
    lock::LockKind kind = lock::LockKind::tas;
    bool free_of_charge = false;
    cpu::Options options = {};
};

/// The machine, two locks and the threads of a mix.
struct Zoo : World {
    explicit Zoo(const Mix& mix)
        : World(machine_of(mix.cpus, mix.nodes, mix.free_of_charge), mix.options)
        , zone({.name = "zone 0", .id = 0, .kind = mix.kind, .seed = mix.seed}, machine, recorder)
        , table({.name = "mm",
                    .id = 1,
                    .lock_class = lock::kPageTableLockClass,
                    .kind = mix.kind,
                    .cause = SectionCause::page_table_lock,
                    .seed = mix.seed},
              machine, recorder) {
        cpus.set_on_idle([this](Thread& t) { return drain(t, 3); });
        cpus.set_on_tick([this](Thread& t) { return drain(t, 1); });
        for (std::uint32_t i = 0; i < mix.threads; ++i)
            threads.push_back(&cpus.spawn({.name = "animal " + std::to_string(i),
                                              .task_class = 1,
                                              .cpu = static_cast<CpuId>(i % mix.cpus),
                                              .priority = i % 3 ? cpu::Priority::normal : cpu::Priority::wakeful},
                [this](Thread& t) { return animal(t, 0); }));
        cpus.start();
    }

    Co<> drain(Thread& t, int pages) {
        for (int i = 0; i < pages; ++i) {
            t.preempt_disable(SectionCause::quicklist_drain);
            co_await t.spend(static_cast<Cost>(t.random().below(3'000'000)), step_base::quicklist);
            t.irq_disable(SectionCause::zone_lock); // interrupts take the zone lock too
            co_await t.lock(zone, 4);
            co_await t.spend(300'000, step_base::memory);
            t.count_freed(1);
            co_await t.unlock(zone);
            co_await t.irq_enable();
            co_await t.preempt_enable();
        }
    }

    Co<> animal(Thread& t, int depth) {
        auto& r = t.random();
        for (int i = 0; i < 40 >> depth; ++i) {
            const auto cost = static_cast<Cost>(r.exponential(20'000'000));
            switch (r.below(12)) {
            case 0:
                co_await t.user(cost);
                break;
            case 1:
                co_await t.spend(cost, step_base::workload, r.below(100));
                break;
            case 2:
                t.preempt_disable(SectionCause::quicklist_alloc);
                co_await t.spend(cost);
                co_await t.preempt_enable();
                break;
            case 3:
                t.irq_disable(SectionCause::zone_lock);
                co_await t.lock(zone, 1);
                co_await t.spend(cost / 8, step_base::memory + 1);
                co_await t.unlock(zone);
                co_await t.irq_enable();
                break;
            case 4:
                co_await t.lock(table, 2);
                co_await t.spend(cost / 2);
                t.irq_disable(SectionCause::zone_lock);
                co_await t.lock(zone, 3);
                co_await t.spend(cost / 16);
                co_await t.unlock(zone);
                co_await t.irq_enable();
                co_await t.unlock(table);
                break;
            case 5:
                co_await t.sleep_until(t.now() + r.exponential(60'000));
                break;
            case 6:
                co_await t.yield();
                break;
            case 7:
                if (cpus.count() > 1)
                    co_await t.migrate(static_cast<CpuId>(r.below(cpus.count())));
                break;
            case 8:
                t.send_ipi(static_cast<CpuId>(r.below(cpus.count())), IpiKind::drain,
                    [this](Thread& irq) { return drain(irq, 1); });
                break;
            case 9: {
                // A parent that waits for its child, as a shell does.
                if (depth > 1)
                    break;
                bool ended = false;
                cpus.spawn(
                    {.name = "young", .task_class = 2, .cpu = static_cast<CpuId>(r.below(cpus.count())), .parent = &t},
                    [this, &t, &ended, depth](Thread& c) { return young(c, t, ended, depth); });
                while (!ended)
                    co_await t.block();
                break;
            }
            case 10:
                co_await t.cond_resched();
                break;
            default:
                t.owe(cost / 10);
                t.step(step_base::workload + 1, 7);
                break;
            }
        }
    }

    Co<> young(Thread& c, Thread& parent, bool& ended, int depth) {
        co_await animal(c, depth + 1);
        ended = true;
        c.wake(parent, WakeKind::unblock);
    }

    Snapshot snapshot() const {
        Snapshot s;
        cpus.snapshot(s);
        s.locks = {zone.snapshot(), table.snapshot()};
        return s;
    }

    lock::Spinlock zone, table;
    std::vector<Thread*> threads;
};

rc::Gen<Mix> mixes() {
    return rc::gen::exec([] {
        Mix m;
        m.seed = *rc::gen::arbitrary<std::uint64_t>();
        m.nodes = *rc::gen::inRange<std::uint32_t>(1, 3);
        m.cpus = m.nodes * *rc::gen::inRange<std::uint32_t>(1, 4);
        m.threads = *rc::gen::inRange<std::uint32_t>(1, 9);
        m.kind = *rc::gen::element(lock::LockKind::tas, lock::LockKind::ticket, lock::LockKind::queued);
        m.free_of_charge = *rc::gen::arbitrary<bool>();
        m.options = {.seed = m.seed,
            .slice_ticks = *rc::gen::inRange<std::uint32_t>(1, 4),
            .tick_in_idle = *rc::gen::arbitrary<bool>(),
            .idle_hook_every_turn = *rc::gen::arbitrary<bool>()};
        return m;
    });
}

constexpr Time kLength = 6 * kMillisecond;

} // namespace

TEST_CASE("a run does not depend on inline advance nor on the size of its steps", "[cpu]") {
    CHECK(rc::check([] {
        const Mix mix = *mixes();
        const auto fingerprint = [&](bool inline_advance, std::uint64_t batch, std::uint64_t& events) {
            Zoo z(mix);
            z.engine.set_inline_advance(inline_advance);
            while (z.engine.advance(kLength, batch) == engine::Engine::Stop::limit) { }
            events = z.engine.events();
            return z.recorder.fingerprint();
        };
        std::array<std::uint64_t, 4> events{};
        const auto whole = fingerprint(true, ~std::uint64_t{0}, events[0]);
        RC_ASSERT(whole == fingerprint(false, ~std::uint64_t{0}, events[1]));
        RC_ASSERT(whole == fingerprint(true, 1, events[2]));
        RC_ASSERT(whole == fingerprint(true, 97, events[3]));
        RC_ASSERT(std::all_of(events.begin(), events.end(), [&](std::uint64_t e) { return e == events[0]; }));
        RC_ASSERT(events[0] > 10);
    }));
}

TEST_CASE("time goes forward, a task runs on one CPU, and every CPU's time is accounted for", "[cpu]") {
    CHECK(rc::check([] {
        Zoo z(*mixes());
        while (z.engine.now() < kLength) {
            z.engine.advance(z.engine.now() + *rc::gen::inRange<Time>(1, kMillisecond));
            for (CpuId c = 0; c < z.cpus.count(); ++c) {
                const cpu::CpuTimes t = z.cpus.times(c);
                RC_ASSERT(t.idle + t.busy + t.interrupts + t.switching == z.engine.now());
            }
        }
        Time last = 0;
        std::map<TaskId, CpuId> running;
        std::map<TaskId, TaskState> states;
        std::map<std::pair<std::uint64_t, std::uint64_t>, int> holders; // by lock
        for (const Record& r : z.sink.records()) {
            RC_ASSERT(r.at >= last);
            last = r.at;
            if (r.kind == Kind::task) {
                const auto id = static_cast<TaskId>(r.a);
                RC_ASSERT(states[id] == static_cast<TaskState>(r.from));
                states[id] = static_cast<TaskState>(r.to);
            } else if (r.kind == Kind::switch_task) {
                running.erase(r.prev);
                RC_ASSERT(!running.contains(static_cast<TaskId>(r.a)));
                running[static_cast<TaskId>(r.a)] = r.cpu;
                const bool idle = r.a <= z.cpus.count();
                RC_ASSERT(idle || states[static_cast<TaskId>(r.a)] == TaskState::runnable);
            } else if (r.kind == Kind::lock_take) {
                RC_ASSERT(++holders[std::pair(r.a, std::uint64_t{0})] == 1);
            } else if (r.kind == Kind::lock_drop) {
                RC_ASSERT(--holders[std::pair(r.a, std::uint64_t{0})] == 0);
            }
        }
        RC_ASSERT(z.cpus.lock_order().cycles().empty());
    }));
}

TEST_CASE("every delay names an earlier record", "[cpu]") {
    CHECK(rc::check([] {
        Zoo z(*mixes());
        z.engine.advance(kLength);
        const auto all = z.sink.records();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].kind != Kind::delay && all[i].kind != Kind::section)
                continue;
            if (all[i].kind == Kind::section && all[i].cause == kNoRecord)
                continue;
            RC_ASSERT(all[i].kind == Kind::section || (all[i].from & 0xff) != 0);
            if (all[i].cause != kNoRecord)
                RC_ASSERT(all[i].cause < i);
        }
    }));
}

TEST_CASE("what the journal's fold says of CPUs, tasks and locks is what is so, after every event", "[cpu][record]") {
    CHECK(rc::check([] {
        Zoo z(*mixes());
        journal::MachineState state(std::make_shared<machine::Machine>(z.machine));
        std::size_t applied = 0;
        while (z.engine.advance(kMillisecond + kMillisecond / 4, 1) == engine::Engine::Stop::limit) {
            const auto all = z.sink.records_from(applied);
            for (const Record& r : all)
                state.apply(r);
            applied += all.size();
            const Snapshot folded = state.snapshot();
            const Snapshot real = z.snapshot();
            RC_ASSERT(folded.tasks == real.tasks);
            for (std::size_t i = 0; i < real.cpus.size(); ++i) {
                RC_ASSERT(folded.cpus[i].task == real.cpus[i].task);
                RC_ASSERT(folded.cpus[i].step == real.cpus[i].step);
                RC_ASSERT(folded.cpus[i].flags == real.cpus[i].flags);
            }
            for (std::size_t i = 0; i < folded.locks.size() && i < real.locks.size(); ++i)
                RC_ASSERT(folded.locks[i] == real.locks[i]);
        }
    }));
}

TEST_CASE("fingerprints of whole mixes are the same on every compiler", "[cpu][golden]") {
    const std::array golden{
        std::pair<Mix, std::uint64_t>{Mix{.seed = 1, .cpus = 1, .threads = 3}, 0xa8dc'1f91'2311'b8b1u},
        std::pair<Mix, std::uint64_t>{
            Mix{.seed = 2, .cpus = 4, .nodes = 2, .threads = 9, .kind = lock::LockKind::ticket},
            0x348f'7010'e582'7ab6u},
        std::pair<Mix, std::uint64_t>{Mix{.seed = 3,
                                          .cpus = 8,
                                          .nodes = 2,
                                          .threads = 20,
                                          .kind = lock::LockKind::queued,
                                          .options = {.seed = 3, .slice_ticks = 2}},
            0xcb72'6e38'c2d1'b853u},
    };
    for (const auto& [mix, expected] : golden) {
        Zoo z(mix);
        z.engine.advance(20 * kMillisecond);
        CHECK(z.recorder.fingerprint() == expected);
    }
}

TEST_CASE("runs that are computed at the same time do not touch each other", "[cpu]") {
    const auto fingerprint = [](std::uint64_t seed) {
        Zoo z({.seed = seed, .cpus = 3, .threads = 7, .options = {.seed = seed}});
        z.engine.advance(10 * kMillisecond);
        return z.recorder.fingerprint();
    };
    std::array<std::uint64_t, 4> alone{}, together{};
    for (std::size_t i = 0; i < alone.size(); ++i)
        alone[i] = fingerprint(i);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < alone.size(); ++i)
        threads.emplace_back([&, i] { together[i] = fingerprint(i); });
    for (std::thread& t : threads)
        t.join();
    CHECK(alone == together);
    CHECK(alone[0] != alone[1]);
}
