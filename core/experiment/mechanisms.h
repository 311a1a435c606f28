// SPDX-License-Identifier: GPL-3.0-or-later
// The one place where mechanisms are registered. Knobs, presets, line switches, generated pages, the code view and the
// names of steps and call sites all come from this table.
#pragma once

#include "core/experiment/knobs.h"
#include "core/record/listing.h"

#include <string_view>
#include <vector>

namespace sluice::experiment {

/// Call sites of locks, as lockmeter lists them, are numbered over all rooms. Numbers below 16 are the page allocator's
/// and the processes'. A lock counts by site up to the highest number that took it, so ranges lie close to each other.
struct SiteRange {
    std::uint16_t first = 0, count = 0;
    constexpr bool contains(std::uint16_t site) const { return site >= first && site < first + count; }
};
inline constexpr std::uint16_t kFirstMechanismSite = 16;

struct Mechanism {
    std::string_view id; ///< "quicklist", the name of its folder
    std::string_view title; ///< "Quicklist"
    std::string_view summary; ///< one sentence
    /// Does it play a part in runs with these knob values? nullptr: always.
    bool (*plays)(const KnobReader& knobs) = nullptr;
    /// Knobs that stand open when nobody has chosen, the most telling one first.
    std::span<const std::string_view> open_knobs{};
    std::span<const Knob> knobs{}; ///< without line switches, which are made from the listings
    std::span<const KnobPreset> presets{};
    StepRange steps{}; ///< every line of its listings is in it
    std::span<const Listing> listings{};
    /// Ids of the listings in force at these knob values, the most telling one first; empty while it is switched off.
    std::vector<std::string_view> (*current_listings)(const KnobReader& knobs) = nullptr;
    SiteRange sites{};
    /// "shrink_cache"; empty for a number that is no site of its own. nullptr: it takes no lock of its own.
    std::string_view (*site_name)(std::uint16_t site) = nullptr;
};

/// Every mechanism, in the order of the panel.
std::span<const Mechanism> mechanisms();

/// Does the mechanism play a part at these values?
bool plays(const Mechanism& mechanism, const KnobValues& values);
/// At most five knobs that stand open at first for a scenario with these values.
std::vector<KnobIndex> usual_knobs(const KnobValues& values);
/// Is it a preset of a mechanism that plays a part at these values?
bool suits(const Preset& preset, const KnobValues& values);

/// The listing with this id, of any mechanism; nullptr if there is none.
const Listing* find_listing(std::string_view id);
/// The line with this step, in any mechanism's listing.
ListingPlace find_step(StepId step);
/// The line of "drain-posted.limit_capped"; "line." may stand before it, as in the knob's id.
ListingPlace find_line(std::string_view name);

/// What a CPU does at a step, whether a listing has it or not. All empty for an unknown step.
struct StepName {
    std::string_view function; ///< "check_pgt_cache"
    unsigned line = 0; ///< from 1; 0: not of a listing
    std::string_view text; ///< without indentation
};
StepName step_name(StepId step);

} // namespace sluice::experiment
