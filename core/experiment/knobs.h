// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of knobs, assembled from what each mechanism, workload and the machine describe.
#pragma once

#include "core/record/knob.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

using KnobIndex = std::uint16_t;
using KnobValues = std::vector<KnobValue>; ///< by KnobIndex, as long as the table

/// Every knob, in the order of the panel. The order never changes within a model version.
std::span<const Knob> knob_table();

std::optional<KnobIndex> find_knob(std::string_view id);
/// Names close to a wrong one, nearest first, at most three.
std::vector<std::string> similar_knobs(std::string_view id);

/// Defaults of the whole table.
KnobValues standard_values();

/// What a knob takes, for messages: "a whole number from 16 to 4,096 pages", "“on” or “off”".
std::string value_domain(const Knob& knob);
/// Is it a value of the knob? Numbers in range, an existing choice, no unknown members.
bool is_value(const Knob& knob, KnobValue value);
/// Reads "256", "auto", "node16", "idle+unmap", "on". On failure `error` says what was expected, in one sentence.
std::optional<KnobValue> parse_value(const Knob& knob, std::string_view text, std::string& error);
/// The value as files write it.
std::string format_value(const Knob& knob, KnobValue value);
/// The value as the window writes it, with its unit.
std::string display_value(const Knob& knob, KnobValue value);

struct Preset {
    std::string_view id; ///< "as-posted"
    std::string_view label; ///< "As posted (Feb 2005)"
    std::string_view meaning;
    std::vector<std::pair<KnobIndex, KnobValue>> values;
};
std::span<const Preset> presets();
/// nullptr if there is none of that name.
const Preset* find_preset(std::string_view id);

/// The whole table as a Markdown page (docs/KNOBS.md).
std::string knobs_markdown();

} // namespace sluice::experiment
