// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a lesson, and where. Every reader and check of this room answers with findings instead of
// throwing.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::lesson {

/// A place in a file. Lines and columns count from 1; 0 means "the file as a whole". Columns count bytes.
struct Where {
    int line = 0;
    int column = 0;
    bool operator==(const Where&) const = default;
};

struct Finding {
    enum class Level { error, warning } level = Level::error;
    std::string file{};
    Where where{};
    std::string message{}; ///< what is wrong, one sentence
    std::string expected{}; ///< what was expected, or empty
    std::string found{}; ///< what stands there, or empty
    std::string nearest{}; ///< the known name nearest to a wrong one, or empty

    /// "lessons/q4.md:12:9: error: Unknown key. Expected …, found …. Did you mean …?"
    std::string text() const;
};

/// The name in `known` nearest to `wrong`, if it is near enough to be a slip of the pen (at most a third of its
/// letters).
std::string nearest_name(std::string_view wrong, std::span<const std::string_view> known);
std::string nearest_name(std::string_view wrong, const std::vector<std::string>& known);

/// The place of byte `offset` in `text`, when `text` begins at `begin`.
Where place_of(std::string_view text, std::size_t offset, Where begin = {1, 1});

bool has_errors(std::span<const Finding> findings);

} // namespace sluice::lesson
