// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/claims_table.h"

#include <algorithm>
#include <string_view>

namespace sluice::app {

using namespace experiment;

namespace {

constexpr std::string_view kBegin = "<!-- claims: begin -->\n", kEnd = "<!-- claims: end -->\n";

/// A bar would end the cell.
std::string cell(std::string text) {
    for (std::size_t i = text.find('|'); i != std::string::npos; i = text.find('|', i + 2))
        text.replace(i, 1, "\\|");
    return text;
}

} // namespace

std::string published_shown(const ClaimRow& row) {
    return !row.published_text.empty() ? row.published_text : claim_number(*row.published, row.unit);
}

std::string range_shown(const ClaimRow& row) {
    if (row.low && row.high)
        return claim_number(*row.low, "") + " … " + claim_number(*row.high, row.unit);
    if (row.low)
        return "at least " + claim_number(*row.low, row.unit);
    return row.high ? "at most " + claim_number(*row.high, row.unit) : "-";
}

std::string claims_table(
    const std::vector<ClaimCard>& cards, const std::vector<ClaimResult>& results, std::uint64_t seeds) {
    std::string out = "Made by `sluice claims --seeds " + std::to_string(seeds) + " --table README.md`.\n";
    std::string group;
    for (const ClaimCard& card : cards) {
        if (card.group != group) {
            group = card.group;
            out += "\n**" + group + "**\n\n| claim | published | model | allowed | verdict |\n|---|---|---|---|---|\n";
        }
        for (const ClaimRow& row : card.rows) {
            const auto r
                = std::find_if(results.begin(), results.end(), [&](const ClaimResult& x) { return x.id == row.id; });
            if (r == results.end())
                continue;
            out += "| " + row.id + " " + cell(row.label) + " | " + cell(published_shown(row)) + " | "
                + (r->model ? claim_number(*r->model, row.unit) : "no value") + " | " + range_shown(row) + " | "
                + std::string(verdict_name(r->verdict)) + " |\n";
        }
    }
    return out;
}

bool replace_table(std::string& text, const std::string& table) {
    const auto begin = text.find(kBegin), end = text.find(kEnd);
    if (begin == std::string::npos || end == std::string::npos || end < begin)
        return false;
    text.replace(begin + kBegin.size(), end - begin - kBegin.size(), table);
    return true;
}

} // namespace sluice::app
