// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/prose.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace sluice::lesson {
namespace {

bool is_digit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80) != 0;
}

/// Blanks out what is not read as words, byte for byte, so that places stay true: comments, marks, link targets, tags.
/// Code keeps its length but becomes letters.
std::string blanked(std::string_view markdown) {
    std::string out(markdown);
    const auto blank = [&out](std::size_t from, std::size_t to, char with = ' ') {
        for (std::size_t i = from; i < std::min(to, out.size()); ++i)
            if (out[i] != '\n')
                out[i] = with;
    };
    // Quotes are checked against their source instead.
    for (std::size_t at = 0; (at = out.find("\n> ", at)) != std::string::npos; ++at)
        blank(at + 1, out.find('\n', at + 1));
    // Fenced code.
    for (std::size_t at = 0; (at = out.find("```", at)) != std::string::npos;) {
        const auto end = out.find("```", at + 3);
        blank(at, end == std::string::npos ? end : end + 3);
        at = end == std::string::npos ? out.size() : end + 3;
    }
    for (std::size_t at = 0; (at = out.find("<!--", at)) != std::string::npos;) {
        const auto end = out.find("-->", at);
        blank(at, end == std::string::npos ? out.size() : end + 3);
    }
    for (std::size_t at = 0; (at = out.find('`', at)) != std::string::npos;) {
        const auto end = out.find('`', at + 1);
        if (end == std::string::npos)
            break;
        blank(at, end + 1, 'x');
        at = end + 1;
    }
    for (std::size_t at = 0; (at = out.find("](", at)) != std::string::npos;) {
        const auto end = out.find(')', at);
        blank(at, end == std::string::npos ? out.size() : end + 1);
    }
    for (std::size_t at = 0; (at = out.find('<', at)) != std::string::npos;) {
        const auto end = out.find('>', at);
        if (end == std::string::npos || end - at > 20) {
            ++at;
            continue;
        }
        blank(at, end + 1);
    }
    for (auto& c : out)
        if (c == '*' || c == '[' || c == '_')
            c = ' ';
    return out;
}

int count_words(std::string_view text) {
    int words = 0;
    bool inside = false;
    for (const char c : text) {
        const bool part = is_letter(c) || is_digit(c) || (inside && (c == '\'' || c == '-' || c == ',' || c == '.'));
        words += part && !inside ? 1 : 0;
        inside = part;
    }
    return words;
}

/// Ends of sentences: . ? ! followed by a space and no letter that goes on ("e.g. this").
std::vector<std::string_view> split_sentences(std::string_view text) {
    std::vector<std::string_view> out;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '.' && text[i] != '?' && text[i] != '!')
            continue;
        auto next = i + 1;
        while (next < text.size() && (text[next] == '"' || text[next] == ')'))
            ++next;
        if (next < text.size() && text[next] != ' ' && text[next] != '\n')
            continue;
        auto word = next;
        while (word < text.size() && (text[word] == ' ' || text[word] == '\n'))
            ++word;
        if (word < text.size() && std::islower(static_cast<unsigned char>(text[word])))
            continue;
        out.push_back(text.substr(begin, next - begin));
        begin = next;
    }
    if (begin < text.size())
        out.push_back(text.substr(begin));
    return out;
}

void add_paragraph(std::string_view text, std::string_view whole, Where begin, std::vector<Paragraph>& out) {
    const auto first = text.find_first_not_of(" \n\t->#");
    if (first == std::string_view::npos)
        return;
    text.remove_prefix(first);
    Paragraph paragraph;
    paragraph.where = place_of(whole, static_cast<std::size_t>(text.data() - whole.data()), begin);
    paragraph.table = text.starts_with("|");
    for (auto sentence : split_sentences(text)) {
        const auto letter = sentence.find_first_not_of(" \n\t");
        if (letter == std::string_view::npos)
            continue;
        sentence.remove_prefix(letter);
        Sentence one{std::string(sentence), count_words(sentence),
            place_of(whole, static_cast<std::size_t>(sentence.data() - whole.data()), begin)};
        if (one.words == 0)
            continue;
        paragraph.words += one.words;
        paragraph.sentences.push_back(std::move(one));
    }
    if (!paragraph.sentences.empty())
        out.push_back(std::move(paragraph));
}

} // namespace

