// SPDX-License-Identifier: GPL-3.0-or-later
// Makes journals without the simulator: random but lawful records, beside a model of the machine that is as plain as
// can be (std::list for every list, one entry a page), to which the fold is compared.
#pragma once

#include "core/engine/time.h"
#include "core/machine/machine.h"
#include "core/record/recorder.h"
#include "core/record/snapshot.h"

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <vector>

namespace sluice::test {

struct SyntheticShape {
    std::uint32_t cpus = 4;
    std::uint32_t nodes = 2;
    std::uint64_t pages_per_node = 1024;
    std::uint64_t reserved = 37;
    std::uint32_t max_order = 5;
    Time max_gap = 400; ///< ns between records
    std::uint32_t page_share = 50; ///< per cent of operations that move pages
};

inline std::shared_ptr<const machine::Machine> synthetic_machine(const SyntheticShape& shape) {
    auto m = std::make_shared<machine::Machine>();
    m->profile = "synthetic";
    m->max_order = shape.max_order;
    m->nodes = shape.nodes;
    for (std::uint32_t n = 0; n < shape.nodes; ++n) {
        machine::Zone z;
        z.node = static_cast<NodeId>(n);
        z.first = n * shape.pages_per_node;
        z.pages = shape.pages_per_node;
        z.reserved = shape.reserved;
        m->zones.push_back(z);
    }
    for (std::uint32_t c = 0; c < shape.cpus; ++c)
        m->cpus.push_back({static_cast<NodeId>(c * shape.nodes / shape.cpus), static_cast<std::uint16_t>(c)});
    return m;
}

class Synthetic {
public:
    Synthetic(SyntheticShape shape, ChunkSink& sink, std::uint64_t seed)
        : shape_(shape)
        , machine_(synthetic_machine(shape))
        , recorder_(sink, shape.cpus)
        , random_(seed)
        , cpus_(shape.cpus) {
        place_.resize(shape.nodes * shape.pages_per_node);
        key_.resize(place_.size());
        list_.resize(place_.size());
        list_key_.resize(place_.size());
        held_.resize(place_.size());
        flags_.resize(place_.size());
        for (ZoneId z = 0; z < shape.nodes; ++z) {
            const Frame first = z * shape.pages_per_node, end = first + shape.pages_per_node;
            for (Frame f = first; f < first + shape.reserved; ++f)
                place_[f] = place::kernel;
            for (Frame at = first + shape.reserved; at < end;) {
                unsigned order = shape.max_order;
                while (at % (Frame{1} << order) || at + (Frame{1} << order) > end)
                    --order;
                for (Frame i = 0; i < Frame{1} << order; ++i)
                    place_[at + i] = place::free(order);
                blocks_[{z, order}].push_back(at);
                at += Frame{1} << order;
            }
        }
        for (std::uint32_t c = 0; c < shape.cpus; ++c)
            cpus_[c].task = c + 1;
        next_task_ = shape.cpus + 1;
        locks_.resize(shape.nodes);
    }

    std::shared_ptr<const machine::Machine> machine() const { return machine_; }
    Recorder& recorder() { return recorder_; }
    Time now() const { return now_; }

    /// Writes one operation (one record or several).
    void step() {
        now_ += draw(static_cast<std::uint64_t>(shape_.max_gap) + 1);
        if (draw(100) < shape_.page_share) {
            switch (draw(6)) {
            case 0:
            case 1:
                take_block();
                break;
            case 2:
                free_page();
                break;
            case 3:
                pass_page();
                break;
            case 4:
                pass_run();
                break;
            default:
                list_and_hold();
                break;
            }
            return;
        }
        switch (draw(12)) {
        case 0:
            change_task();
            break;
        case 1:
            end_or_switch();
            break;
        case 2:
        case 3:
        case 4:
            use_lock();
            break;
        case 5:
            drain();
            break;
        case 6:
            say();
            break;
        default: {
            const auto cpu = any_cpu();
            recorder_.step(
                now_, cpu, static_cast<StepId>(0x10 + draw(24)), static_cast<std::uint16_t>(draw(16)), draw(1000));
            cpus_[cpu].step = recorder_.step_now(cpu);
            cpus_[cpu].flags = recorder_.flags_now(cpu);
        }
        }
    }

