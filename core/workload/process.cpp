// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/process.h"

#include "core/memory/listing.h"
#include "core/workload/classes.h"

#include <algorithm>
#include <string>

namespace sluice::workload {

using engine::Co;
using machine::Primitive;

namespace {
/// Pages that one round of the gather takes (a page of pointers on ia64, FREE_PTE_NR 2,048).
constexpr std::size_t kGather = 2048;
/// Pages between two points at which unmapping lets go of the page-table lock.
constexpr std::size_t kUnmapBlock = 64;
} // namespace

Processes::Processes(const World& world)
    : world_(world) { }

AddressSpace& Processes::create() {
    if (unused_.empty()) {
        AddressSpace& mm = spaces_.emplace_back();
        lock::LockSpec spec;
        const std::size_t number = locks_.size();
        spec.name = "page table " + std::to_string(number);
        spec.id = static_cast<LockId>(world_.first_lock + number);
        spec.lock_class = lock::kPageTableLockClass;
        spec.kind = world_.lock_kind;
        spec.cause = SectionCause::page_table_lock;
        spec.seed = world_.seed;
        mm.page_table_lock = &locks_.emplace_back(std::move(spec), world_.machine(), world_.recorder());
        return mm;
    }
    AddressSpace& mm = *unused_.back();
    unused_.pop_back();
    return mm;
}

void Processes::release(AddressSpace& mm) {
    unused_.push_back(&mm);
}

Co<bool> Processes::map_tables(cpu::Thread& t, AddressSpace& mm, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; ++i) {
        const unsigned level = level_of_table(i, n);
        const Frame f = co_await world_.tables.allocate(t, level);
        if (f == memory::kNoFrame)
            co_return false;
        mm.tables.push_back({f, level});
        ++tables_held_;
        co_await t.spend(world_.cost(Primitive::table_setup), step_map, i + 1);
    }
    co_return true;
}

Co<bool> Processes::touch(cpu::Thread& t, AddressSpace& mm, std::uint64_t n) {
    for (std::uint64_t i = 0; i < n; ++i) {
        co_await t.spend(world_.cost(Primitive::touch_page), step_fault, i + 1);
        const Frame f = co_await world_.pages.allocate_zeroed(t, place::anonymous);
        if (f == memory::kNoFrame)
            co_return false;
        world_.pages.frames().hold(t.cpu(), f, Holder::mapping, t.id(), true);
        mm.pages.push_back(f);
        ++pages_held_;
    }
    co_return true;
}

Co<> Processes::unmap(cpu::Thread& t, AddressSpace& mm) {
    memory::Frames& frames = world_.pages.frames();
    std::vector<Frame> gathered;
    co_await t.lock(*mm.page_table_lock, memory::site::unmap);
    std::size_t in_block = 0;
    while (!mm.pages.empty()) {
        co_await t.spend(world_.cost(Primitive::unmap_page), step_unmap, mm.pages.size());
        const Frame f = mm.pages.back();
        mm.pages.pop_back();
        --pages_held_;
        frames.hold(t.cpu(), f, Holder::mapping, t.id(), false);
        frames.move(t.cpu(), f, 1, place::gather, End::head);
        gathered.push_back(f);
        if (gathered.size() < kGather && ++in_block < kUnmapBlock)
            continue;
        in_block = 0;
        if (gathered.size() >= kGather) {
            for (const Frame g : gathered)
                co_await world_.pages.free(t, g);
            gathered.clear();
        }
        co_await t.unlock(*mm.page_table_lock);
        co_await t.cond_resched();
        co_await t.lock(*mm.page_table_lock, memory::site::unmap);
    }
    while (!mm.tables.empty()) {
        co_await t.spend(world_.cost(Primitive::table_teardown), step_unmap_tables, mm.tables.size());
        const AddressSpace::Table table = mm.tables.back();
        mm.tables.pop_back();
        --tables_held_;
        if (world_.tables.policy().keeps(table.level)) {
            co_await world_.tables.free(t, table.frame);
        } else {
            frames.move(t.cpu(), table.frame, 1, place::gather, End::head);
            gathered.push_back(table.frame);
        }
    }
    if (!gathered.empty())
        t.step(step_flush, gathered.size());
    for (const Frame g : gathered)
        co_await world_.pages.free(t, g);
    if (world_.tables.checks_at_unmap())
        co_await world_.tables.check(t, Trigger::unmap);
    co_await t.unlock(*mm.page_table_lock);
}

bool Processes::place_tables(AddressSpace& mm, NodeId node, std::uint32_t n) {
    const std::uint64_t placed = world_.pages.place(node, n, place::page_table, [&](Frame first, std::uint64_t count) {
        for (Frame f = first; f < first + count; ++f)
            mm.tables.push_back({f, level_of_table(static_cast<std::uint32_t>(mm.tables.size()), n)});
    });
    tables_held_ += placed;
    return placed == n;
}

} // namespace sluice::workload
