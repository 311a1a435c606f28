// SPDX-License-Identifier: GPL-3.0-or-later
// The journal: what keeping it costs a run, folding it both ways, seeking in 10 M records, measuring.
//
// The run is lat_proc (fork and exit) on one node with 4 CPUs and 8,192 pages.
#include "bench/cpu_time.h"
#include "core/experiment/metric_set.h"
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/machine_state.h"

#include <cstdio>
#include <cstdlib>
#include <random>

using namespace sluice;
using namespace sluice::experiment;
using journal::Cursor;
using journal::Journal;
using journal::MachineState;

namespace {

RunInput lat_proc(Time length) {
    FileError error;
    auto s
        = read_scenario("format = 1\ntitle = \"lat_proc\"\nmachine = \"zx1-2005\"\nlength = \"1 s\"\n"
                        "[set]\n\"machine.nodes\" = 1\n\"machine.cpus-per-node\" = 4\n\"machine.node-pages\" = 8192\n"
                        "[workload]\nkind = \"lat-proc\"\n",
            "bench", error);
    if (!s) {
        std::fprintf(stderr, "%s\n", error.text().c_str());
        std::exit(2);
    }
    s->length = length;
    RunInput input;
    input.scenario = std::make_shared<const Scenario>(std::move(*s));
    return input;
}

/// Records are built and hashed, and written over.
class Recycled final : public ChunkSink {
public:
    Chunk& open(RecordIndex first, Time base) override {
        chunk_->reset(first, base);
        return *chunk_;
    }
    void close(Chunk&) override { }

private:
    std::unique_ptr<Chunk> chunk_ = std::make_unique<Chunk>();
};

/// A journal of at least `records` records, made once.
struct Kept {
    RunInput input;
    std::shared_ptr<Journal> journal = std::make_shared<Journal>();
    std::uint64_t events = 0, pairs = 0;

