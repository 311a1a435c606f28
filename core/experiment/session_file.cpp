// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/session_file.h"

#include "core/experiment/toml_tree.h"
#include "core/experiment/units.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sluice::experiment {

using nlohmann::ordered_json;

namespace {

constexpr std::string_view kFormat = "sluice session";
constexpr int kVersion = 1;

std::string hex(std::uint64_t n) {
    std::string s;
    for (int shift = 60; shift >= 0; shift -= 4)
        s += "0123456789abcdef"[n >> shift & 15];
    return s;
}

std::optional<std::uint64_t> parse_hex(std::string_view s) {
    std::uint64_t n = 0;
    if (s.size() != 16)
        return std::nullopt;
    for (const char c : s) {
        const auto digit = std::string_view("0123456789abcdef").find(c);
        if (digit == std::string_view::npos)
            return std::nullopt;
        n = n << 4 | digit;
    }
    return n;
}

/// Reads members of one object; JSON values know no place, so messages name them by path.
class ObjectReader {
public:
    ObjectReader(const ordered_json& object, std::string file, std::string path)
        : object_(object)
        , file_(std::move(file))
        , path_(std::move(path)) {
        if (!object.is_object())
            fail(path_.empty() ? "The file" : "“" + path_ + "”", "an object {…}");
    }

    std::string text(const char* key, bool needed = true) {
        const ordered_json* v = find(key, needed);
        if (v && !v->is_string())
            fail(named(key), "a text");
        return v ? v->get<std::string>() : "";
    }
    std::int64_t integer(const char* key, std::int64_t low, std::int64_t high, bool needed = true) {
        const ordered_json* v = find(key, needed);
        if (!v)
            return low;
        const bool fits
            = v->is_number_integer() && (!v->is_number_unsigned() || v->get<std::uint64_t>() <= std::uint64_t(high));
        if (!fits || v->get<std::int64_t>() < low || v->get<std::int64_t>() > high)
            fail(named(key), "a whole number from " + grouped(low) + " to " + grouped(high));
        return v->get<std::int64_t>();
    }
    const ordered_json& list(const char* key) {
        static const ordered_json none = ordered_json::array();
        const ordered_json* v = find(key, false);
        if (v && !v->is_array())
            fail(named(key), "a list [...]");
        return v ? *v : none;
    }
    [[noreturn]] void fail(const std::string& what, const std::string& expected) const {
        FileError e;
        e.file = file_;
        e.message = what + " is not what a session file has there";
        e.expected = expected;
        throw FileException(e);
    }
    std::string named(const std::string& key) const { return "“" + (path_.empty() ? key : path_ + "." + key) + "”"; }

private:
    const ordered_json* find(const char* key, bool needed) const {
        const auto it = object_.find(key);
        if (it != object_.end())
            return &*it;
        if (needed) {
            FileError e;
            e.file = file_;
            e.message = named(key) + " is missing";
            throw FileException(e);
        }
        return nullptr;
    }

