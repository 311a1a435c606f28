// SPDX-License-Identifier: GPL-3.0-or-later
// What every metric is made of. A metric is one small class: it names itself (`info`), says which records it looks at
// (`kinds`), reads its labels in its constructor and adds to its series in `take`. A probe answers one query.
#pragma once

#include "core/experiment/metric.h"
#include "core/lock/directory.h"
#include "core/machine/machine.h"
#include "core/record/names.h"
#include "core/record/record.h"

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::experiment {

/// What metrics need to know of a run besides its records.
struct MetricContext {
    std::shared_ptr<const machine::Machine> machine;
    Time measure_from = 0; ///< counters, samples and events before it do not count
    std::vector<std::string> task_classes; ///< names of task classes, by index
    std::int64_t buffers_per_page = 1; ///< buffer heads of a page, by the file system's block size
    lock::LockDirectory locks; ///< empty: those that every machine has
    /// The step of a listing line by its id, for line.hits.
    std::function<std::optional<StepId>(std::string_view)> line;
    /// A lock's call site by its name, for lock.*{site}.
    std::function<std::optional<std::uint16_t>(std::string_view)> site;
};

/// A record with what several probes would look up.
struct Taken {
    const Record& record;
    RecordIndex index;
    ZoneId zone; ///< of the first frame, for records about pages
    NodeId node;
};

constexpr std::uint64_t kinds_of(std::initializer_list<Kind> kinds) {
    std::uint64_t mask = 0;
    for (const Kind k : kinds)
        mask |= std::uint64_t{1} << static_cast<unsigned>(k);
    return mask;
}

/// Reads the labels of one query; wrong values are noted in `error`.
class Labels {
public:
    Labels(const MetricQuery& query, const MetricContext& context)
        : query_(query)
        , context_(context) { }

    const MetricContext& context() const { return context_; }
    std::optional<std::string> word(const std::string& label) const;
    /// A number below `limit`.
    std::optional<std::uint32_t> number(const std::string& label, std::uint32_t limit, const char* what);
    std::optional<CpuId> cpu() {
        return number("cpu", static_cast<std::uint32_t>(context_.machine->cpus.size()), "CPU");
    }
    std::optional<NodeId> node() { return number("node", context_.machine->nodes, "node"); }
    std::optional<ZoneId> zone() {
        return number("zone", static_cast<std::uint32_t>(context_.machine->zones.size()), "zone");
    }
    /// One of an enumeration's names.
    template <class E>
    std::optional<E> choice(const std::string& label) {
        const auto text = word(label);
        if (!text)
            return std::nullopt;
        const auto value = from_name<E>(*text);
        if (!value)
            no_choice(label, *text, names_of<E>());
        return value;
    }
    /// One of a list of words, as its index.
    std::optional<std::size_t> one_of(const std::string& label, std::span<const std::string_view> words);
    void fail(std::string sentence) {
        if (error.empty())
            error = std::move(sentence);
    }

    std::string error;

private:
    void no_choice(const std::string& label, const std::string& text, std::span<const std::string_view> known);
    const MetricQuery& query_;
    const MetricContext& context_;
};

class Probe {
public:
    Probe(const MetricInfo& info, const MetricContext& context);
    virtual ~Probe() = default;
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    virtual void take(const Taken& t) = 0;
    /// The run was followed up to `now`; what is under way is counted so far. More records may follow.
    virtual void flush(Time now) { static_cast<void>(now); }

    const Series& series() const { return series_; }
    Series& series() { return series_; }

protected:
    const MetricContext& context() const { return context_; }
    /// counter: `amount` more.
    void count(Time at, double amount, RecordIndex record) {
        if (at >= series_.from)
            add_count(at, amount, record);
    }
    /// samples: one more.
    void sample(Time at, double value, RecordIndex record) {
        if (at >= series_.from)
            add_sample(at, value, record);
    }
    /// level: `value` from now on.
    void level(Time at, double value, RecordIndex record);
    /// level: the value before anything happened.
    void start_level(double value);
    double level_now() const { return level_; }
    /// events: one more; kept in order of their starts.
    void span(Time start, Time end, double value, RecordIndex record);

private:
    void add_count(Time at, double amount, RecordIndex record);
    void add_sample(Time at, double value, RecordIndex record);
    void thin();

    const MetricContext& context_;
    Series series_;
    double level_ = 0;
};

/// A metric as the table holds it.
struct MetricEntry {
    const MetricInfo* info;
    std::uint64_t kinds;
    std::unique_ptr<Probe> (*make)(Labels& labels);
};

template <class M>
MetricEntry entry() {
    return {&M::info(), M::kinds, [](Labels& labels) -> std::unique_ptr<Probe> { return std::make_unique<M>(labels); }};
}

/// The metrics of each subject.
std::vector<MetricEntry> memory_metrics();
std::vector<MetricEntry> quicklist_metrics();
std::vector<MetricEntry> drain_metrics();
std::vector<MetricEntry> delay_metrics();
std::vector<MetricEntry> lock_metrics();
std::vector<MetricEntry> lock_order_metrics();
std::vector<MetricEntry> cpu_metrics();
std::vector<MetricEntry> file_metrics();
std::vector<MetricEntry> giant_metrics();
std::vector<MetricEntry> run_metrics();

/// All of them, in the order of the reference page.
const std::vector<MetricEntry>& metric_entries();
const MetricEntry* find_metric(std::string_view name);

} // namespace sluice::experiment
