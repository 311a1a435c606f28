// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/check.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace sluice::lesson {

CheckReport check_lesson(const LessonFile& file, const std::vector<LessonFile>& others, std::shared_ptr<RunStore> store,
    const CheckOptions& options) {
    CheckReport report;
    report.findings = file.findings;
    if (!file.lesson) {
        if (!file.findings.empty())
            report.file = file.findings.front().file;
        return report;
    }
    const auto& lesson = *file.lesson;
    report.file = lesson.file;
    report.id = lesson.id;
    report.title = lesson.title;
    report.steps = lesson.steps.size();
    for (const auto& step : lesson.steps)
        report.predictions += step.predictions.size();
    check_structure(file, others, report.findings);
    check_prose(file, report.findings);
    check_glossary(file, others, report.findings);
    check_language(file, report.findings);
    std::vector<Finding> names;
    check_names(file, store->program(), names);
    const bool sound = !has_errors(names);
    report.findings.insert(report.findings.end(), names.begin(), names.end());
    // Runs of a lesson with unknown names would only repeat the same complaints.
    if (options.truth && sound)
        check_truth(file, store, options, report);
    std::ranges::stable_sort(
        report.findings, {}, [](const Finding& f) { return std::pair(f.where.line, f.where.column); });
    return report;
}

LessonFile load_lesson(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    if (!in || !(text << in.rdbuf())) {
        LessonFile out;
        out.findings.push_back({.file = path, .where = {}, .message = "The file cannot be read."});
        return out;
    }
    return read_lesson(text.str(), path);
}

} // namespace sluice::lesson
