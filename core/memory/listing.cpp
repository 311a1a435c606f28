// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/listing.h"

namespace sluice::memory {

std::span<const cpu::ListingLine> listing() {
    static constexpr cpu::ListingLine lines[] = {
        {step_take, "alloc_page", "page = first of this CPU's page list"},
        {step_refill, "alloc_page", "list empty: take a batch from the zone, under its lock"},
        {step_put, "free_page", "put the page first on this CPU's page list"},
        {step_give_back, "free_page", "list too long: give a batch back to the zone, under its lock"},
        {step_zero, "alloc_page", "clear the page"},
        {step_shrink, "alloc_page", "zone below low: ask the shrinkers"},
        {step_wait, "alloc_page", "still none: wait for pages to be freed"},
        {step_out_of_memory, "alloc_page", "give up: out of memory"},
    };
    return lines;
}

std::string_view site_name(std::uint16_t s) {
    static constexpr std::string_view names[] = {"", "refill", "give back", "unmap", "map"};
    return s < std::size(names) ? names[s] : std::string_view{};
}

} // namespace sluice::memory
