// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/input.h"

#include "app/numbers.h"
#include "core/experiment/files.h"
#include "core/experiment/this_machine.h"
#include "core/journal/journal_file.h"

#include <algorithm>
#include <ostream>

namespace sluice::app {

using namespace experiment;

namespace {

std::optional<Session> read_source_file(const std::string& name, const ProfileSource& profiles, FileError& error) {
    const bool journal = journal::is_journal_file(name);
    const bool session = journal || name.ends_with(".sluice");
    if (!session && !name.ends_with(".toml") && name.find('/') == std::string::npos) {
        auto s = shipped_scenario(name, error, profiles);
        if (!s)
            return std::nullopt;
        Session out;
        out.input.scenario = std::make_shared<const Scenario>(*std::move(s));
        return out;
    }
    std::string why;
    const auto text = journal ? journal::journal_header(name, why) : read_file(name, why);
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

ProfileSource profile_source(std::ostream& err) {
    return this_machine_source([&err](const std::string& what) { err << "sluice: " << what << '\n'; });
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
