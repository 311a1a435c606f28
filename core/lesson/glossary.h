// SPDX-License-Identifier: GPL-3.0-or-later
// The words that lessons explain once: shown on hover and by key, linked from prose as [word](term:id).
#pragma once

#include "core/lesson/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace sluice::lesson {

struct Term {
    std::string id; ///< "water-marks": what a link names
    std::string term; ///< "water marks"
    std::string group; ///< "Places", "Tables and quicklists", "Time" …
    std::vector<std::string> also; ///< other spellings found in prose: "drains", "trim"
    std::string entry; ///< our own words, one or two sentences
    bool everyday = false; ///< also a word of plain English: its first use need not be a link
};

/// assets/glossary.toml, in its order.
const std::vector<Term>& glossary();
const Term* find_term(std::string_view id);
std::vector<Term> read_glossary(std::string_view text, const std::string& file, std::vector<Finding>& findings);

/// A published text: who wrote it, where, and the sentences that lessons may quote.
struct Source {
    std::string id; ///< "quicklist-2005"
    std::string title, author, date, message_id, url;
    std::vector<std::string> quotes; ///< at most two sentences each
    std::vector<std::string> numbers; ///< numbers that stand in it, as a lesson may write them: "256", "182.81"
};
const std::vector<Source>& sources();
const Source* find_source(std::string_view id);
Source read_source(std::string_view text, const std::string& file, std::vector<Finding>& findings);

} // namespace sluice::lesson
