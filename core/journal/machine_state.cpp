// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/journal/machine_state.h"

#include "core/journal/last_steps.h"
#include "core/journal/page_table.h"
#include "core/journal/tasks.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sluice::journal {

namespace {

/// A page's value: the key of its list in the upper 48 bits, signed, and where it is in the lower 16.
std::uint64_t value_of(Key key, std::uint16_t where) {
    return static_cast<std::uint64_t>(key) << 16 | where;
}
Key key_of(std::uint64_t value) {
    return static_cast<Key>(value) >> 16;
}
std::uint16_t where_of(std::uint64_t value) {
    return static_cast<std::uint16_t>(value);
}

Frame end_of(const machine::Machine& m) {
    Frame end = 1;
    for (const machine::Zone& z : m.zones)
        end = std::max(end, z.first + z.pages);
    return end;
}

ZoneId find_zone(const std::vector<machine::Zone>& zones, Frame frame) {
    const auto next = std::upper_bound(
        zones.begin(), zones.end(), frame, [](Frame f, const machine::Zone& z) { return f < z.first; });
    return static_cast<ZoneId>(next - zones.begin() - (next != zones.begin()));
}

} // namespace

MachineState::MachineState(std::shared_ptr<const machine::Machine> machine)
    : machine_(std::move(machine))
    , cpus_(machine_->cpus.size())
    , zones_(machine_->zones.size())
    , locks_(machine_->zones.size())
    , trapped_(machine_->zones.size())
    , pages_(std::make_unique<PageTable>(end_of(*machine_)))
    , lists_(std::make_unique<PageTable>(end_of(*machine_)))
    , holders_(std::make_unique<PageTable>(end_of(*machine_)))
    , cache_(*machine_, end_of(*machine_))
    , tasks_(std::make_unique<Tasks>())
    , last_steps_(machine_->cpus.size()) {
    for (std::size_t i = 0; i < cpus_.size(); ++i)
        cpus_[i].task = static_cast<TaskId>(i + 1);
    for (std::size_t z = 0; z < zones_.size(); ++z) {
        const machine::Zone& zone = machine_->zones[z];
        const std::uint64_t reserved = std::min(zone.reserved, zone.pages);
        if (reserved) {
            pages_->assign(zone.first, reserved, value_of(0, place::kernel));
            add(static_cast<ZoneId>(z), place::kernel, reserved);
        }
        const Frame end = zone.first + zone.pages;
        for (Frame at = zone.first + reserved; at < end;) {
            unsigned order = 0;
            while (order < machine_->max_order && at % (Frame{2} << order) == 0 && end - at >= Frame{2} << order)
                ++order;
            // A stretch of blocks of the largest order is set at once.
            std::uint64_t pages = std::uint64_t{1} << order;
            if (order == machine_->max_order)
                pages = (end - at) >> order << order;
            pages_->assign(at, pages, value_of(0, place::free(order)));
            add(static_cast<ZoneId>(z), place::free(order), pages);
            at += pages;
        }
    }
}

MachineState::MachineState(const MachineState& o)
    : machine_(o.machine_)
    , position_(o.position_)
    , now_(o.now_)
    , cpus_(o.cpus_)
    , zones_(o.zones_)
    , locks_(o.locks_)
    , trapped_(o.trapped_)
    , oom_(o.oom_)
    , pages_(std::make_unique<PageTable>(*o.pages_))
    , lists_(std::make_unique<PageTable>(*o.lists_))
    , holders_(std::make_unique<PageTable>(*o.holders_))
    , cache_(o.cache_)
    , tasks_(std::make_unique<Tasks>(*o.tasks_))
    , last_steps_(o.last_steps_)
    , drains_(o.drains_)
    , zone_hint_(o.zone_hint_) { }

MachineState& MachineState::operator=(const MachineState& o) {
    if (this == &o)
        return *this;
    machine_ = o.machine_;
    position_ = o.position_;
    now_ = o.now_;
    cpus_ = o.cpus_;
    zones_ = o.zones_;
    locks_ = o.locks_;
    trapped_ = o.trapped_;
    oom_ = o.oom_;
    *pages_ = *o.pages_;
    *lists_ = *o.lists_;
    *holders_ = *o.holders_;
    cache_ = o.cache_;
    *tasks_ = *o.tasks_;
    last_steps_ = o.last_steps_;
    drains_ = o.drains_;
    zone_hint_ = o.zone_hint_;
    return *this;
}

