// SPDX-License-Identifier: GPL-3.0-or-later
// Catch2 as both Debian 12 (version 2, one header) and Debian 13 (version 3) have it.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
