// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/metric_set.h"

#include "core/experiment/locks.h"

#include <algorithm>

namespace sluice::experiment {

namespace {
/// More drains than these get no anchor of their own.
constexpr std::size_t kMaxDrainAnchors = 1000;
constexpr std::uint64_t kPageKinds
    = kinds_of({Kind::move, Kind::merge, Kind::list, Kind::hold, Kind::page_flag, Kind::cache});

bool contains(std::uint64_t kinds, Kind kind) {
    return kinds >> static_cast<unsigned>(kind) & 1;
}
} // namespace

MetricSet::MetricSet(MetricContext context, std::vector<MetricQuery> queries)
    : context_(std::move(context))
    , queries_(std::move(queries)) {
    if (context_.locks.empty())
        context_.locks = lock_directory(*context_.machine);
    const auto add = [&](const MetricQuery& query, std::string& error) {
        std::unique_ptr<Probe> probe;
        if (auto wrong = check_query(query)) {
            error = *wrong;
            return probe;
        }
        const MetricEntry& entry = *find_metric(query.name);
        Labels labels(query, context_);
        probe = entry.make(labels);
        error = labels.error;
        if (!error.empty())
            return std::unique_ptr<Probe>();
        for (std::size_t kind = 0; kind < by_kind_.size(); ++kind)
            if (contains(entry.kinds, static_cast<Kind>(kind)))
                by_kind_[kind].push_back(probe.get());
        return probe;
    };
    for (const MetricQuery& query : queries_) {
        std::string error;
        probes_.push_back(add(query, error));
        errors_.push_back(std::move(error));
    }
    std::string none;
    drains_ = add({"drain", {}}, none);
}

MetricSet::~MetricSet() = default;

void MetricSet::take(const Record& r, RecordIndex index) {
    position_ = index + 1;
    now_ = r.at;
    const auto kind = static_cast<std::size_t>(r.kind);
    if (kind >= by_kind_.size())
        return;
    if (r.kind == Kind::beat) {
        const auto beat = static_cast<Beat>(r.to);
        std::string name(name_of(beat));
        if (beat == Beat::round)
            name += "[" + std::to_string(r.a) + "]";
        if (beat == Beat::last_exit)
            anchors_[name] = r.at;
        else
            anchors_.emplace(std::move(name), r.at);
    } else if (r.kind == Kind::op) {
        const auto op = static_cast<Op>(r.to);
        if (op == Op::exit || op == Op::fork_exit || op == Op::fork_exec)
            last_exit_ = r.at;
    }
    const auto& probes = by_kind_[kind];
    if (probes.empty())
        return;
    Taken t{r, index, 0, 0};
    if (contains(kPageKinds, r.kind)) {
        const auto& zones = context_.machine->zones;
        const auto next = std::upper_bound(
            zones.begin(), zones.end(), r.a, [](Frame f, const machine::Zone& z) { return f < z.first; });
        t.zone = static_cast<ZoneId>(next == zones.begin() ? 0 : next - zones.begin() - 1);
        t.node = zones[t.zone].node;
    }
    for (Probe* probe : probes)
        probe->take(t);
}

void MetricSet::follow(const journal::Journal& journal, RecordIndex to) {
    to = std::min(to, journal.size());
    journal.for_each(position_, to, [&](const Record& r, RecordIndex index) { take(r, index); });
}

void MetricSet::flush(Time now) {
    now_ = std::max(now_, now);
    for (const auto& probe : probes_)
        if (probe) {
            probe->flush(now_);
            probe->series().to = std::max(probe->series().from, now_);
        }
}

const Series& MetricSet::series(std::size_t query) const {
    static const Series empty;
    return probes_[query] ? static_cast<const Probe&>(*probes_[query]).series() : empty;
}

const Series* MetricSet::find(const MetricQuery& query) const {
    const auto at = std::find(queries_.begin(), queries_.end(), query);
    return at == queries_.end() ? nullptr : &series(static_cast<std::size_t>(at - queries_.begin()));
}

std::map<std::string, Time> MetricSet::anchors() const {
    auto out = anchors_;
    if (last_exit_)
        out.emplace("last_exit", *last_exit_); // unless the workload itself says which exit was the last
    const auto& spans = drains_->series().spans;
    for (std::size_t i = 0; i < spans.size() && i < kMaxDrainAnchors; ++i) {
        const std::string name = "drain[" + std::to_string(i) + "]";
        out[name + ".start"] = spans[i].start;
        out[name + ".end"] = spans[i].end;
    }
    return out;
}

RunResults measure(const journal::Journal& journal, MetricContext context, const std::vector<MetricQuery>& queries,
    std::optional<Time> until) {
    MetricSet set(std::move(context), queries);
    const RecordIndex to = until ? journal.after(*until) : journal.size();
    set.follow(journal, to);
    set.flush(until ? *until : set.now());
    RunResults results;
    for (std::size_t i = 0; i < queries.size(); ++i)
        if (set.error(i).empty())
            results.series[queries[i]] = set.series(i);
    results.anchors = set.anchors();
    results.records = set.position();
    results.end = set.now();
    return results;
}

std::vector<MetricQuery> standard_queries() {
    std::vector<MetricQuery> out;
    for (const MetricEntry& e : metric_entries())
        out.push_back({std::string(e.info->name), {}});
    return out;
}

} // namespace sluice::experiment
