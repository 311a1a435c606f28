// SPDX-License-Identifier: GPL-3.0-or-later
// What a journal file says without its records being read: whether it is one, and the run that it is of.
#pragma once

#include <optional>
#include <string>

namespace sluice::journal {

/// Does the file begin as a journal does? False if it cannot be read.
bool is_journal_file(const std::string& path);

/// The free text kept with the records (the run's input as TOML); nothing and a sentence if that part is damaged.
std::optional<std::string> journal_header(const std::string& path, std::string& error);

} // namespace sluice::journal
