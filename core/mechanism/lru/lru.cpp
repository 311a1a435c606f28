// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/lru/lru.h"

#include "core/mechanism/lru/records.h"
#include "core/mechanism/lru/steps.h"

#include <cassert>

namespace sluice::lru {

using engine::Co;
using machine::Primitive;

namespace {

std::string lock_name(Scope scope, std::uint32_t set) {
    switch (scope) {
    case Scope::global:
        return "pagemap_lru_lock";
    case Scope::zone:
        return "zone " + std::to_string(set) + " lru_lock";
    case Scope::node:
        break;
    }
    return "node " + std::to_string(set) + " lru_lock";
}

} // namespace

std::string_view site_name(std::uint16_t s) {
    static constexpr std::string_view names[] = {"lru_cache_add", "__pagevec_lru_add", "__pagevec_lru_del",
        "__pagevec_release", "__page_cache_release", "activate_page", "pagevec_deactivate_inactive", "mpage_writepages",
        "shrink_cache", "refill_inactive", "rotate_reclaimable_page", "invalidate_inode_pages"};
    return s >= site::lru_cache_add && s <= site::invalidate ? names[s - site::lru_cache_add] : std::string_view{};
}

Lru::Lru(
    memory::PageAllocator& allocator, cpu::Cpus& cpus, const LruPolicy& policy, LockId first_lock, std::uint64_t seed)
    : allocator_(allocator)
    , cpus_(cpus)
    , policy_(policy)
    , pages_(allocator) {
    const machine::Machine& m = allocator.machine();
    const std::size_t n = policy.scope == Scope::global ? 1 : policy.scope == Scope::zone ? m.zones.size() : m.nodes;
    for (std::size_t i = 0; i < n; ++i) {
        lock::LockSpec spec;
        spec.name = lock_name(policy.scope, static_cast<std::uint32_t>(i));
        spec.id = static_cast<LockId>(first_lock + i);
        spec.lock_class = lock::kLruLockClass;
        spec.kind = policy.lock_kind;
        spec.cause = SectionCause::lru_lock;
        spec.seed = seed;
        sets_.emplace_back(std::move(spec), m, cpus.recorder());
    }
    cpus.lock_order().name(lock::kLruLockClass, policy.scope == Scope::global ? "pagemap_lru_lock" : "lru_lock");
}

std::uint32_t Lru::set_of_zone(ZoneId zone) const {
    switch (policy_.scope) {
    case Scope::global:
        return 0;
    case Scope::zone:
        return zone;
    case Scope::node:
        break;
    }
    return allocator_.machine().zones[zone].node;
}

Frame Lru::tail(std::uint32_t set, List list) const {
    const std::uint32_t f = sets_[set].lists[static_cast<std::size_t>(list)].tail;
    return f == Page::kNone ? memory::kNoFrame : f;
}

Co<> Lru::lock(cpu::Thread& t, std::uint32_t set, std::uint16_t site) {
    Set& s = sets_[set];
    // A completion that rotates takes this lock in its interrupt: it must not find it held by its own CPU.
    const bool off = policy_.irq_off || policy_.rotate;
    if (off)
        t.irq_disable(SectionCause::lru_lock);
    co_await t.lock(s.spinlock, site);
    s.irq_off = off;
}

Co<> Lru::unlock(cpu::Thread& t, std::uint32_t set) {
    Set& s = sets_[set];
    const bool off = s.irq_off;
    co_await t.unlock(s.spinlock);
    if (off)
        co_await t.irq_enable();
}

void Lru::unlink(Set& set, Frame f, Page& p) {
    Links& l = set.lists[static_cast<std::size_t>(p.list)];
    (p.prev == Page::kNone ? l.head : pages_.at(p.prev).next) = p.next;
    (p.next == Page::kNone ? l.tail : pages_.at(p.next).prev) = p.prev;
    p.next = p.prev = Page::kNone;
    --l.size;
    static_cast<void>(f);
}

void Lru::link(Set& set, Frame f, Page& p, List to, End end) {
    Links& l = set.lists[static_cast<std::size_t>(to)];
    const auto frame = static_cast<std::uint32_t>(f);
    if (end == End::head) {
        p.next = l.head;
        p.prev = Page::kNone;
        (l.head == Page::kNone ? l.tail : pages_.at(l.head).prev) = frame;
        l.head = frame;
    } else {
        p.prev = l.tail;
        p.next = Page::kNone;
        (l.tail == Page::kNone ? l.head : pages_.at(l.tail).next) = frame;
        l.tail = frame;
    }
    ++l.size;
}

void Lru::move(CpuId cpu, Frame f, List to, End end) {
    Page& p = pages_.at(f);
    Set& set = sets_[set_of(f)];
    if (p.list != List::none)
        unlink(set, f, p);
    if (to != List::none)
        link(set, f, p, to, end);
    const RecordIndex here = record_list(pages_.frames(), cpu, f, 1, p, to, end);
    p.list = to;
    p.key = to == List::none ? 0 : key_at(here, end);
}

void Lru::place(Frame first, std::uint32_t count, List to) {
    const RecordIndex here = record_list(pages_.frames(), 0, first, count, pages_.at(first), to, End::tail);
    for (Frame f = first; f < first + count; ++f) {
        Page& p = pages_.at(f);
        assert(p.list == List::none && p.key == 0);
        link(sets_[set_of(f)], f, p, to, End::tail);
        p.list = to;
        p.key = to == List::none ? 0 : key_at(here, End::tail);
    }
}

Co<> Lru::mark_page_accessed(cpu::Thread& t, Frame f) {
    Page& p = page(f);
    co_await t.spend(cost(Primitive::lru_check) / 4, step::accessed_look);
    if (!p.has(PageFlag::referenced)) {
        t.step(step::accessed_flag);
        pages_.set(t.cpu(), f, PageFlag::referenced, true);
        co_return;
    }
    if (!p.inactive())
        co_return;
    Visit visit(*this, t, site::activate_page);
    co_await visit.enter(f);
    co_await t.spend(cost(Primitive::lru_move), step::activate);
    // Reclaim may have taken it meanwhile.
    if (p.inactive()) {
        move(t.cpu(), f, active_of(p));
        pages_.set(t.cpu(), f, PageFlag::referenced, false);
    }
    co_await visit.leave();
}

Co<> Visit::enter_set(std::uint32_t set) {
    if (set == set_)
        co_return;
    if (inside()) {
        lru_.count_relock();
        co_await lru_.unlock(thread_, set_);
    }
    set_ = set;
    co_await lru_.lock(thread_, set, site_);
}

Co<> Visit::leave() {
    if (!inside())
        co_return;
    const std::uint32_t set = set_;
    set_ = kOutside;
    co_await lru_.unlock(thread_, set);
}

} // namespace sluice::lru
