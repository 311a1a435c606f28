// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C as a question to be asked, while an object of this class lives. A second Ctrl-C ends the program at once.
#pragma once

#include <csignal>

namespace sluice::app {

class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    /// From any thread.
    bool asked() const;

private:
    struct sigaction before_ { };
};

} // namespace sluice::app
