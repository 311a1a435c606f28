// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/policies.h"

#include <stdexcept>
#include <string>

namespace sluice::experiment {

namespace {

/// Reads knobs by id. An unknown id is a defect of the program.
class Reader {
public:
    explicit Reader(const KnobValues& knobs)
        : knobs_(knobs) { }
    KnobValue value(std::string_view id) const {
        const auto index = find_knob(id);
        if (!index)
            throw std::logic_error("no knob has the id " + std::string(id));
        return knobs_.at(*index);
    }
    template <class T>
    T as(std::string_view id) const {
        return static_cast<T>(value(id));
    }
    bool on(std::string_view id) const { return value(id) != 0; }

private:
    const KnobValues& knobs_;
};

template <class F>
void for_each_line_off(const KnobValues& knobs, F&& f) {
    const Reader r(knobs);
    for (const quicklist::Listing& listing : quicklist::listings()) {
        for (const quicklist::ListingLine& line : listing.lines) {
            const std::string id = "line." + listing.id + "." + line.id;
            if (line.switchable && !r.on(id))
                f(id, line.step);
        }
    }
}

} // namespace

quicklist::QuicklistPolicy quicklist_policy(const KnobValues& knobs) {
    const Reader r(knobs);
    quicklist::QuicklistPolicy p;
    p.enabled = r.on("quicklist.enabled");
    p.levels = r.as<quicklist::Levels>("quicklist.levels");
    p.offnode = r.as<quicklist::OffNode>("quicklist.offnode");
    p.rule = r.as<quicklist::DrainRule>("drain.rule");
    p.shape = r.as<quicklist::DrainShape>("drain.shape");
    p.cap = r.as<std::uint64_t>("drain.cap");
    p.arith = r.as<quicklist::DrainArith>("drain.arith");
    p.triggers = r.value("drain.trigger");
    p.reach = r.as<quicklist::DemandReach>("drain.demand-reach");
    p.counts_pcp = r.on("free.counts-pcp");
    for_each_line_off(knobs, [&p](const std::string&, StepId step) { p.line_off[step - step_base::quicklist] = true; });
    return p;
}

memory::PageListPolicy page_list_policy(const KnobValues& knobs) {
    const Reader r(knobs);
    return {r.as<memory::PcpFormula>("pcp.formula"), r.as<std::uint32_t>("pcp.batch"), r.as<std::uint32_t>("pcp.high")};
}

workload::Parameters workload_parameters(const KnobValues& knobs, Time length) {
    const Reader r(knobs);
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
    p.length = length;
    return p;
}

FilePolicies file_policies(const KnobValues& knobs) {
    const Reader r(knobs);
    FilePolicies p;
    p.lru.scope = r.as<lru::Scope>("lru.scope");
    p.lru.irq_off = r.on("lru.irq-off");
    p.lru.split = r.on("lru.split");
    p.lru.rotate = r.on("lru.rotate");
    p.lru.fault_list = r.as<lru::FaultList>("lru.fault-list");
    p.lru.lock_kind = r.as<lock::LockKind>("lock.kind");
    p.vectors.slots = r.as<std::uint32_t>("pagevec.slots");
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
    return p;
}

lock::LockKind lock_kind(const KnobValues& knobs) {
    return Reader(knobs).as<lock::LockKind>("lock.kind");
}

std::string lines_off(const KnobValues& knobs) {
    std::string out;
    for_each_line_off(knobs, [&out](const std::string& id, StepId) { out += (out.empty() ? "" : ", ") + id; });
    return out;
}

} // namespace sluice::experiment
