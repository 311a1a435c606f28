// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the window: its input, the journal that a thread of its own fills as fast as it goes, and how far it is.
// Once made it never changes; everything that is shown of it is read from the journal.
#pragma once

#include "core/experiment/run.h"
#include "core/journal/journal.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace sluice::ui {

class ComputedRun {
public:
    /// Starts to compute at once. `on_progress` is called from the computing thread, a few dozen times a second and at
    /// the end; it must be cheap and thread-safe.
    /// `journal` is empty, or shares what the run begins with (Journal::share_from).
    ComputedRun(
        experiment::RunInput input, std::shared_ptr<journal::Journal> journal, std::function<void()> on_progress);
    ~ComputedRun(); ///< stops the thread

    const experiment::RunInput& input() const { return input_; }
    const experiment::Scenario& scenario() const { return *input_.scenario; }
    std::shared_ptr<const machine::Machine> machine() const { return machine_; }
    std::shared_ptr<const journal::Journal> journal() const { return journal_; }

    /// Everything up to this moment can be read, ns.
    Time head() const { return head_.load(std::memory_order_acquire); }
    bool finished() const { return finished_.load(std::memory_order_acquire); }
    std::uint64_t events() const { return events_.load(std::memory_order_relaxed); }
    /// Of the records so far; final once finished.
    std::uint64_t fingerprint() const { return fingerprint_.load(std::memory_order_relaxed); }
    /// Why the run stopped before its end, or empty.
    std::string message() const;
    /// The value of a knob at a moment, interventions included.
    KnobValue knob_at(experiment::KnobIndex knob, Time t) const;

private:
    void compute(const std::stop_token& stop, const std::function<void()>& on_progress);

    experiment::RunInput input_;
    std::shared_ptr<const machine::Machine> machine_;
    std::shared_ptr<journal::Journal> journal_;
    std::atomic<Time> head_{-1};
    std::atomic<bool> finished_{false};
    std::atomic<std::uint64_t> events_{0}, fingerprint_{0};
    mutable std::mutex message_mutex_;
    std::string message_;
    std::jthread worker_;
};

} // namespace sluice::ui
