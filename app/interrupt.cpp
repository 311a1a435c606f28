// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interrupt.h"

#include <atomic>

namespace sluice::app {

namespace {

// A signal handler can reach nothing but what is static.
std::atomic<bool> pressed = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void press(int) {
    pressed.store(true, std::memory_order_relaxed);
}

} // namespace

Interrupt::Interrupt() {
    pressed = false;
    struct sigaction action { };
    action.sa_handler = press;
    action.sa_flags = static_cast<int>(SA_RESETHAND); // the second one is not caught
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &before_);
}

Interrupt::~Interrupt() {
    ::sigaction(SIGINT, &before_, nullptr);
}

bool Interrupt::asked() const {
    return pressed.load(std::memory_order_relaxed);
}

} // namespace sluice::app