MachineState::~MachineState() = default;

void MachineState::add(ZoneId zone, Place p, std::uint64_t pages) {
    ZoneState& z = zones_[zone];
    if (place::is_free(p)) {
        const unsigned order = place::order(p);
        z.free += pages;
        z.pages_of_order[order] += pages;
        z.blocks[order] = z.pages_of_order[order] >> order;
    } else if (place::is_quicklist(p)) {
        const CpuId cpu = place::cpu(p);
        z.quicklist += pages;
        cpus_[cpu].quicklist += pages;
        if (machine_->cpus[cpu].node != machine_->zones[zone].node)
            trapped_[zone] += pages;
    } else if (place::is_pcp(p)) {
        z.pcp += pages;
        cpus_[place::cpu(p)].pcp += pages;
    } else {
        switch (p) {
        case place::page_table:
            z.page_table += pages;
            break;
        case place::anonymous:
            z.anonymous += pages;
            break;
        case place::file:
            z.file += pages;
            break;
        case place::buffer_heads:
            z.buffer_heads += pages;
            break;
        case place::kernel:
            z.kernel += pages;
            break;
        case place::gather:
            z.gather += pages;
            break;
        case place::being_freed:
            z.being_freed += pages;
            break;
        default:
            break;
        }
    }
}

void MachineState::count(Frame first, std::uint64_t pages, Place from, Place to) {
    while (pages > 0) {
        const machine::Zone* zone = &machine_->zones[zone_hint_];
        if (first < zone->first || first - zone->first >= zone->pages) {
            zone_hint_ = find_zone(machine_->zones, first);
            zone = &machine_->zones[zone_hint_];
        }
        const std::uint64_t n = std::min<std::uint64_t>(pages, zone->first + zone->pages - first);
        add(zone_hint_, from, -n);
        add(zone_hint_, to, n);
        first += n;
        pages -= n;
    }
}

LockState& MachineState::lock(std::uint64_t id) {
    if (id >= locks_.size())
        locks_.resize(id + 1);
    return locks_[id];
}

void MachineState::note_drain(CpuId cpu) {
    const auto last = std::find_if(drains_.rbegin(), drains_.rend(), [cpu](const auto& d) { return d.second == cpu; });
    cpus_[cpu].drain_record = last == drains_.rend() ? kNoRecord : last->first;
}

void MachineState::change_holders(const Record& r, bool take) {
    std::vector<std::pair<FrameRun, std::uint64_t>> runs;
    holders_->for_each_run(r.a, r.a + r.count, [&](Frame f, std::uint64_t n, std::uint64_t v) {
        runs.push_back({{f, n}, v});
    });
    for (const auto& [run, v] : runs)
        holders_->assign(run.first, run.count, take ? v + 1 : v - 1);
}

void MachineState::apply(const Record& r) {
    const RecordIndex here = position_++;
    now_ = r.at;
    switch (r.kind) {
    case Kind::step: {
        CpuState& c = cpus_[r.cpu];
        const StepId step = step_of(r.to);
        const std::uint16_t flags = flags_of(r.to);
        if ((c.flags ^ flags) & cpu_flag::preempt_off)
            c.preempt_record = here;
        c.step = step;
        c.flags = flags;
        c.step_record = here;
        last_steps_[r.cpu].set(step, here);
        break;
    }
    case Kind::move:
        pages_->assign(r.a, r.count, value_of(key_at(here, r.end), r.to));
        count(r.a, r.count, r.from, r.to);
        break;
    case Kind::merge: {
        const std::uint64_t half = std::uint64_t{1} << r.count;
        pages_->assign(r.a, 2 * half, value_of(key_at(here, r.end), place::free(r.count + 1)));
        count(r.a, 2 * half, place::free(r.count), place::free(r.count + 1));
        break;
    }
    case Kind::list:
        // Off every list is one value, so that what was freed takes no memory.
        lists_->assign(r.a, r.count, static_cast<List>(r.to) == List::none ? 0 : value_of(key_at(here, r.end), r.to));
        cache_.apply(r, *machine_);
        break;
    case Kind::hold:
        change_holders(r, r.to == 1);
        cache_.apply(r, *machine_);
        break;
    case Kind::page_flag:
    case Kind::cache:
    case Kind::pagevec_flush:
    case Kind::io:
        cache_.apply(r, *machine_);
        break;
    case Kind::switch_task:
        cpus_[r.cpu].task = static_cast<TaskId>(r.a);
        break;
    case Kind::task:
        if (static_cast<TaskState>(r.to) == TaskState::dead)
            tasks_->erase(static_cast<TaskId>(r.a));
        else
            tasks_->set(
                static_cast<TaskId>(r.a), {static_cast<TaskState>(r.to), static_cast<std::uint16_t>(r.count), r.cpu});
        break;
    case Kind::lock_wait:
        lock(r.a).waiters.push_back(r.cpu);
        break;
    case Kind::lock_take: {
        LockState& l = lock(r.a);
        if (r.from && r.from <= l.waiters.size())
            l.waiters.erase(l.waiters.begin() + (r.from - 1));
        l.held = true;
        l.holder = r.cpu;
        l.site = r.to;
        l.since = r.at;
        break;
    }
    case Kind::lock_drop: {
        LockState& l = lock(r.a);
        l.held = false;
        l.holder = 0;
        l.site = 0;
        l.since = 0;
        break;
    }
    case Kind::drain_begin:
        drains_.emplace_back(here, r.cpu);
        cpus_[r.cpu].drain_record = here;
        break;
    case Kind::drain_end:
        std::erase(drains_, std::pair(r.cause, r.cpu));
        note_drain(r.cpu);
        break;
    case Kind::limit:
        cpus_[r.cpu].limit = r.a;
        break;
    case Kind::out_of_memory:
        ++oom_;
        break;
    default:
        break; // says something about the run, changes nothing of the machine
    }
}

