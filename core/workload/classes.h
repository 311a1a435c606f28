// SPDX-License-Identifier: GPL-3.0-or-later
// What tasks are called, and the lines at which they stand while no mechanism's listing applies.
#pragma once

#include "core/cpu/listing.h"

#include <span>
#include <string_view>

namespace sluice::workload {

/// Index in task and op records.
enum class TaskClass : std::uint16_t {
    events,
    sensord,
    lat_proc,
    child,
    parent,
    worker,
    httpd,
    hog,
    touch,
    busy,
    writer,
    reader,
    toucher,
    kswapd,
    giant,
    kworker,
    co_runner,
    count_of_classes
};

/// "sensord" for TaskClass::sensord, by index; empty if there is no such class.
std::string_view class_name(std::uint16_t index);

inline constexpr StepId step_fork = step_base::workload + 0;
inline constexpr StepId step_map = step_base::workload + 1; ///< value: tables so far
inline constexpr StepId step_exec = step_base::workload + 2;
inline constexpr StepId step_exit = step_base::workload + 3;
inline constexpr StepId step_unmap = step_base::workload + 4; ///< value: pages left
inline constexpr StepId step_unmap_tables = step_base::workload + 5; ///< value: tables left
inline constexpr StepId step_flush = step_base::workload + 6; ///< value: pages gathered
inline constexpr StepId step_fault = step_base::workload + 7; ///< value: pages so far
inline constexpr StepId step_wait_child = step_base::workload + 8;
inline constexpr StepId step_request = step_base::workload + 9;
inline constexpr StepId step_read = step_base::workload + 10; ///< value: pages so far
inline constexpr StepId step_wake_parent = step_base::workload + 11;

std::span<const cpu::ListingLine> listing();

} // namespace sluice::workload
