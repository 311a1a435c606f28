// SPDX-License-Identifier: GPL-3.0-or-later
// Threads on CPUs with records built and hashed but not kept: what the model pays for every step of a listing, for a
// section, for a spinlock and for a switch. The reference is a bare coroutine event (HOLD 10).
#include "bench/cpu_time.h"
#include "bench/one_chunk.h"
#include "core/cpu/cpus.h"

#include <memory>

using namespace sluice;
using cpu::Thread;
using engine::Co;

namespace {

machine::Machine machine_of(std::uint32_t cpus) {
    machine::Machine m;
    m.nodes = 1;
    m.distance = {10};
    for (std::uint32_t i = 0; i < cpus; ++i)
        m.cpus.push_back({0, static_cast<std::uint16_t>(i)});
    using machine::Primitive;
    const auto set = [&m](Primitive p, Time ns) {
        m.costs.set(p, {ns * 1000, machine::Certainty::estimated, "bench"});
    };
    set(Primitive::lock_local, 40);
    set(Primitive::lock_transfer_near, 150);
    set(Primitive::preempt_toggle, 5);
    set(Primitive::context_switch, 1500);
    set(Primitive::idle_exit, 2000);
    set(Primitive::tick_handler, 3000);
    set(Primitive::wakeup, 700);
    set(Primitive::ipi_handle, 600);
    return m;
}

struct World {
    explicit World(std::uint32_t n)
        : machine(machine_of(n))
        , recorder(sink, n)
        , cpus(engine, machine, recorder, {}) { }
    bench::OneChunk sink;
    machine::Machine machine;
    engine::Engine engine;
    Recorder recorder;
    cpu::Cpus cpus;
};

Co<> stepper(Thread& t) {
    for (;;) {
        t.preempt_disable(SectionCause::quicklist_alloc);
        for (StepId s = 0; s < 8; ++s)
            co_await t.spend(150'000, static_cast<StepId>(step_base::quicklist + s), s);
        co_await t.preempt_enable();
        co_await t.spend(300'000, step_base::workload);
    }
}

Co<> locker(Thread& t, lock::Spinlock& l) {
    for (;;) {
        co_await t.spend(t.random().exponential(4'000'000), step_base::workload);
        co_await t.lock(l, 1);
        co_await t.spend(t.random().exponential(1'000'000), step_base::memory);
        co_await t.unlock(l);
    }
}

Co<> child(Thread& t, Thread& parent, bool& done) {
    for (int i = 0; i < 20; ++i)
        co_await t.spend(2'000'000, step_base::workload);
    done = true;
    t.wake(parent, WakeKind::unblock);
}

Co<> forker(Thread& t) {
    for (;;) {
        bool done = false;
        for (int i = 0; i < 20; ++i)
            co_await t.spend(2'000'000, step_base::workload);
        t.cpus().spawn({.name = "child", .cpu = t.cpu(), .parent = &t}, [&](Thread& c) { return child(c, t, done); });
        while (!done)
            co_await t.block();
    }
}

struct Figures {
    double ns_per_event, records_per_event;
};

template <class Body>
Figures measure(std::uint32_t cpus, Body&& body) {
    World w(cpus);
    body(w);
    w.cpus.start();
    w.engine.advance(kNever, 20'000);
    const RecordIndex before = w.recorder.next();
    constexpr std::uint64_t events = 1'000'000;
    const double ns = bench::ns_per(events, [&] { w.engine.advance(kNever, events); });
    return {ns, static_cast<double>(w.recorder.next() - before) / events};
}

double reference() {
    engine::Engine e;
    struct Local {
        static Co<> holder(engine::Engine& en, Time d) {
            engine::Sleeper clock(en);
            for (;;)
                co_await clock.sleep(d);
        }
    };
    for (Time d = 991; d < 1001; ++d)
        e.start(Local::holder(e, d));
    return bench::ns_per(1'000'000, [&] { e.advance(kNever, 1'000'000); });
}

template <class Body>
void run(benchmark::State& state, Body&& body) {
    bench::Pair pair;
    double records = 0;
    for (auto _ : state) {
        const Figures f = measure(static_cast<std::uint32_t>(state.range(0)), body);
        pair.add(f.ns_per_event, reference());
        records = f.records_per_event;
    }
    pair.report(state, "ns_per_event");
    state.counters["records_per_event"] = records;
}

void steps(benchmark::State& state) {
    run(state, [](World& w) {
        for (CpuId c = 0; c < w.cpus.count(); ++c)
            w.cpus.spawn({.name = "stepper", .cpu = c}, stepper);
    });
}

void locks(benchmark::State& state) {
    std::unique_ptr<lock::Spinlock> l;
    run(state, [&](World& w) {
        l = std::make_unique<lock::Spinlock>(
            lock::LockSpec{.name = "zone 0", .kind = lock::LockKind::ticket}, w.machine, w.recorder);
        for (CpuId c = 0; c < w.cpus.count(); ++c)
            w.cpus.spawn({.name = "locker", .cpu = c}, [&](Thread& t) { return locker(t, *l); });
    });
}

void forks(benchmark::State& state) {
    run(state, [](World& w) {
        for (CpuId c = 0; c < w.cpus.count(); ++c)
            w.cpus.spawn({.name = "forker", .cpu = c}, forker);
    });
}

BENCHMARK(steps)->Name("STEPS")->Arg(1)->Arg(4)->Arg(64)->Iterations(7)->Unit(benchmark::kMillisecond);
BENCHMARK(locks)->Name("SPINLOCK")->Arg(4)->Arg(64)->Iterations(7)->Unit(benchmark::kMillisecond);
BENCHMARK(forks)->Name("FORKS")->Arg(1)->Arg(4)->Iterations(7)->Unit(benchmark::kMillisecond);

} // namespace