    explicit Kept(RecordIndex records)
        : input(lat_proc(3600 * kSecond)) {
        Run run(input, *journal);
        while (journal->size() < records && run.state() == Run::State::running)
            run.advance(kNever, 100'000);
        events = run.events();
        journal->for_each(0, journal->size(), [&](const Record& r, RecordIndex) { pairs += r.kind == Kind::op; });
    }
    std::shared_ptr<const machine::Machine> machine() const { return {input.scenario, &input.scenario->machine}; }
};

const Kept& small_journal() {
    static const Kept kept(1'000'000);
    return kept;
}
const Kept& large_journal() {
    static const Kept kept(10'000'000);
    return kept;
}

/// A run with its journal kept, beside the same run with one chunk used again and again.
void RunKept(benchmark::State& state) {
    constexpr std::uint64_t events = 1'000'000;
    const RunInput input = lat_proc(3600 * kSecond);
    bench::Pair figures;
    std::size_t records = 0;
    std::uint64_t pairs = 0;
    double seconds = 0;
    for (auto _ : state) {
        Recycled nothing;
        Run off(input, nothing);
        const double reference = bench::ns_per(events, [&] { off.advance(kNever, events); });
        Journal journal;
        Run on(input, journal);
        const double figure = bench::ns_per(events, [&] { on.advance(kNever, events); });
        figures.add(figure, reference);
        records = journal.size();
        seconds = figure * events / 1e9;
        pairs = 0;
        journal.for_each(0, records, [&](const Record& r, RecordIndex) { pairs += r.kind == Kind::op; });
    }
    figures.report(state, "ns/event");
    state.counters["bytes/event"] = static_cast<double>(records) * sizeof(PackedRecord) / events;
    state.counters["pairs/CPU-s"] = static_cast<double>(pairs) / seconds;
}

/// Folding forward and back, beside reading alone.
void Fold(benchmark::State& state) {
    const Kept& kept = small_journal();
    const auto n = static_cast<double>(kept.journal->size());
    bench::Pair figures;
    std::vector<double> back;
    for (auto _ : state) {
        std::uint64_t sum = 0;
        const double reference = bench::ns_per(n, [&] {
            kept.journal->for_each(0, kept.journal->size(), [&](const Record& r, RecordIndex) { sum += r.a + r.prev; });
        });
        benchmark::DoNotOptimize(sum);
        MachineState s(kept.machine());
        figures.add(bench::ns_per(n,
                        [&] {
                            kept.journal->for_each(
                                0, kept.journal->size(), [&](const Record& r, RecordIndex) { s.apply(r); });
                        }),
            reference);
        back.push_back(bench::ns_per(n, [&] {
            while (s.position() > 0)
                s.undo(kept.journal->at(s.position() - 1), *kept.journal);
        }));
    }
    figures.report(state, "ns/record");
    state.counters["back ns/record"] = bench::median(back);
}

/// Seeks to random records of 10 M, beside the fold of half a keyframe interval that they must do on average.
void Seek(benchmark::State& state) {
    const Kept& kept = large_journal();
    Cursor cursor(kept.machine(), kept.journal);
    const double index
        = bench::ns_per(static_cast<double>(kept.journal->size()), [&] { cursor.index(kept.journal->size()); });
    std::mt19937_64 random(1);
    std::vector<double> ms;
    for (auto _ : state)
        for (int i = 0; i < 500; ++i)
            ms.push_back(bench::ns_per(1e6, [&] { cursor.seek(random() % kept.journal->size()); }));
    std::sort(ms.begin(), ms.end());
    state.counters["ms p50"] = ms[ms.size() / 2];
    state.counters["ms p99"] = ms[ms.size() * 99 / 100];
    state.counters["index ns/record"] = index;
    state.counters["keyframes"] = static_cast<double>(cursor.keyframes());
    state.counters["% of journal"] = 100.0 * static_cast<double>(cursor.keyframe_bytes())
        / (static_cast<double>(kept.journal->size()) * sizeof(PackedRecord));
}

void StepBack(benchmark::State& state) {
    const Kept& kept = large_journal();
    Cursor cursor(kept.machine(), kept.journal);
    cursor.seek(kept.journal->size() / 2);
    std::vector<double> ns;
    for (auto _ : state)
        ns.push_back(bench::ns_per(1000, [&] {
            for (int i = 0; i < 1000; ++i)
                cursor.step_back();
        }));
    state.counters["ns/step"] = bench::median(ns);
}

/// All metrics at once, and one alone, beside reading.
void Measure(benchmark::State& state) {
    const Kept& kept = small_journal();
    const auto n = static_cast<double>(kept.journal->size());
    bench::Pair figures;
    std::vector<double> one;
    for (auto _ : state) {
        std::uint64_t sum = 0;
        const double reference = bench::ns_per(n, [&] {
            kept.journal->for_each(0, kept.journal->size(), [&](const Record& r, RecordIndex) { sum += r.a + r.prev; });
        });
        benchmark::DoNotOptimize(sum);
        const auto follow = [&](std::vector<MetricQuery> queries) {
            MetricSet set(metric_context(kept.input.scenario), std::move(queries));
            return bench::ns_per(n, [&] { set.follow(*kept.journal, kept.journal->size()); });
        };
        figures.add(follow(standard_queries()), reference);
        one.push_back(follow({{"quicklist.pages", {{"cpu", "0"}}}}));
    }
    figures.report(state, "ns/record");
    state.counters["one metric"] = bench::median(one);
}

} // namespace

BENCHMARK(RunKept)->Iterations(5)->Unit(benchmark::kMillisecond);
BENCHMARK(Fold)->Iterations(5)->Unit(benchmark::kMillisecond);
BENCHMARK(Seek)->Iterations(2)->Unit(benchmark::kMillisecond);
BENCHMARK(StepBack)->Iterations(100)->Unit(benchmark::kMillisecond);
BENCHMARK(Measure)->Iterations(5)->Unit(benchmark::kMillisecond);
