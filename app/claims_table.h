// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all claims in the README, between two marks: written by `sluice claims --table`, compared by
// `--check-table`, so that it cannot go stale.
#pragma once

#include "core/experiment/claims.h"

#include <string>

namespace sluice::app {

/// As printed, or the number with its unit.
std::string published_shown(const experiment::ClaimRow& row);
/// "10.26 … 11.34 s", "at most 2 %", or "-".
std::string range_shown(const experiment::ClaimRow& row);

/// The table as Markdown, group by group, with how it was made.
std::string claims_table(const std::vector<experiment::ClaimCard>& cards,
    const std::vector<experiment::ClaimResult>& results, std::uint64_t seeds);
/// Puts `table` between the marks of `text`. False: the marks are missing.
bool replace_table(std::string& text, const std::string& table);

} // namespace sluice::app
