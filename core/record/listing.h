// SPDX-License-Identifier: GPL-3.0-or-later
// Pseudo-code whose lines the simulator steps through: what a listing is, which steps are its lines, which of them are
// switched off. Each mechanism has a listing.toml; core/assets/listing_file reads it.
#pragma once

#include "core/record/ids.h"
#include "core/record/knob_reader.h"

#include <bitset>
#include <span>
#include <string>
#include <vector>

namespace sluice {

struct ListingLine {
    std::string id; ///< "limit_capped"
    std::string text; ///< as shown, leading spaces are indentation
    std::string value; ///< what the number beside the line is; empty: none
    bool switchable = false; ///< has a knob `line.<listing>.<id>`
    StepId step = 0;
};

struct Listing {
    std::string id; ///< "drain-posted"; unique over all mechanisms
    std::string title; ///< name of the function: "check_pgt_cache"
    std::string variant; ///< "As posted"
    std::string source; ///< what introduced it, for its line knobs
    bool followed = false; ///< the code view turns to it when any CPU enters it, not only the selected one
    std::vector<ListingLine> lines;
};

/// A line and the listing that it is of; nullptrs if there is none.
struct ListingPlace {
    const Listing* listing = nullptr;
    const ListingLine* line = nullptr;
};

/// The line with this step.
ListingPlace find_step(std::span<const Listing> listings, StepId step);

/// "line.drain-posted.limit_capped": the knob that switches a line off.
std::string line_knob_id(const Listing& listing, const ListingLine& line);

/// The step numbers of one mechanism. Ranges of two mechanisms share no number. Every CPU remembers its last step of
/// each number up to the highest one, so ranges lie close to each other.
struct StepRange {
    StepId first = 0;
    std::uint16_t count = 0; ///< at most LineSwitches::kMost

    constexpr bool contains(StepId step) const { return step >= first && step < first + count; }
    /// Line `line` (from 1) of the listing that begins `base` after the first step.
    constexpr StepId at(unsigned base, unsigned line) const { return static_cast<StepId>(first + base + line); }
    bool operator==(const StepRange&) const = default;
};

/// Which lines of one mechanism take effect. A line that is switched off costs its time all the same.
class LineSwitches {
public:
    static constexpr std::uint16_t kMost = 256;

    /// All on.
    explicit LineSwitches(StepRange range)
        : range_(range) { }
    /// As the line knobs say.
    LineSwitches(StepRange range, std::span<const Listing> listings, const KnobReader& knobs);

    /// `step` is one of the range.
    bool on(StepId step) const { return !off_[static_cast<std::size_t>(step - range_.first)]; }
    void set(StepId step, bool on) { off_[static_cast<std::size_t>(step - range_.first)] = !on; }
    bool operator==(const LineSwitches&) const = default;

private:
    StepRange range_;
    std::bitset<kMost> off_;
};

} // namespace sluice
