// SPDX-License-Identifier: GPL-3.0-or-later
// Lockmeter's columns for a lock and for each of its call sites (Bryant and Hawkes, "Lockmeter", 2000).
#pragma once

#include "core/engine/time.h"

#include <cstdint>
#include <vector>

namespace sluice::lock {

struct LockCounts {
    std::uint64_t acquisitions = 0;
    std::uint64_t contended = 0; ///< had to wait
    Time hold_total = 0, hold_max = 0; ///< ns
    Time wait_total = 0, wait_max = 0; ///< ns, over contended acquisitions

    Time hold_mean() const { return acquisitions ? hold_total / static_cast<Time>(acquisitions) : 0; }
    Time wait_mean() const { return contended ? wait_total / static_cast<Time>(contended) : 0; }
    /// Acquisitions that had to wait, per million.
    std::uint64_t contention_ppm() const { return acquisitions ? contended * 1'000'000 / acquisitions : 0; }
};

struct LockStats {
    LockCounts all;
    std::vector<LockCounts> sites; ///< by call site

    /// Share of the time that the lock was held, per million.
    std::uint64_t utilisation_ppm(Time elapsed) const {
        return elapsed > 0
            ? static_cast<std::uint64_t>(all.hold_total) * 1'000'000 / static_cast<std::uint64_t>(elapsed)
            : 0;
    }
    /// Share of CPU time spent spinning for it, per million.
    std::uint64_t spinning_ppm(Time elapsed, std::uint32_t cpus) const {
        return elapsed > 0
            ? static_cast<std::uint64_t>(all.wait_total) * 1'000'000 / static_cast<std::uint64_t>(elapsed) / cpus
            : 0;
    }
};

} // namespace sluice::lock
