// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/knob_sources.h"

#include "core/machine/knobs.h"
#include "core/mechanism/buffer_head/knobs.h"
#include "core/mechanism/lru/knobs.h"
#include "core/mechanism/page_cache/knobs.h"
#include "core/mechanism/pagevec/knobs.h"
#include "core/mechanism/quicklist/knobs.h"
#include "core/mechanism/reclaim/knobs.h"
#include "core/memory/knobs.h"
#include "core/workload/knobs.h"

#include <algorithm>

namespace sluice::experiment {

std::vector<Knob> assembled_knobs() {
    std::vector<Knob> all;
    for (const auto source : {quicklist::knobs(), pagevec::knobs(), lru::knobs(), reclaim::knobs(),
             buffer_head::knobs(), page_cache::knobs(), memory::knobs(), workload::knobs(), machine::knobs()})
        all.insert(all.end(), source.begin(), source.end());
    // Lines come last, whatever room they belong to: new lines then move no other knob.
    std::stable_partition(all.begin(), all.end(), [](const Knob& k) { return k.group != KnobGroup::line; });
    return all;
}

} // namespace sluice::experiment
