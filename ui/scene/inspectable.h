// SPDX-License-Identifier: GPL-3.0-or-later
// A name for anything in the picture that can be pointed at, selected or inspected.
#pragma once

#include "core/record/ids.h"

#include <QMetaType>

#include <cstdint>

namespace sluice::ui {

struct Inspectable {
    enum class What : std::uint8_t { nothing, node, cpu, zone, lock, page };
    What what = What::nothing;
    std::uint64_t id = 0; ///< NodeId, CpuId, ZoneId, LockId or Frame

    bool valid() const { return what != What::nothing; }
    bool operator==(const Inspectable&) const = default;

    static Inspectable node(NodeId n) { return {What::node, n}; }
    static Inspectable cpu(CpuId c) { return {What::cpu, c}; }
    static Inspectable zone(ZoneId z) { return {What::zone, z}; }
    static Inspectable lock(LockId l) { return {What::lock, l}; }
    static Inspectable page(Frame f) { return {What::page, f}; }
};

} // namespace sluice::ui

Q_DECLARE_METATYPE(sluice::ui::Inspectable)
