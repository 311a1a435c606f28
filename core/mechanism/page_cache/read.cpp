// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a file, and dropping its clean pages.
#include "core/mechanism/page_cache/page_cache.h"
#include "core/mechanism/page_cache/steps.h"

#include <algorithm>

namespace sluice::page_cache {

using engine::Co;
using lru::Page;
using machine::Primitive;
using pagevec::CallVector;
using pagevec::Pagevec;

Co<> PageCache::read_in(cpu::Thread& t, File& file, std::uint32_t index, std::uint32_t n, Pagevec* v) {
    std::uint32_t fresh = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
        if (index + i < file.pages.size() && file.pages[index + i] != memory::kNoFrame)
            continue;
        Frame f = memory::kNoFrame;
        if (!co_await add_new(t, file, index + i, v, f))
            break;
        ++fresh;
    }
    if (fresh == 0)
        co_return;
    // The reader sleeps until its request is done; pages read this way get no buffers.
    cpu::Thread* reader = &t;
    file.disk->submit(t, {fresh, [reader](cpu::Thread& irq) -> Co<> {
                              irq.wake(*reader, WakeKind::io);
                              co_return;
                          }});
    co_await t.block();
}

Co<bool> PageCache::read(cpu::Thread& t, File& file, std::uint32_t index, std::uint32_t n) {
    CallVector own(vectors_, t, vector_id::Use::call);
    bool enough = true;
    for (std::uint32_t i = 0; i < n && enough; ++i) {
        co_await t.spend(cost(Primitive::lru_check), step::read_look, index + i);
        if (index + i >= file.pages.size() || file.pages[index + i] == memory::kNoFrame) {
            t.step(step::read_new, index + i);
            const std::uint32_t ahead = std::min(file.disk->request_pages(), n - i);
            co_await read_in(t, file, index + i, ahead, vectors_.policy().call ? &own : nullptr);
            enough = index + i < file.pages.size() && file.pages[index + i] != memory::kNoFrame;
        }
        if (!enough)
            break;
        const Frame f = file.pages[index + i];
        co_await t.spend(cost(Primitive::read_page), step::read_copy, i + 1);
        if (lru_.page(f).file == file.number + 1)
            co_await lru_.mark_page_accessed(t, f);
    }
    if (!own.empty())
        co_await vectors_.lru_add(t, own, FlushReason::end_of_call);
    co_return enough;
}

Co<std::uint64_t> PageCache::invalidate(cpu::Thread& t, File& file) {
    std::uint64_t removed = 0;
    CallVector found(vectors_, t, vector_id::Use::call);
    for (std::size_t next = 0; next < file.pages.size();) {
        // pagevec_lookup: a gang of pages with references, one visit to page_lock for all of them.
        co_await t.lock(file.page_lock, site::lookup);
        co_await t.spend(cost(Primitive::page_lock_work), step::invalidate_look, next);
        const std::uint32_t slots = vectors_.policy().call ? vectors_.policy().slot_count : 1;
        for (; next < file.pages.size() && found.pages.size() < slots; ++next)
            if (file.pages[next] != memory::kNoFrame)
                vectors_.add(t, found, file.pages[next]);
        co_await t.unlock(file.page_lock);
        for (std::size_t i = 0; i < found.pages.size(); ++i) {
            const Frame f = found.pages[i];
            Page& p = lru_.page(f);
            if (p.locked || p.has(PageFlag::dirty) || p.has(PageFlag::writeback) || p.file != file.number + 1)
                continue;
            p.locked = true;
            if (p.has(PageFlag::buffers))
                co_await buffers_.drop(t, f);
            t.step(step::invalidate_remove, removed + 1);
            const bool gone = co_await remove(t, f, 2, site::invalidate);
            removed += gone;
            p.locked = false;
        }
        t.step(step::invalidate_release, found.pages.size());
        co_await vectors_.release(t, found);
        co_await t.cond_resched();
    }
    co_return removed;
}

} // namespace sluice::page_cache
