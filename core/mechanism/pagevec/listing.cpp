// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/pagevec/listing.h"

#include "core/assets/listing_file.h"

namespace sluice::pagevec {

std::span<const Listing> listings() {
    static const std::vector<Listing> all = assets::read_listings("core/mechanism/pagevec/listing.toml");
    return all;
}

std::vector<std::string_view> current_listings(const KnobReader& knobs) {
    std::vector<std::string_view> ids;
    if (knobs.on("pagevec.call") || knobs.on("pagevec.deferred-add"))
        ids = {"pagevec-lru-add", "pagevec-release", "pagevec-lru-del", "pagevec-deactivate-inactive", "pagevec-strip",
            "lru-add-drain"};
    if (knobs.on("pagevec.deferred-add"))
        ids.insert(ids.begin() + 1, "lru-cache-add-deferred");
    if (!knobs.on("pagevec.call") || !knobs.on("pagevec.deferred-add"))
        ids.insert(ids.begin(), "lru-cache-add-direct");
    return ids;
}

} // namespace sluice::pagevec