    Snapshot snapshot() const {
        Snapshot s;
        std::map<std::pair<ZoneId, Place>, std::vector<Frame>> pages;
        for (const auto& [id, list] : lists_)
            for (Frame f : list)
                pages[id].push_back(f);
        for (const auto& [id, list] : blocks_)
            for (Frame f : list)
                for (Frame i = 0; i < Frame{1} << id.second; ++i)
                    pages[{id.first, place::free(id.second)}].push_back(f + i);
        for (Frame f = 0; f < place_.size(); ++f)
            if (!ordered(place_[f]))
                pages[{zone(f), place_[f]}].push_back(f);
        for (const auto& [id, frames] : pages)
            for (Frame f : frames) {
                auto& runs = s.homes[id];
                if (!runs.empty() && runs.back().first + runs.back().count == f)
                    ++runs.back().count;
                else
                    runs.push_back({f, 1});
            }
        for (const auto& c : cpus_)
            s.cpus.push_back({c.task, c.step, c.flags, c.limit});
        for (const auto& l : locks_)
            s.locks.push_back({l.held, l.held ? l.holder : CpuId{0}, l.waiters});
        for (const auto& [id, t] : tasks_)
            s.tasks[id] = t.state;
        std::map<std::pair<ZoneId, List>, std::vector<std::pair<Key, Frame>>> on_lists;
        for (Frame f = 0; f < place_.size(); ++f) {
            if (list_[f] != List::none)
                on_lists[{zone(f), list_[f]}].push_back({list_key_[f], f});
            if (held_[f])
                s.holders[f] = static_cast<std::uint32_t>(held_[f]);
            if (flags_[f])
                s.page_flags[f] = flags_[f];
        }
        for (auto& [id, keyed] : on_lists) {
            std::sort(keyed.begin(), keyed.end());
            auto& runs = s.lists[id];
            for (const auto& [key, f] : keyed)
                if (!runs.empty() && runs.back().first + runs.back().count == f)
                    ++runs.back().count;
                else
                    runs.push_back({f, 1});
        }
        for (const auto& [id, v] : vectors_)
            if (!v.empty())
                s.vectors[id] = v;
        for (const auto& [id, queue] : disks_)
            if (queue)
                s.disks[id] = queue;
        return s;
    }

    Place place_of(Frame f) const { return place_[f]; }
    std::uint64_t holders(Frame f) const { return held_[f]; }
    List list_of(Frame f) const { return list_[f]; }

private:
    struct Cpu {
        TaskId task = 0;
        StepId step = 0;
        std::uint16_t flags = 0;
        std::uint64_t limit = 0;
        std::vector<RecordIndex> drains;
    };
    struct Lock {
        bool held = false;
        CpuId holder = 0;
        std::uint16_t site = 0;
        Time since = 0;
        std::vector<CpuId> waiters;
    };
    struct Task {
        TaskState state = TaskState::none;
        std::uint16_t task_class = 0;
        CpuId cpu = 0;
    };

    std::uint64_t draw(std::uint64_t n) { return random_() % n; }
    CpuId any_cpu() { return static_cast<CpuId>(draw(shape_.cpus)); }
    End any_end() { return draw(2) ? End::tail : End::head; }
    ZoneId zone(Frame f) const { return static_cast<ZoneId>(f / shape_.pages_per_node); }
    static bool ordered(Place p) { return place::is_free(p) || place::is_pcp(p) || place::is_quicklist(p); }
    Record record(Kind kind) {
        Record r;
        r.at = now_;
        r.kind = kind;
        r.cpu = any_cpu();
        return r;
    }
    Place any_place() {
        switch (draw(5)) {
        case 0:
            return place::pcp(any_cpu());
        case 1:
        case 2:
            return place::quicklist(any_cpu());
        case 3:
            return place::page_table;
        default:
            return place::anonymous;
        }
    }

