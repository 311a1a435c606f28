// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"
#include "app/csv.h"
#include "app/input.h"
#include "app/locks.h"
#include "app/numbers.h"
#include "core/experiment/files.h"
#include "core/experiment/metric.h"
#include "core/experiment/run.h"
#include "core/experiment/take.h"
#include "core/experiment/units.h"
#include "core/journal/journal.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <nlohmann/json.hpp>
#include <ostream>

namespace sluice::app {

using namespace experiment;

namespace {

constexpr std::array kOptions{
    kPresetOption,
    kSetOption,
    kAtOption,
    kSeedOption,
    Option{"--json", "", "Prints the results as JSON."},
    Option{"--metric", "METRIC{LABEL=VALUE}",
        "Adds a metric with labels, such as quicklist.pages{cpu=0}; may be repeated.", true},
    Option{"--journal", "FILE", "Writes every record of the run to FILE."},
    Option{"--csv", "FOLDER", "Writes one CSV file for each metric into FOLDER."},
    Option{"--session", "FILE.sluice", "Writes the run's inputs and fingerprint to FILE.sluice."},
    kLockmeterOption,
    kLockStatOption,
    kLockOrderOption,
    kEachLockOption,
    kFromOption,
    kUntilOption,
    Option{"--resolve", "", "Prints the scenario with everything written out, and runs nothing."},
    Option{"--list", "", "Lists the scenarios of the program."},
    Option{"--metrics", "", "Prints the reference page docs/METRICS.md."},
};

double cpu_seconds() {
    timespec t{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

/// Metrics that make sense without a label.
std::vector<MetricQuery> all_queries() {
    std::vector<MetricQuery> queries;
    for (const MetricInfo& m : metric_table())
        if (m.missing != MetricInfo::Missing::error)
            queries.push_back({std::string(m.name), {}});
    return queries;
}

nlohmann::ordered_json results_json(
    const RunInput& input, const RunResults& results, const LockTables& locks, double cpu) {
    nlohmann::ordered_json j;
    j["fingerprint"] = hex16(results.fingerprint);
    j["seed"] = input.seed;
    j["events"] = results.events;
    j["simulated_ns"] = results.end;
    j["cpu_s"] = cpu;
    auto& metrics = j["metrics"] = nlohmann::ordered_json::object();
    for (const auto& [query, series] : results.series) {
        const Summary s = summarize(series);
        auto& m = metrics[query.text()];
        m["unit"] = unit_name(series.unit);
        if (s.distribution) {
            m["median"] = json_number(s.median);
            m["p99"] = json_number(s.p99);
            m["max"] = json_number(s.max);
        } else {
            m["value"] = json_number(s.value);
        }
        if (series.shape == Shape::samples)
            m["count"] = s.count;
    }
    j["locks"] = locks.json();
    j["lock_order"] = locks.order_json();
    return j;
}

std::string shown(std::optional<double> v, Unit unit) {
    if (!v)
        return "-";
    if (unit == Unit::ns) {
        const auto ns = *v;
        char text[32];
        if (ns < 1e7)
            std::snprintf(text, sizeof text, "%.2f µs", ns / 1e3);
        else
            std::snprintf(text, sizeof text, "%.2f ms", ns / 1e6);
        return text;
    }
    char text[48];
    std::snprintf(text, sizeof text, *v == static_cast<double>(static_cast<std::int64_t>(*v)) ? "%.0f" : "%.2f", *v);
    return std::string(text) + (unit == Unit::none || unit == Unit::count ? "" : " " + std::string(unit_name(unit)));
}

void print_results(std::ostream& out, const RunInput& input, const RunResults& results, double cpu) {
    const Scenario& s = *input.scenario;
    out << s.title << " (" << s.machine.title << ")\n";
    if (s.machine.topology_changed)
        out << "The topology differs from the profile; its costs stay.\n";
    out << "fingerprint " << format_fingerprint(results.fingerprint) << ", seed " << input.seed << ", run "
        << input.run_id() << '\n'
        << grouped(static_cast<std::int64_t>(results.events)) << " events, "
        << grouped(static_cast<std::int64_t>(results.records)) << " records, " << format_time(results.end)
        << " simulated in " << static_cast<int>(cpu * 1000) << " ms of CPU time\n\n";
    for (const auto& [query, series] : results.series) {
        const Summary sum = summarize(series);
        if (series.shape == Shape::samples && sum.count == 0)
            continue;
        std::string name = query.text();
        out << "  " << name << std::string(name.size() < 28 ? 28 - name.size() : 1, ' ');
        if (sum.distribution)
            out << "median " << shown(sum.median, series.unit) << ", p99 " << shown(sum.p99, series.unit) << ", max "
                << shown(sum.max, series.unit) << " of " << grouped(static_cast<std::int64_t>(sum.count)) << '\n';
        else
            out << shown(sum.value, series.unit) << '\n';
    }
}

std::string save_journal(const RunInput& input, const std::string& path, std::uint64_t expected) {
    journal::Journal journal;
    Run run(input, journal);
    while (run.state() == Run::State::running)
        run.advance(input.scenario->length);
    if (run.fingerprint() != expected)
        return "two computations of the same run differ; this is a defect of the program";
    Session s;
    s.input = input;
    s.fingerprint = run.fingerprint();
    return journal.save(path, write_session(s));
}

int run(Context& context, const Arguments& arguments) {
    if (arguments.has("--metrics")) {
        context.out << metrics_markdown();
        return kOk;
    }
    if (arguments.has("--list")) {
        for (const std::string& id : shipped_scenarios()) {
            FileError error;
            const auto s = shipped_scenario(id, error);
            context.out << id << std::string(id.size() < 26 ? 26 - id.size() : 1, ' ') << (s ? s->title : error.text())
                        << '\n';
        }
        return kOk;
    }
    if (arguments.positional().empty())
        return context.wrong("run: which scenario? `sluice run --list` prints the names.");
    const auto session = read_input(context, arguments);
    if (!session)
        return kWrong;
    const RunInput& input = session->input;
    if (arguments.has("--resolve")) {
        context.out << input.scenario->to_toml();
        return kOk;
    }
    std::vector<MetricQuery> queries = all_queries();
    for (const std::string& text : arguments.values("--metric")) {
        const auto query = parse_query(text);
        if (!query)
            return context.wrong("run: “" + text + "” is no metric. Expected a form such as quicklist.pages{cpu=0}.");
        if (const auto why = check_query(*query))
            return context.wrong("run: " + *why);
        if (std::find(queries.begin(), queries.end(), *query) == queries.end())
            queries.push_back(*query);
    }
    LockTables locks(arguments, input);
    if (!locks.problem().empty())
        return context.wrong("run: " + locks.problem());
    const double start = cpu_seconds();
    const RunResults results
        = measure_beside(input, queries, [&](const Record& r, RecordIndex index) { locks.take(r, index); });
    locks.finish(results.end);
    const double cpu = cpu_seconds() - start;
    if (!results.stuck.empty())
        return context.wrong("the run did not finish: " + results.stuck);
    if (const std::string warning = fingerprint_warning(*session, results.fingerprint); !warning.empty())
        context.err << "sluice: " << warning << '\n';
    if (const auto path = arguments.value("--journal"))
        if (const std::string why = save_journal(input, *path, results.fingerprint); !why.empty())
            return context.wrong(why);
    if (const auto folder = arguments.value("--csv"))
        if (const std::string why = write_csv_folder(*folder, results); !why.empty())
            return context.wrong(why);
    if (const auto path = arguments.value("--session")) {
        Session saved = *session;
        saved.fingerprint = results.fingerprint;
        saved.model_version = kModelVersion;
        if (const std::string why = write_file(*path, write_session(saved)); !why.empty())
            return context.wrong(why);
    }
    if (arguments.has("--json"))
        context.out << results_json(input, results, locks, cpu).dump(2) << '\n';
    else if (locks.wanted())
        context.out << locks.text();
    else
        print_results(context.out, input, results, cpu);
    return kOk;
}

} // namespace

const Command run_command{"run", "SCENARIO", "Computes a run and prints what was measured.",
    "SCENARIO is a name from --list, a .toml file or a .sluice session. The same scenario, seed and changes give the "
    "same\n"
    "fingerprint on every computer.\n\n"
    "Example: sluice run q4-full-list --set drain.shape=merged --json",
    kOptions, 0, 1, run};

} // namespace sluice::app
