// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/policies.h"

#include "core/experiment/mechanisms.h"
#include "core/experiment/value_reader.h"

namespace sluice::experiment {

memory::PageListPolicy page_list_policy(const KnobValues& knobs) {
    const ValueReader r(knobs);
    return {r.as<memory::PcpFormula>("pcp.formula"), r.as<std::uint32_t>("pcp.batch"), r.as<std::uint32_t>("pcp.high"),
        r.as<unsigned>("pcp.batch-scale")};
}

workload::Parameters workload_parameters(const KnobValues& knobs, Time length) {
    const ValueReader r(knobs);
    workload::Parameters p;
    p.kind = r.as<workload::Kind>("workload.kind");
    p.operation = r.as<workload::Operation>("workload.operation");
    p.rounds = r.as<std::uint64_t>("workload.rounds");
    p.tables = r.as<std::uint32_t>("workload.tables");
    p.pages = r.as<std::uint64_t>("workload.pages");
    p.processes = r.as<std::uint32_t>("workload.processes");
    p.forks = r.as<std::uint32_t>("workload.forks");
    p.fork_cpu = r.as<CpuId>("workload.fork-cpu");
    p.exit_cpu = r.as<CpuId>("workload.exit-cpu");
    p.exit_spread = r.on("workload.exit-spread");
    p.pause = r.as<Time>("workload.pause") * kMicrosecond;
    p.load = r.as<std::uint32_t>("workload.load");
    p.pressure = r.as<std::uint32_t>("workload.pressure");
    p.busy = r.on("workload.busy");
    p.sensor_period = r.as<Time>("workload.sensor-period") * kMicrosecond;
    p.writers = r.as<std::uint32_t>("workload.writers");
    p.write_size = r.as<std::uint32_t>("workload.write-size");
    p.file_pages = r.as<std::uint32_t>("workload.file-pages");
    p.dirty = r.as<std::uint32_t>("workload.dirty");
    p.buffers = r.on("workload.buffers");
    p.zone_mix = r.as<std::uint32_t>("workload.zone-mix");
    p.giant = r.as<std::uint64_t>("workload.giant");
    p.giants = r.as<std::uint32_t>("workload.giants");
    p.co_runners = r.as<std::uint32_t>("workload.co-runners");
    p.length = length;
    return p;
}

FilePolicies file_policies(const KnobValues& knobs) {
    const ValueReader r(knobs);
    FilePolicies p;
    p.lru.scope = r.as<lru::Scope>("lru.scope");
    p.lru.irq_off = r.on("lru.irq-off");
    p.lru.split = r.on("lru.split");
    p.lru.rotate = r.on("lru.rotate");
    p.lru.fault_list = r.as<lru::FaultList>("lru.fault-list");
    p.lru.lock_kind = r.as<lock::LockKind>("lock.kind");
    p.vectors.slot_count = r.as<std::uint32_t>("pagevec.slots");
    p.vectors.call = r.on("pagevec.call");
    p.vectors.deferred_add = r.on("pagevec.deferred-add");
    p.vectors.vectors = r.as<pagevec::Vectors>("pagevec.vectors");
    p.buffers.limit = r.as<buffer_head::Limit>("bh.limit");
    p.buffers.percent = r.as<std::uint64_t>("bh.percent");
    p.buffers.strip = r.value("bh.strip");
    p.buffers.block_size = r.as<std::uint32_t>("bh.block-size");
    p.cache.dirty_limit = r.as<std::uint64_t>("cache.dirty-limit");
    p.cache.refile = r.on("cache.refile");
    p.reclaim.lock = r.as<reclaim::LockUse>("reclaim.lock");
    p.reclaim.drain_first = r.on("reclaim.drain-first");
    p.reclaim.depth = r.as<reclaim::Depth>("reclaim.depth");
    p.reclaim.batch = r.as<std::uint32_t>("reclaim.batch");
    p.reclaim.lines = LineSwitches(reclaim::kSteps, reclaim::listings(), r);
    return p;
}

page_free::FreePolicy free_policy(const KnobValues& knobs) {
    const ValueReader r(knobs);
    page_free::FreePolicy p;
    p.parallel = r.on("free.parallel");
    p.threshold = r.as<std::uint64_t>("free.threshold");
    p.max_active = r.as<std::uint32_t>("free.max-active");
    p.gate = r.as<page_free::Gate>("free.gate");
    p.order = r.as<page_free::PageOrder>("free.order");
    p.limit = r.as<page_free::GatherLimit>("gather.limit");
    p.huge = r.on("free.huge");
    return p;
}

lock::LockKind lock_kind(const KnobValues& knobs) {
    return ValueReader(knobs).as<lock::LockKind>("lock.kind");
}

std::string lines_off(const KnobValues& knobs) {
    const ValueReader r(knobs);
    std::string out;
    for (const Mechanism& m : mechanisms())
        for (const Listing& listing : m.listings)
            for (const ListingLine& line : listing.lines)
                if (const std::string id = line_knob_id(listing, line); line.switchable && !r.on(id))
                    out += (out.empty() ? "" : ", ") + id;
    return out;
}

} // namespace sluice::experiment
