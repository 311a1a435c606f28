// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/claims.h"

#include "core/experiment/run_batch.h"
#include "core/experiment/take.h"
#include "core/experiment/units.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace sluice::experiment {

namespace {

/// What a row asks of a run.
struct Question {
    const ClaimTerm* term;
    const ClaimRow* row;
    auto operator<=>(const Question&) const = default;
};

/// One run with one seed, and everything that rows ask of it. The series are reduced as soon as the run is done: those
/// of all runs together would take gigabytes.
struct Job {
    RunInput input;
    std::map<Question, std::optional<double>> values;
    std::uint64_t fingerprint = 0;
    std::string stuck;
};

/// Runs are shared by rows and cards: the same scenario and seed are computed once.
using Jobs = std::map<std::string, Job>; // by run id

bool chosen(const std::string& row, const std::vector<std::string>& ids) {
    return ids.empty() || std::any_of(ids.begin(), ids.end(), [&](const std::string& id) {
        return row == id || row.starts_with(id + ".");
    });
}

const ClaimRun& run_of(const ClaimCard& card, const std::string& name) {
    return *std::find_if(card.runs.begin(), card.runs.end(), [&](const ClaimRun& r) { return r.name == name; });
}

RunInput input_of(const ClaimRun& run, std::uint64_t seed) {
    return {run.scenario, run.first_seed + (run.one_seed ? 0 : seed), {}};
}

std::optional<double> term_value(const ClaimTerm& term, const RunResults& results, const ClaimRow& row) {
    const auto it = results.series.find(term.of);
    if (it == results.series.end())
        return std::nullopt;
    const Series& s = it->second;
    const auto v = row.window
        ? take(term.take, s, Window{std::max(row.window->from, s.from), std::min(row.window->to, s.to)})
        : take(term.take, s);
    if (!v)
        return std::nullopt;
    const bool counts = term.take == "count";
    // Ratios and percentages are of two like numbers; only plain values and differences carry the unit.
    const bool unit
        = !counts && (row.compare == ClaimRow::Compare::none || row.compare == ClaimRow::Compare::difference);
    return unit ? *v * unit_factor(s.unit, row.unit) : *v;
}

std::optional<double> compared(const ClaimRow& row, std::optional<double> a, std::optional<double> b) {
    if (!a || (row.against && !b))
        return std::nullopt;
    switch (row.compare) {
    case ClaimRow::Compare::none:
        return a;
    case ClaimRow::Compare::percent:
        return *b != 0 ? std::optional(100 * (*a / *b - 1)) : std::nullopt;
    case ClaimRow::Compare::ratio:
        return *b != 0 ? std::optional(*a / *b) : std::nullopt;
    case ClaimRow::Compare::share:
        return *b != 0 ? std::optional(100 * *a / *b) : std::nullopt;
    case ClaimRow::Compare::difference:
        return *a - *b;
    }
    return std::nullopt;
}

Jobs plan(const std::vector<ClaimCard>& cards, const std::vector<std::string>& ids, std::uint64_t seeds) {
    Jobs jobs;
    for (const ClaimCard& card : cards)
        for (const ClaimRow& row : card.rows) {
            if (!chosen(row.id, ids))
                continue;
            const auto add = [&](const ClaimTerm& term) {
                const ClaimRun& run = run_of(card, term.run);
                for (std::uint64_t s = 0; s < (run.one_seed ? 1 : seeds); ++s) {
                    const RunInput input = input_of(run, s);
                    Job& job = jobs[input.run_id()];
                    job.input = input;
                    job.values[{&term, &row}];
                }
            };
            add(row.term);
            if (row.against)
                add(*row.against);
        }
    return jobs;
}

void compute(Jobs& jobs, const ClaimOptions& options, const Measure& measure) {
    std::vector<Job*> order;
    std::vector<RunBatch::Item> items;
    for (auto& [id, job] : jobs) {
        order.push_back(&job);
        std::set<MetricQuery> queries;
        for (const auto& [question, value] : job.values)
            queries.insert(question.term->of);
        items.push_back({job.input, {queries.begin(), queries.end()}});
    }
    std::size_t done = 0;
    RunBatch batch(
        std::move(items), unstoppable(measure),
        [&](std::size_t i, RunResults results) {
            Job& job = *order[i];
            for (auto& [question, value] : job.values)
                value = term_value(*question.term, results, *question.row);
            job.fingerprint = results.fingerprint;
            job.stuck = std::move(results.stuck);
            if (options.progress)
                options.progress(++done, order.size());
        },
        options.cancelled);
    batch.work_on(options.threads);
}

ClaimResult judge(const ClaimCard& card, const ClaimRow& row, const Jobs& jobs, std::uint64_t seeds) {
    ClaimResult result;
    result.id = row.id;
    const ClaimRun& run = run_of(card, row.term.run);
    const Job& first = jobs.at(input_of(run, 0).run_id());
    result.profile = run.scenario->machine.profile;
    result.run_id = first.input.run_id();
    result.fingerprint = first.fingerprint;
    const bool lucky = !run.one_seed || (row.against && !run_of(card, row.against->run).one_seed);
    std::vector<double> values;
    for (std::uint64_t s = 0; s < (lucky ? seeds : 1); ++s) {
        const Job& job = jobs.at(input_of(run, s).run_id());
        const Job& other = row.against ? jobs.at(input_of(run_of(card, row.against->run), s).run_id()) : job;
        for (const Job* j : {&job, &other})
            if (!j->stuck.empty() && result.problem.empty())
                result.problem = "The run did not finish: " + j->stuck;
        const auto v = compared(
            row, job.values.at({&row.term, &row}), row.against ? other.values.at({&*row.against, &row}) : std::nullopt);
        if (v && std::isfinite(*v))
            values.push_back(*v);
        else if (result.problem.empty())
            result.problem = "Run " + job.input.run_id() + " gave no value";
    }
    result.seeds = values.size();
    if (!values.empty()) {
        result.least = *std::min_element(values.begin(), values.end());
        result.greatest = *std::max_element(values.begin(), values.end());
        double sum = 0;
        for (const double v : values)
            sum += v;
        result.model = row.over == ClaimRow::Over::max ? *result.greatest
            : row.over == ClaimRow::Over::min          ? *result.least
                                                       : sum / static_cast<double>(values.size());
    }
    const bool inside = result.problem.empty() && result.model && (!row.low || *result.model >= *row.low)
        && (!row.high || *result.model <= *row.high);
    if (row.use == ClaimUse::report)
        result.verdict = Verdict::reported;
    else
        result.verdict = !inside               ? Verdict::outside
            : row.use == ClaimUse::calibration ? Verdict::calibrated
                                               : Verdict::within;
    // A run that breaks is never what was expected.
    result.as_expected = result.problem.empty() && (row.use == ClaimUse::report || inside == row.expect_within);
    return result;
}

} // namespace

