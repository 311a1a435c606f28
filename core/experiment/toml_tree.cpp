// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/toml_tree.h"

#include "core/experiment/units.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace sluice::experiment {

namespace {

int shifted(const toml::source_region& s, int first_line) {
    return static_cast<int>(s.begin.line) + first_line - 1;
}

TomlValue convert(const toml::node& node, int first_line) {
    TomlValue v;
    v.line = shifted(node.source(), first_line);
    v.column = static_cast<int>(node.source().begin.column);
    if (const auto* t = node.as_table()) {
        v.kind = TomlValue::Kind::table;
        for (const auto& [key, child] : *t) {
            TomlMember m;
            m.key = std::string(key.str());
            m.line = shifted(key.source(), first_line);
            m.column = static_cast<int>(key.source().begin.column);
            m.value = convert(child, first_line);
            v.members.push_back(std::move(m));
        }
        // toml++ keeps keys sorted by name; messages and pages follow the order of the file.
        std::stable_sort(v.members.begin(), v.members.end(), [](const TomlMember& a, const TomlMember& b) {
            return std::pair(a.line, a.column) < std::pair(b.line, b.column);
        });
    } else if (const auto* a = node.as_array()) {
        v.kind = TomlValue::Kind::array;
        for (const auto& child : *a)
            v.items.push_back(convert(child, first_line));
    } else if (const auto* s = node.as_string()) {
        v.kind = TomlValue::Kind::text;
        v.text = s->get();
    } else if (const auto* i = node.as_integer()) {
        v.kind = TomlValue::Kind::integer;
        v.integer = i->get();
    } else if (const auto* f = node.as_floating_point()) {
        v.kind = TomlValue::Kind::real;
        v.real = f->get();
    } else if (const auto* b = node.as_boolean()) {
        v.kind = TomlValue::Kind::boolean;
        v.boolean = b->get();
    } else {
        v.kind = TomlValue::Kind::date;
    }
    return v;
}

std::string number_text(double d) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out << d;
    return out.str();
}

std::string range_text(std::int64_t low, std::int64_t high) {
    return "a whole number from " + grouped(low) + " to " + grouped(high);
}

} // namespace

const TomlValue* TomlValue::find(std::string_view key) const {
    for (const TomlMember& m : members)
        if (m.key == key)
            return &m.value;
    return nullptr;
}

std::string TomlValue::describe() const {
    switch (kind) {
    case Kind::text:
        // A whole file pasted into one value would hide the message.
        return "the text “" + (text.size() > 60 ? text.substr(0, 57) + "…" : text) + "”";
    case Kind::integer:
        return "the number " + grouped(integer);
    case Kind::real:
        return "the number " + number_text(real);
    case Kind::boolean:
        return boolean ? "true" : "false";
    case Kind::array:
        return "a list";
    case Kind::table:
        return "a table";
    case Kind::date:
        return "a date";
    }
    return "";
}

TomlValue toml_tree::parse(std::string_view text, const std::string& file, int first_line) {
    try {
        const toml::table table = toml::parse(text, file);
        return convert(table, first_line);
    } catch (const toml::parse_error& e) {
        FileError error;
        error.file = file;
        error.line = shifted(e.source(), first_line);
        error.column = static_cast<int>(e.source().begin.column);
        std::string reason(e.description());
        while (!reason.empty() && reason.back() == '.')
            reason.pop_back();
        error.message = "This is not valid TOML: " + reason;
        throw FileException(error);
    }
}

TableReader::TableReader(const TomlValue& table, std::string file, std::string where)
    : table_(table)
    , file_(std::move(file))
    , where_(std::move(where)) { }

std::string TableReader::named(std::string_view key) const {
    return "“" + (where_.empty() ? std::string(key) : where_ + "." + std::string(key)) + "”";
}

void TableReader::fail(
    const TomlValue& at, std::string message, std::string expected, std::string found, std::string suggestion) const {
    throw FileException(
        {file_, at.line, at.column, std::move(message), std::move(expected), std::move(found), std::move(suggestion)});
}

void TableReader::wrong(std::string_view key, const TomlValue& value, std::string expected) const {
    fail(value, named(key) + " has a wrong value", std::move(expected), value.describe());
}

const TomlValue* TableReader::get(std::string_view key) {
    asked_.push_back(key);
    return table_.find(key);
}

const TomlValue& TableReader::need(std::string_view key) {
    const TomlValue* v = get(key);
    if (v)
        return *v;
    // A misspelt key explains the missing one best.
    for (const TomlMember& m : table_.members)
        if (std::find(asked_.begin(), asked_.end(), m.key) == asked_.end() && edit_distance(m.key, key) <= 2)
            throw FileException({file_, m.line, m.column,
                "Unknown key “" + m.key + "”" + (where_.empty() ? "" : " in “" + where_ + "”"), "", "",
                "Did you mean “" + std::string(key) + "”?"});
    fail(table_, named(key) + " is missing");
}

