// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/run_cache.h"

#include "core/experiment/files.h"

#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

namespace sluice::experiment {

namespace {

constexpr int kFormat = 1;

std::string hex(std::uint64_t n) {
    char text[17];
    const auto end = std::to_chars(text, text + sizeof text, n, 16).ptr;
    return {text, end};
}

std::optional<std::uint64_t> from_hex(const std::string& text) {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n, 16);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

/// Run ids and names of programs as names of files.
std::string file_name(std::string text) {
    for (auto at = text.find("·"); at != std::string::npos; at = text.find("·"))
        text.replace(at, std::string_view("·").size(), "-");
    for (char& c : text)
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '-' && c != '.')
            c = '-';
    return text;
}

void join(KeptRun& known, const KeptRun& more) {
    auto values = std::move(known.values);
    known = more;
    known.values.merge(values); // what is new wins, the rest stays
}

} // namespace

std::optional<KeptRun> MemoryRunCache::find(const RunInput& input) {
    const auto at = runs_.find(input.run_id());
    return at == runs_.end() ? std::nullopt : std::optional(at->second);
}

std::string MemoryRunCache::keep(const RunInput& input, const KeptRun& run) {
    join(runs_[input.run_id()], run);
    return "";
}

FolderRunCache::FolderRunCache(std::string folder, std::string program)
    : folder_(std::move(folder))
    , program_(std::move(program)) { }

std::string FolderRunCache::path(const RunInput& input) const {
    return folder_ + "/" + file_name(program_) + "/" + file_name(input.run_id()) + ".json";
}

std::optional<KeptRun> FolderRunCache::find(const RunInput& input) {
    std::string why;
    const auto text = read_file(path(input), why, std::size_t{1} << 20);
    if (!text)
        return std::nullopt;
    const auto j = nlohmann::json::parse(*text, nullptr, false);
    // Run ids have 48 bits: the file says the whole hash and the seed as well.
    if (!j.is_object() || j.value("format", nlohmann::json()) != kFormat
        || j.value("program", nlohmann::json()) != program_ || j.value("run", nlohmann::json()) != input.run_id()
        || j.value("scenario", nlohmann::json()) != hex(input.scenario->hash())
        || j.value("seed", nlohmann::json()) != input.seed)
        return std::nullopt;
    const auto fingerprint = j.find("fingerprint"), events = j.find("events"), end = j.find("end_ns"),
               values = j.find("values");
    if (fingerprint == j.end() || !fingerprint->is_string() || events == j.end() || !events->is_number_unsigned()
        || end == j.end() || !end->is_number_integer() || values == j.end() || !values->is_object())
        return std::nullopt;
    KeptRun run;
    const auto print = from_hex(fingerprint->get<std::string>());
    if (!print)
        return std::nullopt;
    run.fingerprint = *print;
    run.events = events->get<std::uint64_t>();
    run.end = end->get<Time>();
    for (const auto& [name, value] : values->items()) {
        if (!value.is_number() && !value.is_null())
            return std::nullopt;
        run.values[name] = value.is_null() ? std::nullopt : std::optional(value.get<double>());
    }
    return run;
}

std::string FolderRunCache::keep(const RunInput& input, const KeptRun& run) {
    KeptRun all = run;
    if (auto known = find(input); known && known->fingerprint == run.fingerprint) {
        join(*known, run);
        all = std::move(*known);
    }
    nlohmann::ordered_json j;
    j["format"] = kFormat;
    j["program"] = program_;
    j["run"] = input.run_id();
    j["scenario"] = hex(input.scenario->hash());
    j["seed"] = input.seed;
    j["fingerprint"] = hex(all.fingerprint);
    j["events"] = all.events;
    j["end_ns"] = all.end;
    auto& values = j["values"] = nlohmann::ordered_json::object();
    for (const auto& [name, value] : all.values)
        values[name] = value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
    const std::string file = path(input);
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(file).parent_path(), error);
    if (error)
        return "Cannot make the folder “" + std::filesystem::path(file).parent_path().string()
            + "”: " + error.message();
    return write_file(file, j.dump(1) + "\n");
}

} // namespace sluice::experiment
