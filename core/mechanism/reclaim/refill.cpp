// SPDX-License-Identifier: GPL-3.0-or-later
// refill_inactive: pages from the tail of the active list go to the inactive one, unless they are mapped and were used.
#include "core/mechanism/lru/records.h"
#include "core/mechanism/reclaim/reclaim.h"
#include "core/mechanism/reclaim/steps.h"

#include <algorithm>

namespace sluice::reclaim {

using engine::Co;
using lru::Page;
using machine::Primitive;
using pagevec::CallVector;

Co<> Reclaim::refill(cpu::Thread& t, std::uint32_t set, bool anonymous, std::uint32_t n, ScanKind kind) {
    const List from = anonymous ? List::active_anon : List::active;
    const std::uint64_t before = lru_.size(set, from);
    if (before == 0)
        co_return;
    if (policy_.drain_first)
        co_await vectors_.drain(t, FlushReason::reclaim);
    if (policy_.lock == LockUse::scan)
        co_await refill_locked(t, set, from, n);
    else
        co_await refill_batch(t, set, from, n);
    const std::uint64_t after = lru_.size(set, from);
    lru::record_scan(lru_.pages().frames(), t.cpu(), kind, from, n, before > after ? before - after : 0, 0);
}

Co<> Reclaim::refill_locked(cpu::Thread& t, std::uint32_t set, List from, std::uint32_t n) {
    t.step(step::refill::lock);
    co_await lru_.lock(t, set, lru::site::refill_inactive);
    for (std::uint32_t i = 0; i < n; ++i) {
        const Frame f = lru_.tail(set, from);
        if (f == memory::kNoFrame)
            break;
        Page& p = lru_.page(f);
        co_await t.spend(cost(Primitive::lru_move), step::refill::test, i + 1);
        const bool used = in_use(f);
        lru_.pages().set(t.cpu(), f, PageFlag::referenced, false);
        lru_.move(t.cpu(), f, used ? from : lru_.inactive_of(p));
    }
    t.step(step::refill::unlock);
    co_await lru_.unlock(t, set);
}

Co<> Reclaim::refill_batch(cpu::Thread& t, std::uint32_t set, List from, std::uint32_t n) {
    std::vector<Frame> pages;
    t.step(step::refill::lock);
    co_await lru_.lock(t, set, lru::site::refill_inactive);
    for (std::uint32_t i = 0; i < n; ++i) {
        const Frame f = lru_.tail(set, from);
        if (f == memory::kNoFrame)
            break;
        co_await t.spend(cost(Primitive::lru_isolate), step::refill::take, i + 1);
        if (lru_.pages().count(f) == 0) {
            lru_.move(t.cpu(), f, from);
            continue;
        }
        note_isolation(t, f, true);
        lru_.move(t.cpu(), f, List::isolated, End::tail);
        pages.push_back(f);
    }
    co_await lru_.unlock(t, set);
    std::vector<bool> used;
    for (const Frame f : pages) {
        co_await t.spend(cost(Primitive::lru_check), step::refill::test, used.size() + 1);
        used.push_back(in_use(f));
        lru_.pages().set(t.cpu(), f, PageFlag::referenced, false);
    }
    CallVector held(vectors_, t, vector_id::Use::release);
    co_await lru_.lock(t, set, lru::site::refill_inactive);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const Frame f = pages[i];
        Page& p = lru_.page(f);
        co_await t.spend(cost(Primitive::lru_put_back), step::refill::put, pages.size() - i);
        lru_.move(t.cpu(), f, used[i] ? lru_.active_of(p) : lru_.inactive_of(p));
        const bool full = vectors_.add(t, held, f) == 0;
        note_isolation(t, f, false);
        if (!full && i + 1 < pages.size())
            continue;
        co_await lru_.unlock(t, set);
        if (buffers_.strips(buffer_head::strip_bit::deactivate)) {
            t.step(step::refill::strip, held.pages.size());
            co_await vectors_.strip(t, held);
        }
        co_await vectors_.release(t, held);
        co_await lru_.lock(t, set, lru::site::refill_inactive);
    }
    t.step(step::refill::unlock);
    co_await lru_.unlock(t, set);
    co_await vectors_.release(t, held);
}

} // namespace sluice::reclaim
