// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/listing.h"

namespace sluice {

ListingPlace find_step(std::span<const Listing> listings, StepId step) {
    for (const Listing& listing : listings)
        for (const ListingLine& line : listing.lines)
            if (line.step == step)
                return {&listing, &line};
    return {};
}

std::string line_knob_id(const Listing& listing, const ListingLine& line) {
    return "line." + listing.id + "." + line.id;
}

LineSwitches::LineSwitches(StepRange range, std::span<const Listing> listings, const KnobReader& knobs)
    : range_(range) {
    for (const Listing& listing : listings)
        for (const ListingLine& line : listing.lines)
            if (line.switchable && !knobs.on(line_knob_id(listing, line)))
                set(line.step, false);
}

} // namespace sluice
