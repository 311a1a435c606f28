// SPDX-License-Identifier: GPL-3.0-or-later
// The machine at one moment, folded from records alone. Applying a record and undoing it are both cheap, so the state
// can be walked in either direction; it must equal the simulator's own state at every record (tests compare snapshots).
// Everything that the window shows of "now" is read from here.
#pragma once

#include "core/journal/cache_state.h"
#include "core/journal/journal.h"
#include "core/machine/machine.h"
#include "core/record/snapshot.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::journal {

class PageTable; ///< copy-on-write values by frame
class LastSteps; ///< last record of each listing line

struct CpuState {
    TaskId task = 0;
    StepId step = 0;
    std::uint16_t flags = 0; ///< cpu_flag
    RecordIndex preempt_record = kNoRecord; ///< the record that last changed the preemption flag
    RecordIndex step_record = kNoRecord; ///< the last step record of this CPU
    RecordIndex drain_record = kNoRecord; ///< drain_begin of the drain begun last that has not ended
    std::uint64_t limit = 0; ///< quicklist limit in force, pages
    std::uint64_t quicklist = 0; ///< pages on its quicklist
    std::uint64_t pcp = 0; ///< pages on its page lists
    bool operator==(const CpuState&) const = default;
};

struct LockState {
    bool held = false;
    CpuId holder = 0;
    std::uint16_t site = 0;
    Time since = 0;
    std::vector<CpuId> waiters; ///< in order of arrival
    bool operator==(const LockState&) const = default;
};

struct TaskInfo {
    TaskState state = TaskState::none;
    std::uint16_t task_class = 0; ///< index of its name in the workload
    CpuId cpu = 0;
    bool operator==(const TaskInfo&) const = default;
};

struct ZoneState {
    std::uint64_t free = 0; ///< on buddy lists
    std::uint64_t pcp = 0, quicklist = 0, page_table = 0, anonymous = 0, file = 0, buffer_heads = 0, kernel = 0,
                  gather = 0, being_freed = 0;
    std::uint64_t blocks[32] = {}; ///< whole free blocks by order
    std::uint64_t pages_of_order[32] = {}; ///< free pages in blocks of each order
    bool operator==(const ZoneState&) const = default;
};

/// A page as the inspector shows it.
struct PageInfo {
    Place place = 0;
    RecordIndex moved_by = kNoRecord; ///< record that put it there, kNoRecord if it lay there from the start
    Key key = 0; ///< its order on the list of its place
    List list = List::none; ///< LRU list
    Key list_key = 0; ///< its order there
    std::uint32_t holders = 0; ///< counted references
    std::uint32_t file = 0; ///< file + 1, 0: in no cache
    bool referenced = false, dirty = false, writeback = false, buffers = false;
};

/// One stay in a page's life.
struct Stay {
    RecordIndex record = kNoRecord; ///< what put it there; kNoRecord: there from the start
    Time at = 0;
    Place place = 0;
    CpuId cpu = 0;
};

class MachineState {
public:
    /// The state before the first record: every page free (or reserved), all CPUs idle.
    explicit MachineState(std::shared_ptr<const machine::Machine> machine);
    MachineState(const MachineState&); ///< cheap: page state is shared until written
    MachineState& operator=(const MachineState&);
    ~MachineState();

    /// Number of records applied so far; `apply` takes the record with this index, `undo` the one before.
    RecordIndex position() const { return position_; }
    Time now() const { return now_; } ///< time of the last applied record
    void apply(const Record& r);
    void undo(const Record& r, const Journal& journal);
    /// What contradicts this state in a record about to be applied (its old values, ids out of range), as one sentence;
    /// empty if all is well. A record that was dropped or damaged shows here, at the latest when its pages move again.
    std::string contradiction(const Record& r) const;

