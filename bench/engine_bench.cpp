// SPDX-License-Identifier: GPL-3.0-or-later
// The event engine beside a bare 4-ary heap that does the same pushes and pops.
//
// HOLD n: n pending events; each one, when its time comes, asks for the next after an exponential delay (mean 1 us).
// LOCK n: n clients think (exponential, mean 4 us), take one first-come-first-served lock, hold it (mean 1 us).
// Delays come from a table, so that random numbers cost nothing.
#include "bench/cpu_time.h"
#include "core/engine/engine.h"
#include "core/engine/random.h"

#include <array>
#include <deque>

using namespace sluice;
using engine::Co;
using engine::Engine;
using engine::EventHeap;
using engine::Sleeper;

namespace {

constexpr std::uint64_t kEvents = 1'000'000;

class Delays {
public:
    explicit Delays(Time mean) {
        engine::Random r(11, "delays");
        for (Time& d : table_)
            d = r.exponential(mean);
    }
    Time next() { return table_[++at_ % table_.size()]; }

private:
    std::array<Time, 16'384> table_;
    std::size_t at_ = 0;
};

double bare_hold(std::uint32_t n) {
    Delays delays(1000);
    EventHeap heap;
    std::uint64_t sequence = 0;
    for (std::uint32_t i = 0; i < n; ++i)
        heap.push({delays.next(), ++sequence << 24 | i});
    return bench::ns_per(kEvents, [&] {
        for (std::uint64_t i = 0; i < kEvents; ++i) {
            const engine::Event e = heap.top();
            heap.pop();
            heap.push({e.at + delays.next(), ++sequence << 24 | (e.key & 0xff'ffff)});
        }
        benchmark::DoNotOptimize(heap.top_time());
    });
}

Co<> holder(Engine& e, Delays& delays) {
    Sleeper clock(e);
    for (;;)
        co_await clock.sleep(delays.next());
}

double engine_hold(std::uint32_t n) {
    Delays delays(1000);
    Engine e;
    for (std::uint32_t i = 0; i < n; ++i)
        e.start(holder(e, delays));
    e.advance(kNever, n);
    return bench::ns_per(kEvents, [&] { e.advance(kNever, kEvents); });
}

/// Clients as plain state machines on the heap.
double bare_lock(std::uint32_t n) {
    Delays think(4000), hold(1000);
    EventHeap heap;
    std::uint64_t sequence = 0, sections = 0;
    bool held = false;
    std::vector<std::uint8_t> holding(n);
    std::deque<std::uint32_t> queue;
    const auto at = [&](Time t, std::uint32_t who) { heap.push({t, ++sequence << 24 | who}); };
    for (std::uint32_t i = 0; i < n; ++i)
        at(think.next(), i);
    const auto take = [&](Time now, std::uint32_t who) {
        held = true;
        holding[who] = 1;
        at(now + hold.next(), who);
    };
    constexpr std::uint64_t wanted = kEvents / 2;
    return bench::ns_per(wanted, [&] {
        while (sections < wanted) {
            const engine::Event e = heap.top();
            heap.pop();
            const auto who = static_cast<std::uint32_t>(e.key & 0xff'ffff);
            if (!holding[who]) {
                if (held)
                    queue.push_back(who);
                else
                    take(e.at, who);
                continue;
            }
            ++sections;
            holding[who] = 0;
            held = false;
            if (!queue.empty()) {
                take(e.at, queue.front());
                queue.pop_front();
            }
            at(e.at + think.next(), who);
        }
    });
}

/// A first-come-first-served lock of coroutines; a waiter is resumed by an event of its own.
class FifoLock {
public:
    explicit FifoLock(Engine& e)
        : engine_(e) { }
    struct Take {
        FifoLock& lock;
        engine::TimerId timer;
        bool await_ready() const {
            if (lock.held_)
                return false;
            return lock.held_ = true;
        }
        void await_suspend(std::coroutine_handle<> h) const { lock.queue_.push_back({timer, h}); }
        void await_resume() const { }
    };
    Take take(engine::TimerId timer) { return {*this, timer}; }
    void drop() {
        if (queue_.empty()) {
            held_ = false;
            return;
        }
        const Waiting w = queue_.front();
        queue_.pop_front();
        engine_.arm(w.timer, engine_.now(), w.handle);
    }

private:
    struct Waiting {
        engine::TimerId timer;
        std::coroutine_handle<> handle;
    };
    Engine& engine_;
    std::deque<Waiting> queue_;
    bool held_ = false;
};

Co<> client(Engine& e, FifoLock& lock, Delays& think, Delays& hold, std::uint64_t& sections) {
    Sleeper clock(e);
    const engine::TimerId mine = e.add_timer();
    for (;;) {
        co_await clock.sleep(think.next());
        co_await lock.take(mine);
        co_await clock.sleep(hold.next());
        lock.drop();
        ++sections;
    }
}

double engine_lock(std::uint32_t n) {
    Delays think(4000), hold(1000);
    Engine e;
    FifoLock lock(e);
    std::uint64_t sections = 0;
    for (std::uint32_t i = 0; i < n; ++i)
        e.start(client(e, lock, think, hold, sections));
    const double begin = bench::cpu_seconds();
    e.advance(kNever, kEvents);
    return (bench::cpu_seconds() - begin) * 1e9 / static_cast<double>(sections);
}

void hold(benchmark::State& state) {
    const auto n = static_cast<std::uint32_t>(state.range(0));
    bench::Pair pair;
    for (auto _ : state)
        pair.add(engine_hold(n), bare_hold(n));
    pair.report(state, "ns_per_event");
}

void lock(benchmark::State& state) {
    const auto n = static_cast<std::uint32_t>(state.range(0));
    bench::Pair pair;
    for (auto _ : state)
        pair.add(engine_lock(n), bare_lock(n));
    pair.report(state, "ns_per_section");
}

BENCHMARK(hold)->Name("HOLD")->Arg(1)->Arg(10)->Arg(100)->Arg(10'000)->Iterations(7)->Unit(benchmark::kMillisecond);
BENCHMARK(lock)->Name("LOCK")->Arg(4)->Arg(64)->Iterations(7)->Unit(benchmark::kMillisecond);

} // namespace
