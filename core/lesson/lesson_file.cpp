// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_file.h"

#include "core/assets/assets.h"
#include "core/lesson/lesson_blocks.h"
#include "core/lesson/markdown_scan.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace sluice::lesson {
namespace {

using experiment::FileException;

/// FNV-1a: stable on every machine, which is all that a content hash needs here.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

/// "3. Find the line" → "Find the line".
std::string without_number(const std::string& heading) {
    std::size_t i = 0;
    while (i < heading.size() && std::isdigit(static_cast<unsigned char>(heading[i])))
        ++i;
    if (i == 0 || i + 1 >= heading.size() || heading[i] != '.' || heading[i + 1] != ' ')
        return heading;
    return heading.substr(i + 2);
}

/// Puts the pieces of a file into a lesson.
class Reader {
public:
    Reader(std::string_view text, std::string file) {
        out_.text = std::string(text);
        lesson_.file = std::move(file);
        lesson_.hash = hash_of(text);
    }

    LessonFile run() {
        const auto pieces = scan_markdown(out_.text, out_.findings);
        for (std::size_t i = 0; i < pieces.size(); ++i)
            place(pieces, i);
        if (!seen_lesson_once_)
            problem({}, "There is no lesson block.", "```toml lesson");
        if (lesson_.title.empty())
            problem({1, 1}, "The lesson has no title.", "a line that begins with \"# \"");
        finish_closing();
        check_ids();
        for (auto& finding : out_.findings)
            finding.file = lesson_.file;
        std::ranges::stable_sort(
            out_.findings, {}, [](const Finding& f) { return std::pair(f.where.line, f.where.column); });
        if (!has_errors(out_.findings))
            out_.lesson = std::make_shared<const Lesson>(std::move(lesson_));
        return std::move(out_);
    }

private:
    void problem(
        Where where, std::string message, std::string expected = {}, std::string found = {}, std::string nearest = {}) {
        out_.findings.push_back({.file = {},
            .where = where,
            .message = std::move(message),
            .expected = std::move(expected),
            .found = std::move(found),
            .nearest = std::move(nearest)});
    }

    bool in_step() const { return step_open_; }
    int step_index() const {
        if (step_open_)
            return static_cast<int>(lesson_.steps.size()) - 1;
        return after_steps_ ? static_cast<int>(lesson_.steps.size()) : -1;
    }

    void place(const std::vector<Piece>& pieces, std::size_t i) {
        const auto& piece = pieces[i];
        switch (piece.kind) {
        case Piece::Kind::title:
            if (!lesson_.title.empty())
                problem(piece.where, "The lesson has two titles.", "one line with \"# \"");
            lesson_.title = piece.name;
            break;
        case Piece::Kind::heading:
            heading(pieces, i);
            break;
        case Piece::Kind::text:
            prose(piece, Block::Kind::text);
            break;
        case Piece::Kind::details:
            prose(piece, Block::Kind::reveal);
            break;
        case Piece::Kind::block:
            block(piece);
            break;
        }
    }

    /// A heading begins a step when a step block stands before the next heading.
    void heading(const std::vector<Piece>& pieces, std::size_t i) {
        step_open_ = false;
        for (std::size_t k = i + 1; k < pieces.size() && pieces[k].kind != Piece::Kind::heading; ++k)
            step_open_ = step_open_ || (pieces[k].kind == Piece::Kind::block && pieces[k].name == "step");
        has_step_block_ = false;
        if (!step_open_) {
            after_steps_ = true;
            section_ = pieces[i].name;
            return;
        }
        if (after_steps_)
            problem(pieces[i].where, "A step stands after the closing part.", "all steps first",
                "\"" + pieces[i].name + "\"");
        Step step;
        step.title = without_number(pieces[i].name);
        step.where = pieces[i].where;
        const auto number = std::to_string(lesson_.steps.size() + 1) + ". ";
        if (!pieces[i].name.starts_with(number))
            problem(pieces[i].where, "Steps are numbered in order.", "\"" + number + step.title + "\"",
                "\"" + pieces[i].name + "\"");
        lesson_.steps.push_back(std::move(step));
    }

    void prose(const Piece& piece, Block::Kind kind) {
        const auto raw = std::string_view(out_.text).substr(piece.begin, piece.end - piece.begin);
        const bool revealed = kind == Block::Kind::reveal || after_steps_;
        out_.prose.push_back({piece.begin, piece.end, step_index(), revealed, piece.where});
        for (auto& number : scan_numbers(out_.text, piece.begin, piece.end, out_.findings)) {
            number.step = step_index();
            number.revealed = revealed;
            out_.numbers.push_back(std::move(number));
        }
        const auto shown = shown_prose(raw);
        if (in_step()) {
            lesson_.steps.back().blocks.push_back(
                {kind, shown, kind == Block::Kind::reveal ? piece.name : "", 0, piece.where});
        } else if (!after_steps_) {
            append(lesson_.opening, shown);
        } else {
            closing_.emplace_back(section_, shown);
        }
    }

    static void append(std::string& to, const std::string& text) {
        if (!to.empty())
            to += "\n\n";
        to += text;
    }

