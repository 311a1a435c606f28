// SPDX-License-Identifier: GPL-3.0-or-later
// Answers many metric queries in one pass over the records of a run, and can go on as the run grows:
//     MetricSet set(context, queries);
//     set.follow(journal, journal.size());   // again whenever there is more
//     const Series& pages = set.series(0);
#pragma once

#include "core/experiment/metrics/probe.h"
#include "core/journal/journal.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sluice::experiment {

class MetricSet {
public:
    /// Queries that are wrong get an empty series and a sentence in `error`.
    MetricSet(MetricContext context, std::vector<MetricQuery> queries);
    ~MetricSet();
    MetricSet(const MetricSet&) = delete;
    MetricSet& operator=(const MetricSet&) = delete;

    /// One record; they come in order, none left out.
    void take(const Record& r, RecordIndex index);
    /// Takes the records of a journal from where this set stands up to `to` (or its size).
    void follow(const journal::Journal& journal, RecordIndex to);
    /// The run was followed up to `now`: what is under way counts so far, series reach to `now`.
    void flush(Time now);

    /// Number of records taken.
    RecordIndex position() const { return position_; }
    Time now() const { return now_; }

    const std::vector<MetricQuery>& queries() const { return queries_; }
    /// By the query's place in the list given.
    const Series& series(std::size_t query) const;
    /// Of a query in the list; nullptr if it is not there.
    const Series* find(const MetricQuery& query) const;
    /// Why a query cannot be answered; empty if it can.
    const std::string& error(std::size_t query) const { return errors_[query]; }
    /// Moments with a name: "last_exit", "drain[0].start", "round[3]", "pressure" …
    std::map<std::string, Time> anchors() const;

private:
    MetricContext context_;
    std::vector<MetricQuery> queries_;
    std::vector<std::unique_ptr<Probe>> probes_; ///< by query; null if wrong
    std::unique_ptr<Probe> drains_; ///< for anchors
    std::vector<std::string> errors_;
    std::array<std::vector<Probe*>, static_cast<std::size_t>(Kind::count_of_kinds)> by_kind_;
    std::map<std::string, Time> anchors_;
    std::optional<Time> last_exit_;
    RecordIndex position_ = 0;
    Time now_ = 0;
};

/// Answers the queries from a stored journal, up to the moment `until` (all of it if not given).
/// Fingerprint, events and `stuck` are not known to a journal and stay empty.
RunResults measure(const journal::Journal& journal, MetricContext context, const std::vector<MetricQuery>& queries,
    std::optional<Time> until = std::nullopt);

/// Machine, names and lines of a scenario.
MetricContext metric_context(std::shared_ptr<const Scenario> scenario);

/// Every metric of the table without labels: what `sluice run --json` prints.
std::vector<MetricQuery> standard_queries();

} // namespace sluice::experiment
