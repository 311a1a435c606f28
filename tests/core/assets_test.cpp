// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assets/assets.h"
#include "tests/support/catch.h"

using namespace sluice;

TEST_CASE("an asset that does not exist is not found", "[assets]") {
    REQUIRE_FALSE(assets::text("assets/none.toml").has_value());
    REQUIRE(assets::list("assets/nowhere/").empty());
}
