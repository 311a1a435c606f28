// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a learner between two sittings, as JSON: answers with their reasons, hints, place. Nothing about the
// person, no times, no keys pressed.
#pragma once

#include "core/lesson/evaluate.h"
#include "core/lesson/verdict.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::lesson {

struct QuestionProgress {
    std::optional<Response> response;
    Confidence confidence = Confidence::likely;
    std::string reason;
    bool skipped = false;
    bool revealed = false;
    std::size_t hints = 0; ///< opened
    int attempts_since_hint = 0;
};

struct Progress {
    std::string lesson;
    std::uint64_t hash = 0; ///< of the lesson's text when it was saved
    std::size_t step = 0;
    std::uint64_t seed_offset = 0;
    std::string takeaway;
    LearnerRecord record;
    std::map<std::string, QuestionProgress> questions;
};

std::string write_progress(const Progress& progress);
/// Nothing if the text is not progress: wrong JSON, wrong types, another version.
std::optional<Progress> read_progress(std::string_view json);

} // namespace sluice::lesson
