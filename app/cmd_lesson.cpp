// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"
#include "app/numbers.h"
#include "core/experiment/files.h"
#include "core/lesson/check.h"

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

namespace sluice::app {

using namespace lesson;

namespace {

constexpr std::array kOptions{
    Option{"--json", "", "Prints the result as JSON."},
    Option{"--seeds", "N", "Seeds behind noise and the uniqueness of answers, 1 to 100; 2 unless given."},
    Option{"--fix", "", "Brings the numbers in the text up to date; only for files that are named."},
    Option{"--no-runs", "", "Checks form, names and language alone."},
};

using Json = nlohmann::ordered_json;

int list(Context& context, const Arguments& arguments) {
    Json all = Json::array();
    bool whole = true;
    for (const LessonFile& file : shipped_lessons()) {
        if (!file.lesson) {
            whole = false;
            context.err << "sluice: "
                        << (file.findings.empty() ? "a lesson cannot be read" : file.findings.front().text()) << '\n';
            continue;
        }
        const Lesson& l = *file.lesson;
        if (arguments.has("--json"))
            all.push_back({{"id", l.id}, {"title", l.title}, {"minutes", l.minutes}, {"needs", l.needs}});
        else
            context.out << l.id << std::string(l.id.size() < 6 ? 6 - l.id.size() : 1, ' ') << l.title << " ("
                        << l.minutes << " min)\n";
    }
    if (arguments.has("--json"))
        context.out << all.dump(2) << '\n';
    return whole ? kOk : kNo;
}

int check(Context& context, const Arguments& arguments) {
    CheckOptions options;
    if (const auto text = arguments.value("--seeds")) {
        const auto n = parse_count(*text, 1, 100);
        if (!n)
            return context.wrong("lesson check: --seeds needs a whole number from 1 to 100, found “" + *text + "”.");
        options.seeds = *n;
    }
    options.truth = !arguments.has("--no-runs");
    options.fix = arguments.has("--fix");
    const std::vector<std::string> names(arguments.positional().begin() + 1, arguments.positional().end());
    const std::vector<LessonFile> others = shipped_lessons();
    std::vector<LessonFile> files;
    for (const std::string& name : names) {
        std::string error;
        if (!experiment::read_file(name, error))
            return context.wrong(error + ".");
        files.push_back(load_lesson(name));
    }
    if (names.empty())
        files = others;
    if (options.fix && names.empty())
        return context.wrong("lesson check: --fix needs the files to be named.");
    const auto store = program_store();
    bool passed = true;
    Json all = Json::array();
    for (const LessonFile& file : files) {
        const CheckReport report = check_lesson(file, others, store, options);
        passed = passed && report.passed();
        if (options.fix && !report.fixed_text.empty())
            if (const std::string why = experiment::write_file(report.file, report.fixed_text); !why.empty())
                return context.wrong(why + ".");
        Json findings = Json::array();
        for (const Finding& f : report.findings) {
            if (!arguments.has("--json"))
                context.out << f.text() << '\n';
            findings.push_back({{"level", f.level == Finding::Level::error ? "error" : "warning"},
                {"line", f.where.line}, {"column", f.where.column}, {"message", f.message}, {"expected", f.expected},
                {"found", f.found}, {"nearest", f.nearest}});
        }
        all.push_back({{"file", report.file}, {"id", report.id}, {"passed", report.passed()}, {"steps", report.steps},
            {"predictions", report.predictions}, {"expressions", report.expressions}, {"runs", report.runs},
            {"findings", findings}});
        if (!arguments.has("--json"))
            context.out << report.file << ": " << (report.passed() ? "proved" : "broken") << ", " << report.steps
                        << " steps, " << report.predictions << " questions, " << report.expressions << " expressions, "
                        << report.runs << " runs\n";
    }
    if (arguments.has("--json"))
        context.out << all.dump(2) << '\n';
    return passed ? kOk : kNo;
}

int run(Context& context, const Arguments& arguments) {
    const std::string& what = arguments.positional()[0];
    if (what == "list")
        return arguments.positional().size() == 1 ? list(context, arguments)
                                                  : context.wrong("lesson list: it takes no files.");
    if (what == "check")
        return check(context, arguments);
    return context.wrong("lesson: expected “list” or “check”, found “" + what + "”.");
}

} // namespace

const Command lesson_command{"lesson", "list|check [FILE…]", "Lists lessons, or proves every step of them.",
    "`check` without files takes the lessons of the program. Each finding has file, line and column; an error makes "
    "the\n"
    "answer no.",
    kOptions, 1, 1000, run};

} // namespace sluice::app
