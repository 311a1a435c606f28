// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/compute_job.h"

#include <algorithm>
#include <utility>

namespace sluice::lesson {

namespace {

std::vector<experiment::RunBatch::Item> batch_items(const std::vector<ComputeItem>& items) {
    std::vector<experiment::RunBatch::Item> out;
    for (const ComputeItem& item : items)
        out.push_back({item.input, item.queries});
    return out;
}

} // namespace

ComputeJob::ComputeJob(std::vector<ComputeItem> items, MeasureFunction measure)
    : items_(std::move(items))
    , batch_(batch_items(items_), experiment::unstoppable(std::move(measure)),
          [this](std::size_t i, experiment::RunResults results) {
              auto kept = std::make_shared<const experiment::RunResults>(std::move(results));
              {
                  const std::lock_guard lock(mutex_);
                  computed_.push_back({items_[i].run_id, std::move(kept), items_[i].queries});
              }
              if (each_)
                  each_(++done_, items_.size());
          }) { }

void ComputeJob::run(const std::function<void(std::size_t, std::size_t)>& each, unsigned threads) {
    each_ = each;
    batch_.work_on(threads);
    each_ = {};
}

std::vector<ComputeJob::Computed> ComputeJob::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(computed_, {});
}

RunStore::RunStore(std::shared_ptr<const ScenarioSource> scenarios, MeasureFunction measure, Vocabulary program)
    : scenarios_(std::move(scenarios))
    , measure_(std::move(measure))
    , program_(std::move(program)) { }

std::shared_ptr<const experiment::RunResults> RunStore::find(const std::string& run_id) const {
    const auto found = entries_.find(run_id);
    return found == entries_.end() ? nullptr : found->second.results;
}

bool RunStore::holds(const std::string& run_id, const std::set<experiment::MetricQuery>& queries) const {
    const auto found = entries_.find(run_id);
    return found != entries_.end() && std::ranges::includes(found->second.queries, queries);
}

std::set<experiment::MetricQuery> RunStore::queries(const std::string& run_id) const {
    const auto found = entries_.find(run_id);
    return found == entries_.end() ? std::set<experiment::MetricQuery>{} : found->second.queries;
}

void RunStore::add(std::vector<ComputeJob::Computed> computed) {
    for (auto& one : computed) {
        auto& entry = entries_[one.run_id];
        std::set<experiment::MetricQuery> queries(one.queries.begin(), one.queries.end());
        // A job that was made before another one finished may know less: keep what holds more.
        if (entry.results && !std::ranges::includes(queries, entry.queries))
            continue;
        entry.results = std::move(one.results);
        entry.queries = std::move(queries);
    }
}

LessonRuns::LessonRuns(const Lesson& lesson, std::shared_ptr<RunStore> store)
    : lesson_(lesson)
    , store_(std::move(store)) { }

namespace {

/// Forgets what was derived from a run that has changed.
template <typename Map>
void forget(Map& map, std::string_view name) {
    std::erase_if(map, [name](const auto& entry) { return entry.first.name == name; });
}

} // namespace

void LessonRuns::set_here(std::optional<experiment::RunInput> input) {
    here_ = std::move(input);
    forget(inputs_, "here");
    forget(ids_, "here");
}

void LessonRuns::set_choice(const std::string& base, std::vector<Setting> settings) {
    choice_base_ = base;
    choice_ = std::move(settings);
    forget(inputs_, "choice");
    forget(ids_, "choice");
}

std::optional<experiment::RunInput> LessonRuns::input(const RunRef& run) const {
    if (const auto known = inputs_.find(run); known != inputs_.end())
        return known->second;
    std::optional<experiment::RunInput> out;
    std::string error;
    if (run.name == "here") {
        if (here_ && run.set.empty()) {
            out = here_;
            out->seed += run.seed_offset;
        } else {
            error = here_ ? "The run in the window cannot be varied." : "No run is open in the window.";
        }
    } else {
        const bool is_choice = run.name == "choice";
        const auto* spec = lesson_.find_run(is_choice ? choice_base_ : run.name);
        if (spec) {
            auto set = spec->set;
            if (is_choice)
                set.insert(set.end(), choice_.begin(), choice_.end());
            set.insert(set.end(), run.set.begin(), run.set.end());
            if (auto scenario = store_->scenarios().scenario(spec->scenario, set, error))
                out = experiment::RunInput{std::move(scenario), spec->seed + run.seed_offset, {}};
        } else {
            error = "There is no run \"" + run.name + "\".";
        }
    }
    if (!out)
        error_ = run.text() + ": " + error;
    inputs_[run] = out;
    return out;
}

const experiment::RunResults* LessonRuns::results(const RunRef& run) const {
    auto known = ids_.find(run);
    if (known == ids_.end()) {
        const auto made = input(run);
        known = ids_.emplace(run, made ? made->run_id() : std::string()).first;
    }
    if (known->second.empty())
        return nullptr;
    return store_->find(known->second).get();
}

std::optional<KnobReading> LessonRuns::knob(const RunRef& run, std::string_view id) const {
    const auto made = input(run);
    const auto index = experiment::find_knob(id);
    if (!made || !index || *index >= made->scenario->knobs.size())
        return std::nullopt;
    auto value = made->scenario->knobs[*index];
    for (const auto& change : made->interventions)
        if (change.knob == *index)
            value = change.value;
    const auto& knob = experiment::knob_table()[*index];
    KnobReading out{experiment::format_value(knob, value), {}};
    if (knob.kind == KnobKind::number) {
        // A knob in KiB or us holds numbers of that unit; expressions reckon in bytes and ns.
        const auto* unit = find_unit(knob.unit);
        out.number = static_cast<double>(value) * (unit ? unit->scale : 1);
    }
    return out;
}

std::vector<ComputeItem> LessonRuns::missing(const Needs& needs) const {
    std::vector<ComputeItem> out;
    std::map<std::string, std::size_t> place; // run id → position in out
    for (const auto& [run, queries] : needs) {
        auto made = input(run);
        if (!made)
            continue;
        const auto id = made->run_id();
        const auto known = place.find(id);
        if (known == place.end() && store_->holds(id, queries) && store_->find(id))
            continue;
        auto all = store_->queries(id);
        all.insert(queries.begin(), queries.end());
        all.insert(store_->wanted().begin(), store_->wanted().end());
        if (known != place.end()) {
            auto& item = out[known->second];
            all.insert(item.queries.begin(), item.queries.end());
            item.queries.assign(all.begin(), all.end());
            continue;
        }
        place[id] = out.size();
        out.push_back({run, std::move(*made), id, {all.begin(), all.end()}});
    }
    return out;
}

} // namespace sluice::lesson
