// SPDX-License-Identifier: GPL-3.0-or-later
// Text files that are part of the program: lessons, machine profiles, scenarios, listings, claims, sources.
// One binary is the whole product, so nothing is looked up on disk.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace sluice::assets {

/// The text of an embedded file, by its path in the source folder ("assets/machines/zx1-2005.toml").
std::optional<std::string_view> text(std::string_view path);

/// Paths that start with `prefix`, sorted.
std::vector<std::string_view> list(std::string_view prefix);

} // namespace sluice::assets
