// SPDX-License-Identifier: GPL-3.0-or-later
// Freeing 320 GiB. `order`: a whole run with the journal off, in every page order. `table`: the seven rows of claim C1,
// the one with two workers in five start phases. `seek`: to random records of the journal of such a run, with keyframes
// laid first. Times are CPU times of the process; `rss_mib` is the most memory that it ever had, so take it from a run
// of one benchmark alone (--benchmark_filter).
#include "bench/cpu_time.h"
#include "bench/one_chunk.h"
#include "core/experiment/run.h"
#include "core/experiment/scenario_file.h"
#include "core/journal/machine_state.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <sys/resource.h>

using namespace sluice;

namespace {

std::shared_ptr<const experiment::Scenario> giant(
    const std::vector<std::pair<std::string, std::string>>& settings, benchmark::State& state) {
    experiment::FileError error;
    auto scenario = experiment::shipped_scenario("lab-free-giant", error);
    for (const auto& [knob, value] : settings)
        if (scenario && !experiment::set_knob(*scenario, knob, value, error))
            scenario.reset();
    if (!scenario) {
        state.SkipWithError(error.text().c_str());
        return nullptr;
    }
    return std::make_shared<const experiment::Scenario>(std::move(*scenario));
}

double rss_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

void order(benchmark::State& state, const std::string& name) {
    const auto scenario = giant({{"free.order", name}}, state);
    if (!scenario)
        return;
    for (auto _ : state) {
        bench::OneChunk nothing;
        const double begin = bench::cpu_seconds();
        experiment::Run run({scenario, 1, {}}, nothing);
        run.advance(kNever);
        state.counters["cpu_s"] = bench::cpu_seconds() - begin;
        state.counters["events"] = static_cast<double>(run.events());
        state.counters["records"] = static_cast<double>(run.records());
    }
    state.counters["rss_mib"] = rss_mib();
}

void table(benchmark::State& state) {
    for (auto _ : state) {
        const double begin = bench::cpu_seconds();
        for (const char* workers : {"0", "1", "2", "2", "2", "2", "2", "4", "8", "16", "32"}) {
            static std::uint64_t seed;
            const bool alone = *workers == '0';
            const auto scenario
                = giant({{"free.parallel", alone ? "off" : "on"}, {"free.max-active", alone ? "4" : workers}}, state);
            if (!scenario)
                return;
            bench::OneChunk nothing;
            experiment::Run run({scenario, ++seed, {}}, nothing);
            run.advance(kNever);
        }
        state.counters["cpu_s"] = bench::cpu_seconds() - begin;
    }
}

void seek(benchmark::State& state) {
    const auto scenario = giant({}, state);
    if (!scenario)
        return;
    for (auto _ : state) {
        const auto journal = std::make_shared<journal::Journal>();
        double begin = bench::cpu_seconds();
        experiment::Run run({scenario, 1, {}}, *journal);
        run.advance(kNever);
        state.counters["run_s"] = bench::cpu_seconds() - begin;
        begin = bench::cpu_seconds();
        journal::Cursor cursor({scenario, &scenario->machine}, journal);
        cursor.seek(journal->size());
        state.counters["first_fold_s"] = bench::cpu_seconds() - begin;
        std::mt19937_64 random(7);
        std::vector<double> ms;
        const RecordIndex from = journal->kept_from();
        for (int i = 0; i < 200; ++i) {
            const RecordIndex to = from + random() % (journal->size() - from);
            ms.push_back(bench::ns_per(1e6, [&] { cursor.seek(to); }));
        }
        std::sort(ms.begin(), ms.end());
        state.counters["seek_p50_ms"] = ms[ms.size() / 2];
        state.counters["seek_p99_ms"] = ms[ms.size() * 99 / 100];
        state.counters["keyframes"] = static_cast<double>(cursor.keyframes());
        state.counters["keyframe_mib"] = static_cast<double>(cursor.keyframe_bytes()) / (1 << 20);
        state.counters["journal_mib"] = static_cast<double>(journal->bytes()) / (1 << 20);
        state.counters["lost_records"] = static_cast<double>(from);
    }
    state.counters["rss_mib"] = rss_mib();
}

void once(benchmark::internal::Benchmark* b) {
    b->Iterations(1)->Unit(benchmark::kSecond);
}

BENCHMARK_CAPTURE(order, as_allocated, std::string("as-allocated"))->Apply(once);
BENCHMARK_CAPTURE(order, interleaved, std::string("interleaved"))->Apply(once);
BENCHMARK_CAPTURE(order, random, std::string("random"))->Apply(once);
BENCHMARK(table)->Apply(once);
BENCHMARK(seek)->Apply(once);

} // namespace
