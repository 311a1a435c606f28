// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/page_free/listing.h"

#include "core/assets/listing_file.h"

namespace sluice::page_free {

std::span<const Listing> listings() {
    static const std::vector<Listing> all = assets::read_listings("core/mechanism/page_free/listing.toml");
    return all;
}

std::vector<std::string_view> current_listings(const KnobReader& knobs) {
    std::vector<std::string_view> ids{"free-batches", "zap"};
    if (knobs.on("free.parallel"))
        ids.insert(ids.begin(), {"parallel-free", "free-worker"});
    ids.push_back("free-tables");
    return ids;
}

} // namespace sluice::page_free
