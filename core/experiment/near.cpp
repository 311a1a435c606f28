// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/near.h"

#include <algorithm>

namespace sluice::experiment {

namespace {

char fold(char c) {
    if (c >= 'A' && c <= 'Z')
        return static_cast<char>(c - 'A' + 'a');
    return c == '_' || c == '.' ? '-' : c;
}

std::string fold(std::string_view s) {
    std::string out(s);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) { return fold(c); });
    return out;
}

} // namespace

std::size_t edit_distance(std::string_view a_text, std::string_view b_text) {
    const std::string a = fold(a_text), b = fold(b_text);
    // Three rows of the table: two back (for swaps), one back, and the one being filled.
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

std::vector<std::string> near_names(
    std::string_view word, const std::vector<std::string_view>& known, std::size_t at_most) {
    struct Found {
        std::size_t distance;
        std::string_view name;
    };
    std::vector<Found> found;
    const std::string folded = fold(word);
    // A very long word is no slip of the pen, and the table above grows with it.
    if (word.size() > 100)
        return {};
    for (std::string_view name : known) {
        const std::size_t d = edit_distance(word, name);
        const std::size_t longer = std::max(word.size(), name.size());
        const std::string name_folded = fold(name);
        const bool contained = folded.size() >= 3
            && (name_folded.find(folded) != std::string::npos
                || (name.size() >= 3 && folded.find(name_folded) != std::string::npos));
        if (d * 3 <= longer)
            found.push_back({d, name});
        else if (contained)
            found.push_back({longer / 3 + 1, name}); // after the true near misses
    }
    std::stable_sort(
        found.begin(), found.end(), [](const Found& x, const Found& y) { return x.distance < y.distance; });
    const std::size_t nearest = found.empty() ? 0 : found.front().distance;
    std::vector<std::string> names;
    for (const Found& f : found) {
        // Beside a clear slip of the pen, distant names only distract.
        if (names.size() == at_most || (f.distance > nearest && f.distance >= 2 * nearest))
            break;
        if (std::find(names.begin(), names.end(), f.name) == names.end())
            names.emplace_back(f.name);
    }
    return names;
}

std::string one_of(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0)
            out += i + 1 == names.size() ? " or " : ", ";
        out += "“" + names[i] + "”";
    }
    return out;
}

} // namespace sluice::experiment
