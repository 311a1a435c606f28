// SPDX-License-Identifier: GPL-3.0-or-later
// A lock table as the two programs print it that kernel people know: lockmeter's lockstat (Bryant and Hawkes, 2000) and
// /proc/lock_stat, version 0.4. Where they print an address or an offset into a function, the name of the call site
// stands here.
#pragma once

#include "core/lock/report.h"

#include <string>

namespace sluice::lock {

/// What the preamble of lockmeter's text says about the machine.
struct ReportHead {
    std::string system; ///< "sluice 0.1.0 q4-full-list, HP zx1, seed 1"
};

/// Units are glued to the numbers, so that awk reads columns; times are rounded to 0.1 us below 10 us, to 1 us below
/// 10 ms.
std::string lockmeter_text(const LockReport& report, const ReportHead& head);

/// Times in us with two decimals. Up to four call sites that waited and four that were waited for under each lock.
std::string lock_stat_text(const LockReport& report);

} // namespace sluice::lock