void MachineState::undo(const Record& r, const Journal& journal) {
    assert(position_ > 0);
    const RecordIndex here = --position_;
    now_ = here == 0 ? 0 : journal.at(here - 1).at;
    switch (r.kind) {
    case Kind::step: {
        CpuState& c = cpus_[r.cpu];
        last_steps_[r.cpu].set(step_of(r.to), r.cause);
        c.step = step_of(r.from);
        c.flags = flags_of(r.from);
        c.preempt_record = r.prev ? here - r.prev : kNoRecord;
        c.step_record = last_steps_[r.cpu].get(c.step); // it stands where its last step put it
        break;
    }
    case Kind::move:
        pages_->assign(r.a, r.count, value_of(KeyRef::unpack(r.prev, here), r.from));
        count(r.a, r.count, r.to, r.from);
        break;
    case Kind::merge: {
        const std::uint64_t half = std::uint64_t{1} << r.count;
        const std::uint32_t upper = r.from | static_cast<std::uint32_t>(r.to) << 16;
        pages_->assign(r.a, half, value_of(KeyRef::unpack(r.prev, here), place::free(r.count)));
        pages_->assign(r.a + half, half, value_of(KeyRef::unpack(upper, here), place::free(r.count)));
        count(r.a, 2 * half, place::free(r.count + 1), place::free(r.count));
        break;
    }
    case Kind::list:
        lists_->assign(r.a, r.count, value_of(KeyRef::unpack(r.prev, here), r.from));
        cache_.undo(r, *machine_);
        break;
    case Kind::hold:
        change_holders(r, r.to != 1);
        cache_.undo(r, *machine_);
        break;
    case Kind::page_flag:
    case Kind::cache:
    case Kind::pagevec_flush:
    case Kind::io:
        cache_.undo(r, *machine_);
        break;
    case Kind::switch_task:
        cpus_[r.cpu].task = r.prev;
        break;
    case Kind::task:
        if (static_cast<TaskState>(r.from) == TaskState::none)
            tasks_->erase(static_cast<TaskId>(r.a));
        else
            tasks_->set(static_cast<TaskId>(r.a),
                {static_cast<TaskState>(r.from), static_cast<std::uint16_t>(r.count), static_cast<CpuId>(r.prev)});
        break;
    case Kind::lock_wait:
        if (LockState& l = lock(r.a); !l.waiters.empty())
            l.waiters.pop_back();
        break;
    case Kind::lock_take: {
        LockState& l = lock(r.a);
        if (r.from && r.from <= l.waiters.size() + 1)
            l.waiters.insert(l.waiters.begin() + (r.from - 1), r.cpu);
        l.held = false;
        l.holder = 0;
        l.site = 0;
        l.since = 0;
        break;
    }
    case Kind::lock_drop: {
        LockState& l = lock(r.a);
        l.held = true;
        l.holder = r.cpu;
        l.site = r.to;
        l.since = r.at - static_cast<Time>(r.prev);
        break;
    }
    case Kind::drain_begin:
        std::erase(drains_, std::pair(here, r.cpu));
        note_drain(r.cpu);
        break;
    case Kind::drain_end: {
        const std::pair drain(r.cause, r.cpu);
        drains_.insert(std::upper_bound(drains_.begin(), drains_.end(), drain), drain);
        note_drain(r.cpu);
        break;
    }
    case Kind::limit:
        cpus_[r.cpu].limit = r.prev;
        break;
    case Kind::out_of_memory:
        --oom_;
        break;
    default:
        break;
    }
}