    /// Frames of one place and key, not on a free list.
    void move(Frame first, std::uint32_t n, Place to, End end) {
        Record r = record(Kind::move);
        r.a = first;
        r.count = n;
        r.from = place_[first];
        r.to = to;
        r.end = end;
        r.prev = KeyRef::pack(key_[first], recorder_.next());
        const RecordIndex index = recorder_.write(r);
        if (ordered(r.from) && !place::is_free(r.from))
            for (Frame f = first; f < first + n; ++f)
                lists_[{zone(first), r.from}].remove(f);
        if (ordered(to) && !place::is_free(to)) {
            auto& list = lists_[{zone(first), to}];
            const auto at = end == End::head ? list.begin() : list.end();
            for (Frame f = first; f < first + n; ++f)
                list.insert(at, f);
        }
        for (Frame f = first; f < first + n; ++f) {
            place_[f] = to;
            key_[f] = key_at(index, end);
        }
        if (place::is_free(to)) {
            auto& list = blocks_[{zone(first), place::order(to)}];
            end == End::head ? list.push_front(first) : list.push_back(first);
        }
    }

    void take_block() {
        const auto z = static_cast<ZoneId>(draw(shape_.nodes));
        const auto want = static_cast<unsigned>(draw(3));
        for (unsigned order = want; order <= shape_.max_order; ++order) {
            auto& list = blocks_[{z, order}];
            if (list.empty())
                continue;
            auto it = list.begin();
            std::advance(it, static_cast<std::ptrdiff_t>(draw(std::min<std::size_t>(list.size(), 3))));
            const Frame first = *it;
            list.erase(it);
            // The upper halves go back, largest first.
            for (unsigned o = order; o > want; --o)
                move(first + (Frame{1} << (o - 1)), 1u << (o - 1), place::free(o - 1), any_end());
            move(first, 1u << want, any_place(), any_end());
            return;
        }
    }

    void free_page() {
        Frame f = draw(place_.size());
        for (int tries = 0; place::is_free(place_[f]) || place_[f] == place::kernel; f = draw(place_.size()))
            if (++tries == 50)
                return;
        move(f, 1, place::free(0), any_end());
        for (unsigned order = 0; order < shape_.max_order; ++order) {
            const Frame buddy = f ^ (Frame{1} << order), lower = std::min(f, buddy);
            auto& list = blocks_[{zone(f), order}];
            const auto other = std::find(list.begin(), list.end(), buddy);
            if (other == list.end() || draw(8) == 0)
                return;
            const Frame upper = lower + (Frame{1} << order);
            Record r = record(Kind::merge);
            r.a = lower;
            r.count = order;
            r.end = any_end();
            r.prev = KeyRef::pack(key_[lower], recorder_.next());
            const std::uint32_t old = KeyRef::pack(key_[upper], recorder_.next());
            r.from = static_cast<std::uint16_t>(old);
            r.to = static_cast<std::uint16_t>(old >> 16);
            const RecordIndex index = recorder_.write(r);
            list.erase(other);
            list.remove(f);
            for (Frame i = lower; i < lower + (Frame{2} << order); ++i) {
                place_[i] = place::free(order + 1);
                key_[i] = key_at(index, r.end);
            }
            auto& joined = blocks_[{zone(f), order + 1}];
            r.end == End::head ? joined.push_front(lower) : joined.push_back(lower);
            f = lower;
        }
    }

    void pass_page() {
        Frame f = draw(place_.size());
        for (int tries = 0; place::is_free(place_[f]) || place_[f] == place::kernel; f = draw(place_.size()))
            if (++tries == 50)
                return;
        move(f, 1, any_place(), any_end());
    }

    void pass_run() {
        Frame f = draw(place_.size());
        for (int tries = 0; place::is_free(place_[f]); f = draw(place_.size()))
            if (++tries == 50)
                return;
        Frame end = f + 1;
        while (end < place_.size() && zone(end) == zone(f) && place_[end] == place_[f] && key_[end] == key_[f]
            && end - f < 40)
            ++end;
        move(f, static_cast<std::uint32_t>(end - f), any_place(), any_end());
    }

