// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a file, as one message: where, what was expected, what was found, what was probably meant.
#pragma once

#include <string>
#include <string_view>

namespace sluice::experiment {

struct FileError {
    std::string file; ///< as given by the user, or "--set" and the like
    int line = 0; ///< from 1, 0 if the message is about the whole file
    int column = 0; ///< from 1
    std::string message; ///< one sentence without full stop: "Unknown knob “drain.shap”"
    std::string expected; ///< "a whole number from 16 to 4,096", or empty
    std::string found; ///< "“many”", or empty
    std::string suggestion; ///< "Did you mean “drain.shape”?", or empty

    /// "field.toml:7:3: Unknown knob “drain.shap”. Did you mean “drain.shape”?"
    std::string text() const;
    bool operator==(const FileError&) const = default;
};

/// "Did you mean …?" from near misses of `word`, or "".
template <class Names>
std::string did_you_mean(std::string_view word, const Names& known);

} // namespace sluice::experiment

#include "core/experiment/near.h"

namespace sluice::experiment {

template <class Names>
std::string did_you_mean(std::string_view word, const Names& known) {
    std::vector<std::string_view> views(known.begin(), known.end());
    const auto close = near_names(word, views);
    return close.empty() ? std::string() : "Did you mean " + one_of(close) + "?";
}

} // namespace sluice::experiment
