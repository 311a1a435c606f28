// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a lesson file into headings, prose, fenced blocks and <details>, each with its place. It does not know what the
// blocks mean.
#pragma once

#include "core/lesson/finding.h"
#include "core/lesson/lesson_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace sluice::lesson {

struct Piece {
    enum class Kind {
        title, ///< "# …"
        heading, ///< "## …"
        text, ///< prose, other fences included
        block, ///< ```toml <name>
        details, ///< <details><summary>name</summary> … </details>
    } kind
        = Kind::text;
    std::string name; ///< text of a heading, kind of a block, summary of details
    std::size_t begin = 0, end = 0; ///< bytes of the content in the file
    Where where; ///< of the heading, the first content line of a block, the first byte of text
};

/// Pieces in the order of the file. Unclosed fences and details are findings.
std::vector<Piece> scan_markdown(std::string_view text, std::vector<Finding>& findings);

/// Prose as it is shown: without comments, blank lines at both ends removed.
std::string shown_prose(std::string_view raw);

/// The numbers with a comment in text[begin, end). Mistakes in comments are findings.
std::vector<MarkedNumber> scan_numbers(
    std::string_view text, std::size_t begin, std::size_t end, std::vector<Finding>& findings);

} // namespace sluice::lesson
