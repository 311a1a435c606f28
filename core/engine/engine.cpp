// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"

#include <algorithm>
#include <cassert>

namespace sluice::engine {

Engine::Engine() {
    slots_.reserve(64);
}

Engine::~Engine() = default;

TimerId Engine::add_timer() {
    if (!free_slots_.empty()) {
        const TimerId id = free_slots_.back();
        free_slots_.pop_back();
        return id;
    }
    assert(slots_.size() < std::size_t{1} << kSlotBits);
    slots_.emplace_back();
    return static_cast<TimerId>(slots_.size() - 1);
}

void Engine::remove_timer(TimerId id) {
    cancel(id);
    free_slots_.push_back(id);
}

Engine::Stop Engine::advance(Time until, std::uint64_t max_events) {
    if (stuck_)
        return Stop::stuck;
    // Inline advance obeys the same limits as the queue; without it, nothing may pass.
    until_ = inline_ ? until : -1;
    limit_ = max_events > ~events_ ? ~std::uint64_t{0} : events_ + max_events;
    Stop stop = Stop::empty;
    while (!heap_.empty()) {
        const Event e = heap_.top();
        Slot& s = slots_[e.key & ((1u << kSlotBits) - 1)];
        if (s.key != e.key) {
            heap_.pop();
            continue;
        }
        if (e.at > until) {
            stop = Stop::until;
            break;
        }
        if (events_ >= limit_) {
            stop = Stop::limit;
            break;
        }
        if (e.at != now_) {
            now_ = e.at;
            stalled_ = 0;
        } else if (stalled_ >= stall_limit_) {
            report_stuck();
            stop = Stop::stuck;
            break;
        } else {
            ++stalled_;
        }
        heap_.pop();
        s.key = 0;
        ++events_;
        if (s.handler)
            s.handler(s.argument);
        else
            std::coroutine_handle<>::from_address(s.argument).resume();
    }
    until_ = -1;
    limit_ = 0;
    if ((stop == Stop::until || stop == Stop::empty) && until != kNever)
        now_ = std::max(now_, until);
    return stop;
}

void Engine::start(Co<> co) {
    const TimerId timer = add_timer();
    const auto handle = co.handle();
    arm(timer, now_, handle);
    started_.push_back({std::move(co), timer});
}

void Engine::sweep() {
    std::erase_if(started_, [this](const Started& s) {
        if (!s.co.done())
            return false;
        remove_timer(s.timer);
        return true;
    });
}

void Engine::report_stuck() {
    stuck_ = true;
    const std::string events = stall_limit_ % 1'000'000 == 0 ? std::to_string(stall_limit_ / 1'000'000) + " million"
                                                             : std::to_string(stall_limit_);
    const auto three_digits = [](Time n) {
        const std::string s = std::to_string(n);
        return std::string(3 - s.size(), '0') + s;
    };
    message_ = events + " events passed at " + std::to_string(now_ / kMillisecond) + "."
        + three_digits(now_ / kMicrosecond % 1000) + " ms without time passing";
    if (describe_)
        if (const std::string where = describe_(); !where.empty())
            message_ += "; " + where;
}

} // namespace sluice::engine