RecordIndex MachineState::last_step(CpuId cpu, StepId step) const {
    return last_steps_[cpu].get(step);
}

TaskInfo MachineState::task(TaskId id) const {
    return tasks_->get(id);
}

std::vector<TaskId> MachineState::tasks() const {
    std::vector<TaskId> ids;
    for (const auto& [id, info] : tasks_->all())
        if (id > cpus_.size())
            ids.push_back(id);
    return ids;
}

PageInfo MachineState::page(Frame frame) const {
    PageInfo info;
    if (frame >= pages_->end())
        return info;
    const std::uint64_t home = pages_->get(frame);
    const std::uint64_t list = lists_->get(frame);
    info.place = where_of(home);
    info.key = key_of(home);
    info.moved_by = info.key == 0 ? kNoRecord : static_cast<RecordIndex>(info.key > 0 ? info.key : -info.key) - 1;
    info.list = static_cast<List>(where_of(list));
    info.list_key = key_of(list);
    info.holders = static_cast<std::uint32_t>(holders_->get(frame));
    info.file = cache_.file_of(frame);
    info.referenced = cache_.flag(frame, PageFlag::referenced);
    info.dirty = cache_.flag(frame, PageFlag::dirty);
    info.writeback = cache_.flag(frame, PageFlag::writeback);
    info.buffers = cache_.flag(frame, PageFlag::buffers);
    return info;
}

std::vector<Stay> MachineState::life(Frame frame, const Journal& journal) const {
    std::vector<Stay> stays;
    PageInfo now = page(frame);
    Place at = now.place;
    for (RecordIndex index = now.moved_by;;) {
        if (index == kNoRecord) {
            stays.push_back({kNoRecord, 0, at, 0});
            break;
        }
        const Record r = journal.at(index);
        stays.push_back({index, r.at, at, r.cpu});
        std::uint32_t before = r.prev;
        if (r.kind == Kind::merge) {
            at = place::free(r.count);
            if (frame >= r.a + (Frame{1} << r.count))
                before = r.from | static_cast<std::uint32_t>(r.to) << 16;
        } else if (r.kind == Kind::move) {
            at = r.from;
        } else {
            break; // lost: what came before is not known
        }
        const Key key = KeyRef::unpack(before, index);
        const RecordIndex earlier = key == 0 ? kNoRecord : static_cast<RecordIndex>(key > 0 ? key : -key) - 1;
        if (earlier != kNoRecord && earlier >= index)
            break; // damaged
        index = earlier;
    }
    std::reverse(stays.begin(), stays.end());
    return stays;
}

std::uint64_t MachineState::trapped(ZoneId zone) const {
    return trapped_[zone];
}

std::vector<FrameRun> MachineState::sorted(
    const PageTable& table, ZoneId zone, std::uint16_t where, bool by_key, std::size_t limit) const {
    struct Run {
        Key key;
        Frame first;
        std::uint64_t count;
    };
    std::vector<Run> runs;
    const machine::Zone& z = machine_->zones[zone];
    table.for_each_run(z.first, z.first + z.pages, [&](Frame f, std::uint64_t n, std::uint64_t v) {
        if (where_of(v) == where)
            runs.push_back({by_key ? key_of(v) : 0, f, n});
    });
    const auto order = [](const Run& a, const Run& b) { return a.key != b.key ? a.key < b.key : a.first < b.first; };
    // Only the head of a long list is wanted at times: sort it in pieces that grow.
    std::vector<FrameRun> out;
    std::size_t done = 0;
    for (std::size_t piece = limit < runs.size() ? limit + 64 : runs.size(); done < runs.size() && out.size() <= limit;
         piece *= 2) {
        const std::size_t end = std::min(runs.size(), done + piece);
        const auto at = [&](std::size_t i) { return runs.begin() + static_cast<std::ptrdiff_t>(i); };
        if (by_key) // else they are in order of frames already
            std::partial_sort(at(done), at(end), runs.end(), order);
        for (; done < end; ++done) {
            const Run& r = runs[done];
            if (!out.empty() && out.back().first + out.back().count == r.first)
                out.back().count += r.count;
            else
                out.push_back({r.first, r.count});
        }
    }
    if (out.size() > limit)
        out.resize(limit);
    return out;
}

