// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/buffer_head/listing.h"

#include "core/assets/listing_file.h"

namespace sluice::buffer_head {

std::span<const Listing> listings() {
    static const std::vector<Listing> all = assets::read_listings("core/mechanism/buffer_head/listing.toml");
    return all;
}

std::vector<std::string_view> current_listings(const KnobReader& knobs) {
    static_cast<void>(knobs);
    return {"alloc-buffer-head", "try-to-free-buffers"};
}

} // namespace sluice::buffer_head
