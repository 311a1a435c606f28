// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the listing.toml of a mechanism. Each `[[listing]]` has `id`, `title`, `variant`, `base` (line n has step
// base + n) and an array `line` of { id, text, value, switchable }; `source` and `followed` may be left out.
#pragma once

#include "core/record/listing.h"

namespace sluice::assets {

/// The listings of an embedded file. They are part of the program, so a fault in them is a defect: throws
/// std::logic_error with the path and what is wrong.
std::vector<Listing> read_listings(std::string_view path);

} // namespace sluice::assets
