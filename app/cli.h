// SPDX-License-Identifier: GPL-3.0-or-later
// The command line, without Qt. `main` gives it what only the window library can do; tests call it in-process.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace sluice::app {

/// Exit codes: the answer is yes; the answer is no (a claim missed, a lesson broken); wrong use or wrong input.
inline constexpr int kOk = 0;
inline constexpr int kNo = 1;
inline constexpr int kWrong = 2;

struct Context;
class Arguments;

/// Commands that draw. Absent in a build without the window.
struct Frontend {
    std::function<int(Context&, const Arguments&)> chart;
    std::function<int(Context&, const Arguments&)> scene;
    /// The window; `files` are what it opens. Without a display it runs the first lesson and writes pictures.
    std::function<int(Context&, const std::vector<std::string>& files)> window;
};

/// `args` without the program's name. Output goes to `out`, messages to `err`.
int main_cli(const std::vector<std::string>& args, std::ostream& out, std::ostream& err, const Frontend& frontend = {});

} // namespace sluice::app
