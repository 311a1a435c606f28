// SPDX-License-Identifier: GPL-3.0-or-later
// The knobs of the workloads. One set serves all of them; each workload's file says which it reads.
#pragma once

#include "core/record/knob.h"

#include <span>
#include <string_view>

namespace sluice::workload {

/// Values of `workload.kind`.
enum class Kind : std::uint8_t {
    touch_exit,
    lat_proc,
    exit_wave,
    fork_here_exit_there,
    migrating_workers,
    busy_server,
    streaming_writers,
    fault_storm,
    read_mostly,
    overwrite,
    invalidate,
    lowmem,
    free_giant
};
/// Does the workload use files, the LRU lists and reclaim?
constexpr bool uses_files(Kind kind) {
    return kind >= Kind::streaming_writers && kind <= Kind::lowmem;
}
/// Does it free very much memory at once? All others but those of files keep pages off the LRU lists.
constexpr bool frees_much(Kind kind) {
    return kind == Kind::free_giant;
}
enum class Operation : std::uint8_t { fork_exit, fork_exec };

/// "lat-proc" for Kind::lat_proc.
std::string_view name(Kind kind);

std::span<const Knob> knobs();

} // namespace sluice::workload