std::string TableReader::text(std::string_view key) {
    const TomlValue& v = need(key);
    if (v.kind != TomlValue::Kind::text)
        wrong(key, v, "a text in quotes");
    return v.text;
}

std::string TableReader::text_or(std::string_view key, std::string fallback) {
    return has(key) ? text(key) : (get(key), fallback);
}

std::int64_t TableReader::integer(std::string_view key, std::int64_t low, std::int64_t high) {
    const TomlValue& v = need(key);
    if (v.kind != TomlValue::Kind::integer || v.integer < low || v.integer > high)
        wrong(key, v, range_text(low, high));
    return v.integer;
}

std::int64_t TableReader::integer_or(std::string_view key, std::int64_t low, std::int64_t high, std::int64_t fallback) {
    return has(key) ? integer(key, low, high) : (get(key), fallback);
}

bool TableReader::boolean_or(std::string_view key, bool fallback) {
    const TomlValue* v = get(key);
    if (!v)
        return fallback;
    if (v->kind != TomlValue::Kind::boolean)
        wrong(key, *v, "true or false");
    return v->boolean;
}

double TableReader::number(std::string_view key) {
    const TomlValue& v = need(key);
    if (v.kind == TomlValue::Kind::integer)
        return static_cast<double>(v.integer);
    if (v.kind != TomlValue::Kind::real || !std::isfinite(v.real))
        wrong(key, v, "a number");
    return v.real;
}

std::optional<double> TableReader::number_if(std::string_view key) {
    return has(key) ? std::optional(number(key)) : (get(key), std::nullopt);
}

Time TableReader::time(std::string_view key, Time low, Time high) {
    const TomlValue& v = need(key);
    const auto t = v.kind == TomlValue::Kind::text ? parse_time(v.text) : std::nullopt;
    if (!t || *t < low || *t > high)
        wrong(key, v, "a time from " + format_time(low) + " to " + format_time(high) + ", like \"60 ms\"");
    return *t;
}

Time TableReader::time_or(std::string_view key, Time low, Time high, Time fallback) {
    return has(key) ? time(key, low, high) : (get(key), fallback);
}

std::uint64_t TableReader::size(std::string_view key, std::uint64_t low, std::uint64_t high) {
    const TomlValue& v = need(key);
    const auto s = v.kind == TomlValue::Kind::text ? parse_size(v.text) : std::nullopt;
    if (!s || *s < low || *s > high)
        wrong(key, v, "a size from " + format_size(low) + " to " + format_size(high) + ", like \"512 MiB\"");
    return *s;
}

std::vector<std::string> TableReader::texts_or_none(std::string_view key) {
    std::vector<std::string> out;
    const TomlValue* v = get(key);
    if (!v)
        return out;
    if (v->kind != TomlValue::Kind::array)
        wrong(key, *v, "a list of texts in quotes");
    for (const TomlValue& item : v->items) {
        if (item.kind != TomlValue::Kind::text)
            wrong(key, item, "a list of texts in quotes");
        out.push_back(item.text);
    }
    return out;
}

std::size_t TableReader::choice(std::string_view key, const std::vector<std::string_view>& names) {
    const TomlValue& v = need(key);
    std::vector<std::string> all(names.begin(), names.end());
    if (v.kind != TomlValue::Kind::text)
        wrong(key, v, one_of(all));
    const auto at = std::find(names.begin(), names.end(), v.text);
    if (at == names.end())
        fail(v, named(key) + " has a wrong value", one_of(all), v.describe(), did_you_mean(v.text, names));
    return static_cast<std::size_t>(at - names.begin());
}

const TomlValue* TableReader::table_if(std::string_view key) {
    const TomlValue* v = get(key);
    if (v && v->kind != TomlValue::Kind::table)
        wrong(key, *v, "a table");
    return v;
}

const TomlValue& TableReader::table(std::string_view key) {
    const TomlValue& v = need(key);
    if (v.kind != TomlValue::Kind::table)
        wrong(key, v, "a table");
    return v;
}

void TableReader::finish() const {
    for (const TomlMember& m : table_.members) {
        if (std::find(asked_.begin(), asked_.end(), m.key) != asked_.end())
            continue;
        throw FileException(
            {file_, m.line, m.column, "Unknown key “" + m.key + "”" + (where_.empty() ? "" : " in “" + where_ + "”"),
                "", "", did_you_mean(m.key, asked_)});
    }
}

} // namespace sluice::experiment
