// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/run_batch.h"

#include <thread>
#include <utility>

namespace sluice::experiment {

StoppableMeasure unstoppable(std::function<RunResults(const RunInput&, const std::vector<MetricQuery>&)> measure) {
    return [measure = std::move(measure)](const RunInput& input, const std::vector<MetricQuery>& queries, const Stop&) {
        return std::optional(measure(input, queries));
    };
}

RunBatch::RunBatch(std::vector<Item> items, StoppableMeasure measure, Each each, Stop stop)
    : items_(std::move(items))
    , measure_(std::move(measure))
    , each_(std::move(each))
    , stop_(std::move(stop)) { }

void RunBatch::work() {
    for (std::size_t i; !cancelled() && (i = next_++) < items_.size();) {
        auto results = measure_(items_[i].input, items_[i].queries, [this] { return cancelled(); });
        if (!results)
            return; // given up
        const std::lock_guard lock(one_at_a_time_);
        ++finished_;
        if (each_)
            each_(i, std::move(*results));
    }
}

void RunBatch::work_on(unsigned threads) {
    std::vector<std::thread> others;
    for (unsigned t = 1; t < threads && t < items_.size(); ++t)
        others.emplace_back([this] { work(); });
    work();
    for (std::thread& t : others)
        t.join();
}

} // namespace sluice::experiment
