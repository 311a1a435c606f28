// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command.h"
#include "app/input.h"
#include "app/interrupt.h"
#include "app/numbers.h"
#include "app/sweep_text.h"
#include "core/experiment/files.h"
#include "core/experiment/program.h"
#include "core/experiment/sweep.h"
#include "core/experiment/units.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <ostream>
#include <thread>
#include <unistd.h>

namespace sluice::app {

using namespace experiment;

namespace {

constexpr std::array kOptions{
    Option{"--over", "KNOB=A,B,C",
        "The values of a knob, one run each; A..C doubles from A to C; repeated, every combination.", true},
    Option{"--replicas", "N", "Seeds behind each value, 1 to 1,000; 1 unless given."},
    Option{"--metric", "METRIC", "A number to compare: exit.time, p99(wakeup.delay) …; may be repeated.", true},
    Option{"--csv", "FILE", "Writes the table as CSV."},
    Option{"--json", "", "Prints the table, and every run behind it, as JSON."},
    Option{"--jobs", "N", "Runs computed at once; as many as the computer has CPUs unless given."},
    Option{"--no-cache", "", "Computes every run, and keeps none for the next time."},
    kPresetOption,
    kSetOption,
    kAtOption,
    kSeedOption,
};

/// Axes and numbers from the options; nothing and a message if something is wrong.
std::optional<SweepPlan> plan_of(Context& context, const Arguments& arguments, RunInput base) {
    FileError error;
    const auto fail = [&](const std::string& option) {
        error.file = option;
        context.wrong(error.text());
        return std::nullopt;
    };
    SweepPlan plan;
    plan.base = std::move(base);
    for (const std::string& text : arguments.values("--over")) {
        auto axis = parse_axis(text, error);
        if (!axis)
            return fail("--over " + text);
        plan.axes.push_back(*std::move(axis));
    }
    for (const std::string& text : arguments.values("--metric")) {
        const auto number = parse_sweep_number(text, error);
        if (!number)
            return fail("--metric " + text);
        if (std::find(plan.numbers.begin(), plan.numbers.end(), *number) == plan.numbers.end())
            plan.numbers.push_back(*number);
    }
    if (plan.numbers.empty())
        plan.numbers = usual_numbers(*plan.base.scenario);
    const auto replicas = context.count(arguments, "sweep", "--replicas", 1);
    if (!replicas)
        return std::nullopt;
    plan.replicas = *replicas;
    return plan;
}

int run(Context& context, const Arguments& arguments) {
    if (!arguments.has("--over"))
        return context.wrong("sweep: over what? --over KNOB=A,B,C names a knob and its values; `sluice knobs` lists "
                             "the knobs.");
    const auto jobs
        = context.count(arguments, "sweep", "--jobs", std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
    if (!jobs)
        return kWrong;
    const auto session = read_input(context, arguments);
    if (!session)
        return kWrong;
    auto plan = plan_of(context, arguments, session->input);
    if (!plan)
        return kWrong;

    const std::string folder = arguments.has("--no-cache") ? "" : run_cache_folder();
    std::optional<FolderRunCache> cache;
    if (!folder.empty())
        cache.emplace(folder, program_identity());
    FileError error;
    const Interrupt interrupt;
    const auto sweep = Sweep::make(
        *std::move(plan), measure_unless, cache ? &*cache : nullptr, error, [&] { return interrupt.asked(); });
    if (!sweep) {
        error.file = "sweep";
        return context.wrong(error.text());
    }

    // On a terminal one line is written over and over, elsewhere a line tells of each value that is complete.
    const bool terminal = &context.err == &std::cerr && ::isatty(STDERR_FILENO) == 1;
    const auto counts = [&] {
        return grouped(static_cast<std::int64_t>(sweep->done())) + " of "
            + grouped(static_cast<std::int64_t>(sweep->total())) + " runs"
            + (sweep->from_cache() ? ", " + grouped(static_cast<std::int64_t>(sweep->from_cache())) + " known before"
                                   : "");
    };
    sweep->on_run([&](std::size_t row) {
        if (terminal)
            context.err << '\r' << "sluice: " << counts() << "  " << std::flush;
        else if (const Sweep::Row done = sweep->row(row); done.complete())
            context.err << "sluice: " << row_name(sweep->plan(), done) << " is done, " << counts() << std::endl;
    });
    sweep->work_on(static_cast<unsigned>(*jobs));
    if (terminal)
        context.err << "\r\x1b[K" << std::flush;

    const bool complete = sweep->complete();
    if (arguments.has("--json"))
        context.out << sweep_json(*sweep) << '\n';
    else
        context.out << sweep_table(*sweep);
    if (const auto path = arguments.value("--csv"))
        if (const std::string why = write_file(*path, sweep_csv(*sweep)); !why.empty())
            return context.wrong(why);
    if (const std::string why = sweep->cache_problem(); !why.empty())
        context.err << "sluice: the runs are not kept for the next time. " << why << '\n';
    bool stuck = false;
    for (std::size_t i = 0; i < sweep->rows(); ++i) {
        const Sweep::Row row = sweep->row(i);
        for (const Sweep::One& one : row.runs)
            if (!one.problem.empty()) {
                stuck = true;
                context.err << "sluice: " << row_name(sweep->plan(), row) << ", seed " << one.seed << ": "
                            << one.problem << '\n';
            }
    }
    if (!complete)
        context.err << "sluice: cancelled after " << counts() << ". "
                    << (cache ? "The same command goes on from here." : "Nothing was kept.") << '\n';
    return complete && !stuck ? kOk : kNo;
}

} // namespace

const Command sweep_command{"sweep", "SCENARIO", "Computes a run for each value of a knob and compares them.",
    "METRIC is a metric with labels, or a number taken of one: max(drain.section.pages), p99(wakeup.delay{cpu=0}).\n"
    "Without --metric, what tells most about the scenario's mechanisms is compared. `sluice run --metrics` explains\n"
    "them. Finished runs are kept in the cache folder: Ctrl-C loses only what is under way, and the same command goes\n"
    "on from there. The answer is no when the sweep was cancelled or a run did not finish.\n\n"
    "Example: sluice sweep q4-full-list --set drain.shape=described --over drain.cap=64,256,1024 --replicas 5",
    kOptions, 1, 1, run};

} // namespace sluice::app
