// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/locks.h"

#include "core/experiment/units.h"
#include "core/lock/report_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sluice::app {

using nlohmann::ordered_json;

namespace {

ordered_json stretches(const lock::Stretches& s) {
    return {{"count", s.count}, {"total_ns", s.total}, {"min_ns", s.least}, {"max_ns", s.most}, {"mean_ns", s.mean()}};
}

ordered_json row(const lock::LockReport& report, const lock::LockRow& r) {
    return {{"utilisation", report.utilisation(r)}, {"contention", r.contention()}, {"spinning", report.spinning(r)},
        {"taken", r.taken}, {"contended", r.contended}, {"bounces", r.bounces},
        {"contended_bounces", r.contended_bounces}, {"held_ns", r.held}, {"waited_ns", r.waited},
        {"hold", stretches(r.hold)}, {"wait", stretches(r.wait)}};
}

} // namespace

LockTables::LockTables(const Arguments& arguments, const experiment::RunInput& input)
    : input_(input)
    , names_(experiment::lock_names(*input.scenario))
    , graph_(names_.locks)
    , lockmeter_(arguments.has("--lockmeter"))
    , lock_stat_(arguments.has("--lock-stat"))
    , order_(arguments.has("--lock-order")) {
    if (arguments.has("--each-lock"))
        grouping_ = lock::Grouping::by_lock;
    Time from = input.scenario->measure_from;
    const auto moment = [&](const char* option, Time& into) {
        const auto text = arguments.value(option);
        if (!text)
            return;
        const auto t = experiment::parse_time(*text);
        if (t && *t <= input.scenario->length)
            into = *t;
        else
            problem_ = std::string(option) + " “" + *text + "”: expected a moment of the run, 0 to "
                + experiment::format_time(input.scenario->length) + ".";
    };
    moment("--from", from);
    moment("--until", until_);
    if (problem_.empty() && from >= until_)
        problem_ = "--from and --until: nothing lies between them.";
    fold_ = lock::LockFold(from);
}

void LockTables::take(const Record& r, RecordIndex index) {
    if (r.at > until_)
        return;
    fold_.take(r, index);
    graph_.take(r, index);
}

void LockTables::finish(Time end) {
    now_ = std::min(end, until_);
    report_ = lock::make_report(
        fold_, now_, static_cast<std::uint32_t>(input_.scenario->machine.cpus.size()), names_, grouping_);
}

std::string LockTables::text() const {
    const experiment::Scenario& s = *input_.scenario;
    std::string out;
    if (lockmeter_)
        out += lock::lockmeter_text(
            report_, {"sluice model of " + s.machine.title + ", " + s.id + ", seed " + std::to_string(input_.seed)});
    if (lock_stat_)
        out += lock::lock_stat_text(report_);
    if (order_)
        out += order_text();
    return out;
}

std::string LockTables::order_text() const {
    std::string out;
    for (const lock::OrderEdge& e : graph_.edges())
        out += names_.locks.class_name(e.from) + " → " + names_.locks.class_name(e.to) + ": "
            + experiment::grouped(static_cast<std::int64_t>(e.count)) + " times, first at " + names_.site_name(e.site)
            + '\n';
    if (out.empty())
        out = "No lock was taken while another one was held.\n";
    const auto cycles = graph_.cycles();
    for (const lock::LockCycle& c : cycles)
        out += "cycle: " + lock::describe_cycle(c, names_.locks) + '\n';
    if (cycles.empty())
        out += "no cycle\n";
    return out;
}

ordered_json LockTables::json() const {
    ordered_json out = ordered_json::array();
    for (const lock::ReportLock& l : report_.locks) {
        ordered_json entry{{"key", l.key}, {"name", l.name}, {"locks", l.locks}};
        if (l.id)
            entry["id"] = *l.id;
        entry.update(row(report_, l.row));
        entry["sites"] = ordered_json::array();
        for (const lock::ReportSite& s : l.sites) {
            ordered_json site{{"name", s.name}};
            site.update(row(report_, s.row));
            site["held_against"] = s.held_against;
            entry["sites"].push_back(std::move(site));
        }
        out.push_back(std::move(entry));
    }
    return out;
}

ordered_json LockTables::order_json() const {
    ordered_json edges = ordered_json::array(), cycles = ordered_json::array();
    for (const lock::OrderEdge& e : graph_.edges())
        edges.push_back({{"from", names_.locks.class_name(e.from)}, {"to", names_.locks.class_name(e.to)},
            {"count", e.count}, {"site", names_.site_name(e.site)}});
    for (const lock::LockCycle& c : graph_.cycles())
        cycles.push_back(lock::describe_cycle(c, names_.locks));
    return {{"edges", std::move(edges)}, {"cycles", std::move(cycles)}};
}

} // namespace sluice::app
