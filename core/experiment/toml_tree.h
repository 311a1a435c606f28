// SPDX-License-Identifier: GPL-3.0-or-later
// TOML files as a plain tree in which every key and value knows its place in the file, and a reader that turns what is
// missing, misspelt or out of range into one FileError. Scenarios, profiles, claims and lesson blocks are read with it.
//
//     auto root = toml_tree::parse(text, "field.toml");   // throws FileException
//     TableReader r(root, "field.toml");
//     title = r.text("title");                              // required
//     length = r.time("length", 1, kMaxLength);
//     r.finish();                                           // every key was asked for, or "Unknown key"
#pragma once

#include "core/engine/time.h"
#include "core/experiment/file_error.h"

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::experiment {

/// Carries a FileError out of a reader. The functions in public headers catch it.
class FileException : public std::exception {
public:
    explicit FileException(FileError e)
        : error(std::move(e))
        , text_(error.text()) { }
    const char* what() const noexcept override { return text_.c_str(); }
    FileError error;

private:
    std::string text_;
};

struct TomlMember;

struct TomlValue {
    enum class Kind : std::uint8_t { text, integer, real, boolean, array, table, date } kind = Kind::table;
    int line = 0, column = 0;
    std::string text; ///< text
    std::int64_t integer = 0; ///< integer
    double real = 0; ///< real
    bool boolean = false;
    std::vector<TomlValue> items; ///< array
    std::vector<TomlMember> members; ///< table, in the order of the file

    const TomlValue* find(std::string_view key) const;
    /// "the number 7", "the text “abc”", "a list" — for messages.
    std::string describe() const;
};

struct TomlMember {
    std::string key;
    int line = 0, column = 0; ///< of the key
    TomlValue value;
};

namespace toml_tree {
/// Reads a whole file. Lines count from `first_line` (for blocks inside another file). Throws FileException.
TomlValue parse(std::string_view text, const std::string& file, int first_line = 1);
} // namespace toml_tree

/// Reads one table. Every function throws FileException with the place of the value.
class TableReader {
public:
    TableReader(const TomlValue& table, std::string file, std::string where = "");

    bool has(std::string_view key) const { return table_.find(key) != nullptr; }
    /// The value, marked as asked for; nullptr if there is none.
    const TomlValue* get(std::string_view key);
    /// The value, or "“length” is missing".
    const TomlValue& need(std::string_view key);

    std::string text(std::string_view key);
    std::string text_or(std::string_view key, std::string fallback);
    std::int64_t integer(std::string_view key, std::int64_t low, std::int64_t high);
    std::int64_t integer_or(std::string_view key, std::int64_t low, std::int64_t high, std::int64_t fallback);
    bool boolean_or(std::string_view key, bool fallback);
    double number(std::string_view key);
    std::optional<double> number_if(std::string_view key);
    /// "60 ms" within [low, high] ns.
    Time time(std::string_view key, Time low, Time high);
    Time time_or(std::string_view key, Time low, Time high, Time fallback);
    /// "512 MiB" within [low, high] bytes.
    std::uint64_t size(std::string_view key, std::uint64_t low, std::uint64_t high);
    std::vector<std::string> texts_or_none(std::string_view key);
    /// One of `names`; returns its position.
    std::size_t choice(std::string_view key, const std::vector<std::string_view>& names);
    const TomlValue* table_if(std::string_view key);
    const TomlValue& table(std::string_view key);

    /// "Unknown key “lenght”. Did you mean “length”?" for keys that nobody asked for.
    void finish() const;

    /// Throws a message at a value.
    [[noreturn]] void fail(const TomlValue& at, std::string message, std::string expected = "", std::string found = "",
        std::string suggestion = "") const;
    /// Throws "“key” …: expected …, found …" at a value.
    [[noreturn]] void wrong(std::string_view key, const TomlValue& value, std::string expected) const;

    const TomlValue& value() const { return table_; }
    const std::string& file() const { return file_; }

private:
    const TomlValue& table_;
    std::string file_, where_;
    std::vector<std::string_view> asked_;
    std::string named(std::string_view key) const;
};

} // namespace sluice::experiment
