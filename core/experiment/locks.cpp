// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/locks.h"

#include "core/experiment/file_rooms.h"
#include "core/experiment/mechanisms.h"
#include "core/memory/listing.h"

namespace sluice::experiment {

namespace {

std::string zone_name(const machine::Machine& machine, const machine::Zone& zone) {
    const char* kind = zone.kind == machine::ZoneKind::dma ? "DMA"
        : zone.kind == machine::ZoneKind::highmem          ? "HIGHMEM"
                                                           : "NORMAL";
    return machine.nodes > 1 ? std::string(kind) + " of node " + std::to_string(zone.node) : std::string(kind);
}

lock::LockGroup locks_of_nodes(const machine::Machine& machine) {
    lock::LockGroup lru{lock::kLruLockClass, "lru", "pgdat->lru_lock", machine.nodes};
    for (std::uint32_t n = 0; n < machine.nodes; ++n)
        lru.members.push_back("node " + std::to_string(n));
    return lru;
}

/// `files`: null if the workload uses none. `giant`: it frees very much memory.
lock::LockDirectory directory_of(const machine::Machine& machine, const FilePolicies* files, bool giant) {
    lock::LockDirectory locks;
    lock::LockGroup zones{lock::kZoneLockClass, "zone", "zone.lock", static_cast<std::uint32_t>(machine.zones.size())};
    for (const machine::Zone& z : machine.zones)
        zones.members.push_back(zone_name(machine, z));
    locks.add(std::move(zones));
    if (files) {
        lock::LockGroup lru{lock::kLruLockClass, "lru", "pagemap_lru_lock", 1};
        if (files->lru.scope == lru::Scope::zone) {
            lru.name = "zone->lru_lock";
            lru.count = static_cast<std::uint32_t>(machine.zones.size());
            for (const machine::Zone& z : machine.zones)
                lru.members.push_back(zone_name(machine, z));
        } else if (files->lru.scope == lru::Scope::node) {
            lru = locks_of_nodes(machine);
        }
        locks.add(std::move(lru));
        locks.add({lock::kInodeLockClass, "inode", "inode_lock", 1});
        locks.add({lock::kPageLockClass, "page", "page_lock", FileRooms::kMaxFiles});
    }
    if (giant)
        locks.add(locks_of_nodes(machine));
    locks.add({lock::kPageTableLockClass, "page_table", "page_table_lock", lock::LockGroup::kOpen});
    return locks;
}

} // namespace

lock::LockDirectory lock_directory(const Scenario& scenario) {
    const FilePolicies files = file_policies(scenario.knobs);
    const workload::Kind kind = workload_parameters(scenario.knobs, scenario.length).kind;
    return directory_of(scenario.machine, workload::uses_files(kind) ? &files : nullptr, workload::frees_much(kind));
}

lock::LockDirectory lock_directory(const machine::Machine& machine) {
    return directory_of(machine, nullptr, false);
}

lock::LockNames lock_names(const Scenario& scenario) {
    return {lock_directory(scenario), [](std::uint16_t site) { return std::string(site_name(site)); }};
}

lock::LockReport lock_report(
    const journal::Journal& journal, const Scenario& scenario, Time from, Time to, lock::Grouping grouping) {
    lock::LockFold fold(from);
    journal.for_each(0, journal.after(to), [&](const Record& r, RecordIndex index) { fold.take(r, index); });
    return lock::make_report(
        fold, to, static_cast<std::uint32_t>(scenario.machine.cpus.size()), lock_names(scenario), grouping);
}

lock::OrderFold lock_order(const journal::Journal& journal, const Scenario& scenario, Time to) {
    lock::OrderFold fold(lock_directory(scenario));
    journal.for_each(0, journal.after(to), [&](const Record& r, RecordIndex index) { fold.take(r, index); });
    return fold;
}

std::string_view site_name(std::uint16_t site) {
    if (const auto name = memory::site_name(site); !name.empty())
        return name;
    for (const Mechanism& m : mechanisms())
        if (m.sites.contains(site))
            return m.site_name(site);
    return {};
}

} // namespace sluice::experiment
