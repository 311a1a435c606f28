// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/names.h"

#include <array>

namespace sluice {

namespace {
template <class... T>
constexpr auto list(T... names) {
    return std::array<std::string_view, sizeof...(T)>{std::string_view(names)...};
}

constexpr auto kinds = list("none", "move", "merge", "list", "hold", "step", "switch_task", "task", "wake", "tick",
    "lock_wait", "lock_take", "lock_drop", "section", "drain_begin", "drain_end", "limit", "zero", "op", "delay",
    "knob", "ipi", "out_of_memory", "watermark", "beat", "lost", "end_of_run", "page_flag", "cache", "pagevec_flush",
    "scan", "io", "gather_flush", "piece");
static_assert(kinds.size() == static_cast<std::size_t>(Kind::count_of_kinds));
constexpr auto task_states = list("none", "runnable", "running", "sleeping", "waiting", "dead");
constexpr auto wake_kinds = list("timer", "io", "unblock", "fork", "migration");
constexpr auto section_kinds = list("preemption", "interrupts");
constexpr auto section_causes
    = list("other", "quicklist_drain", "quicklist_alloc", "zone_lock", "page_table_lock", "tick", "ipi",
        "lru_lock", "page_lock", "completion", "page_free");
constexpr auto triggers = list("idle", "unmap", "tick", "demand");
constexpr auto ops = list("fork_exit", "fork_exec", "fork", "exec", "exit", "touch", "fault", "request", "write",
    "read", "truncate", "unit");
constexpr auto delays = list("wakeup", "switching", "tick", "alloc_stall");
constexpr auto delay_causes = list("none", "switch_cost", "idle_exit", "drain", "zone_lock", "page_table_lock", "queue",
    "interrupts_off", "reclaim", "out_of_memory", "section", "lru_lock", "page_lock");
constexpr auto victims = list("waker", "exiting", "allocating", "other");
constexpr auto ipi_kinds = list("drain", "reschedule");
constexpr auto beats = list("exit_wave", "fork_wave", "last_exit", "pressure", "steady", "round");
constexpr auto page_flags = list("referenced", "dirty", "writeback", "buffers");
constexpr auto flush_reasons = list("full", "reclaim", "drain", "end_of_call");
constexpr auto scan_kinds = list("kswapd", "direct");
constexpr auto io_events = list("submit", "complete");
constexpr auto gather_ends = list("full", "no_memory", "end");
constexpr auto piece_states = list("none", "queued", "being_freed", "freed", "freed_by_caller");
constexpr auto lists = list("none", "active", "inactive", "isolated", "active_anon", "inactive_anon");
} // namespace

template <>
std::span<const std::string_view> names_of<Kind>() {
    return kinds;
}
template <>
std::span<const std::string_view> names_of<TaskState>() {
    return task_states;
}
template <>
std::span<const std::string_view> names_of<WakeKind>() {
    return wake_kinds;
}
template <>
std::span<const std::string_view> names_of<SectionKind>() {
    return section_kinds;
}
template <>
std::span<const std::string_view> names_of<SectionCause>() {
    return section_causes;
}
template <>
std::span<const std::string_view> names_of<Trigger>() {
    return triggers;
}
template <>
std::span<const std::string_view> names_of<Op>() {
    return ops;
}
template <>
std::span<const std::string_view> names_of<Delay>() {
    return delays;
}
template <>
std::span<const std::string_view> names_of<DelayCause>() {
    return delay_causes;
}
template <>
std::span<const std::string_view> names_of<Victim>() {
    return victims;
}
template <>
std::span<const std::string_view> names_of<IpiKind>() {
    return ipi_kinds;
}
template <>
std::span<const std::string_view> names_of<Beat>() {
    return beats;
}

template <>
std::span<const std::string_view> names_of<PageFlag>() {
    return page_flags;
}
template <>
std::span<const std::string_view> names_of<FlushReason>() {
    return flush_reasons;
}
template <>
std::span<const std::string_view> names_of<ScanKind>() {
    return scan_kinds;
}
template <>
std::span<const std::string_view> names_of<IoEvent>() {
    return io_events;
}
template <>
std::span<const std::string_view> names_of<GatherEnd>() {
    return gather_ends;
}
template <>
std::span<const std::string_view> names_of<PieceState>() {
    return piece_states;
}
template <>
std::span<const std::string_view> names_of<List>() {
    return lists;
}

} // namespace sluice
