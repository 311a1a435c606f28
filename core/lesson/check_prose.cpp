// SPDX-License-Identifier: GPL-3.0-or-later
// Prose and language: numbers carry their origin, quotes stand in their source, words follow the rules of lessons.
#include "core/lesson/check.h"
#include "core/lesson/glossary.h"
#include "core/lesson/prose.h"

#include <algorithm>
#include <array>

namespace sluice::lesson {
namespace {

Finding finding(
    const LessonFile& file, Where where, std::string message, std::string expected = {}, std::string found = {}) {
    return {.file = file.lesson->file,
        .where = where,
        .message = std::move(message),
        .expected = std::move(expected),
        .found = std::move(found)};
}

std::string_view raw(const LessonFile& file, const Prose& prose) {
    return std::string_view(file.text).substr(prose.begin, prose.end - prose.begin);
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (auto& c : out)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return out;
}

/// Words that stand alone, between non-letters.
bool contains_word(std::string_view text, std::string_view word) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (static_cast<unsigned char>(c) & 0x80) != 0; };
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; ++at) {
        const bool left = at == 0 || !is_letter(text[at - 1]);
        const bool right = at + word.size() >= text.size() || !is_letter(text[at + word.size()]);
        if (left && right)
            return true;
    }
    return false;
}

struct Say {
    std::string_view pattern, instead;
};
/// What the model or the sources do not support (CURRICULUM: what lessons must not say).
constexpr std::array kMustNotSay{
    Say{"ticks late", "the tick came and asked for a switch; the switch waited"},
    Say{"tick is late", "the tick came and asked for a switch; the switch waited"},
    Say{"drains 256 at a time", "the variant by name: posted, described, merged, generic"},
    Say{"benchmark machine was an altix", "machine not named in the mail"},
    Say{"the objection was answered", "the objection, tried in the model"},
    Say{"parallel free is in linux", "proposed in 2017"},
    Say{"per-zone locks fixed", "expected by the author; no measurement was found"},
};

} // namespace

void check_prose(const LessonFile& file, std::vector<Finding>& findings) {
    if (!file.lesson)
        return;
    for (const auto& prose : file.prose) {
        const auto text = raw(file, prose);
        for (const auto& number : unmarked_numbers(text))
            findings.push_back(
                finding(file, place_of(text, number.at, prose.where), "A number in prose carries no origin.",
                    "<!--= expression -->, <!--@ claim ID --> or <!--@ source ID --> directly after it", number.text));
        for (const auto& link : links(text)) {
            if (!link.target.starts_with("term:"))
                continue;
            const auto id = link.target.substr(5);
            if (find_term(id))
                continue;
            std::vector<std::string> known;
            for (const auto& term : glossary())
                known.push_back(term.id);
            auto one = finding(
                file, place_of(text, link.at, prose.where), "The glossary has no such term.", "the id of a term", id);
            one.nearest = nearest_name(id, known);
            findings.push_back(std::move(one));
        }
        const auto shown = lower(shown_text(text));
        for (const auto& say : kMustNotSay)
            if (shown.find(say.pattern) != std::string::npos)
                findings.push_back({.level = Finding::Level::warning,
                    .file = file.lesson->file,
                    .where = prose.where,
                    .message = "Lessons do not say \"" + std::string(say.pattern) + "\".",
                    .expected = std::string(say.instead)});
        // Quotes: at most two sentences, and they stand in a source of this lesson.
        for (std::size_t at = 0; (at = text.find("\n> ", at)) != std::string_view::npos;) {
            const auto begin = at + 3, end = std::min(text.find('\n', begin), text.size());
            auto quote = text.substr(begin, end - begin);
            at = end;
            const auto dash = quote.find(" — ");
            if (dash != std::string_view::npos)
                quote = quote.substr(0, dash);
            const bool known = std::ranges::any_of(file.lesson->sources, [&](const std::string& id) {
                const auto* source = find_source(id);
                return source && std::ranges::any_of(source->quotes, [&](const std::string& q) {
                    return q.find(quote) != std::string::npos;
                });
            });
            if (!known)
                findings.push_back(finding(file, place_of(text, begin, prose.where),
                    "The quote does not stand in a source of this lesson.", "a sentence of assets/sources/*.toml",
                    std::string(quote)));
        }
    }
    for (const auto& number : file.numbers) {
        if (number.origin == MarkedNumber::Origin::source) {
            const auto* source = find_source(number.name);
            if (!source)
                findings.push_back(
                    finding(file, number.where, "Unknown source \"" + number.name + "\".", "an id of assets/sources"));
            else if (std::ranges::find(source->numbers, number.text) == source->numbers.end())
                findings.push_back(finding(file, number.where, "The source does not hold this number.",
                    "a number of " + number.name, number.text));
        }
    }
}

std::string shown_text(std::string_view markdown) {
    std::string out;
    for (const auto& paragraph : paragraphs(markdown, {1, 1}))
        for (const auto& sentence : paragraph.sentences)
            out += sentence.text + " ";
    return out;
}

void check_language(const LessonFile& file, std::vector<Finding>& findings) {
    if (!file.lesson)
        return;
    static constexpr std::array<std::string_view, 12> kForbidden{"simply", "obviously", "just", "trivial", "trivially",
        "easy", "easily", "of course", "please", "utilise", "wrong", "very"};
    int sentences = 0, words = 0;
    std::vector<int> step_words(file.lesson->steps.size(), 0);
    for (const auto& prose : file.prose) {
        for (const auto& paragraph : paragraphs(raw(file, prose), prose.where)) {
            if (paragraph.table)
                continue;
            if (paragraph.words > 70)
                findings.push_back(finding(file, paragraph.where, "The paragraph is too long.", "at most 70 words",
                    std::to_string(paragraph.words)));
            if (prose.step >= 0 && static_cast<std::size_t>(prose.step) < step_words.size() && !prose.revealed)
                step_words[static_cast<std::size_t>(prose.step)] += paragraph.words;
            for (const auto& sentence : paragraph.sentences) {
                ++sentences;
                words += sentence.words;
                if (sentence.words > 26)
                    findings.push_back(finding(file, sentence.where, "The sentence is too long.", "at most 26 words",
                        std::to_string(sentence.words)));
                const auto text = lower(sentence.text);
                for (const auto word : kForbidden)
                    if (contains_word(text, word))
                        findings.push_back(
                            finding(file, sentence.where, "Lessons do not use the word \"" + std::string(word) + "\".",
                                "what it stands for, or nothing"));
                if (sentence.text.find('!') != std::string::npos)
                    findings.push_back(
                        finding(file, sentence.where, "A sentence ends with an exclamation mark.", "a full stop"));
            }
        }
    }
    if (sentences > 0 && words > 16 * sentences)
        findings.push_back(finding(
            file, {1, 1}, "Sentences are too long on average.", "at most 16 words", std::to_string(words / sentences)));
    for (std::size_t i = 0; i < step_words.size(); ++i)
        if (step_words[i] > 120)
            findings.push_back(finding(file, file.lesson->steps[i].where, "There is too much text before the action.",
                "at most 120 words", std::to_string(step_words[i])));
}

} // namespace sluice::lesson