    void block(const Piece& piece) {
        static constexpr std::array<std::string_view, 4> kBlocks{"lesson", "run", "step", "predict"};
        if (std::ranges::find(kBlocks, piece.name) == kBlocks.end()) {
            problem({piece.where.line - 1, 1}, "Unknown block \"" + piece.name + "\".", "lesson, run, step or predict",
                {}, nearest_name(piece.name, kBlocks));
            return;
        }
        seen_lesson_once_ = seen_lesson_once_ || piece.name == "lesson";
        try {
            const auto table
                = experiment::toml_tree::parse(std::string_view(out_.text).substr(piece.begin, piece.end - piece.begin),
                    lesson_.file, piece.where.line);
            if (piece.name == "lesson") {
                if (seen_lesson_)
                    problem(piece.where, "The lesson block stands twice.", "one");
                seen_lesson_ = true;
                read_lesson_block(table, lesson_, out_.findings);
            } else if (piece.name == "run") {
                if (seen_run_)
                    problem(piece.where, "The run block stands twice.", "one");
                seen_run_ = true;
                read_run_block(table, lesson_, out_.findings);
            } else if (!in_step()) {
                problem(piece.where, "The block stands outside a step.", "a heading \"## \" before it");
            } else if (piece.name == "step") {
                if (has_step_block_)
                    problem(piece.where, "The step has two step blocks.", "one");
                has_step_block_ = true;
                read_step_block(table, lesson_.file, lesson_.steps.back(), out_.findings);
            } else {
                auto& step = lesson_.steps.back();
                auto prediction = read_predict_block(table, lesson_.file, out_.findings);
                prediction.where = piece.where;
                step.blocks.push_back({Block::Kind::prediction, {}, {}, step.predictions.size(), piece.where});
                step.predictions.push_back(std::move(prediction));
            }
        } catch (const FileException& error) {
            out_.findings.push_back(to_finding(error.error));
        }
    }

    void finish_closing() {
        for (auto& [title, text] : closing_) {
            // "**In one sentence …?** *Ours:* …" : our sentence is kept apart, to be shown after the learner's.
            const auto ours = text.find("*Ours:*");
            if (ours != std::string::npos) {
                const auto paragraph = text.rfind("\n\n", ours);
                const auto end = text.find("\n\n", ours);
                const auto from = paragraph == std::string::npos ? 0 : paragraph + 2;
                lesson_.takeaway = shown_prose(text.substr(ours + 7, end == std::string::npos ? end : end - ours - 7));
                text.erase(from, end == std::string::npos ? end : end + 2 - from);
                text = shown_prose(text);
            }
            if (title == "Go further")
                append(lesson_.go_further, text);
            else if (title.starts_with("What the model leaves out"))
                append(lesson_.leaves_out, text);
            else {
                if (lesson_.closing_title.empty())
                    lesson_.closing_title = title;
                if (!text.empty())
                    append(lesson_.closing, text);
            }
        }
    }

    void check_ids() {
        std::set<std::string> steps, questions;
        for (const auto& step : lesson_.steps) {
            if (!step.id.empty() && !steps.insert(step.id).second)
                problem(step.where, "Two steps are called \"" + step.id + "\".", "ids that differ");
            for (const auto& prediction : step.predictions)
                if (!questions.insert(prediction.id).second)
                    problem(
                        prediction.where, "Two predictions are called \"" + prediction.id + "\".", "ids that differ");
        }
    }

    LessonFile out_;
    Lesson lesson_;
    bool seen_lesson_once_ = false; ///< readable or not
    bool seen_lesson_ = false, seen_run_ = false;
    bool step_open_ = false, has_step_block_ = false, after_steps_ = false;
    std::string section_;
    std::vector<std::pair<std::string, std::string>> closing_;
};

} // namespace

LessonFile read_lesson(std::string_view text, std::string file) {
    LessonFile out;
    if (text.size() > 1'000'000) {
        out.findings.push_back(
            {.file = file, .where = {}, .message = "The file is too large for a lesson.", .expected = "at most 1 MB"});
        return out;
    }
    return Reader(text, std::move(file)).run();
}

std::vector<LessonFile> shipped_lessons() {
    std::vector<LessonFile> out;
    // As they are taught: quicklists, pagevecs, the giant, then what needs all three; by number within a path.
    auto paths = assets::list("lessons/");
    const auto rank = [](std::string_view path) {
        constexpr std::string_view order = "qpgx";
        path.remove_prefix(path.rfind('/') + 1);
        return std::min(order.find(path.empty() ? '?' : path.front()), order.size());
    };
    std::stable_sort(
        paths.begin(), paths.end(), [&](std::string_view a, std::string_view b) { return rank(a) < rank(b); });
    for (const auto path : paths)
        out.push_back(read_lesson(*assets::text(path), std::string(path)));
    return out;
}

std::string_view prediction_type_name(PredictionType type) {
    static constexpr std::array<std::string_view, 7> kNames{
        "choice", "number", "order", "curve", "bug", "policy", "breakpoint"};
    return kNames[static_cast<std::size_t>(type)];
}

const RunSpec* Lesson::find_run(std::string_view name) const {
    const auto found = std::ranges::find(runs, name, &RunSpec::name);
    return found == runs.end() ? nullptr : &*found;
}

const Prediction* Lesson::find_prediction(std::string_view wanted) const {
    for (const auto& step : steps)
        for (const auto& prediction : step.predictions)
            if (prediction.id == wanted)
                return &prediction;
    return nullptr;
}

int Lesson::find_step(std::string_view wanted) const {
    const auto found = std::ranges::find(steps, wanted, &Step::id);
    return found == steps.end() ? -1 : static_cast<int>(found - steps.begin());
}

} // namespace sluice::lesson
