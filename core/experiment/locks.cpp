// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/locks.h"

#include "core/memory/listing.h"

namespace sluice::experiment {

namespace {

std::string zone_name(const machine::Machine& machine, const machine::Zone& zone) {
    const char* kind = zone.kind == machine::ZoneKind::dma ? "DMA"
        : zone.kind == machine::ZoneKind::highmem          ? "HIGHMEM"
                                                           : "NORMAL";
    return machine.nodes > 1 ? std::string(kind) + " of node " + std::to_string(zone.node) : std::string(kind);
}

} // namespace

lock::LockDirectory lock_directory(const machine::Machine& machine) {
    lock::LockDirectory locks;
    lock::LockGroup zones{lock::kZoneLockClass, "zone", "zone.lock", static_cast<std::uint32_t>(machine.zones.size())};
    for (const machine::Zone& z : machine.zones)
        zones.members.push_back(zone_name(machine, z));
    locks.add(std::move(zones));
    locks.add({lock::kPageTableLockClass, "page_table", "page_table_lock", lock::LockGroup::kOpen});
    return locks;
}

lock::LockNames lock_names(const machine::Machine& machine) {
    return {lock_directory(machine), [](std::uint16_t site) { return std::string(memory::site_name(site)); }};
}

lock::LockReport lock_report(
    const journal::Journal& journal, const machine::Machine& machine, Time from, Time to, lock::Grouping grouping) {
    lock::LockFold fold(from);
    journal.for_each(0, journal.after(to), [&](const Record& r, RecordIndex index) { fold.take(r, index); });
    return lock::make_report(fold, to, static_cast<std::uint32_t>(machine.cpus.size()), lock_names(machine), grouping);
}

lock::OrderFold lock_order(const journal::Journal& journal, const machine::Machine& machine, Time to) {
    lock::OrderFold fold(lock_directory(machine));
    journal.for_each(0, journal.after(to), [&](const Record& r, RecordIndex index) { fold.take(r, index); });
    return fold;
}

} // namespace sluice::experiment
