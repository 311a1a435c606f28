// SPDX-License-Identifier: GPL-3.0-or-later
// The locks of a scenario: which numbers they have in records and what they are called. `Run` takes the numbers from
// here, so a journal is read with no more than its scenario.
#pragma once

#include "core/experiment/scenario.h"
#include "core/journal/journal.h"
#include "core/lock/order_fold.h"
#include "core/lock/report.h"

namespace sluice::experiment {

/// Zones first, by zone; then the groups of mechanisms; address spaces last, as many as there are processes at a time.
/// A mechanism with locks of its own adds its groups in locks.cpp.
lock::LockDirectory lock_directory(const Scenario& scenario);
/// Of a machine whose workload uses no files.
lock::LockDirectory lock_directory(const machine::Machine& machine);
/// With names of call sites.
lock::LockNames lock_names(const Scenario& scenario);

/// The function that takes a lock at a call site, over all rooms: "shrink_cache"; empty if unknown.
std::string_view site_name(std::uint16_t site);

/// The lock table of a journal in the window [from, to].
lock::LockReport lock_report(const journal::Journal& journal, const Scenario& scenario, Time from, Time to,
    lock::Grouping grouping = lock::Grouping::by_class);
/// The order in which locks were taken up to `to`.
lock::OrderFold lock_order(const journal::Journal& journal, const Scenario& scenario, Time to);

} // namespace sluice::experiment
