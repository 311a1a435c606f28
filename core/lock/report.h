// SPDX-License-Identifier: GPL-3.0-or-later
// The lock table of a run or of a stretch of it, ready to be shown: one entry for each lock or for each kind of lock,
// its call sites under it. Entries and sites come most waited for first.
#pragma once

#include "core/lock/directory.h"
#include "core/lock/lock_fold.h"

#include <optional>
#include <string>
#include <vector>

namespace sluice::lock {

struct ReportSite {
    std::uint16_t site = 0;
    std::string name; ///< "refill"
    LockRow row;
    std::uint64_t held_against = 0; ///< waits that began while the lock was held from here
};

struct ReportLock {
    LockClass lock_class = 0;
    std::optional<LockId> id; ///< nothing: all locks of the class together
    std::string key; ///< "zone"
    std::string name; ///< "zone.lock", or "zone.lock (NORMAL of node 1)"
    std::uint32_t locks = 0; ///< how many were taken or waited for
    LockRow row;
    std::vector<ReportSite> sites;
};

enum class Grouping : std::uint8_t { by_class, by_lock };

struct LockReport {
    Time from = 0, to = 0; ///< what it covers
    std::uint32_t cpus = 1;
    LockRow total;
    std::vector<ReportLock> locks;

    Time elapsed() const { return to - from; }
    /// Share of the time that the lock was held, 0 to 1; several locks of a kind add up.
    double utilisation(const LockRow& row) const;
    /// Share of all CPU time spent waiting, 0 to 1.
    double spinning(const LockRow& row) const;
    const ReportLock* find(std::string_view key) const;
};

/// The state of the fold at `now`.
LockReport make_report(
    const LockFold& fold, Time now, std::uint32_t cpus, const LockNames& names, Grouping grouping = Grouping::by_class);

} // namespace sluice::lock
