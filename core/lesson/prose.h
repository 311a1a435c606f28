// SPDX-License-Identifier: GPL-3.0-or-later
// Prose of a lesson as plain sentences, for the checks of language and of numbers.
#pragma once

#include "core/lesson/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace sluice::lesson {

struct Sentence {
    std::string text; ///< without marks, comments and link targets; code is one word
    int words = 0;
    Where where; ///< of its first letter
};

struct Paragraph {
    std::vector<Sentence> sentences;
    int words = 0;
    Where where;
    bool table = false; ///< rows of a table are no sentences
};

/// Paragraphs and list items of Markdown; fenced code is left out. `begin` is the place of the first byte.
std::vector<Paragraph> paragraphs(std::string_view markdown, Where begin);

struct BareNumber {
    std::string text;
    std::size_t at = 0; ///< byte in the text
};
/// Numbers in prose that carry no origin. Exempt: years, kernel versions, code, numbers that name something ("CPU 0").
std::vector<BareNumber> unmarked_numbers(std::string_view markdown);

struct Link {
    std::string text, target;
    std::size_t at = 0;
};
/// The words of Markdown alone.
std::string shown_text(std::string_view markdown);

/// [text](target)
std::vector<Link> links(std::string_view markdown);

} // namespace sluice::lesson
