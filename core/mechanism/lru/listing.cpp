// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/lru/listing.h"

#include "core/assets/listing_file.h"

namespace sluice::lru {

std::span<const Listing> listings() {
    static const std::vector<Listing> all = assets::read_listings("core/mechanism/lru/listing.toml");
    return all;
}

std::vector<std::string_view> current_listings(const KnobReader& knobs) {
    std::vector<std::string_view> ids{"mark-page-accessed"};
    if (knobs.on("lru.rotate"))
        ids.push_back("rotate");
    return ids;
}

} // namespace sluice::lru
