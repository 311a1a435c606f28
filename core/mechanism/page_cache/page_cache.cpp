// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/page_cache/page_cache.h"

#include "core/mechanism/lru/prefetch.h"
#include "core/mechanism/page_cache/steps.h"

#include <algorithm>

namespace sluice::page_cache {

using engine::Co;
using lru::Page;
using machine::Primitive;
using pagevec::CallVector;
using pagevec::Pagevec;

namespace {

lock::LockSpec spec_of(
    std::string name, LockId id, lock::LockClass lock_class, lock::LockKind kind, std::uint64_t seed) {
    lock::LockSpec spec;
    spec.name = std::move(name);
    spec.id = id;
    spec.lock_class = lock_class;
    spec.kind = kind;
    spec.cause = SectionCause::page_lock;
    spec.seed = seed;
    return spec;
}

} // namespace

std::string_view site_name(std::uint16_t s) {
    static constexpr std::string_view names[]
        = {"add_to_page_cache", "__set_page_dirty", "test_set_page_writeback", "__remove_inode_page", "pagevec_lookup",
            "__mark_inode_dirty", "end_page_writeback", "invalidate_complete_page"};
    return s >= site::add_to_page_cache && s <= site::invalidate ? names[s - site::add_to_page_cache]
                                                                 : std::string_view{};
}

PageCache::PageCache(pagevec::Pagevecs& vectors, lru::Lru& lru, buffer_head::BufferHeads& buffers, cpu::Cpus& cpus,
    const CachePolicy& policy, Locks locks, lock::LockKind kind, std::uint64_t seed)
    : vectors_(vectors)
    , lru_(lru)
    , buffers_(buffers)
    , cpus_(cpus)
    , policy_(policy)
    , locks_(locks)
    , lock_kind_(kind)
    , seed_(seed)
    , inode_lock_(
          spec_of("inode_lock", locks.inode, lock::kInodeLockClass, kind, seed), cpus.machine(), cpus.recorder()) {
    for (const machine::Zone& z : cpus.machine().zones)
        memory_ += z.pages - std::min(z.reserved, z.pages);
    for (std::uint32_t d = 0; d < cpus.machine().disks.count; ++d)
        disks_.emplace_back(cpus, d, seed);
    cpus.lock_order().name(lock::kPageLockClass, "page_lock");
    cpus.lock_order().name(lock::kInodeLockClass, "inode_lock");
}

File& PageCache::create() {
    const auto number = static_cast<std::uint16_t>(files_.size());
    File& f = files_.emplace_back(
        spec_of("page_lock of file " + std::to_string(number), static_cast<LockId>(locks_.first_page + number),
            lock::kPageLockClass, lock_kind_, seed_),
        cpus_.machine(), cpus_.recorder());
    f.number = number;
    f.disk = disks_.empty() ? nullptr : &disks_[number % disks_.size()];
    return f;
}

Co<bool> PageCache::add_new(cpu::Thread& t, File& file, std::uint32_t index, Pagevec* v, Frame& out) {
    t.step(step::write_new, index);
    const Frame f = co_await lru_.allocator().allocate(t, place::file);
    if (f == memory::kNoFrame)
        co_return false;
    lru::prefetch(lru_, f);
    co_await t.lock(file.page_lock, site::add_to_page_cache);
    co_await t.spend(cost(Primitive::page_lock_work));
    if (index >= file.pages.size())
        file.pages.resize(index + std::size_t{1}, memory::kNoFrame);
    if (file.pages[index] != memory::kNoFrame) { // somebody else was faster
        out = file.pages[index];
        co_await t.unlock(file.page_lock);
        co_await lru_.allocator().free(t, f);
        co_return true;
    }
    file.pages[index] = f;
    ++file.cached;
    lru_.pages().set_file(t.cpu(), f, static_cast<std::uint16_t>(file.number + 1), index);
    lru_.page(f).anonymous = false;
    lru_.page(f).reclaim = false;
    co_await t.unlock(file.page_lock);
    t.step(step::write_lru);
    co_await vectors_.add_to_lru(t, v, f);
    out = f;
    co_return true;
}

Co<> PageCache::set_dirty(cpu::Thread& t, File& file, Frame f) {
    t.step(step::write_dirty);
    if (lru_.page(f).has(PageFlag::dirty))
        co_return;
    co_await t.lock(file.page_lock, site::set_page_dirty);
    co_await t.spend(cost(Primitive::page_lock_work));
    if (!lru_.page(f).has(PageFlag::dirty) && lru_.page(f).file) {
        lru_.pages().set(t.cpu(), f, PageFlag::dirty, true);
        ++dirty_;
        file.dirty.push_back(f);
    }
    co_await t.unlock(file.page_lock);
    co_await t.lock(inode_lock_, site::mark_inode_dirty);
    co_await t.spend(cost(Primitive::inode_lock_work));
    co_await t.unlock(inode_lock_);
}

Co<bool> PageCache::write(cpu::Thread& t, File& file, std::uint32_t index, std::uint32_t n) {
    CallVector own(vectors_, t, vector_id::Use::call);
    const bool call = vectors_.policy().call;
    bool enough = true;
    for (std::uint32_t i = 0; i < n && enough; ++i) {
        t.step(step::write_get, index + i);
        Frame f = index + i < file.pages.size() ? file.pages[index + i] : memory::kNoFrame;
        if (f == memory::kNoFrame)
            enough = co_await add_new(t, file, index + i, call ? &own : nullptr, f);
        if (!enough)
            break;
        // The writer has the page locked: reclaim leaves it alone.
        Page& p = lru_.page(f);
        while (p.locked)
            co_await t.sleep_until(t.now() + 100 * kMicrosecond);
        if (p.file != file.number + 1 || p.index != index + i) {
            --i; // reclaimed while this task slept
            continue;
        }
        p.locked = true;
        co_await t.spend(cost(Primitive::write_page) + t.random().exponential(cost(Primitive::write_page_variation)),
            step::write_copy, i + 1);
        if (!p.has(PageFlag::buffers))
            enough = co_await buffers_.attach(t, f);
        co_await set_dirty(t, file, f);
        p.locked = false;
        co_await lru_.mark_page_accessed(t, f);
        ++file.unchecked;
    }
    if (!own.empty()) {
        t.step(step::write_flush, own.pages.size());
        co_await vectors_.lru_add(t, own, FlushReason::end_of_call);
    }
    if (file.unchecked >= kRatelimitPages) {
        file.unchecked = 0;
        co_await balance(t, file);
    }
    co_return enough;
}

Co<> PageCache::balance(cpu::Thread& t, File& file) {
    t.step(step::balance_limit, dirty_ + writeback_);
    if (dirty_ + writeback_ <= limit())
        co_return;
    t.step(step::balance_write);
    co_await write_back(t, file, kRatelimitPages * 3 / 2, false);
    t.step(step::balance_wait, file.disk->queued());
    co_await file.disk->wait_for_room(t);
}

Co<std::uint32_t> PageCache::write_back(cpu::Thread& t, File& file, std::uint32_t n, bool for_memory) {
    std::uint32_t submitted = 0;
    CallVector moved(vectors_, t, vector_id::Use::release);
    std::vector<Frame> request;
    const auto send = [&] {
        t.step(step::submit_send, request.size());
        file.disk->submit(t,
            {static_cast<std::uint32_t>(request.size()),
                [this, pages = std::move(request)](cpu::Thread& irq) { return end_writeback(irq, pages); }});
        request.clear();
    };
    const bool refile = policy_.refile || for_memory;
    while (submitted < n && !file.dirty.empty()) {
        const Frame f = file.dirty.front();
        file.dirty.pop_front();
        if (!file.dirty.empty())
            lru::prefetch(lru_, file.dirty.front());
        Page& p = lru_.page(f);
        if (p.file != file.number + 1 || !p.has(PageFlag::dirty) || p.has(PageFlag::writeback))
            continue;
        if (p.locked) {
            file.dirty.push_back(f);
            ++submitted; // a page that is in use counts as tried, so that this ends
            continue;
        }
        p.locked = true;
        co_await t.lock(file.page_lock, site::writepages);
        co_await t.spend(cost(Primitive::page_lock_work), step::submit_take, submitted + 1);
        lru_.pages().set(t.cpu(), f, PageFlag::dirty, false);
        --dirty_;
        lru_.pages().set(t.cpu(), f, PageFlag::writeback, true);
        ++writeback_;
        lru_.pages().frames().hold(t.cpu(), f, Holder::io, file.disk->number(), true);
        p.reclaim = for_memory;
        co_await t.unlock(file.page_lock);
        if (p.has(PageFlag::buffers) && buffers_.strips(buffer_head::strip_bit::submit)) {
            t.step(step::submit_strip);
            co_await buffers_.drop(t, f);
        }
        p.locked = false;
        co_await t.spend(cost(Primitive::submit_page), step::submit_add, request.size() + 1);
        request.push_back(f);
        ++submitted;
        if (refile) {
            t.step(step::submit_refile);
            const bool full = vectors_.add(t, moved, f) == 0;
            if (full || !vectors_.policy().call)
                co_await vectors_.deactivate_inactive(t, moved, lru::site::writepages);
        }
        if (request.size() >= file.disk->request_pages())
            send();
    }
    if (!request.empty())
        send();
    if (!moved.empty())
        co_await vectors_.deactivate_inactive(t, moved, lru::site::writepages);
    co_return submitted;
}

Co<> PageCache::end_writeback(cpu::Thread& irq, std::vector<Frame> pages) {
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const Frame f = pages[i];
        if (i + 1 < pages.size())
            lru::prefetch(lru_, pages[i + 1]);
        co_await irq.spend(cost(Primitive::io_complete_page), step::end_page, pages.size() - i);
        Page& p = lru_.page(f);
        lru_.pages().set(irq.cpu(), f, PageFlag::writeback, false);
        --writeback_;
        if (p.reclaim && lru_.policy().rotate && p.inactive()) {
            lru::Visit visit(lru_, irq, lru::site::rotate);
            irq.step(step::end_rotate);
            co_await visit.enter(f);
            co_await irq.spend(cost(Primitive::lru_move));
            if (p.inactive())
                lru_.move(irq.cpu(), f, p.list, End::tail);
            co_await visit.leave();
        }
        p.reclaim = false;
        lru_.pages().frames().hold(irq.cpu(), f, Holder::io, files_[p.file ? p.file - 1u : 0u].disk->number(), false);
    }
}

