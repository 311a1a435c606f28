// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/markdown_scan.h"

#include <algorithm>

namespace sluice::lesson {
namespace {

std::string_view trimmed(std::string_view text) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!text.empty() && is_space(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_space(text.back()))
        text.remove_suffix(1);
    return text;
}

Finding finding(Where where, std::string message, std::string expected = {}, std::string found = {}) {
    return {.file = {},
        .where = where,
        .message = std::move(message),
        .expected = std::move(expected),
        .found = std::move(found)};
}

/// Reads line by line and keeps the piece that is being filled.
class Scanner {
public:
    Scanner(std::string_view text, std::vector<Finding>& findings)
        : text_(text)
        , findings_(findings) { }

    std::vector<Piece> run() {
        std::size_t at = 0;
        for (int line = 1; at < text_.size(); ++line) {
            auto end = text_.find('\n', at);
            end = end == std::string_view::npos ? text_.size() : end;
            read_line(at, text_.substr(at, end - at), {line, 1});
            at = std::min(end + 1, text_.size());
        }
        if (in_block_)
            findings_.push_back(finding(opened_, "The block is not closed.", "a line with ```", "the end of the file"));
        if (in_fence_)
            findings_.push_back(finding(opened_, "The code is not closed.", "a line with ```", "the end of the file"));
        if (in_details_)
            findings_.push_back(
                finding(details_opened_, "<details> is not closed.", "</details>", "the end of the file"));
        return std::move(pieces_);
    }

private:
    void read_line(std::size_t at, std::string_view line, Where where) {
        const auto stripped = trimmed(line);
        const auto next = std::min(at + line.size() + 1, text_.size());
        if (in_block_) {
            if (stripped == "```") {
                in_block_ = false;
                pieces_.back().end = at;
                fresh_ = true;
            }
            return;
        }
        if (in_fence_) {
            in_fence_ = stripped != "```";
            add_text(at, next, where);
            return;
        }
        if (stripped.starts_with("```")) {
            opened_ = where;
            if (stripped.starts_with("```toml ")) {
                if (in_details_)
                    findings_.push_back(finding(where, "A block cannot stand inside <details>."));
                in_block_ = true;
                pieces_.push_back(
                    {Piece::Kind::block, std::string(trimmed(stripped.substr(8))), next, next, {where.line + 1, 1}});
                return;
            }
            in_fence_ = true;
            add_text(at, next, where);
            return;
        }
        if (stripped.starts_with("<details>")) {
            open_details(at, line, next, where);
            return;
        }
        if (in_details_ && stripped == "</details>") {
            in_details_ = false;
            pieces_.back().end = at;
            fresh_ = true;
            return;
        }
        if (!in_details_ && (line.starts_with("# ") || line.starts_with("## "))) {
            const bool title = line[1] == ' ';
            pieces_.push_back({title ? Piece::Kind::title : Piece::Kind::heading,
                std::string(trimmed(line.substr(title ? 2 : 3))), at, next, where});
            fresh_ = true;
            return;
        }
        add_text(at, next, where);
    }

    void open_details(std::size_t at, std::string_view line, std::size_t next, Where where) {
        if (in_details_)
            findings_.push_back(finding(where, "<details> cannot stand inside <details>."));
        in_details_ = true;
        details_opened_ = where;
        std::string summary = "After the run";
        const auto open = line.find("<summary>"), close = line.find("</summary>");
        if (open != std::string_view::npos && close != std::string_view::npos && open < close)
            summary = std::string(trimmed(line.substr(open + 9, close - open - 9)));
        else
            findings_.push_back(finding(where, "<details> has no summary.", "<details><summary>After the run</summary>",
                std::string(trimmed(line))));
        const auto rest = close == std::string_view::npos ? line.size() : close + 10;
        pieces_.push_back(
            {Piece::Kind::details, summary, std::min(at + rest, next), next, {where.line, static_cast<int>(rest) + 1}});
        fresh_ = false;
    }

    void add_text(std::size_t at, std::size_t next, Where where) {
        if (in_details_) {
            pieces_.back().end = next;
            return;
        }
        if (fresh_ || pieces_.empty() || pieces_.back().kind != Piece::Kind::text) {
            pieces_.push_back({Piece::Kind::text, {}, at, next, where});
            fresh_ = false;
        }
        pieces_.back().end = next;
    }

    std::string_view text_;
    std::vector<Finding>& findings_;
    std::vector<Piece> pieces_;
    bool in_block_ = false, in_fence_ = false, in_details_ = false;
    bool fresh_ = true; ///< the next prose line begins a new piece
    Where opened_, details_opened_;
};

} // namespace

std::vector<Piece> scan_markdown(std::string_view text, std::vector<Finding>& findings) {
    auto pieces = Scanner(text, findings).run();
    std::erase_if(pieces, [&](const Piece& piece) {
        return piece.kind == Piece::Kind::text && trimmed(text.substr(piece.begin, piece.end - piece.begin)).empty();
    });
    return pieces;
}

std::string shown_prose(std::string_view raw) {
    std::string out;
    std::size_t at = 0;
    while (at < raw.size()) {
        const auto comment = raw.find("<!--", at);
        if (comment == std::string_view::npos) {
            out += raw.substr(at);
            break;
        }
        out += raw.substr(at, comment - at);
        const auto end = raw.find("-->", comment);
        at = end == std::string_view::npos ? raw.size() : end + 3;
    }
    return std::string(trimmed(out));
}

std::vector<MarkedNumber> scan_numbers(
    std::string_view text, std::size_t begin, std::size_t end, std::vector<Finding>& findings) {
    std::vector<MarkedNumber> out;
    std::size_t at = begin;
    while (true) {
        const auto open = text.find("<!--", at);
        if (open == std::string_view::npos || open >= end)
            return out;
        const auto close = text.find("-->", open);
        const auto where = place_of(text, open);
        if (close == std::string_view::npos || close >= end) {
            findings.push_back(finding(where, "The comment is not closed.", "-->", "the end of the text"));
            return out;
        }
        at = close + 3;
        const auto kind = open + 4 < text.size() ? text[open + 4] : ' ';
        if (kind != '=' && kind != '@')
            continue;
        MarkedNumber number;
        number.end = open;
        number.begin = open;
        // The number is what stands before the comment up to a space; a no-break space belongs to it.
        while (number.begin > begin
            && std::string_view(" \n\t([*|_\"").find(text[number.begin - 1]) == std::string_view::npos)
            --number.begin;
        number.text = std::string(text.substr(number.begin, number.end - number.begin));
        number.where = place_of(text, number.begin);
        if (number.text.empty())
            findings.push_back(
                finding(where, "There is no number before the comment.", "a number or … directly before <!--"));
        const auto body_begin = open + 5;
        const auto body = text.substr(body_begin, close - body_begin);
        const auto inner = trimmed(body);
        if (kind == '=') {
            const auto offset = static_cast<std::size_t>(inner.data() - text.data());
            number.expression = parse_expression(inner, findings, place_of(text, offset));
        } else {
            const auto space = inner.find(' ');
            const auto verb = inner.substr(0, space);
            number.name = space == std::string_view::npos ? "" : std::string(trimmed(inner.substr(space)));
            number.origin = verb == "claim" ? MarkedNumber::Origin::claim : MarkedNumber::Origin::source;
            if ((verb != "claim" && verb != "source") || number.name.empty())
                findings.push_back(finding(where, "The origin of the number cannot be read.",
                    "<!--@ claim ID --> or <!--@ source ID -->", "\"" + std::string(inner) + "\""));
        }
        out.push_back(std::move(number));
    }
}

} // namespace sluice::lesson
