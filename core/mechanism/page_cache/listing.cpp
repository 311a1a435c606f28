// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/page_cache/listing.h"

#include "core/assets/listing_file.h"

namespace sluice::page_cache {

std::span<const Listing> listings() {
    static const std::vector<Listing> all = assets::read_listings("core/mechanism/page_cache/listing.toml");
    return all;
}

std::vector<std::string_view> current_listings(const KnobReader& knobs) {
    static_cast<void>(knobs);
    return {"generic-file-write", "balance-dirty-pages", "mpage-writepages", "end-page-writeback", "generic-file-read",
        "invalidate-inode-pages"};
}

} // namespace sluice::page_cache
