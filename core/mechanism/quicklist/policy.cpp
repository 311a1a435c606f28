// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/quicklist/policy.h"

namespace sluice::quicklist {

QuicklistPolicy read_policy(const KnobReader& knobs) {
    QuicklistPolicy p;
    p.enabled = knobs.on("quicklist.enabled");
    p.levels = knobs.as<Levels>("quicklist.levels");
    p.offnode = knobs.as<OffNode>("quicklist.offnode");
    p.rule = knobs.as<DrainRule>("drain.rule");
    p.shape = knobs.as<DrainShape>("drain.shape");
    p.cap = knobs.as<std::uint64_t>("drain.cap");
    p.arith = knobs.as<DrainArith>("drain.arith");
    p.triggers = knobs.value("drain.trigger");
    p.reach = knobs.as<DemandReach>("drain.demand-reach");
    p.counts_pcp = knobs.on("free.counts-pcp");
    p.lines = LineSwitches(kSteps, listings(), knobs);
    return p;
}

} // namespace sluice::quicklist
