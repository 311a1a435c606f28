// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/input.h"

#include "app/numbers.h"
#include "core/experiment/files.h"
#include "core/experiment/profile.h"
#include "core/experiment/this_machine.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <unistd.h>

namespace sluice::app {

using namespace experiment;

namespace {

std::optional<Session> read_source_file(const std::string& name, const ProfileSource& profiles, FileError& error) {
    const bool session = name.ends_with(".sluice");
    if (!session && !name.ends_with(".toml") && name.find('/') == std::string::npos) {
        auto s = shipped_scenario(name, error, profiles);
        if (!s)
            return std::nullopt;
        Session out;
        out.input.scenario = std::make_shared<const Scenario>(*std::move(s));
        return out;
    }
    std::string why;
    const auto text = read_file(name, why);
    if (!text) {
        error = {};
        error.message = why;
        return std::nullopt;
    }
    if (session)
        return read_session(*text, name, error, profiles);
    auto s = read_scenario(*text, name, error, profiles);
    if (!s)
        return std::nullopt;
    Session out;
    out.input.scenario = std::make_shared<const Scenario>(*std::move(s));
    return out;
}

} // namespace

std::string this_machine_path() {
    const char* data = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    const std::string base = data && *data == '/' ? data : std::string(home ? home : ".") + "/.local/share";
    return base + "/sluice/machines/this-machine.toml";
}

ProfileSource profile_source(std::ostream& err) {
    return [&err](std::string_view id) -> std::optional<std::string> {
        if (id != "this-machine")
            return std::nullopt;
        const std::string path = this_machine_path();
        std::string why;
        if (auto text = read_file(path, why))
            return text;
        std::vector<std::string> skipped;
        FileError error;
        const auto machine = read_this_machine("", static_cast<std::uint32_t>(::sysconf(_SC_PAGESIZE)), skipped, error);
        if (!machine) {
            err << "sluice: " << error.text() << '\n';
            return std::nullopt;
        }
        std::string text = "# Read from /proc and /sys of this computer; delete the file to read it again.\n"
            + machine_to_toml(*machine, "");
        std::error_code ignored;
        std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
        why = write_file(path, text);
        err << "Read this computer: " << machine->title << ". ";
        if (!skipped.empty())
            err << "Left out: " << skipped.size() << " of its zones. ";
        err << (why.empty() ? "Its profile is kept in " + path + "." : why + ".") << '\n';
        return text;
    };
}

std::optional<Session> read_input(Context& context, const Arguments& arguments, bool changes) {
    FileError error;
    auto session = read_source_file(arguments.positional().at(0), profile_source(context.err), error);
    const auto fail = [&](std::string_view option) -> std::optional<Session> {
        if (!option.empty() && error.file.empty())
            error.file = option;
        context.wrong(error.text());
        return std::nullopt;
    };
    if (!session)
        return fail("");
    Scenario scenario = *session->input.scenario;
    bool changed = false;
    if (const auto preset = arguments.value("--preset")) {
        if (!set_preset(scenario, *preset, error))
            return fail("--preset");
        changed = true;
    }
    for (const std::string& setting : arguments.values("--set")) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos) {
            error = {};
            error.message = "“" + setting + "” sets nothing";
            error.expected = "KNOB=VALUE, like drain.cap=256";
            return fail("--set");
        }
        if (!set_knob(scenario, std::string_view(setting).substr(0, equals),
                std::string_view(setting).substr(equals + 1), error))
            return fail("--set " + setting);
        changed = true;
    }
    for (const std::string& change : changes ? arguments.values("--at") : std::vector<std::string>()) {
        const auto intervention = parse_intervention(scenario, change, error);
        if (!intervention)
            return fail("--at " + change);
        session->input.interventions.push_back(*intervention);
        changed = true;
    }
    std::stable_sort(session->input.interventions.begin(), session->input.interventions.end(),
        [](const Intervention& a, const Intervention& b) { return a.at < b.at; });
    if (const auto seed = arguments.value("--seed")) {
        const auto n = parse_count(*seed, 0, std::uint64_t{1} << 62);
        if (!n) {
            error = {};
            error.message = "The seed is no whole number";
            error.expected = "a number from 0 to 4,611,686,018,427,387,904";
            error.found = "“" + *seed + "”";
            return fail("--seed");
        }
        changed = changed || *n != session->input.seed;
        session->input.seed = *n;
    }
    if (changed) // another run than the saved one: its fingerprint says nothing about this one
        session->fingerprint.reset();
    session->input.scenario = std::make_shared<const Scenario>(std::move(scenario));
    return session;
}

} // namespace sluice::app
