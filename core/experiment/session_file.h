// SPDX-License-Identifier: GPL-3.0-or-later
// *.sluice files: one experiment with all that decides its run, and what its owner left beside it (bookmarks, notes,
// window layout, playhead). Opening one computes the run; a fingerprint that differs is said, never hidden.
#pragma once

#include "core/experiment/scenario_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

struct Bookmark {
    Time at = 0;
    std::string text;
    bool operator==(const Bookmark&) const = default;
};

struct Session {
    RunInput input;
    std::vector<Bookmark> bookmarks;
    std::string notes;
    std::string layout; ///< base64, opaque to everybody but the window; "" if none
    Time playhead = 0;
    std::optional<std::uint64_t> fingerprint; ///< of the whole run when it was saved
    int model_version = kModelVersion; ///< of the program that saved it
};

/// The file's text.
std::string write_session(const Session& session);
/// Nothing and `error` if anything is wrong.
std::optional<Session> read_session(
    std::string_view text, const std::string& file, FileError& error, const ProfileSource& profiles = {});

/// What to say when the run's fingerprint is not the saved one; "" if it is, or if none was saved.
std::string fingerprint_warning(const Session& session, std::uint64_t computed);

} // namespace sluice::experiment
