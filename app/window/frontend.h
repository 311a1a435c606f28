// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that draw, and the window: what a build with Qt adds to the command line.
#pragma once

#include "app/cli.h"

namespace sluice::app {

/// `argc` and `argv` are main's own; Qt reads its options from them.
Frontend window_frontend(int argc, char** argv);

} // namespace sluice::app