    void list_and_hold() {
        const Frame f = draw(place_.size());
        constexpr Kind kinds[]
            = {Kind::list, Kind::list, Kind::hold, Kind::hold, Kind::page_flag, Kind::cache, Kind::pagevec_flush, Kind::io};
        Record r = record(kinds[draw(std::size(kinds))]);
        r.a = f;
        r.count = 1;
        if (r.kind == Kind::page_flag) {
            r.from = static_cast<std::uint16_t>(draw(4));
            r.to = !(flags_[f] >> r.from & 1);
            while (f + r.count < place_.size() && zone(f + r.count) == zone(f) && r.count < 5
                && (flags_[f + r.count] >> r.from & 1) != r.to)
                ++r.count;
            for (Frame i = f; i < f + r.count; ++i)
                flags_[i] ^= std::uint64_t{1} << r.from;
        } else if (r.kind == Kind::cache) {
            r.from = static_cast<std::uint16_t>(flags_[f] >> 16);
            r.to = static_cast<std::uint16_t>(draw(4));
            flags_[f] = (flags_[f] & 0xf) | std::uint64_t{r.to} << 16;
        } else if (r.kind == Kind::pagevec_flush) {
            r.a = draw(3);
            // A flush ends for the reason for which it began.
            auto& [flushing, reason] = flushing_[r.a];
            flushing = !flushing;
            if (flushing)
                reason = static_cast<std::uint16_t>(draw(4));
            r.from = flushing;
            r.to = reason;
        } else if (r.kind == Kind::io) {
            r.a = draw(3);
            std::uint32_t& queue = disks_[static_cast<std::uint32_t>(r.a)];
            r.prev = queue;
            r.to = static_cast<std::uint16_t>(queue && draw(2) ? IoEvent::complete : IoEvent::submit);
            queue += static_cast<IoEvent>(r.to) == IoEvent::submit ? 1u : ~0u;
        } else if (r.kind == Kind::hold && draw(2)) {
            // A vector is filled at its end and emptied from its beginning.
            r.from = static_cast<std::uint16_t>(Holder::pagevec);
            r.prev = vector_id::make(vector_id::Use::deferred, static_cast<std::uint32_t>(draw(3)));
            auto& vector = vectors_[r.prev];
            r.to = vector.empty() || draw(2);
            if (r.to) {
                vector.push_back(f);
            } else {
                r.a = vector.front();
                vector.erase(vector.begin());
            }
            held_[r.a] += r.to ? 1 : -std::uint64_t{1};
        } else if (r.kind == Kind::list) {
            r.from = static_cast<std::uint16_t>(list_[f]);
            r.to = static_cast<std::uint16_t>(draw(kLists));
            r.end = any_end();
            r.prev = KeyRef::pack(list_key_[f], recorder_.next());
            list_[f] = static_cast<List>(r.to);
            list_key_[f] = static_cast<List>(r.to) == List::none ? 0 : key_at(recorder_.next(), r.end);
        } else {
            const auto in_vectors = [&] {
                std::uint64_t n = 0;
                for (const auto& [id, v] : vectors_)
                    n += static_cast<std::uint64_t>(std::count(v.begin(), v.end(), f));
                return n;
            };
            r.to = held_[f] == in_vectors() || draw(2);
            while (r.to && f + r.count < place_.size() && zone(f + r.count) == zone(f) && r.count < 9)
                ++r.count;
            for (Frame i = f; i < f + r.count; ++i)
                held_[i] += r.to ? 1 : -std::uint64_t{1};
        }
        recorder_.write(r);
    }

    void change_task() {
        Record r = record(Kind::task);
        if (tasks_.size() < 6 || draw(4) == 0) {
            r.a = next_task_++;
            r.to = static_cast<std::uint16_t>(TaskState::runnable);
            r.count = static_cast<std::uint32_t>(draw(5));
        } else {
            auto it = tasks_.begin();
            std::advance(it, static_cast<std::ptrdiff_t>(draw(tasks_.size())));
            r.a = it->first;
            r.from = static_cast<std::uint16_t>(it->second.state);
            r.to = static_cast<std::uint16_t>(1 + draw(5));
            r.count = it->second.task_class;
            r.prev = it->second.cpu;
        }
        recorder_.write(r);
        const auto id = static_cast<TaskId>(r.a);
        if (static_cast<TaskState>(r.to) == TaskState::dead)
            tasks_.erase(id);
        else
            tasks_[id] = {static_cast<TaskState>(r.to), static_cast<std::uint16_t>(r.count), r.cpu};
    }

