// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring a run whose records are not kept: one chunk, used again and again.
#include "core/experiment/metric_set.h"
#include "core/experiment/run.h"

namespace sluice::experiment {

namespace {

class Recycled final : public ChunkSink {
public:
    explicit Recycled(MetricSet& set)
        : set_(set) { }
    Chunk& open(RecordIndex first, Time base) override {
        chunk_->reset(first, base);
        return *chunk_;
    }
    void close(Chunk& chunk) override {
        const std::uint32_t n = chunk.size();
        for (std::uint32_t i = 0; i < n; ++i)
            set_.take(chunk.at(i), chunk.first() + i);
        chunk.reset(chunk.first() + n, chunk.base());
    }

private:
    MetricSet& set_;
    std::unique_ptr<Chunk> chunk_ = std::make_unique<Chunk>();
};

} // namespace

RunResults measure(const RunInput& input, const std::vector<MetricQuery>& queries) {
    MetricContext context;
    context.machine = std::shared_ptr<const machine::Machine>(input.scenario, &input.scenario->machine);
    context.measure_from = input.scenario->measure_from;
    MetricSet set(std::move(context), queries);
    RunResults results;
    {
        Recycled sink(set);
        Run run(input, sink);
        if (run.advance(input.scenario->length) == Run::State::stuck)
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

} // namespace sluice::experiment
