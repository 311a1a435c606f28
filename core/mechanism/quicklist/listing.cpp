// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/quicklist/listing.h"

#include "core/assets/listing_file.h"
#include "core/mechanism/quicklist/knobs.h"

namespace sluice::quicklist {

namespace {
std::string_view drain_listing(DrainRule rule, DrainShape shape) {
    if (rule == DrainRule::marks)
        return "drain-marks";
    switch (shape) {
    case DrainShape::posted:
        return "drain-posted";
    case DrainShape::described:
        return "drain-described";
    case DrainShape::merged:
        return "drain-merged";
    case DrainShape::generic:
        break;
    }
    return "drain-generic";
}
} // namespace

std::span<const Listing> listings() {
    static const std::vector<Listing> all = assets::read_listings("core/mechanism/quicklist/listing.toml");
    return all;
}

std::vector<std::string_view> current_listings(const KnobReader& knobs) {
    return {drain_listing(knobs.as<DrainRule>("drain.rule"), knobs.as<DrainShape>("drain.shape")), "quicklist-alloc",
        "quicklist-free", "shrink-on-demand"};
}

} // namespace sluice::quicklist