    void end_or_switch() {
        Record r = record(Kind::switch_task);
        r.a = draw(next_task_) + 1;
        r.prev = cpus_[r.cpu].task;
        cpus_[r.cpu].task = static_cast<TaskId>(r.a);
        recorder_.write(r);
    }

    void use_lock() {
        const auto id = static_cast<LockId>(draw(shape_.nodes + 3));
        if (id >= locks_.size())
            locks_.resize(id + 1u);
        Lock& l = locks_[id];
        Record r = record(Kind::lock_take);
        r.a = id;
        r.to = static_cast<std::uint16_t>(1 + draw(7));
        const bool busy = std::find(l.waiters.begin(), l.waiters.end(), r.cpu) != l.waiters.end();
        if (l.held && draw(2)) {
            r.kind = Kind::lock_drop;
            r.cpu = l.holder;
            r.to = l.site;
            r.prev = static_cast<std::uint32_t>(now_ - l.since);
            l.held = false;
        } else if (l.held) {
            if (busy || r.cpu == l.holder)
                return;
            r.kind = Kind::lock_wait;
            r.count = static_cast<std::uint32_t>(l.waiters.size());
            l.waiters.push_back(r.cpu);
        } else {
            if (!l.waiters.empty()) {
                const auto at = draw(l.waiters.size());
                r.cpu = l.waiters[at];
                r.from = static_cast<std::uint16_t>(at + 1);
                l.waiters.erase(l.waiters.begin() + static_cast<std::ptrdiff_t>(at));
            }
            l.held = true;
            l.holder = r.cpu;
            l.site = r.to;
            l.since = now_;
        }
        recorder_.write(r);
    }

    void drain() {
        Record r = record(Kind::drain_begin);
        Cpu& c = cpus_[r.cpu];
        if (c.drains.empty() || (c.drains.size() < 3 && draw(3) == 0)) {
            r.a = draw(100);
            c.drains.push_back(recorder_.write(r));
            Record limit = record(Kind::limit);
            limit.cpu = r.cpu;
            limit.a = draw(3000);
            limit.prev = static_cast<std::uint32_t>(c.limit);
            c.limit = limit.a;
            recorder_.write(limit);
        } else {
            r.kind = Kind::drain_end;
            const auto which = c.drains.begin() + static_cast<std::ptrdiff_t>(draw(c.drains.size()));
            r.cause = *which;
            c.drains.erase(which);
            r.a = draw(20);
            recorder_.write(r);
        }
    }

    /// A record that changes nothing of the machine.
    void say() {
        static constexpr Kind kinds[] = {Kind::wake, Kind::tick, Kind::section, Kind::zero, Kind::op, Kind::delay,
            Kind::knob, Kind::ipi, Kind::out_of_memory, Kind::watermark, Kind::beat};
        Record r = record(kinds[draw(std::size(kinds))]);
        r.a = draw(1000);
        recorder_.write(r);
    }

    SyntheticShape shape_;
    std::shared_ptr<const machine::Machine> machine_;
    Recorder recorder_;
    std::mt19937_64 random_;
    Time now_ = 0;
    std::vector<Place> place_;
    std::vector<Key> key_;
    std::vector<List> list_;
    std::vector<Key> list_key_;
    std::vector<std::uint64_t> held_;
    std::vector<std::uint64_t> flags_; ///< as MachineState keeps them
    std::map<std::uint32_t, std::vector<Frame>> vectors_;
    std::map<std::uint64_t, std::pair<bool, std::uint16_t>> flushing_;
    std::map<std::uint32_t, std::uint32_t> disks_;
    std::map<std::pair<ZoneId, Place>, std::list<Frame>> lists_;
    std::map<std::pair<ZoneId, unsigned>, std::list<Frame>> blocks_;
    std::vector<Cpu> cpus_;
    std::vector<Lock> locks_;
    std::map<TaskId, Task> tasks_;
    TaskId next_task_ = 0;
};

} // namespace sluice::test