std::vector<Paragraph> paragraphs(std::string_view markdown, Where begin) {
    const auto text = blanked(markdown);
    const std::string_view whole(text);
    std::vector<Paragraph> out;
    std::size_t start = 0, at = 0;
    const auto flush = [&](std::size_t end) {
        add_paragraph(whole.substr(start, end - start), whole, begin, out);
        start = end;
    };
    while (at < whole.size()) {
        auto end = whole.find('\n', at);
        end = end == std::string_view::npos ? whole.size() : end;
        const auto line = whole.substr(at, end - at);
        const auto first = line.find_first_not_of(' ');
        const bool empty = first == std::string_view::npos;
        const bool item = !empty && (line.substr(first).starts_with("- ") || line.substr(first).starts_with("|"));
        if (empty || item)
            flush(at);
        at = std::min(end + 1, whole.size());
        if (empty)
            start = at;
    }
    flush(whole.size());
    return out;
}

std::vector<BareNumber> unmarked_numbers(std::string_view markdown) {
    static constexpr std::array<std::string_view, 11> kNaming{
        "CPU", "CPUs", "node", "Node", "line", "Line", "step", "Step", "lesson", "Patch", "Linux"};
    const auto text = blanked(markdown);
    std::vector<BareNumber> out;
    for (std::size_t i = 0; i < text.size();) {
        if (!is_digit(text[i])) {
            ++i;
            continue;
        }
        const auto begin = i;
        while (i < text.size()
            && (is_digit(text[i])
                || ((text[i] == '.' || text[i] == ',') && i + 1 < text.size() && is_digit(text[i + 1]))))
            ++i;
        const auto number = text.substr(begin, i - begin);
        // Part of a name: p99, x86, 2.6.12-rc4, q4.
        if (begin > 0 && is_letter(text[begin - 1]) && (static_cast<unsigned char>(text[begin - 1]) & 0x80) == 0)
            continue;
        const auto dots = std::ranges::count(number, '.');
        const bool version = dots >= 2 || (i < text.size() && text.substr(i, 3) == "-rc");
        const bool year = number.size() == 4 && (number.starts_with("19") || number.starts_with("20")) && dots == 0;
        auto before = begin;
        while (before > 0 && (text[before - 1] == ' ' || text[before - 1] == '\n'))
            --before;
        auto word = before;
        while (word > 0 && is_letter(text[word - 1]))
            --word;
        const bool names = before < begin
            && std::ranges::find(kNaming, std::string_view(text).substr(word, before - word)) != kNaming.end();
        // A unit may stand between the number and its comment: "3.26 ms<!--= … -->".
        auto after = i;
        while (after < markdown.size() && after < i + 12 && markdown[after] != ' ' && markdown[after] != '\n'
            && markdown[after] != '<')
            ++after;
        const bool marked = markdown.substr(after, 5) == "<!--=" || markdown.substr(after, 5) == "<!--@";
        if (!version && !year && !names && !marked)
            out.push_back({number, begin});
    }
    return out;
}

std::vector<Link> links(std::string_view markdown) {
    std::vector<Link> out;
    for (std::size_t at = 0; (at = markdown.find("](", at)) != std::string_view::npos; ++at) {
        const auto open = markdown.rfind('[', at);
        const auto close = markdown.find(')', at);
        if (open == std::string_view::npos || close == std::string_view::npos)
            continue;
        out.push_back({std::string(markdown.substr(open + 1, at - open - 1)),
            std::string(markdown.substr(at + 2, close - at - 2)), open});
    }
    return out;
}

} // namespace sluice::lesson