std::vector<FrameRun> MachineState::list(ZoneId zone, Place p, std::size_t limit) const {
    const bool ordered = place::is_free(p) || place::is_pcp(p) || place::is_quicklist(p);
    return sorted(*pages_, zone, p, ordered, limit);
}

std::vector<FrameRun> MachineState::lru(ZoneId zone, List list, std::size_t limit) const {
    return sorted(*lists_, zone, static_cast<std::uint16_t>(list), true, limit);
}

Snapshot MachineState::snapshot() const {
    Snapshot s;
    for (std::size_t i = 0; i < zones_.size(); ++i) {
        const auto zone = static_cast<ZoneId>(i);
        const machine::Zone& z = machine_->zones[i];
        std::vector<Place> places;
        pages_->for_each_run(z.first, z.first + z.pages, [&](Frame, std::uint64_t, std::uint64_t v) {
            const Place p = where_of(v);
            if (std::find(places.begin(), places.end(), p) == places.end())
                places.push_back(p);
        });
        for (Place p : places)
            s.homes[{zone, p}] = list(zone, p);
    }
    for (const CpuState& c : cpus_)
        s.cpus.push_back({c.task, c.step, c.flags, c.limit});
    for (const LockState& l : locks_)
        s.locks.push_back({l.held, l.holder, l.waiters});
    for (const auto& [id, info] : tasks_->all())
        if (id > cpus_.size())
            s.tasks[id] = info.state;
    for (std::size_t z = 0; z < zones_.size(); ++z)
        for (std::size_t l = 1; l < kLists; ++l)
            if (cache_.zones()[z].pages[l]) {
                const auto key = std::pair(static_cast<ZoneId>(z), static_cast<List>(l));
                s.lists[key] = lru(key.first, key.second);
            }
    holders_->for_each_run(0, holders_->end(), [&s](Frame f, std::uint64_t n, std::uint64_t v) {
        for (Frame at = f; v && at < f + n; ++at)
            s.holders[at] = static_cast<std::uint32_t>(v);
    });
    cache_.snapshot(s);
    return s;
}

std::size_t MachineState::shared_bytes() const {
    return pages_->shared_bytes() + lists_->shared_bytes() + holders_->shared_bytes() + cache_.shared_bytes();
}

std::size_t MachineState::own_bytes(const MachineState* previous) const {
    std::size_t n = sizeof(*this) + pages_->own_bytes() + lists_->own_bytes() + holders_->own_bytes()
        + 3 * sizeof(PageTable) + cpus_.size() * sizeof(CpuState) + zones_.size() * (sizeof(ZoneState) + 8)
        + locks_.size() * sizeof(LockState) + tasks_->all().size() * sizeof(Tasks::Entry)
        + last_steps_.size() * sizeof(LastSteps) + cache_.own_bytes();
    for (const LockState& l : locks_)
        n += l.waiters.size() * sizeof(CpuId);
    for (std::size_t i = 0; i < last_steps_.size(); ++i)
        if (!previous || !last_steps_[i].shared_with(previous->last_steps_[i]))
            n += last_steps_[i].bytes();
    return n;
}

bool MachineState::operator==(const MachineState& o) const {
    // Locks not used so far may be missing: they are free.
    const std::size_t locks = std::max(locks_.size(), o.locks_.size());
    static const LockState unused;
    for (std::size_t i = 0; i < locks; ++i)
        if (!((i < locks_.size() ? locks_[i] : unused) == (i < o.locks_.size() ? o.locks_[i] : unused)))
            return false;
    return position_ == o.position_ && now_ == o.now_ && cpus_ == o.cpus_ && zones_ == o.zones_
        && trapped_ == o.trapped_ && oom_ == o.oom_ && tasks_->all() == o.tasks_->all() && last_steps_ == o.last_steps_
        && *pages_ == *o.pages_ && *lists_ == *o.lists_ && *holders_ == *o.holders_ && cache_ == o.cache_;
}

} // namespace sluice::journal
