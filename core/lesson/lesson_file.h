// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a lesson file: Markdown with fenced `toml lesson|run|step|predict` blocks. Nothing is half-loaded: with an
// error there is no lesson, and every error has file, line and column.
#pragma once

#include "core/lesson/lesson.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::lesson {

/// A number in the prose that carries its origin in a comment: `9,309<!--= expr -->`, `256<!--@ source quicklist-2005
/// -->`.
struct MarkedNumber {
    enum class Origin { run, claim, source } origin = Origin::run;
    Expression expression; ///< origin run
    std::string name; ///< claim or source id
    std::size_t begin = 0, end = 0; ///< the number's bytes in the file
    std::string text; ///< the number as it stands there
    int step = -1; ///< index of the step, -1 before the first, size after the last
    bool revealed = false; ///< inside <details> or after the last step
    Where where;
};

/// A stretch of prose as it stands in the file, with comments.
struct Prose {
    std::size_t begin = 0, end = 0; ///< bytes in the file
    int step = -1;
    bool revealed = false;
    Where where;
};

struct LessonFile {
    std::shared_ptr<const Lesson> lesson; ///< null if there is an error
    std::string text;
    std::vector<MarkedNumber> numbers;
    std::vector<Prose> prose;
    std::vector<Finding> findings;
};

/// `file` is the name used in findings and kept in the lesson.
LessonFile read_lesson(std::string_view text, std::string file);

/// Lessons that are part of the program, by path ("lessons/q1.md"), in the order of their paths through `needs`.
std::vector<LessonFile> shipped_lessons();

} // namespace sluice::lesson