    const machine::Machine& machine() const { return *machine_; }
    std::span<const CpuState> cpus() const { return cpus_; }
    std::span<const ZoneState> zones() const { return zones_; }
    std::span<const LockState> locks() const { return locks_; }
    /// The last record of `step` on `cpu` so far, kNoRecord if none; its `a` is the value beside that line.
    RecordIndex last_step(CpuId cpu, StepId step) const;
    TaskInfo task(TaskId id) const;
    /// Living tasks, by id.
    std::vector<TaskId> tasks() const;
    PageInfo page(Frame frame) const;
    /// The stays of a page so far, oldest first (walks the chain of old keys).
    std::vector<Stay> life(Frame frame, const Journal& journal) const;
    /// Pages of a place in list order, at most `limit` runs.
    std::vector<FrameRun> list(ZoneId zone, Place place, std::size_t limit = ~std::size_t{0}) const;
    /// Pages of a zone that lie on quicklists of CPUs of other nodes.
    std::uint64_t trapped(ZoneId zone) const;
    std::uint64_t out_of_memory_events() const { return oom_; }

    /// Page flags, files, vectors, disk queues, pages by LRU list.
    const CacheState& cache() const { return cache_; }
    /// Pages of a zone on an LRU list, head first, at most `limit` runs.
    std::vector<FrameRun> lru(ZoneId zone, List list, std::size_t limit = ~std::size_t{0}) const;

    /// Bytes of page state shared by all copies of this state, and bytes of this copy alone (what it shares with
    /// `previous` left out).
    std::size_t shared_bytes() const;
    std::size_t own_bytes(const MachineState* previous = nullptr) const;

    Snapshot snapshot() const;
    bool operator==(const MachineState& other) const; ///< for tests: equal in everything

private:
    struct Tasks;

    void count(Frame first, std::uint64_t pages, Place from, Place to);
    void add(ZoneId zone, Place place, std::uint64_t pages); ///< modulo 2^64, so that it subtracts too
    LockState& lock(std::uint64_t id);
    void note_drain(CpuId cpu);
    void change_holders(const Record& r, bool take);
    std::vector<FrameRun> sorted(
        const PageTable& table, ZoneId zone, std::uint16_t value, bool by_key, std::size_t limit) const;

    std::shared_ptr<const machine::Machine> machine_;
    RecordIndex position_ = 0;
    Time now_ = 0;
    std::vector<CpuState> cpus_;
    std::vector<ZoneState> zones_;
    std::vector<LockState> locks_; ///< as many as were used, zone locks first
    std::vector<std::uint64_t> trapped_;
    std::uint64_t oom_ = 0;
    std::unique_ptr<PageTable> pages_; ///< home: key << 16 | place
    std::unique_ptr<PageTable> lists_; ///< LRU: key << 16 | list
    std::unique_ptr<PageTable> holders_; ///< counted references
    CacheState cache_;
    std::unique_ptr<Tasks> tasks_;
    std::vector<LastSteps> last_steps_; ///< by CPU
    /// Drains that have not ended, by begin. A CPU may have several: one may be preempted between two sections.
    std::vector<std::pair<RecordIndex, CpuId>> drains_;
    ZoneId zone_hint_ = 0; ///< zone of the last move
};

/// Moves a state along a journal, in either direction, with keyframes that it lays itself (a cache, never part of the
/// truth). For one thread, the reader's; the journal may grow meanwhile.
class Cursor {
public:
    Cursor(std::shared_ptr<const machine::Machine> machine, std::shared_ptr<const Journal> journal);
    ~Cursor();

    const MachineState& state() const;
    /// Goes to the state after `index` records (≤ journal size).
    void seek(RecordIndex index);
    /// Goes to the moment `t`: everything with time ≤ t has happened.
    void seek_time(Time t);
    /// Moment of the playhead, ns (may lie between records).
    Time time() const;
    /// One record on or back; false at the end.
    bool step_forward();
    bool step_back();
    /// Lays keyframes ahead of need while the run is computed, for at most `budget` records.
    void index(RecordIndex budget);
    std::size_t keyframe_bytes() const;
    std::size_t keyframes() const;

    /// Compares the old values in each record with the state before applying it (debug builds do so anyway).
    void set_checked(bool on);
    /// The first contradiction found, with the record's number; empty if none.
    const std::string& contradiction() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace sluice::journal
