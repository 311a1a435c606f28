// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/sweep.h"

#include "core/experiment/metric_set.h"
#include "core/experiment/scenario_file.h"
#include "core/experiment/take.h"
#include "core/experiment/units.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace sluice::experiment {

std::unique_ptr<Sweep> Sweep::make(
    SweepPlan plan, StoppableMeasure measure, RunCache* cache, FileError& error, Stop stop) {
    error = {};
    std::size_t rows = 1;
    for (std::size_t a = 0; a < plan.axes.size(); ++a) {
        const SweepAxis& axis = plan.axes[a];
        const std::string id(knob_table()[axis.knob].id);
        for (std::size_t b = 0; b < a; ++b)
            if (plan.axes[b].knob == axis.knob) {
                error.message = "“" + id + "” is swept twice";
                return nullptr;
            }
        for (const Intervention& change : plan.base.interventions)
            if (change.knob == axis.knob) {
                error.message = "“" + id + "” is swept, but the experiment changes it at " + format_time(change.at);
                return nullptr;
            }
        rows *= axis.values.size();
        if (rows * plan.replicas > kMostSweepRuns)
            break;
    }
    if (plan.replicas < 1 || plan.axes.empty() || rows == 0 || plan.numbers.empty()) {
        error.message = "Nothing is swept";
        return nullptr;
    }
    if (rows * plan.replicas > kMostSweepRuns) {
        error.message = "The sweep has too many runs";
        error.expected = "at most " + grouped(kMostSweepRuns);
        error.found = "values × seeds = " + grouped(static_cast<std::int64_t>(rows * plan.replicas)) + " or more";
        return nullptr;
    }
    std::unique_ptr<Sweep> sweep(new Sweep);
    sweep->plan_ = std::move(plan);
    sweep->cache_ = cache;
    const SweepPlan& p = sweep->plan_;
    for (std::size_t row = 0; row < rows; ++row) {
        Scenario scenario = *p.base.scenario;
        std::vector<KnobValue> values(p.axes.size());
        std::size_t rest = row;
        for (std::size_t a = p.axes.size(); a-- > 0; rest /= p.axes[a].values.size())
            values[a] = p.axes[a].values[rest % p.axes[a].values.size()];
        for (std::size_t a = 0; a < p.axes.size(); ++a)
            if (std::string why = set_value(scenario, p.axes[a].knob, values[a]); !why.empty()) {
                const Knob& knob = knob_table()[p.axes[a].knob];
                error.message = std::string(knob.id) + " = " + format_value(knob, values[a]) + ": " + why;
                return nullptr;
            }
        sweep->inputs_.push_back(
            {std::make_shared<const Scenario>(std::move(scenario)), p.base.seed, p.base.interventions});
        sweep->values_.push_back(std::move(values));
        sweep->runs_.emplace_back(p.replicas);
    }

    std::set<MetricQuery> distinct;
    for (const SweepNumber& n : p.numbers)
        distinct.insert(n.of);
    const std::vector<MetricQuery> queries(distinct.begin(), distinct.end());
    // Labels that name nothing of this machine are said now, not after an hour of runs without a value.
    const MetricSet probe(metric_context(sweep->inputs_[0].scenario), queries);
    for (std::size_t i = 0; i < queries.size(); ++i)
        if (!probe.error(i).empty()) {
            error.message = queries[i].text() + ": " + probe.error(i);
            if (error.message.ends_with('.'))
                error.message.pop_back();
            return nullptr;
        }
    std::vector<RunBatch::Item> items;
    std::vector<std::pair<std::size_t, std::size_t>> places; // of items: row, seed
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t seed = 0; seed < p.replicas; ++seed) {
            RunInput input = sweep->input_of(row, seed);
            One& one = sweep->runs_[row][seed];
            one.seed = input.seed;
            one.run_id = input.run_id();
            const auto known = cache ? cache->find(input) : std::nullopt;
            if (known && std::all_of(p.numbers.begin(), p.numbers.end(), [&](const SweepNumber& n) {
                    return known->values.contains(n.text());
                })) {
                one.done = one.from_cache = true;
                one.kept = *known;
                ++sweep->from_cache_;
                continue;
            }
            items.push_back({std::move(input), queries});
            places.emplace_back(row, seed);
        }
    sweep->batch_ = std::make_unique<RunBatch>(
        std::move(items), std::move(measure),
        [s = sweep.get(), places = std::move(places)](
            std::size_t i, RunResults results) { s->take(places[i].first, places[i].second, results); },
        std::move(stop));
    return sweep;
}

RunInput Sweep::input_of(std::size_t row, std::size_t seed) const {
    RunInput input = inputs_[row];
    input.seed += seed;
    return input;
}

void Sweep::take(std::size_t row, std::size_t seed, const RunResults& results) {
    KeptRun kept;
    kept.fingerprint = results.fingerprint;
    kept.events = results.events;
    kept.end = results.end;
    for (const SweepNumber& n : plan_.numbers) {
        const auto at = results.series.find(n.of);
        auto value = at == results.series.end() ? std::nullopt : experiment::take(n.take, at->second);
        if (value && !std::isfinite(*value))
            value.reset();
        kept.values[n.text()] = value;
    }
    // A run that got stuck is computed again the next time: whoever sees it will want to see why.
    std::string why;
    if (cache_ && results.stuck.empty())
        why = cache_->keep(input_of(row, seed), kept);
    {
        const std::lock_guard lock(mutex_);
        One& one = runs_[row][seed];
        one.done = true;
        one.kept = std::move(kept);
        if (!results.stuck.empty())
            one.problem = "the run did not finish: " + results.stuck;
        if (cache_problem_.empty())
            cache_problem_ = std::move(why);
    }
    if (each_)
        each_(row);
}

Sweep::Row Sweep::row(std::size_t i) const {
    Row row;
    row.values = values_[i];
    {
        const std::lock_guard lock(mutex_);
        row.runs = runs_[i];
    }
    for (const One& one : row.runs)
        row.done += one.done;
    for (const SweepNumber& n : plan_.numbers) {
        std::vector<double> values;
        for (const One& one : row.runs)
            if (one.done && one.problem.empty())
                if (const auto at = one.kept.values.find(n.text()); at != one.kept.values.end() && at->second)
                    values.push_back(*at->second);
        row.numbers.push_back(estimate(values));
    }
    return row;
}

std::string Sweep::cache_problem() const {
    const std::lock_guard lock(mutex_);
    return cache_problem_;
}

} // namespace sluice::experiment
