// SPDX-License-Identifier: GPL-3.0-or-later
// Catch2 3 brings its own main; version 2 compiles it here, once.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
