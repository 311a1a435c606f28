// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs, as fast as they go. `journal:0` builds and hashes every record and keeps none; `journal:1` keeps all.
// The reference is a bare 4-ary heap with 100 pending events (HOLD 100), in ns an event.
#include "bench/cpu_time.h"
#include "bench/one_chunk.h"
#include "core/engine/event_heap.h"
#include "core/engine/random.h"
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/journal.h"

#include <array>
#include <memory>
#include <string>

using namespace sluice;

namespace {

double reference() {
    engine::Random random(11, "delays");
    std::array<Time, 4096> delays;
    for (Time& d : delays)
        d = random.exponential(1000);
    engine::EventHeap heap;
    std::uint64_t n = 0;
    for (; n < 100; ++n)
        heap.push({delays[n], n << 24 | n});
    constexpr std::uint64_t events = 1'000'000;
    return bench::ns_per(events, [&] {
        for (const std::uint64_t end = n + events; n < end; ++n) {
            const engine::Event e = heap.top();
            heap.pop();
            heap.push({e.at + delays[n % delays.size()], n << 24 | (e.key & 0xff'ffff)});
        }
        benchmark::DoNotOptimize(heap.top_time());
    });
}

std::uint64_t count_pairs(const journal::Journal& journal) {
    std::uint64_t pairs = 0;
    journal.for_each(0, journal.size(), [&](const Record& r, RecordIndex) {
        pairs += r.kind == Kind::op
            && (r.to == static_cast<std::uint16_t>(Op::fork_exit) || r.to == static_cast<std::uint16_t>(Op::fork_exec));
    });
    return pairs;
}

void run_scenario(benchmark::State& state, const std::string& id) {
    const bool keep = state.range(0);
    experiment::FileError error;
    auto scenario = experiment::shipped_scenario(id, error);
    if (!scenario) {
        state.SkipWithError(error.text().c_str());
        return;
    }
    scenario->length = 600 * kSecond;
    const auto shared = std::make_shared<const experiment::Scenario>(std::move(*scenario));
    constexpr std::uint64_t events = 2'000'000;
    bench::Pair pair;
    double records = 0, pairs = 0, bytes = 0, simulated = 0;
    for (auto _ : state) {
        bench::OneChunk nothing;
        journal::Journal journal;
        experiment::Run run({shared, 1, {}}, keep ? static_cast<ChunkSink&>(journal) : nothing);
        run.advance(kNever, events / 20);
        const auto events_before = run.events();
        const RecordIndex records_before = run.records();
        const Time time_before = run.now();
        const std::uint64_t pairs_before = keep ? count_pairs(journal) : 0;
        const double begin = bench::cpu_seconds();
        run.advance(kNever, events);
        const double seconds = bench::cpu_seconds() - begin;
        const auto done = static_cast<double>(run.events() - events_before);
        pair.add(seconds * 1e9 / done, reference());
        records = static_cast<double>(run.records() - records_before) / done;
        bytes = records * sizeof(PackedRecord);
        simulated = static_cast<double>(run.now() - time_before) * 1e-9 / seconds;
        if (keep)
            pairs = static_cast<double>(count_pairs(journal) - pairs_before) / seconds;
    }
    pair.report(state, "ns_per_event");
    state.counters["events_per_s"] = 1e9 / state.counters["ns_per_event"];
    state.counters["records_per_event"] = records;
    state.counters["bytes_per_event"] = bytes;
    state.counters["simulated_s_per_s"] = simulated;
    if (keep)
        state.counters["pairs_per_s"] = pairs;
}

/// A whole minute of the six writers, journal off: what a claim and a sweep cost.
void minute_of_writers(benchmark::State& state, const std::string& preset) {
    experiment::FileError error;
    auto scenario = experiment::shipped_scenario("lab-writers", error);
    if (!scenario || !experiment::set_preset(*scenario, preset, error)) {
        state.SkipWithError(error.text().c_str());
        return;
    }
    scenario->length = 60 * kSecond;
    const auto shared = std::make_shared<const experiment::Scenario>(std::move(*scenario));
    for (auto _ : state) {
        bench::OneChunk nothing;
        experiment::Run run({shared, 1, {}}, nothing);
        const double begin = bench::cpu_seconds();
        run.advance(kNever);
        state.counters["cpu_s"] = bench::cpu_seconds() - begin;
        state.counters["events"] = static_cast<double>(run.events());
        state.counters["records"] = static_cast<double>(run.records());
    }
}

/// A whole run as its scenario says, journal off, the laying out of memory counted apart.
void whole_run(benchmark::State& state, const std::string& id) {
    experiment::FileError error;
    auto scenario = experiment::shipped_scenario(id, error);
    if (!scenario) {
        state.SkipWithError(error.text().c_str());
        return;
    }
    const auto shared = std::make_shared<const experiment::Scenario>(std::move(*scenario));
    for (auto _ : state) {
        bench::OneChunk nothing;
        const double begin = bench::cpu_seconds();
        experiment::Run run({shared, 1, {}}, nothing);
        const double ready = bench::cpu_seconds();
        run.advance(kNever);
        state.counters["start_s"] = ready - begin;
        state.counters["cpu_s"] = bench::cpu_seconds() - ready;
        state.counters["events"] = static_cast<double>(run.events());
        state.counters["records"] = static_cast<double>(run.records());
    }
}

void all(benchmark::internal::Benchmark* b) {
    b->ArgName("journal")->Arg(0)->Arg(1)->Iterations(5)->Unit(benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(run_scenario, lat_proc, std::string("lab-lat-proc"))->Apply(all);
BENCHMARK_CAPTURE(run_scenario, busy_server, std::string("lab-busy-server"))->Apply(all);
BENCHMARK_CAPTURE(run_scenario, migrating_workers, std::string("lab-migrating-workers"))->Apply(all);
BENCHMARK_CAPTURE(run_scenario, writers, std::string("lab-writers"))->Apply(all);
BENCHMARK_CAPTURE(whole_run, free_giant, std::string("lab-free-giant"))->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(minute_of_writers, page_at_a_time, std::string("2.5.31"))->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(minute_of_writers, vectors, std::string("2.5.32"))->Iterations(1)->Unit(benchmark::kSecond);

} // namespace
