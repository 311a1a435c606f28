// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing whole files. A write goes to a temporary name beside the target and is renamed, so that a failed
// write leaves the old file as it was.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::experiment {

/// The text of a file; nothing and a sentence if it cannot be read or is larger than `limit` bytes.
std::optional<std::string> read_file(
    const std::string& path, std::string& error, std::size_t limit = std::size_t{64} << 20);

/// Writes a file atomically. A sentence that says why not, or "".
std::string write_file(const std::string& path, std::string_view text);

} // namespace sluice::experiment
