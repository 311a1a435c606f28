// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels as sets of knobs of vectors, LRU lists, reclaim and buffer heads together: the series changed all of them.
#include "core/mechanism/reclaim/knobs.h"

namespace sluice::reclaim {

namespace {

constexpr KnobSetting k2531[] = {{"pagevec.slots", "1"}, {"pagevec.call", "off"}, {"pagevec.deferred-add", "off"},
    {"reclaim.lock", "scan"}, {"reclaim.drain-first", "off"}, {"reclaim.depth", "divide"}, {"lru.irq-off", "off"},
    {"lru.scope", "global"}, {"lru.fault-list", "inactive"}, {"lru.rotate", "off"}, {"lru.split", "off"},
    {"cache.refile", "on"}, {"bh.limit", "off"}, {"pagevec.vectors", "one"}};
constexpr KnobSetting k2531Mt[] = {{"pagevec.slots", "16"}, {"pagevec.call", "off"}, {"pagevec.deferred-add", "off"},
    {"reclaim.lock", "isolate"}, {"reclaim.drain-first", "off"}, {"reclaim.depth", "divide"}, {"lru.irq-off", "off"},
    {"lru.scope", "global"}, {"lru.fault-list", "inactive"}, {"lru.rotate", "off"}, {"lru.split", "off"},
    {"cache.refile", "on"}, {"bh.limit", "off"}, {"pagevec.vectors", "one"}};
constexpr KnobSetting k2532[] = {{"pagevec.slots", "16"}, {"pagevec.call", "on"}, {"pagevec.deferred-add", "on"},
    {"reclaim.lock", "isolate"}, {"reclaim.drain-first", "on"}, {"reclaim.depth", "divide"}, {"lru.irq-off", "on"},
    {"lru.scope", "global"}, {"lru.fault-list", "inactive"}, {"lru.rotate", "off"}, {"lru.split", "off"},
    {"cache.refile", "off"}, {"bh.limit", "off"}, {"pagevec.vectors", "one"}};
constexpr KnobSetting k2533[] = {{"pagevec.slots", "16"}, {"pagevec.call", "on"}, {"pagevec.deferred-add", "on"},
    {"reclaim.lock", "isolate"}, {"reclaim.drain-first", "on"}, {"reclaim.depth", "divide"}, {"lru.irq-off", "on"},
    {"lru.scope", "zone"}, {"lru.fault-list", "inactive"}, {"lru.rotate", "off"}, {"lru.split", "off"},
    {"cache.refile", "off"}, {"bh.limit", "off"}, {"pagevec.vectors", "one"}};
constexpr KnobSetting k2534[]
    = {{"pagevec.slots", "16"}, {"pagevec.call", "on"}, {"pagevec.deferred-add", "on"}, {"reclaim.lock", "isolate"},
        {"reclaim.drain-first", "on"}, {"reclaim.depth", "divide"}, {"lru.irq-off", "on"}, {"lru.scope", "zone"},
        {"lru.fault-list", "inactive"}, {"lru.rotate", "off"}, {"lru.split", "off"}, {"cache.refile", "off"},
        {"bh.limit", "percent"}, {"pagevec.vectors", "one"}, {"bh.percent", "10"}, {"bh.strip", "submit+deactivate"}};
constexpr KnobSetting k2540[]
    = {{"pagevec.slots", "16"}, {"pagevec.call", "on"}, {"pagevec.deferred-add", "on"}, {"reclaim.lock", "isolate"},
        {"reclaim.drain-first", "on"}, {"reclaim.depth", "shift"}, {"lru.irq-off", "on"}, {"lru.scope", "zone"},
        {"lru.fault-list", "inactive"}, {"lru.rotate", "off"}, {"lru.split", "off"}, {"cache.refile", "off"},
        {"bh.limit", "percent"}, {"pagevec.vectors", "one"}, {"bh.percent", "10"}, {"bh.strip", "submit+deactivate"}};
constexpr KnobSetting k2611[]
    = {{"pagevec.slots", "14"}, {"pagevec.call", "on"}, {"pagevec.deferred-add", "on"}, {"reclaim.lock", "isolate"},
        {"reclaim.drain-first", "on"}, {"reclaim.depth", "shift"}, {"lru.irq-off", "on"}, {"lru.scope", "zone"},
        {"lru.fault-list", "active"}, {"lru.rotate", "on"}, {"lru.split", "off"}, {"cache.refile", "off"},
        {"bh.limit", "percent"}, {"pagevec.vectors", "two"}, {"bh.percent", "10"}, {"bh.strip", "submit+deactivate"}};
constexpr KnobSetting k2628[]
    = {{"pagevec.slots", "14"}, {"pagevec.call", "on"}, {"pagevec.deferred-add", "on"}, {"reclaim.lock", "isolate"},
        {"reclaim.drain-first", "on"}, {"reclaim.depth", "shift"}, {"lru.irq-off", "on"}, {"lru.scope", "zone"},
        {"lru.fault-list", "inactive"}, {"lru.rotate", "on"}, {"lru.split", "on"}, {"cache.refile", "off"},
        {"bh.limit", "percent"}, {"pagevec.vectors", "two"}, {"bh.percent", "10"}, {"bh.strip", "submit+deactivate"}};
constexpr KnobSetting k48[]
    = {{"pagevec.slots", "14"}, {"pagevec.call", "on"}, {"pagevec.deferred-add", "on"}, {"reclaim.lock", "isolate"},
        {"reclaim.drain-first", "on"}, {"reclaim.depth", "shift"}, {"lru.irq-off", "on"}, {"lru.scope", "node"},
        {"lru.fault-list", "inactive"}, {"lru.rotate", "on"}, {"lru.split", "on"}, {"cache.refile", "off"},
        {"bh.limit", "percent"}, {"pagevec.vectors", "one"}, {"bh.percent", "10"}, {"bh.strip", "submit+deactivate"}};
constexpr KnobSetting k416[]
    = {{"pagevec.slots", "15"}, {"pagevec.call", "on"}, {"pagevec.deferred-add", "on"}, {"reclaim.lock", "isolate"},
        {"reclaim.drain-first", "on"}, {"reclaim.depth", "shift"}, {"lru.irq-off", "on"}, {"lru.scope", "node"},
        {"lru.fault-list", "inactive"}, {"lru.rotate", "on"}, {"lru.split", "on"}, {"cache.refile", "off"},
        {"bh.limit", "percent"}, {"pagevec.vectors", "one"}, {"bh.percent", "10"}, {"bh.strip", "submit+deactivate"}};
constexpr KnobSetting k69[]
    = {{"pagevec.slots", "31"}, {"pagevec.call", "on"}, {"pagevec.deferred-add", "on"}, {"reclaim.lock", "isolate"},
        {"reclaim.drain-first", "on"}, {"reclaim.depth", "shift"}, {"lru.irq-off", "on"}, {"lru.scope", "node"},
        {"lru.fault-list", "inactive"}, {"lru.rotate", "on"}, {"lru.split", "on"}, {"cache.refile", "off"},
        {"bh.limit", "percent"}, {"pagevec.vectors", "one"}, {"bh.percent", "10"}, {"bh.strip", "submit+deactivate"}};

constexpr KnobPreset kPresets[] = {
    {"2.5.31", "2.5.31, a page at a time",
        "Every page is added, moved and reclaimed alone; reclaim holds pagemap_lru_lock for its scan.", k2531},
    {"2.5.31+mt", "2.5.31 with multithreaded reclaim",
        "The one step of the series that takes reclaim out of the lock; pages are still added and moved alone.",
        k2531Mt},
    {"2.5.32", "2.5.32, the pagevec series",
        "Vectors of 16, additions of faults deferred, reclaim in batches of 32, interrupts off under the lock.", k2532},
    {"2.5.33", "2.5.33, lists and lock per zone", "As 2.5.32, with LRU lists and a lock for each zone.", k2533},
    {"2.5.34", "2.5.34, buffer heads limited", "As 2.5.33, with at most 10 % of ZONE_NORMAL for buffer heads.", k2534},
    {"2.5.40", "2.5.40, scan depth by shift", "As 2.5.34; the first pass looks at one page in 4,096.", k2540},
    {"2.6.11", "2.6.11, two vectors a CPU",
        "Vectors of 14, one for each list; faults start active; rotation at the end of writeback.", k2611},
    {"2.6.28", "2.6.28, files and anonymous pages apart",
        "As 2.6.11, with lists of their own for files and anonymous pages.", k2628},
    {"4.8", "4.8, lists and lock per node", "As 2.6.28 with one vector, and one set of lists a node.", k48},
    {"4.16", "4.16, fifteen slots", "As 4.8 with vectors of 15.", k416},
    {"6.9", "6.9, thirty-one slots", "As 4.8 with vectors of 31.", k69},
};

} // namespace

std::span<const KnobPreset> presets() {
    return kPresets;
}

} // namespace sluice::reclaim
