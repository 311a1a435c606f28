// SPDX-License-Identifier: GPL-3.0-or-later
// The table that the build generates from lessons/ and assets/; read it through assets.h.
#pragma once

#include <string_view>

namespace sluice::assets {

struct EmbeddedFile {
    std::string_view path;
    std::string_view text;
};

/// Ends with an entry whose path is empty.
extern const EmbeddedFile embedded_files[];

} // namespace sluice::assets