double unit_factor(Unit from, std::string_view to) {
    if (from == Unit::ns)
        return to == "us" ? 1e-3 : to == "ms" ? 1e-6 : to == "s" ? 1e-9 : 1;
    if (from == Unit::bytes)
        return to == "KiB" ? 1.0 / 1024 : to == "MiB" ? 1.0 / (1 << 20) : to == "GiB" ? 1.0 / (1 << 30) : 1;
    return 1;
}

std::vector<ClaimResult> evaluate_claims(const std::vector<ClaimCard>& cards, const std::vector<std::string>& ids,
    const ClaimOptions& options, const Measure& measure) {
    const std::uint64_t seeds = std::max<std::uint64_t>(options.seeds, 1);
    Jobs jobs = plan(cards, ids, seeds);
    compute(jobs, options, measure);
    std::vector<ClaimResult> results;
    if (options.cancelled && options.cancelled())
        return results;
    for (const ClaimCard& card : cards)
        for (const ClaimRow& row : card.rows)
            if (chosen(row.id, ids))
                results.push_back(judge(card, row, jobs, seeds));
    return results;
}

std::string claim_number(double value, std::string_view unit) {
    const double size = std::abs(value);
    const bool whole = std::abs(size - std::round(size)) < 1e-9;
    const int places = whole || unit == "pages" || size >= 1000 ? 0 : size >= 100 ? 1 : 2;
    double scale = 1;
    for (int i = 0; i < places; ++i)
        scale *= 10;
    const auto rounded = static_cast<std::int64_t>(std::llround(size * scale));
    std::string text = grouped(rounded / static_cast<std::int64_t>(scale));
    if (const auto rest = rounded % static_cast<std::int64_t>(scale); places > 0) {
        std::string digits = std::to_string(rest);
        text += "." + std::string(static_cast<std::size_t>(places) - digits.size(), '0') + digits;
    }
    if (value < 0 && rounded != 0)
        text.insert(0, "\u2212");
    return text + (unit.empty() ? "" : "\u00a0" + std::string(unit == "us" ? "µs" : unit));
}

} // namespace sluice::experiment
