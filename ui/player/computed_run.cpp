// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/player/computed_run.h"

#include <algorithm>
#include <chrono>

namespace sluice::ui {

namespace {
constexpr std::uint64_t kSlice = 4'096; ///< events between two looks at the stop request
constexpr auto kReportEvery = std::chrono::milliseconds(30);
} // namespace

ComputedRun::ComputedRun(
    experiment::RunInput input, std::shared_ptr<journal::Journal> journal, std::function<void()> on_progress)
    : input_(std::move(input))
    , machine_(input_.scenario, &input_.scenario->machine)
    , journal_(std::move(journal))
    , worker_([this, report = std::move(on_progress)](const std::stop_token& stop) { compute(stop, report); }) { }

ComputedRun::~ComputedRun() = default;

void ComputedRun::compute(const std::stop_token& stop, const std::function<void()>& on_progress) {
    using State = experiment::Run::State;
    experiment::Run run(input_, *journal_);
    auto reported = std::chrono::steady_clock::now();
    State state = State::running;
    while (state == State::running && !stop.stop_requested()) {
        state = run.advance(kNever, kSlice);
        events_.store(run.events(), std::memory_order_relaxed);
        fingerprint_.store(run.fingerprint(), std::memory_order_relaxed);
        // More events may follow at the present moment, so only what lies before it is complete.
        head_.store(state == State::running ? run.now() - 1 : std::max(run.now(), Time{0}), std::memory_order_release);
        if (const auto now = std::chrono::steady_clock::now(); now - reported > kReportEvery) {
            reported = now;
            on_progress();
        }
    }
    if (stop.stop_requested())
        return;
    if (state == State::stuck) {
        const std::lock_guard lock(message_mutex_);
        message_ = run.message();
    } else {
        head_.store(input_.scenario->length, std::memory_order_release);
    }
    finished_.store(true, std::memory_order_release);
    on_progress();
}

std::string ComputedRun::message() const {
    const std::lock_guard lock(message_mutex_);
    return message_;
}

KnobValue ComputedRun::knob_at(experiment::KnobIndex knob, Time t) const {
    KnobValue value = input_.scenario->knobs[knob];
    for (const experiment::Intervention& i : input_.interventions)
        if (i.knob == knob && i.at <= t)
            value = i.value;
    return value;
}

} // namespace sluice::ui
