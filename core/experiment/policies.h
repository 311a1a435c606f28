// SPDX-License-Identifier: GPL-3.0-or-later
// Knob values as the structs that the rooms read: ids are looked up once, when a run is built.
#pragma once

#include "core/experiment/scenario.h"
#include "core/lock/spinlock.h"
#include "core/mechanism/buffer_head/policy.h"
#include "core/mechanism/lru/policy.h"
#include "core/mechanism/page_cache/policy.h"
#include "core/mechanism/page_free/policy.h"
#include "core/mechanism/pagevec/policy.h"
#include "core/mechanism/reclaim/policy.h"
#include "core/memory/page_list.h"
#include "core/workload/parameters.h"

namespace sluice::experiment {

memory::PageListPolicy page_list_policy(const KnobValues& knobs);
workload::Parameters workload_parameters(const KnobValues& knobs, Time length);
lock::LockKind lock_kind(const KnobValues& knobs);

/// What the mechanisms of files and LRU lists read.
struct FilePolicies {
    lru::LruPolicy lru;
    pagevec::PagevecPolicy vectors;
    buffer_head::BufferPolicy buffers;
    page_cache::CachePolicy cache;
    reclaim::ReclaimPolicy reclaim;
};
FilePolicies file_policies(const KnobValues& knobs);
page_free::FreePolicy free_policy(const KnobValues& knobs);

/// "line.drain-posted.limit_capped" of every line that is switched off, separated by ", ".
std::string lines_off(const KnobValues& knobs);

} // namespace sluice::experiment
