// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the TOML blocks of a lesson file into its structures. Used by lesson_file.cpp only.
#pragma once

#include "core/experiment/toml_tree.h"
#include "core/lesson/lesson.h"

#include <string>
#include <vector>

namespace sluice::lesson {

/// Each throws experiment::FileException at the first mistake of a block; expressions that cannot be parsed are
/// findings.
void read_lesson_block(const experiment::TomlValue& table, Lesson& lesson, std::vector<Finding>& findings);
void read_run_block(const experiment::TomlValue& table, Lesson& lesson, std::vector<Finding>& findings);
void read_step_block(
    const experiment::TomlValue& table, const std::string& file, Step& step, std::vector<Finding>& findings);
Prediction read_predict_block(
    const experiment::TomlValue& table, const std::string& file, std::vector<Finding>& findings);

/// A FileError as a finding.
Finding to_finding(const experiment::FileError& error);

} // namespace sluice::lesson
