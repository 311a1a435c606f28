// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/reclaim/listing.h"

#include "core/assets/listing_file.h"
#include "core/mechanism/reclaim/knobs.h"

namespace sluice::reclaim {

std::span<const Listing> listings() {
    static const std::vector<Listing> all = assets::read_listings("core/mechanism/reclaim/listing.toml");
    return all;
}

std::vector<std::string_view> current_listings(const KnobReader& knobs) {
    std::vector<std::string_view> ids{"refill-inactive", "kswapd"};
    if (knobs.as<LockUse>("reclaim.lock") == LockUse::scan)
        ids.insert(ids.begin(), "shrink-cache-old");
    else
        ids.insert(ids.begin(), {"shrink-cache", "shrink-list"});
    return ids;
}

} // namespace sluice::reclaim
