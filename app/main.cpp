// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli.h"
#ifdef SLUICE_UI
#include "app/window/frontend.h"
#endif

#include <csignal>
#include <iostream>

int main(int argc, char** argv) {
    // A closed pipe (`sluice knobs | head`) is an error of the write, not a reason to die without a word.
    std::signal(SIGPIPE, SIG_IGN);
    const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
#ifdef SLUICE_UI
    const sluice::app::Frontend frontend = sluice::app::window_frontend(argc, argv);
#else
    const sluice::app::Frontend frontend;
#endif
    const int code = sluice::app::main_cli(args, std::cout, std::cerr, frontend);
    if (!std::cout.flush() && code == sluice::app::kOk)
        return sluice::app::kWrong;
    return code;
}
