// SPDX-License-Identifier: GPL-3.0-or-later
// A name for anything in the picture that can be pointed at, selected or inspected.
#pragma once

#include "core/record/ids.h"

#include <QMetaType>

#include <cstdint>

namespace sluice::ui {

struct Inspectable {
    enum class What : std::uint8_t { nothing, node, cpu, zone, lock, page, list, disk, task };
    What what = What::nothing;
    std::uint64_t id = 0; ///< NodeId, CpuId, ZoneId, LockId, Frame, set << 8 | List, number of a disk, or TaskId

    bool valid() const { return what != What::nothing; }
    bool operator==(const Inspectable&) const = default;

    static Inspectable node(NodeId n) { return {What::node, n}; }
    static Inspectable cpu(CpuId c) { return {What::cpu, c}; }
    static Inspectable zone(ZoneId z) { return {What::zone, z}; }
    static Inspectable lock(LockId l) { return {What::lock, l}; }
    /// The large door of the LRU lists, whichever lock it is.
    static Inspectable door() { return {What::lock, 0xffff}; }
    static Inspectable page(Frame f) { return {What::page, f}; }
    /// An LRU list of a set of lists.
    static Inspectable list(std::uint32_t set, List l) {
        return {What::list, std::uint64_t{set} << 8 | static_cast<std::uint64_t>(l)};
    }
    static Inspectable disk(std::uint32_t number) { return {What::disk, number}; }
    static Inspectable task(TaskId t) { return {What::task, t}; }

    /// For What::list.
    std::uint32_t list_set() const { return static_cast<std::uint32_t>(id >> 8); }
    List list_kind() const { return static_cast<List>(id & 0xff); }
};

} // namespace sluice::ui

Q_DECLARE_METATYPE(sluice::ui::Inspectable)
