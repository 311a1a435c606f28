// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_measure.h"

#include "core/experiment/metric_set.h"
#include "ui/player/computed_run.h"

#include <algorithm>

namespace sluice::ui {

struct RunMeasure::Impl {
    experiment::MetricSet set;
};

RunMeasure::RunMeasure(const ComputedRun& run, const std::set<experiment::MetricQuery>& queries)
    : run_(run)
    , impl_(new Impl{
          experiment::MetricSet(experiment::metric_context(run.input().scenario), {queries.begin(), queries.end()})}) {
}

RunMeasure::~RunMeasure() = default;

bool RunMeasure::read(RecordIndex most) {
    const RecordIndex from = impl_->set.position(), to = std::min(run_.journal()->size(), from + most);
    if (from == to)
        return false;
    impl_->set.follow(*run_.journal(), to);
    if (to == run_.journal()->size())
        impl_->set.flush(std::max<Time>(run_.head(), impl_->set.now()));
    return true;
}

bool RunMeasure::caught_up() const {
    return impl_->set.position() == run_.journal()->size();
}

const experiment::Series* RunMeasure::series(const experiment::MetricQuery& query) const {
    return impl_->set.find(query);
}

} // namespace sluice::ui
