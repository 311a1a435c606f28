// SPDX-License-Identifier: GPL-3.0-or-later
// What the scene shows of giants, processes whose memory is being freed: how far their pages are, in the order of their
// addresses, and what the threads that free them do. Part of SceneModel; CPUs, zones and locks are there.
#pragma once

#include "core/engine/time.h"
#include "core/record/ids.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sluice::ui {

/// The part of a giant that lies on one node; in the order of addresses.
struct GiantShare {
    NodeId node = 0;
    std::uint64_t pages = 0;
    bool operator==(const GiantShare&) const = default;
};

struct GiantModel {
    std::uint64_t pages = 0; ///< of all giants, at the start
    std::uint64_t freed = 0, in_flight = 0, queued = 0, mapped = 0; ///< pages; they add up to `pages`
    std::vector<GiantShare> shares; ///< empty: the nodes take turns
    bool parallel = false; ///< pieces are handed to workers
    std::uint64_t piece = 0; ///< pages of one piece
    std::uint64_t pieces_freed = 0, pieces_in_flight = 0, pieces_queued = 0; ///< those of the caller are among them
    int giants = 0; ///< that live
    std::optional<CpuId> main; ///< where the first of them runs
    QString doing; ///< what it does, in a few words
    bool main_spins = false;
    int workers = 0; ///< that have a piece
    int spinning = 0; ///< of them, those that wait for a lock
    NodeId narrow_node = 0; ///< whose locks were taken most lately
    std::vector<std::pair<ZoneId, double>> flow; ///< pages a second of watching that reach free lists, by zone
    std::optional<LockId> narrow; ///< the lock with most CPUs at its door; empty: nobody waits
    bool operator==(const GiantModel&) const = default;
};

} // namespace sluice::ui
