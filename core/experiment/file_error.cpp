// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/file_error.h"

namespace sluice::experiment {

std::string FileError::text() const {
    std::string out = file;
    if (line > 0)
        out += ":" + std::to_string(line) + ":" + std::to_string(column);
    if (!out.empty())
        out += ": ";
    out += message;
    if (!expected.empty())
        out += ": expected " + expected + (found.empty() ? "" : ", found " + found);
    else if (!found.empty())
        out += ": found " + found;
    out += ".";
    if (!suggestion.empty())
        out += " " + suggestion;
    return out;
}

} // namespace sluice::experiment
