// SPDX-License-Identifier: GPL-3.0-or-later
// The first use of a glossary's word links to its entry, in this lesson or in one that it needs.
#include "core/lesson/check.h"
#include "core/lesson/glossary.h"
#include "core/lesson/prose.h"

#include <algorithm>
#include <map>
#include <set>

namespace sluice::lesson {
namespace {

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || (c & 0x80) != 0;
}

/// Blanks text[from, to), so that places stay as they are.
void blank(std::string& text, std::size_t from, std::size_t to) {
    for (auto i = from; i < std::min(to, text.size()); ++i)
        if (text[i] != '\n')
            text[i] = ' ';
}

void blank_between(std::string& text, std::string_view open, std::string_view close) {
    for (std::size_t at = 0; (at = text.find(open, at)) != std::string::npos;) {
        const auto end = text.find(close, at + open.size());
        const auto stop = end == std::string::npos ? text.size() : end + close.size();
        blank(text, at, stop);
        at = stop;
    }
}

/// Only the author's own words, in lower case: no code, comments, quotes or links.
std::string plain_words(std::string_view markdown) {
    std::string text(markdown);
    blank_between(text, "```", "```");
    blank_between(text, "<!--", "-->");
    blank_between(text, "`", "`");
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        if (text[at] == '>')
            blank(text, at, end);
        at = end + 1;
    }
    for (const auto& link : links(text))
        blank(text, link.at, text.find(')', link.at) + 1);
    for (auto& c : text)
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return text;
}

/// Where `word` or its plural stands by itself; npos if nowhere. `text` is blanked there.
std::size_t take_word(std::string& text, std::string_view word) {
    auto first = std::string::npos;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos;) {
        auto end = at + word.size();
        if (end < text.size() && text[end] == 's')
            ++end;
        if ((at == 0 || !is_word(text[at - 1])) && (end >= text.size() || !is_word(text[end]))) {
            first = std::min(first, at);
            blank(text, at, end);
        }
        at = end;
    }
    return first;
}

std::set<std::string> linked_terms(const LessonFile& file) {
    std::set<std::string> out;
    for (const auto& prose : file.prose)
        for (const auto& link : links(std::string_view(file.text).substr(prose.begin, prose.end - prose.begin)))
            if (link.target.starts_with("term:"))
                out.insert(link.target.substr(5));
    return out;
}

/// Terms that the lessons before this one explain.
std::set<std::string> known_before(const LessonFile& file, const std::vector<LessonFile>& others) {
    std::set<std::string> known, seen{file.lesson->id};
    std::vector<std::string> open = file.lesson->needs;
    while (!open.empty()) {
        const auto id = open.back();
        open.pop_back();
        const auto other
            = std::ranges::find_if(others, [&id](const LessonFile& one) { return one.lesson && one.lesson->id == id; });
        if (!seen.insert(id).second || other == others.end())
            continue;
        known.merge(linked_terms(*other));
        open.insert(open.end(), other->lesson->needs.begin(), other->lesson->needs.end());
    }
    return known;
}

} // namespace

void check_glossary(const LessonFile& file, const std::vector<LessonFile>& others, std::vector<Finding>& findings) {
    if (!file.lesson)
        return;
    auto known = known_before(file, others);
    // The longest first: "page table" is not a use of "page".
    std::vector<const Term*> terms;
    for (const auto& term : glossary())
        if (!term.everyday)
            terms.push_back(&term);
    std::ranges::stable_sort(terms, std::greater<>{}, [](const Term* t) { return t->term.size(); });
    for (const auto& prose : file.prose) {
        const auto text = std::string_view(file.text).substr(prose.begin, prose.end - prose.begin);
        std::map<std::string, std::size_t> linked;
        for (const auto& link : links(text))
            if (link.target.starts_with("term:"))
                linked.emplace(link.target.substr(5), link.at);
        auto words = plain_words(text);
        for (const auto* term : terms) {
            std::string word = term->term;
            for (auto& c : word)
                c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
            const auto at = take_word(words, word);
            const auto link = linked.find(term->id);
            if (at == std::string::npos || known.contains(term->id) || (link != linked.end() && link->second < at))
                continue;
            findings.push_back({.level = Finding::Level::warning,
                .file = file.lesson->file,
                .where = place_of(text, at, prose.where),
                .message = "The first use of \"" + term->term + "\" does not link to the glossary.",
                .expected = "[" + term->term + "](term:" + term->id + ")"});
            known.insert(term->id); // once is enough
        }
        for (const auto& [id, at] : linked)
            known.insert(id);
    }
}

} // namespace sluice::lesson
