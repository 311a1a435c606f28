// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring a run whose records are not kept: one chunk, used again and again.
#include "core/experiment/locks.h"
#include "core/experiment/mechanisms.h"
#include "core/experiment/metric_set.h"
#include "core/experiment/policies.h"
#include "core/experiment/run.h"
#include "core/experiment/run_batch.h"
#include "core/workload/classes.h"

#include <algorithm>

namespace sluice::experiment {

namespace {

class Recycled final : public ChunkSink {
public:
    Recycled(MetricSet& set, const RecordReader& also)
        : set_(set)
        , also_(also) { }
    Chunk& open(RecordIndex first, Time base) override {
        chunk_->reset(first, base);
        return *chunk_;
    }
    void close(Chunk& chunk) override {
        const std::uint32_t n = chunk.size();
        for (std::uint32_t i = 0; i < n; ++i) {
            const Record r = chunk.at(i);
            set_.take(r, chunk.first() + i);
            if (also_)
                also_(r, chunk.first() + i);
        }
        chunk.reset(chunk.first() + n, chunk.base());
    }

private:
    MetricSet& set_;
    const RecordReader& also_;
    std::unique_ptr<Chunk> chunk_ = std::make_unique<Chunk>();
};

} // namespace

MetricContext metric_context(std::shared_ptr<const Scenario> scenario) {
    MetricContext context;
    context.machine = std::shared_ptr<const machine::Machine>(scenario, &scenario->machine);
    context.measure_from = scenario->measure_from;
    context.buffers_per_page = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(scenario->machine.page_size) / file_policies(scenario->knobs).buffers.block_size);
    context.locks = lock_directory(*scenario);
    for (std::uint16_t i = 0; !workload::class_name(i).empty(); ++i)
        context.task_classes.emplace_back(workload::class_name(i));
    context.line = [](std::string_view name) -> std::optional<StepId> {
        const ListingPlace at = find_line(name);
        return at.line ? std::optional(at.line->step) : std::nullopt;
    };
    context.site = [](std::string_view name) -> std::optional<std::uint16_t> {
        for (std::uint16_t site = 0; site < 256; ++site)
            if (site_name(site) == name)
                return site;
        return std::nullopt;
    };
    return context;
}

RunResults measure(const RunInput& input, const std::vector<MetricQuery>& queries) {
    return measure_beside(input, queries, {});
}

namespace {

/// Events between two questions whether to go on: some milliseconds of computing.
constexpr std::uint64_t kEventsBetweenStops = 1u << 15;

std::optional<RunResults> measured(
    const RunInput& input, const std::vector<MetricQuery>& queries, const RecordReader& also, const Stop& stop) {
    MetricSet set(metric_context(input.scenario), queries);
    RunResults results;
    {
        Recycled sink(set, also);
        Run run(input, sink);
        while (run.state() == Run::State::running) {
            if (stop && stop())
                return std::nullopt;
            run.advance(input.scenario->length, stop ? kEventsBetweenStops : ~std::uint64_t{0});
        }
        if (run.state() == Run::State::stuck)
            results.stuck = run.message();
        results.fingerprint = run.fingerprint();
        results.events = run.events();
        results.records = run.records();
        results.end = run.now();
    } // the last chunk is closed when the run ends
    set.flush(results.end);
    for (std::size_t i = 0; i < queries.size(); ++i)
        if (set.error(i).empty())
            results.series[queries[i]] = set.series(i);
    results.anchors = set.anchors();
    return results;
}

} // namespace

RunResults measure_beside(const RunInput& input, const std::vector<MetricQuery>& queries, const RecordReader& also) {
    return *measured(input, queries, also, {});
}

std::optional<RunResults> measure_unless(
    const RunInput& input, const std::vector<MetricQuery>& queries, const Stop& stop) {
    return measured(input, queries, {}, stop);
}

} // namespace sluice::experiment
