// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/run_index.h"

#include <algorithm>

namespace sluice::ui {
namespace {

/// The last entry before `position`, or nothing.
template <class T>
const T* last_before(const std::vector<T>& list, RecordIndex position) {
    const auto it
        = std::lower_bound(list.begin(), list.end(), position, [](const T& e, RecordIndex p) { return e.record < p; });
    return it == list.begin() ? nullptr : &*(it - 1);
}

} // namespace

void RunIndex::clear() {
    *this = RunIndex();
}

void RunIndex::cover(const journal::Journal& journal, RecordIndex to) {
    // Another journal shows by its length or by the record that was read last.
    if (covered_ > 0 && (journal.size() < covered_ || journal.at(covered_ - 1) != last_))
        clear();
    if (to <= covered_)
        return;
    journal.for_each(covered_, to, [this](const Record& r, RecordIndex i) { read(r, i); });
    last_ = journal.at(to - 1);
    covered_ = to;
}

RunIndex::PerCpu& RunIndex::cpu(CpuId id) {
    if (id >= cpus_.size())
        cpus_.resize(id + 1u);
    return cpus_[id];
}

RunIndex::PerLock& RunIndex::lock(std::uint64_t id) {
    id = std::min<std::uint64_t>(id, 0xffff); // LockId has 16 bits
    if (id >= locks_.size())
        locks_.resize(id + 1);
    return locks_[id];
}

void RunIndex::raise(std::vector<Peak>& peaks, RecordIndex record, std::uint64_t value) {
    if (peaks.empty() || value > peaks.back().value)
        peaks.push_back({record, value});
}

std::uint64_t RunIndex::peak_before(const std::vector<Peak>& peaks, RecordIndex position) {
    const Peak* p = last_before(peaks, position);
    return p ? p->value : 0;
}

void RunIndex::read(const Record& r, RecordIndex i) {
    switch (r.kind) {
    case Kind::move:
        if (r.at == 0 && r.to == place::anonymous) {
            if (!placed_.empty() && placed_.back().first + placed_.back().count == r.a)
                placed_.back().count += r.count;
            else
                placed_.push_back({r.a, r.count});
        }
        if (place::is_quicklist(r.from))
            cpu(place::cpu(r.from)).quicklist -= r.count;
        else if (place::is_pcp(r.from))
            cpu(place::cpu(r.from)).pcp -= r.count;
        if (place::is_quicklist(r.to)) {
            PerCpu& c = cpu(place::cpu(r.to));
            c.quicklist += r.count;
            raise(lists_, i, c.quicklist);
        } else if (place::is_pcp(r.to)) {
            PerCpu& c = cpu(place::cpu(r.to));
            c.pcp += r.count;
            raise(page_lists_, i, c.pcp);
        }
        break;
    case Kind::step: {
        const bool off = flags_of(r.to) & cpu_flag::preempt_off;
        PerCpu& c = cpu(r.cpu);
        if (off && !c.preempt_off) {
            c.off_at = i;
            if (c.draining)
                c.sections.push_back({i, c.quicklist});
        }
        c.preempt_off = off;
        break;
    }
    case Kind::drain_begin: {
        PerCpu& c = cpu(r.cpu);
        c.draining = true;
        if (c.preempt_off && (c.sections.empty() || c.sections.back().record < c.off_at))
            c.sections.push_back({c.off_at, c.quicklist});
        break;
    }
    case Kind::drain_end:
        cpu(r.cpu).draining = false;
        break;
    case Kind::limit:
        limits_.push_back({i, r.a});
        break;
    case Kind::section:
        if (r.from == static_cast<std::uint16_t>(SectionKind::preemption))
            raise(sections_, i, r.a);
        break;
    case Kind::tick:
        cpu(r.cpu).ticks.push_back({i, r.at - static_cast<Time>(r.a), r.to == 1});
        break;
    case Kind::wake:
        wakes_[static_cast<TaskId>(r.a)].push_back({i, r.at});
        break;
    case Kind::task:
        changes_[static_cast<TaskId>(r.a)].push_back({i, r.at});
        break;
    case Kind::lock_wait:
        cpu(r.cpu).spins.push_back({i, r.at});
        break;
    case Kind::lock_take: {
        PerLock& l = lock(r.a);
        if (l.taken++ % takes_apart == 0)
            l.takes.push_back(i);
        break;
    }
    case Kind::lock_drop:
        raise(lock(r.a).holds, i, r.prev);
        break;
    case Kind::piece: {
        Pieces p = pieces_.empty() ? Pieces{} : pieces_.back();
        p.record = i;
        const auto change = [&](std::uint16_t state, std::uint64_t by) {
            switch (static_cast<PieceState>(state)) {
            case PieceState::none:
                break;
            case PieceState::queued:
                p.queued += by;
                p.queued_pages += by * r.prev;
                break;
            case PieceState::being_freed:
                p.in_flight += by;
                break;
            case PieceState::freed:
            case PieceState::freed_by_caller:
                p.freed += by;
                break;
            }
        };
        change(r.from, ~std::uint64_t{0}); // modulo 2^64: one less
        change(r.to, 1);
        pieces_.push_back(p);
        break;
    }
    case Kind::io:
        raise(disks_, i, r.a + 1);
        break;
    case Kind::switch_task:
        cpu(r.cpu).tasks.push_back({i, r.a});
        break;
    default:
        break;
    }
}

std::uint64_t RunIndex::longest_list(RecordIndex position) const {
    return peak_before(lists_, position);
}
std::uint64_t RunIndex::longest_page_list(RecordIndex position) const {
    return peak_before(page_lists_, position);
}
Time RunIndex::longest_section(RecordIndex position) const {
    return static_cast<Time>(peak_before(sections_, position));
}

std::uint64_t RunIndex::highest_limit(RecordIndex position, std::uint64_t most) const {
    // Rising values below `most`; kept apart because a limit may be absurd (it wraps in one variant).
    if (most != limit_most_) {
        limit_most_ = most;
        limit_read_ = 0;
        limit_peaks_.clear();
    }
    for (; limit_read_ < limits_.size(); ++limit_read_)
        if (limits_[limit_read_].value <= most)
            raise(limit_peaks_, limits_[limit_read_].record, limits_[limit_read_].value);
    return peak_before(limit_peaks_, position);
}

std::vector<RunIndex::Tick> RunIndex::ticks(CpuId id, RecordIndex from, RecordIndex position) const {
    if (id >= cpus_.size())
        return {};
    const auto& all = cpus_[id].ticks;
    const auto less = [](const Tick& t, RecordIndex p) { return t.record < p; };
    const auto first = std::lower_bound(all.begin(), all.end(), from, less);
    const auto last = std::lower_bound(first, all.end(), position, less);
    return {first, last};
}

std::optional<RunIndex::Tick> RunIndex::last_tick(CpuId id, RecordIndex position) const {
    if (id >= cpus_.size())
        return std::nullopt;
    const Tick* t = last_before(cpus_[id].ticks, position);
    return t ? std::optional(*t) : std::nullopt;
}

std::optional<Time> RunIndex::woken(TaskId task, RecordIndex position) const {
    const auto it = wakes_.constFind(task);
    const When* w = it == wakes_.constEnd() ? nullptr : last_before(*it, position);
    return w ? std::optional(w->at) : std::nullopt;
}

std::optional<Time> RunIndex::state_since(TaskId task, RecordIndex position) const {
    const auto it = changes_.constFind(task);
    const When* w = it == changes_.constEnd() ? nullptr : last_before(*it, position);
    return w ? std::optional(w->at) : std::nullopt;
}

std::optional<Time> RunIndex::spinning_since(CpuId id, RecordIndex position) const {
    if (id >= cpus_.size())
        return std::nullopt;
    const When* w = last_before(cpus_[id].spins, position);
    return w ? std::optional(w->at) : std::nullopt;
}

Time RunIndex::longest_hold(LockId id, RecordIndex position) const {
    return id < locks_.size() ? static_cast<Time>(peak_before(locks_[id].holds, position)) : 0;
}

std::uint64_t RunIndex::taken(LockId id, RecordIndex position) const {
    if (id >= locks_.size())
        return 0;
    const auto& t = locks_[id].takes;
    const auto n = std::lower_bound(t.begin(), t.end(), position) - t.begin();
    return static_cast<std::uint64_t>(n) * takes_apart;
}

RunIndex::Pieces RunIndex::pieces(RecordIndex position) const {
    const Pieces* p = last_before(pieces_, position);
    return p ? *p : Pieces{};
}

TaskId RunIndex::task_at(CpuId id, RecordIndex at) const {
    if (id >= cpus_.size())
        return 0;
    return static_cast<TaskId>(peak_before(cpus_[id].tasks, at));
}

std::optional<std::uint64_t> RunIndex::list_at(CpuId id, RecordIndex begin) const {
    if (id >= cpus_.size())
        return std::nullopt;
    const Peak* p = last_before(cpus_[id].sections, begin + 1);
    return p && p->record == begin ? std::optional(p->value) : std::nullopt;
}

} // namespace sluice::ui
