// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time of this process, and a pair of figures measured turn by turn, so that a slow phase of the machine hits both.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <vector>

namespace sluice::bench {

/// Seconds of CPU time of the whole process.
inline double cpu_seconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

/// ns of CPU time per unit of `work`, which does `units` of them.
template <class F>
double ns_per(double units, F&& work) {
    const double begin = cpu_seconds();
    work();
    return (cpu_seconds() - begin) * 1e9 / units;
}

inline double median(std::vector<double> v) {
    std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
    return v[v.size() / 2];
}

/// Figures of one benchmark and of its reference, with their ratio, as columns.
class Pair {
public:
    void add(double figure, double reference) {
        figures_.push_back(figure);
        references_.push_back(reference);
    }
    void report(benchmark::State& state, const char* unit) const {
        state.counters[unit] = median(figures_);
        state.counters["reference"] = median(references_);
        state.counters["ratio"] = median(figures_) / median(references_);
    }

private:
    std::vector<double> figures_, references_;
};

} // namespace sluice::bench