Co<bool> PageCache::remove(cpu::Thread& t, Frame f, std::uint32_t references, std::uint16_t site) {
    Page& p = lru_.page(f);
    File& file = files_[p.file - 1u];
    co_await t.lock(file.page_lock, site);
    co_await t.spend(cost(Primitive::cache_remove));
    const bool may = p.file == file.number + 1 && lru_.pages().count(f) == references && !p.has(PageFlag::dirty)
        && !p.has(PageFlag::writeback);
    if (may) {
        file.pages[p.index] = memory::kNoFrame;
        --file.cached;
        lru_.pages().set_file(t.cpu(), f, 0, 0);
    }
    co_await t.unlock(file.page_lock);
    co_return may;
}

void PageCache::place(File& file, Frame first, std::uint32_t count, bool dirty, bool buffers, List list) {
    const auto index = static_cast<std::uint32_t>(file.pages.size());
    lru_.pages().set_file(0, first, static_cast<std::uint16_t>(file.number + 1), index, count);
    for (std::uint32_t i = 0; i < count; ++i)
        file.pages.push_back(first + i);
    file.cached += count;
    if (dirty) {
        lru_.pages().set(0, first, PageFlag::dirty, true, count);
        dirty_ += count;
        // Runs are placed youngest first; what is written back first is the oldest.
        for (std::uint32_t i = count; i-- > 0;)
            file.dirty.push_front(first + i);
    }
    if (buffers)
        buffers_.place(first, count);
    lru_.place(first, count, list);
}

void PageCache::snapshot(Snapshot& out) const {
    for (const device::Disk& d : disks_)
        d.snapshot(out);
    lock::add_to_snapshot(inode_lock_, out);
    for (const File& f : files_)
        lock::add_to_snapshot(f.page_lock, out);
}

std::string PageCache::check() const {
    std::uint64_t dirty = 0, writeback = 0;
    for (const File& f : files_) {
        std::uint64_t cached = 0;
        for (std::size_t i = 0; i < f.pages.size(); ++i) {
            if (f.pages[i] == memory::kNoFrame)
                continue;
            const Page& p = lru_.page(f.pages[i]);
            if (p.file != f.number + 1 || p.index != i)
                return "page " + std::to_string(i) + " of file " + std::to_string(f.number)
                    + " belongs to another file";
            ++cached;
            dirty += p.has(PageFlag::dirty);
            writeback += p.has(PageFlag::writeback);
        }
        if (cached != f.cached)
            return "file " + std::to_string(f.number) + " counts its pages wrongly";
    }
    return dirty == dirty_ && writeback == writeback_
        ? ""
        : "the counts of dirty pages and of pages being written are wrong";
}

} // namespace sluice::page_cache