    const ordered_json& object_;
    std::string file_, path_;
};

ordered_json parse_json(std::string_view text, const std::string& file) {
    try {
        return ordered_json::parse(text);
    } catch (const nlohmann::json::parse_error& e) {
        FileError error;
        error.file = file;
        error.line = 1;
        error.column = 1;
        const std::size_t end = std::min<std::size_t>(e.byte > 0 ? e.byte - 1 : 0, text.size());
        for (std::size_t i = 0; i < end; ++i) {
            error.column = text[i] == '\n' ? 1 : error.column + 1;
            error.line += text[i] == '\n' ? 1 : 0;
        }
        error.message = text.empty() ? "The file is empty" : "This is not valid JSON, so it is no session file";
        throw FileException(error);
    } catch (const nlohmann::json::exception&) {
        // A number such as 7e727 is valid JSON that no number here can hold.
        FileError error;
        error.file = file;
        error.message = "A number in this file is too large to read";
        throw FileException(error);
    }
}

Session read(std::string_view text, const std::string& file, const ProfileSource& profiles) {
    const ordered_json root = parse_json(text, file);
    ObjectReader r(root, file, "");
    if (r.text("format") != kFormat)
        r.fail("“format”", "“" + std::string(kFormat) + "”");
    if (r.integer("version", 1, 1'000'000) > kVersion) {
        FileError e;
        e.file = file;
        e.message = "This session was saved by a newer version of Sluice";
        e.expected = "version " + std::to_string(kVersion);
        e.found = "version " + std::to_string(r.integer("version", 1, 1'000'000));
        throw FileException(e);
    }
    Session s;
    s.model_version = static_cast<int>(r.integer("model_version", 0, 1'000'000));
    FileError error;
    auto scenario = read_scenario(r.text("scenario"), file + " (scenario)", error, profiles);
    if (!scenario)
        throw FileException(error);
    scenario->id = r.text("id", false);
    if (scenario->id.empty())
        scenario->id = "unnamed";
    s.input.seed = static_cast<std::uint64_t>(r.integer("seed", 0, std::int64_t{1} << 62));
    for (const ordered_json& item : r.list("interventions")) {
        ObjectReader i(item, file, "interventions");
        const Time at = i.integer("at_ns", 0, scenario->length);
        const std::string line = std::to_string(at) + "ns:" + i.text("knob") + "=" + i.text("value");
        const auto parsed = parse_intervention(*scenario, line, error);
        if (!parsed) {
            error.file = file;
            throw FileException(error);
        }
        s.input.interventions.push_back(*parsed);
    }
    std::stable_sort(s.input.interventions.begin(), s.input.interventions.end(),
        [](const Intervention& a, const Intervention& b) { return a.at < b.at; });
    for (const ordered_json& item : r.list("bookmarks")) {
        ObjectReader b(item, file, "bookmarks");
        const Time at = b.integer("at_ns", 0, scenario->length);
        s.bookmarks.push_back({at, b.text("text")});
    }
    s.notes = r.text("notes", false);
    s.layout = r.text("layout", false);
    if (s.layout.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
        != std::string::npos)
        r.fail("“layout”", "base64 text");
    s.playhead = r.integer("playhead_ns", 0, scenario->length, false);
    if (const std::string digits = r.text("fingerprint", false); !digits.empty()) {
        s.fingerprint = parse_hex(digits);
        if (!s.fingerprint)
            r.fail("“fingerprint”", "16 hexadecimal digits");
    }
    s.input.scenario = std::make_shared<const Scenario>(*std::move(scenario));
    return s;
}

} // namespace

std::string write_session(const Session& s) {
    ordered_json root;
    root["format"] = kFormat;
    root["version"] = kVersion;
    root["model_version"] = s.model_version;
    root["id"] = s.input.scenario->id;
    root["scenario"] = s.input.scenario->to_toml();
    root["seed"] = s.input.seed;
    root["interventions"] = ordered_json::array();
    for (const Intervention& i : s.input.interventions) {
        const Knob& knob = knob_table()[i.knob];
        root["interventions"].push_back({{"at_ns", i.at}, {"knob", knob.id}, {"value", format_value(knob, i.value)}});
    }
    root["bookmarks"] = ordered_json::array();
    for (const Bookmark& b : s.bookmarks)
        root["bookmarks"].push_back({{"at_ns", b.at}, {"text", b.text}});
    root["notes"] = s.notes;
    root["layout"] = s.layout;
    root["playhead_ns"] = s.playhead;
    root["fingerprint"] = s.fingerprint ? hex(*s.fingerprint) : "";
    return root.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::optional<Session> read_session(
    std::string_view text, const std::string& file, FileError& error, const ProfileSource& profiles) {
    try {
        return read(text, file, profiles);
    } catch (const FileException& e) {
        error = e.error;
        return std::nullopt;
    }
}

std::string fingerprint_warning(const Session& s, std::uint64_t computed) {
    if (!s.fingerprint || *s.fingerprint == computed)
        return "";
    std::string text = "The run is not the one that was saved: its fingerprint is " + hex(computed) + ", the saved one "
        + hex(*s.fingerprint) + ".";
    if (s.model_version != kModelVersion)
        text += " It was saved with model version " + std::to_string(s.model_version) + ", this is version "
            + std::to_string(kModelVersion) + ".";
    return text;
}

} // namespace sluice::experiment
