// SPDX-License-Identifier: GPL-3.0-or-later
// One record: something that happened at a moment of a run. Everything that is shown, measured or compared is a fold
// over records, forwards or backwards, so each carries what undoing it needs. Records are packed to 24 bytes in the
// journal (facts: journal spike); this is the unpacked form that the code works with.
#pragma once

#include "core/engine/time.h"
#include "core/record/ids.h"

#include <cstdint>

namespace sluice {

/// What a record says; the comment gives the meaning of its fields. Fields not named are 0.
/// "old key" is `KeyRef::pack`: which earlier record put the page where it is, and at which end.
enum class Kind : std::uint8_t {
    none,
    /// Pages change home. a: first frame, count: pages (≥ 1), from/to: places, end: where they join the list,
    /// prev: old key (one key for all of them).
    move,
    /// Two free buddies become one block. a: lower frame, count: order of each half (both are free(count)),
    /// prev: old key of the lower, from | to << 16: old key of the upper. The block joins free(count + 1) at `end`.
    merge,
    /// Pages change LRU list. a: first frame, count, from/to: List, end, prev: old key on that list (off all lists: 0).
    list,
    /// A reference is taken (to = 1) or dropped (to = 0). a: first frame, count, from: Holder, prev: its instance (of
    /// Holder::pagevec: the vector, which is filled at its end and emptied from its beginning).
    hold,
    /// A CPU stands at a line. to: step | flags << 12, from: the same before, a: value beside the line,
    /// prev: records back to the one that last changed this CPU's preemption flag (0: none),
    /// cause: the last record of the same step on this CPU (kNoRecord: none).
    step,
    /// A CPU changes task. a: new task, prev: old task, cause: what asked for the switch.
    switch_task,
    /// A task changes state. a: task, from/to: TaskState, count: task class (index of its name), cpu: where it belongs
    /// now, prev: the CPU it belonged to before (its parent if it is new, that is if from is TaskState::none).
    /// `running` is never recorded: a task runs while it is a CPU's task. A wake is followed by the task's own record.
    task,
    /// A task is made runnable. a: task, cpu: where it will run, to: WakeKind.
    wake,
    /// The timer interrupt was handled. a: due to handled, ns; to = 1: the switch that is due at its end must wait.
    tick,
    /// A spinning wait begins. a: lock, to: call site, count: waiters before this one.
    lock_wait,
    /// A lock is taken. a: lock, to: call site, prev: ns waited, from: place in the queue + 1 (0: did not wait),
    /// count: hand-over distance class.
    lock_take,
    /// A lock is dropped. a: lock, to: call site, prev: ns held.
    lock_drop,
    /// A stretch with preemption or interrupts off ended. a: ns, from: SectionKind, to: SectionCause, prev: pages freed
    /// in it (a drain may free more than `count` can say); cause: the record that began it.
    section,
    /// A drain begins. a: list length, prev: limit, to: Trigger.
    drain_begin,
    /// It ended. a: pages freed, count: sections, to: Trigger, cause: its drain_begin.
    drain_end,
    /// The quicklist limit in force on this CPU changed. a: new, prev: old.
    limit,
    /// A page was cleared. a: frame, prev: ns, to: Place it went to.
    zero,
    /// An operation of the workload ended. a: ns, to: Op, prev: task, from: class of the task, cause: its begin.
    op,
    /// One delay. a: ns, to: Delay, from: DelayCause | Victim << 8, prev: task, cause: the record that explains it.
    delay,
    /// A knob changed. a: index into the run's interventions.
    knob,
    /// A message between CPUs. a: target CPU, to: IpiKind.
    ipi,
    /// An allocation found no page. a: task, to: node.
    out_of_memory,
    /// Free memory of a zone crossed a mark. a: zone, from/to: 0 below min, 1 below low, 2 below high, 3 above.
    watermark,
    /// A beat of the workload that charts and lessons use as an anchor. to: Beat, a: number.
    beat,
    /// n records were lost here. a: n.
    lost,
    /// Last record of a run. a: events.
    end_of_run,
    /// A flag of pages changes, for all of them alike. a: first frame, count, from: PageFlag, to: 1 set, 0 cleared.
    page_flag,
    /// Pages enter or leave the cache of a file. a: first frame, count, from/to: file + 1 (0: none), prev: index of the
    /// first in the file.
    cache,
    /// A vector of pages begins (from = 1) or ends (from = 0) being flushed. a: vector, to: FlushReason, count: pages.
    pagevec_flush,
    /// A pass over an LRU list ended. a: pages looked at, prev: pages freed or moved, to: ScanKind, from: List,
    /// count: priority.
    scan,
    /// A disk's queue changes. a: disk, to: IoEvent, count: pages of the request, prev: requests in the queue before.
    io,
    /// A round of the mmu gather ends. a: pages gathered, prev: batches, to: GatherEnd.
    gather_flush,
    /// A piece of what an exit frees changes state. a: its number, prev: pages, from/to: PieceState, count: the worker
    /// that frees it, from 1 (0: the thread that exits, or nobody yet).
    piece,
    count_of_kinds
};

enum class TaskState : std::uint16_t { none, runnable, running, sleeping, waiting, dead };
enum class WakeKind : std::uint16_t { timer, io, unblock, fork, migration };
enum class SectionKind : std::uint16_t { preemption, interrupts };
enum class SectionCause : std::uint16_t { other, quicklist_drain, quicklist_alloc, zone_lock, page_table_lock, tick, ipi, lru_lock, page_lock, completion, page_free };
enum class Trigger : std::uint16_t { idle, unmap, tick, demand };
enum class Op : std::uint16_t { fork_exit, fork_exec, fork, exec, exit, touch, fault, request, write, read, truncate, unit };
enum class Delay : std::uint16_t { wakeup, switching, tick, alloc_stall };
enum class DelayCause : std::uint8_t { none, switch_cost, idle_exit, drain, zone_lock, page_table_lock, queue, interrupts_off, reclaim, out_of_memory, section, lru_lock, page_lock };
enum class Victim : std::uint8_t { waker, exiting, allocating, other };
enum class IpiKind : std::uint16_t { drain, reschedule };
enum class Beat : std::uint16_t { exit_wave, fork_wave, last_exit, pressure, steady, round };
/// What a page is, apart from its home and list.
enum class PageFlag : std::uint16_t { referenced, dirty, writeback, buffers };
/// Why a vector is emptied: it is full, reclaim wants it on the lists, somebody else drains it, or the call that filled
/// it ends.
enum class FlushReason : std::uint16_t { full, reclaim, drain, end_of_call };
enum class ScanKind : std::uint16_t { kswapd, direct };
enum class IoEvent : std::uint16_t { submit, complete };
/// Why a round of the mmu gather ends: it is full, no page was left for more pointers, nothing is mapped any more.
enum class GatherEnd : std::uint16_t { full, no_memory, end };
enum class PieceState : std::uint16_t { none, queued, being_freed, freed, freed_by_caller };

/// Names a vector of pages: what it is for and the CPU or task whose it is.
namespace vector_id {
/// `deferred`: the CPU's vector of pages that wait for the inactive list; `deferred_active`: the same for the active
/// one; `call`: on the stack of a call; `release`: pages whose references are about to be dropped.
enum class Use : std::uint8_t { deferred, deferred_active, call, release };
constexpr std::uint32_t make(Use use, std::uint32_t whose) { return static_cast<std::uint32_t>(use) << 28 | whose; }
constexpr Use use(std::uint32_t id) { return static_cast<Use>(id >> 28); }
constexpr std::uint32_t whose(std::uint32_t id) { return id & 0x0fff'ffffu; }
constexpr bool is_deferred(std::uint32_t id) { return use(id) <= Use::deferred_active; }
} // namespace vector_id

/// Flags of a CPU, four bits beside its step.
namespace cpu_flag {
inline constexpr std::uint16_t preempt_off = 1;
inline constexpr std::uint16_t irq_off = 2;
inline constexpr std::uint16_t user = 4;
inline constexpr std::uint16_t spinning = 8;
} // namespace cpu_flag

constexpr std::uint16_t pack_step(StepId step, std::uint16_t flags) { return static_cast<std::uint16_t>((step & 0x0fff) | flags << 12); }
constexpr StepId step_of(std::uint16_t packed) { return packed & 0x0fff; }
constexpr std::uint16_t flags_of(std::uint16_t packed) { return packed >> 12; }

enum class End : std::uint8_t { head, tail };

/// One thing that happened. Limits: count < 2^14, a < 2^36, cause at most 2^28 - 1 records back.
struct Record {
    Time at = 0;
    std::uint64_t a = 0;
    RecordIndex cause = kNoRecord; ///< index of an earlier record
    std::uint32_t prev = 0;
    std::uint32_t count = 0;
    CpuId cpu = 0;
    std::uint16_t from = 0;
    std::uint16_t to = 0;
    Kind kind = Kind::none;
    End end = End::head;

    bool operator==(const Record&) const = default;
};

inline constexpr std::uint32_t kMaxCount = (1u << 14) - 1;

/// The key of a page on its list: +(index + 1) of the record that put it at the tail, -(index + 1) at the head, 0 at the
/// start of the run. Within a list pages are ordered by (key, frame), head first.
using Key = std::int64_t;

constexpr Key key_at(RecordIndex index, End end) {
    const auto k = static_cast<Key>(index + 1);
    return end == End::tail ? k : -k;
}

/// A key written relative to the record that replaces it: end in bit 31, records back in the rest, 0 for key 0.
struct KeyRef {
    static constexpr std::uint32_t pack(Key key, RecordIndex here) {
        if (key == 0)
            return 0;
        const bool tail = key > 0;
        const auto index = static_cast<RecordIndex>((tail ? key : -key) - 1);
        return static_cast<std::uint32_t>(here - index) | (tail ? 0x8000'0000u : 0u);
    }
    static constexpr Key unpack(std::uint32_t ref, RecordIndex here) {
        if (ref == 0)
            return 0;
        return key_at(here - (ref & 0x7fff'ffffu), ref & 0x8000'0000u ? End::tail : End::head);
    }
};

} // namespace sluice
