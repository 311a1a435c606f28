// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/quicklist/listing.h"

#include "core/assets/assets.h"
#include "core/mechanism/quicklist/knobs.h"

#include <stdexcept>
#include <toml++/toml.h>

namespace sluice::quicklist {

namespace {
std::vector<Listing> read() {
    const auto text = assets::text("core/mechanism/quicklist/listing.toml");
    if (!text)
        throw std::logic_error("listing.toml of the quicklist is not part of this build");
    const toml::table file = toml::parse(*text);
    std::vector<Listing> result;
    for (const toml::node& node : *file["listing"].as_array()) {
        const toml::table& t = *node.as_table();
        Listing listing{t["id"].value_or(""), t["title"].value_or(""), t["variant"].value_or(""), {}};
        const auto base = t["base"].value_or<unsigned>(0);
        unsigned number = 0;
        for (const toml::node& entry : *t["line"].as_array()) {
            const toml::table& l = *entry.as_table();
            listing.lines.push_back({l["id"].value_or(""), l["text"].value_or(""), l["value"].value_or(""),
                l["switchable"].value_or(false), step::at(base, ++number)});
        }
        result.push_back(std::move(listing));
    }
    return result;
}
} // namespace

std::span<const Listing> listings() {
    static const std::vector<Listing> all = read();
    return all;
}

ListingPlace find_step(StepId step) {
    for (const Listing& listing : listings()) {
        for (const ListingLine& line : listing.lines) {
            if (line.step == step)
                return {&listing, &line};
        }
    }
    return {};
}

std::string_view drain_listing(std::int64_t rule, std::int64_t shape) {
    if (static_cast<DrainRule>(rule) == DrainRule::marks)
        return "drain-marks";
    switch (static_cast<DrainShape>(shape)) {
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

} // namespace sluice::quicklist
