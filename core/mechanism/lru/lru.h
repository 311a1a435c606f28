// SPDX-License-Identifier: GPL-3.0-or-later
// The LRU lists (active, inactive; from 2.6.28 on two of each) and the lock that guards them: one set for the machine,
// for each zone, or for each node. What changes a list is called with its lock held. A visit that handles pages of
// several sets drops one lock and takes the next where the set changes (the relock loop of per-zone LRU
// locking, 2.5.33).
//
//     lru::Visit visit(lru, t, site::lru_add);
//     co_await visit.enter(frame);          // takes the right lock, keeps the one it has if it is right
//     lru.add(t, frame, List::inactive);
//     co_await visit.leave();
#pragma once

#include "core/mechanism/lru/pages.h"
#include "core/mechanism/lru/policy.h"

#include <array>
#include <deque>

namespace sluice::lru {

/// Call sites of the LRU lock, named as the functions that take it.
namespace site {
inline constexpr std::uint16_t lru_cache_add = 16, pagevec_lru_add = 17, pagevec_lru_del = 18, pagevec_release = 19,
                               page_cache_release = 20, activate_page = 21, deactivate_inactive = 22, writepages = 23,
                               shrink_cache = 24, refill_inactive = 25, rotate = 26, invalidate = 27;
}

/// "shrink_cache"; empty if it is no call site of the LRU lock.
std::string_view site_name(std::uint16_t site);

class Lru {
public:
    /// All must outlive it. Its locks have the ids from `first_lock` on.
    Lru(memory::PageAllocator& allocator, cpu::Cpus& cpus, const LruPolicy& policy, LockId first_lock,
        std::uint64_t seed);
    Lru(const Lru&) = delete;
    Lru& operator=(const Lru&) = delete;

    const LruPolicy& policy() const { return policy_; }
    /// What may change during a run: interrupts off, where faults start.
    void set_policy(const LruPolicy& policy) { policy_ = policy; }

    memory::PageAllocator& allocator() { return allocator_; }
    Pages& pages() { return pages_; }
    Page& page(Frame f) { return pages_.at(f); }
    Cost cost(machine::Primitive p) const { return allocator_.machine().costs[p]; }

    /// Sets of lists, each with its lock.
    std::uint32_t sets() const { return static_cast<std::uint32_t>(sets_.size()); }
    std::uint32_t set_of_zone(ZoneId zone) const;
    std::uint32_t set_of(Frame f) { return sets_.size() == 1 ? 0 : set_of_zone(allocator_.zone_of(f)); }
    std::uint64_t size(std::uint32_t set, List list) const {
        return sets_[set].lists[static_cast<std::size_t>(list)].size;
    }
    /// The page at the tail, kNoFrame if the list is empty.
    Frame tail(std::uint32_t set, List list) const;

    /// Takes a set's lock, with interrupts off if the policy says so.
    engine::Co<> lock(cpu::Thread& t, std::uint32_t set, std::uint16_t site);
    engine::Co<> unlock(cpu::Thread& t, std::uint32_t set);

    /// The list on which a page would be.
    List active_of(const Page& p) const { return policy_.split && p.anonymous ? List::active_anon : List::active; }
    List inactive_of(const Page& p) const {
        return policy_.split && p.anonymous ? List::inactive_anon : List::inactive;
    }

    /// Puts a page on a list, takes it from the one it is on, or both. The lock is held.
    void move(CpuId cpu, Frame f, List to, End end = End::head);
    /// Set-up: `count` adjacent pages that are on no list go to the tail of one.
    void place(Frame first, std::uint32_t count, List to);

    /// The state table of mark_page_accessed: inactive → inactive and referenced → active → active and referenced.
    engine::Co<> mark_page_accessed(cpu::Thread& t, Frame f);

    std::uint64_t relocks() const { return relocks_; }
    void count_relock() { ++relocks_; }

    /// Adds its lists, flags and locks.
    void snapshot(Snapshot& out) const;
    /// Empty, or what is wrong with the lists.
    std::string check() const;

private:
    struct Links {
        std::uint32_t head = Page::kNone, tail = Page::kNone;
        std::uint64_t size = 0;
    };
    struct Set {
        Set(lock::LockSpec spec, const machine::Machine& machine, Recorder& recorder)
            : spinlock(std::move(spec), machine, recorder) { }
        lock::Spinlock spinlock;
        std::array<Links, kLists> lists{};
        bool irq_off = false; ///< as the holder took it
    };

    void unlink(Set& set, Frame f, Page& p);
    void link(Set& set, Frame f, Page& p, List to, End end);

    memory::PageAllocator& allocator_;
    cpu::Cpus& cpus_;
    LruPolicy policy_;
    Pages pages_;
    std::deque<Set> sets_;
    std::uint64_t relocks_ = 0;
};

/// A visit to the LRU lists that handles pages one after the other.
class Visit {
public:
    Visit(Lru& lru, cpu::Thread& t, std::uint16_t site)
        : lru_(lru)
        , thread_(t)
        , site_(site) { }

    bool inside() const { return set_ != kOutside; }
    /// Holds the lock of a page's set from here on. True if it had to be taken.
    engine::Co<> enter(Frame f) { return enter_set(lru_.set_of(f)); }
    engine::Co<> enter_set(std::uint32_t set);
    engine::Co<> leave();

private:
    static constexpr std::uint32_t kOutside = 0xffff'ffffu;
    Lru& lru_;
    cpu::Thread& thread_;
    std::uint16_t site_;
    std::uint32_t set_ = kOutside;
};

} // namespace sluice::lru
