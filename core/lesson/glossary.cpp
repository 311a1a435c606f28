// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/glossary.h"

#include "core/assets/assets.h"
#include "core/lesson/lesson_blocks.h"

#include <algorithm>
#include <set>

namespace sluice::lesson {
namespace {

using experiment::FileException;
using experiment::TableReader;
using experiment::TomlValue;

template <typename T>
const T* find_by_id(const std::vector<T>& list, std::string_view id) {
    const auto found = std::ranges::find(list, id, &T::id);
    return found == list.end() ? nullptr : &*found;
}

} // namespace

std::vector<Term> read_glossary(std::string_view text, const std::string& file, std::vector<Finding>& findings) {
    std::vector<Term> out;
    try {
        const auto root = experiment::toml_tree::parse(text, file);
        TableReader reader(root, file);
        reader.integer("format", 1, 1);
        const auto& terms = reader.need("term");
        if (terms.kind != TomlValue::Kind::array)
            reader.wrong("term", terms, "a list of tables, [[term]]");
        std::set<std::string> ids;
        for (const auto& item : terms.items) {
            TableReader one(item, file, "term");
            Term term;
            term.term = one.text("term");
            term.id = one.text("id");
            term.group = one.text("group");
            term.also = one.texts_or_none("also");
            term.entry = one.text("entry");
            term.everyday = one.boolean_or("everyday", false);
            one.finish();
            if (!ids.insert(term.id).second)
                one.fail(item, "Two terms have the id “" + term.id + "”", "ids that differ");
            out.push_back(std::move(term));
        }
        reader.finish();
    } catch (const FileException& error) {
        findings.push_back(to_finding(error.error));
    }
    return out;
}

const std::vector<Term>& glossary() {
    static const std::vector<Term> terms = [] {
        std::vector<Finding> findings; // a test reads the file and asserts that there is none
        const auto text = assets::text("assets/glossary.toml");
        return text ? read_glossary(*text, "assets/glossary.toml", findings) : std::vector<Term>{};
    }();
    return terms;
}

const Term* find_term(std::string_view id) {
    return find_by_id(glossary(), id);
}

Source read_source(std::string_view text, const std::string& file, std::vector<Finding>& findings) {
    Source out;
    try {
        const auto root = experiment::toml_tree::parse(text, file);
        TableReader reader(root, file);
        reader.integer("format", 1, 1);
        out.id = reader.text("id");
        out.title = reader.text("title");
        out.author = reader.text("author");
        out.date = reader.text("date");
        out.message_id = reader.text_or("message-id", "");
        out.url = reader.text_or("url", "");
        out.quotes = reader.texts_or_none("quotes");
        out.numbers = reader.texts_or_none("numbers");
        reader.finish();
    } catch (const FileException& error) {
        findings.push_back(to_finding(error.error));
    }
    return out;
}

const std::vector<Source>& sources() {
    static const std::vector<Source> all = [] {
        std::vector<Source> out;
        std::vector<Finding> findings;
        for (const auto path : assets::list("assets/sources/"))
            out.push_back(read_source(*assets::text(path), std::string(path), findings));
        return out;
    }();
    return all;
}

const Source* find_source(std::string_view id) {
    return find_by_id(sources(), id);
}

} // namespace sluice::lesson
