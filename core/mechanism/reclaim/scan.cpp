// SPDX-License-Identifier: GPL-3.0-or-later
// The two ways to scan the inactive list.
#include "core/mechanism/lru/prefetch.h"
#include "core/mechanism/reclaim/reclaim.h"
#include "core/mechanism/reclaim/steps.h"

#include <algorithm>

namespace sluice::reclaim {

using engine::Co;
using lru::Page;
using machine::Primitive;
using pagevec::CallVector;

Co<> Reclaim::scan_locked(cpu::Thread& t, Pass& pass) {
    if (policy_.drain_first)
        co_await vectors_.drain(t, FlushReason::reclaim);
    const std::uint32_t set = pass.set;
    t.step(step::old::lock);
    co_await lru_.lock(t, set, lru::site::shrink_cache);
    while (pass.max_scan > 0 && pass.freed < pass.wanted) {
        const Frame f = lru_.tail(set, pass.list);
        if (f == memory::kNoFrame)
            break;
        --pass.max_scan;
        ++pass.looked_at;
        if (t.need_resched()) {
            co_await lru_.unlock(t, set);
            co_await t.cond_resched();
            co_await lru_.lock(t, set, lru::site::shrink_cache);
            continue;
        }
        // Each candidate first goes to the head, whatever becomes of it.
        Page& p = lru_.page(f);
        if (p.prev != Page::kNone)
            lru::prefetch(lru_, p.prev);
        co_await t.spend(cost(Primitive::lru_check), step::old::take, pass.looked_at);
        lru_.move(t.cpu(), f, pass.list);
        const bool wrong_zone = !fits(f, pass.zone);
        if (wrong_zone || p.locked || p.has(PageFlag::writeback) || lru_.pages().count(f) == 0) {
            t.step(step::old::skip);
            continue;
        }
        if (p.anonymous) { // no swap: it stays
            co_await t.spend(cost(Primitive::lru_move), step::old::activate);
            lru_.move(t.cpu(), f, lru_.active_of(p));
            continue;
        }
        if (!p.file)
            continue;
        if (p.has(PageFlag::dirty)) {
            page_cache::File& file = cache_.file(static_cast<std::uint16_t>(p.file - 1));
            if (file.disk->congested())
                continue;
            t.step(step::old::write);
            co_await lru_.unlock(t, set);
            co_await cache_.write_back(t, file, kCluster, true);
            co_await lru_.lock(t, set, lru::site::shrink_cache);
            continue;
        }
        if (p.has(PageFlag::buffers)) {
            // Releasing buffers may sleep: the lock is dropped, the page held.
            p.locked = true;
            note_isolation(t, f, true);
            t.step(step::old::unlock_for_buffers);
            const bool unlocks = policy_.lines.on(step::old::unlock_for_buffers);
            if (unlocks)
                co_await lru_.unlock(t, set);
            co_await t.spend(0, step::old::buffers);
            co_await buffers_.drop(t, f);
            if (unlocks)
                co_await lru_.lock(t, set, lru::site::shrink_cache);
            note_isolation(t, f, false);
            p.locked = false;
        }
        // The lock of the file is taken inside the LRU lock, which is the outermost of all (2.5.31).
        t.step(step::old::remove);
        bool removed = p.list != List::none && p.file;
        if (removed)
            removed = co_await cache_.remove(t, f, 1, page_cache::site::remove_page);
        if (!removed)
            continue;
        lru_.move(t.cpu(), f, List::none);
        lru_.pages().set(t.cpu(), f, PageFlag::referenced, false);
        t.step(step::old::free, pass.freed + 1);
        co_await lru_.allocator().free(t, f);
        ++pass.freed;
    }
    t.step(step::old::unlock, pass.freed);
    co_await lru_.unlock(t, set);
}

Co<> Reclaim::scan_isolated(cpu::Thread& t, Pass& pass) {
    const std::uint32_t set = pass.set;
    std::vector<Frame> pages;
    std::vector<bool> activate;
    if (policy_.drain_first) {
        t.step(step::batch::drain);
        co_await vectors_.drain(t, FlushReason::reclaim);
    }
    while (pass.max_scan > 0 && pass.freed < pass.wanted) {
        pages.clear();
        t.step(step::batch::lock);
        co_await lru_.lock(t, set, lru::site::shrink_cache);
        const std::uint64_t most = std::min<std::uint64_t>(policy_.batch, lru_.size(set, pass.list));
        for (std::uint64_t i = 0; i < most; ++i) {
            const Frame f = lru_.tail(set, pass.list);
            if (f == memory::kNoFrame)
                break;
            if (const std::uint32_t next = lru_.page(f).prev; next != Page::kNone)
                lru::prefetch(lru_, next);
            co_await t.spend(cost(Primitive::lru_isolate), step::batch::isolate, i + 1);
            if (lru_.pages().count(f) == 0) {
                // It is in the middle of pagevec_release, which will free it.
                t.step(step::batch::count_zero);
                lru_.move(t.cpu(), f, pass.list);
                continue;
            }
            note_isolation(t, f, true);
            lru_.move(t.cpu(), f, List::isolated, End::tail);
            pages.push_back(f);
        }
        t.step(step::batch::unlock, pages.size());
        co_await lru_.unlock(t, set);
        if (most == 0)
            break;
        pass.looked_at += most;
        pass.max_scan -= std::min(pass.max_scan, most);
        activate.assign(pages.size(), false);
        t.step(step::batch::shrink, pages.size());
        co_await shrink_list(t, pass, pages, activate);
        if (!pages.empty())
            co_await put_back(t, set, pages, activate, lru::site::shrink_cache);
    }
}

Co<> Reclaim::shrink_list(cpu::Thread& t, Pass& pass, std::vector<Frame>& pages, std::vector<bool>& activate) {
    std::vector<Frame> kept, freed;
    std::vector<bool> kept_active;
    const auto keep = [&](Frame f, bool active) {
        kept.push_back(f);
        kept_active.push_back(active);
    };
    const auto free_all = [&]() -> Co<> {
        for (; !freed.empty(); freed.pop_back()) {
            t.step(step::list::free, freed.size());
            lru_.pages().set(t.cpu(), freed.back(), PageFlag::referenced, false);
            co_await lru_.allocator().free(t, freed.back());
        }
    };
    for (const Frame f : pages) {
        Page& p = lru_.page(f);
        co_await t.spend(cost(Primitive::lru_check), step::list::look, kept.size());
        if (!fits(f, pass.zone) || p.locked || p.has(PageFlag::writeback)) {
            t.step(step::list::writeback);
            keep(f, false);
            continue;
        }
        if (p.anonymous || !p.file) { // no swap: it stays
            t.step(step::list::activate);
            keep(f, p.anonymous);
            continue;
        }
        p.locked = true;
        if (p.has(PageFlag::dirty)) {
            page_cache::File& file = cache_.file(static_cast<std::uint16_t>(p.file - 1));
            p.locked = false;
            if (!file.disk->congested()) {
                t.step(step::list::write);
                co_await cache_.write_back(t, file, kCluster, true);
            }
            keep(f, false);
            continue;
        }
        if (p.has(PageFlag::buffers)) {
            t.step(step::list::buffers);
            co_await buffers_.drop(t, f);
        }
        t.step(step::list::remove);
        // The cache's reference and that of the isolation; who else holds it needs it.
        bool removed = p.file;
        if (removed)
            removed = co_await cache_.remove(t, f, 2, page_cache::site::remove_page);
        p.locked = false;
        if (!removed) {
            keep(f, false);
            continue;
        }
        note_isolation(t, f, false);
        lru_.move(t.cpu(), f, List::none);
        freed.push_back(f);
        ++pass.freed;
        if (freed.size() >= vectors_.policy().slot_count)
            co_await free_all();
    }
    co_await free_all();
    pages = std::move(kept);
    activate = std::move(kept_active);
}

Co<> Reclaim::put_back(cpu::Thread& t, std::uint32_t set, const std::vector<Frame>& pages,
    const std::vector<bool>& activate, std::uint16_t site) {
    CallVector held(vectors_, t, vector_id::Use::release);
    t.step(step::batch::lock_again, pages.size());
    co_await lru_.lock(t, set, site);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const Frame f = pages[i];
        Page& p = lru_.page(f);
        co_await t.spend(cost(Primitive::lru_put_back), step::batch::put_back, pages.size() - i);
        lru_.move(t.cpu(), f, activate[i] ? lru_.active_of(p) : lru_.inactive_of(p));
        // The reference of the isolation is handed to a vector; a full one is released without the lock.
        const bool full = vectors_.add(t, held, f) == 0;
        note_isolation(t, f, false);
        if (!full)
            continue;
        co_await lru_.unlock(t, set);
        t.step(step::batch::release, held.pages.size());
        co_await vectors_.release(t, held);
        co_await lru_.lock(t, set, site);
    }
    t.step(step::batch::unlock_again);
    co_await lru_.unlock(t, set);
    co_await vectors_.release(t, held);
}

} // namespace sluice::reclaim
