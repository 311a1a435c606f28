// SPDX-License-Identifier: GPL-3.0-or-later
// Proves lessons: form, truth (every expression is run), prose, names, language. `sluice lesson check` and CI use it.
#pragma once

#include "core/lesson/compute_job.h"
#include "core/lesson/lesson_file.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sluice::lesson {

struct CheckOptions {
    std::uint64_t seeds = 2; ///< runs behind noise and the uniqueness of answers; ≥ 1
    bool truth = true; ///< compute runs; without it only form, names, prose and language are checked
    bool fix = false; ///< put numbers in prose up to date in `fixed_text`
    /// Called now and then: what is being done, how much of it. May be empty.
    std::function<void(const std::string& what, std::size_t done, std::size_t total)> progress;
};

struct CheckReport {
    std::string file;
    std::string id, title; ///< empty if the file could not be read
    std::vector<Finding> findings; ///< in the order of the file
    std::size_t steps = 0, predictions = 0, expressions = 0, runs = 0; ///< what was looked at; runs: computed
    std::string fixed_text; ///< with options.fix: the file with its numbers in date
    bool passed() const { return !has_errors(findings); }
};

/// Checks one file. `others` are the lessons that `needs` may name.
CheckReport check_lesson(const LessonFile& file, const std::vector<LessonFile>& others, std::shared_ptr<RunStore> store,
    const CheckOptions& options);

// The parts, for tests and for editors that want one of them.
void check_structure(const LessonFile& file, const std::vector<LessonFile>& others, std::vector<Finding>& findings);
void check_names(const LessonFile& file, const Vocabulary& program, std::vector<Finding>& findings);
void check_prose(const LessonFile& file, std::vector<Finding>& findings);
void check_glossary(const LessonFile& file, const std::vector<LessonFile>& others, std::vector<Finding>& findings);
void check_language(const LessonFile& file, std::vector<Finding>& findings);
/// Computes runs. Adds to `report`: findings, expressions, runs, fixed_text.
void check_truth(
    const LessonFile& file, std::shared_ptr<RunStore> store, const CheckOptions& options, CheckReport& report);

/// Reads a lesson from a file on disk; a file that cannot be read gives a finding.
LessonFile load_lesson(const std::string& path);

} // namespace sluice::lesson
