// SPDX-License-Identifier: GPL-3.0-or-later
// The clock and the event queue. An event resumes a coroutine or calls a small handler at a moment; events of one
// moment happen in the order in which they were asked for. A coroutine that waits while nothing else is due earlier
// goes on at once ("inline advance"): the same events in the same order, without the queue.
//
//     engine::Sleeper clock(engine);
//     co_await clock.sleep(250);   // 250 ns later
#pragma once

#include "core/engine/co.h"
#include "core/engine/event_heap.h"
#include "core/engine/time.h"

#include <coroutine>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sluice::engine {

/// Something that can be due: at most one pending event each.
using TimerId = std::uint32_t;

class Engine {
public:
    using Handler = void (*)(void*);

    /// Why `advance` returned: no event is left, none until the given moment, as many as asked for were handled, or
    /// events went on without time passing.
    enum class Stop : std::uint8_t { empty, until, limit, stuck };

    /// So many events without time passing end a run.
    static constexpr std::uint64_t kStallLimit = 10'000'000;

    Engine();
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    Time now() const { return now_; }
    /// Events so far: resumptions, handler calls, and the inline advances that replaced one.
    std::uint64_t events() const { return events_; }

    /// At most 2^24 timers at once.
    TimerId add_timer();
    void remove_timer(TimerId id);
    /// The timer is due at `at` (≥ now) and then resumes `h`. Replaces what it was set to before.
    void arm(TimerId id, Time at, std::coroutine_handle<> h) { arm(id, at, nullptr, h.address()); }
    /// The same with a function. It may resume coroutines.
    void arm(TimerId id, Time at, Handler handler, void* argument) {
        Slot& s = slots_[id];
        s.handler = handler;
        s.argument = argument;
        s.at = at;
        s.key = ++sequence_ << kSlotBits | id;
        heap_.push({at, s.key});
    }
    /// Cancelled events stay in the queue until their time and are skipped.
    void cancel(TimerId id) { slots_[id].key = 0; }
    bool armed(TimerId id) const { return slots_[id].key != 0; }
    /// When an armed timer is due.
    Time due(TimerId id) const { return slots_[id].at; }

    /// Inline advance: if nothing else is due at or before `t`, time is `t` now, one event is counted, and the caller
    /// goes on. Otherwise false: the caller must arm a timer.
    bool pass_to(Time t) {
        if (t >= heap_.top_time() || t > until_ || events_ >= limit_)
            return false;
        if (t == now_) {
            if (stalled_ >= stall_limit_)
                return false;
            ++stalled_;
        } else {
            now_ = t;
            stalled_ = 0;
        }
        ++events_;
        return true;
    }

    /// Handles events with time ≤ `until`, at most `max_events` of them. When none is left until then and `until` is
    /// not kNever, time is `until` afterwards.
    Stop advance(Time until, std::uint64_t max_events = ~std::uint64_t{0});
    /// Handles exactly one event.
    Stop step() { return advance(kNever, 1); }

    /// Takes a coroutine that starts at the present moment (one event) and is destroyed with the engine, or by `sweep`.
    void start(Co<> co);
    /// Destroys started coroutines that have ended.
    void sweep();

    /// For tests: results must not depend on it.
    void set_inline_advance(bool on) { inline_ = on; }
    /// For tests: kStallLimit otherwise.
    void set_stall_limit(std::uint64_t n) { stall_limit_ = n; }
    /// Says where the simulation stands, for the message of a stuck run: "line … is switched off".
    void set_describe(std::function<std::string()> describe) { describe_ = std::move(describe); }
    bool stuck() const { return stuck_; }
    /// "10 million events passed at 3.2 ms without time passing; …"; empty if not stuck.
    const std::string& message() const { return message_; }

private:
    static constexpr unsigned kSlotBits = 24;

    struct Slot {
        std::uint64_t key = 0; ///< of the pending event, 0 if none: an event with another key was cancelled
        Time at = 0;
        Handler handler = nullptr; ///< null: `argument` is a coroutine
        void* argument = nullptr;
    };

    struct Started {
        Co<> co;
        TimerId timer = 0;
    };

    void report_stuck();

    Time now_ = 0;
    Time until_ = -1; ///< inline advance goes no further
    std::uint64_t events_ = 0;
    std::uint64_t limit_ = 0; ///< value of events_ at which `advance` returns
    std::uint64_t stalled_ = 0; ///< events since time last passed
    std::uint64_t stall_limit_ = kStallLimit;
    std::uint64_t sequence_ = 0;
    EventHeap heap_;
    std::vector<Slot> slots_;
    std::vector<TimerId> free_slots_;
    std::vector<Started> started_;
    std::function<std::string()> describe_;
    std::string message_;
    bool inline_ = true;
    bool stuck_ = false;
};

/// A timer of one coroutine that only sleeps.
class Sleeper {
public:
    explicit Sleeper(Engine& engine)
        : engine_(engine)
        , timer_(engine.add_timer()) { }
    ~Sleeper() { engine_.remove_timer(timer_); }
    Sleeper(const Sleeper&) = delete;
    Sleeper& operator=(const Sleeper&) = delete;

    struct Awaiter {
        Sleeper& sleeper;
        Time at;
        bool await_ready() const { return sleeper.engine_.pass_to(at); }
        void await_suspend(std::coroutine_handle<> h) const { sleeper.engine_.arm(sleeper.timer_, at, h); }
        void await_resume() const { }
    };
    /// `duration` ≥ 0, ns.
    Awaiter sleep(Time duration) { return {*this, engine_.now() + duration}; }

private:
    Engine& engine_;
    TimerId timer_;
};

} // namespace sluice::engine
