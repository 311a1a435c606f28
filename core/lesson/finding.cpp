// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/finding.h"

#include <algorithm>

namespace sluice::lesson {
namespace {

/// Edit distance with neighbours swapped counted as one slip (optimal string alignment).
std::size_t slips(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
    }
    return last[b.size()];
}

} // namespace

std::string Finding::text() const {
    std::string out = file;
    if (where.line > 0) {
        out += ":" + std::to_string(where.line);
        if (where.column > 0)
            out += ":" + std::to_string(where.column);
    }
    out += level == Level::error ? ": error: " : ": warning: ";
    out += message;
    if (!expected.empty())
        out += " Expected " + expected + (found.empty() ? "." : ", found " + found + ".");
    else if (!found.empty())
        out += " Found " + found + ".";
    if (!nearest.empty())
        out += " Did you mean " + nearest + "?";
    return out;
}

std::string nearest_name(std::string_view wrong, std::span<const std::string_view> known) {
    std::string_view best;
    std::size_t least = std::max<std::size_t>(2, wrong.size() / 3) + 1;
    if (wrong.size() > 64)
        return {};
    for (const auto name : known) {
        const auto distance = slips(wrong, name);
        if (distance < least) {
            least = distance;
            best = name;
        }
    }
    return std::string(best);
}

std::string nearest_name(std::string_view wrong, const std::vector<std::string>& known) {
    const std::vector<std::string_view> views(known.begin(), known.end());
    return nearest_name(wrong, std::span<const std::string_view>(views));
}

Where place_of(std::string_view text, std::size_t offset, Where begin) {
    Where out = begin;
    for (const char c : text.substr(0, std::min(offset, text.size()))) {
        if (c == '\n') {
            ++out.line;
            out.column = 1;
        } else {
            ++out.column;
        }
    }
    return out;
}

bool has_errors(std::span<const Finding> findings) {
    return std::ranges::any_of(findings, [](const Finding& f) { return f.level == Finding::Level::error; });
}

} // namespace sluice::lesson
