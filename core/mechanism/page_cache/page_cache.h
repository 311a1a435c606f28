// SPDX-License-Identifier: GPL-3.0-or-later
// Files in memory: pages by index under the lock of the file (mapping->page_lock), dirty pages in the order in which
// they became so, writeback in requests to the file's disk, and what read, write and invalidate do with vectors and
// LRU. (mm/filemap.c, fs/mpage.c and mm/page-writeback.c of 2.5.31/32, in our own words.)
#pragma once

#include "core/device/disk.h"
#include "core/mechanism/buffer_head/buffer_heads.h"
#include "core/mechanism/page_cache/policy.h"
#include "core/mechanism/pagevec/pagevecs.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace sluice::page_cache {

/// Call sites of page_lock and inode_lock.
namespace site {
inline constexpr std::uint16_t add_to_page_cache = 48, set_page_dirty = 49, writepages = 50, remove_page = 51,
                               lookup = 52, mark_inode_dirty = 53, end_writeback = 54, invalidate = 55;
}

/// "add_to_page_cache"; empty if it is no call site of these locks.
std::string_view site_name(std::uint16_t site);

struct File {
    File(lock::LockSpec spec, const machine::Machine& machine, Recorder& recorder)
        : page_lock(std::move(spec), machine, recorder) { }
    std::uint16_t number = 0;
    lock::Spinlock page_lock;
    device::Disk* disk = nullptr;
    std::vector<Frame> pages; ///< by index; kNoFrame: not in memory
    std::uint64_t cached = 0;
    std::deque<Frame> dirty; ///< oldest first; entries that are not dirty any more are skipped
    std::uint32_t unchecked = 0; ///< pages dirtied since the writer last looked at the limit
};

class PageCache {
public:
    /// Numbers of its locks: inode_lock, and the first file's.
    struct Locks {
        LockId inode = 0, first_page = 0;
    };
    /// All must outlive it.
    PageCache(pagevec::Pagevecs& vectors, lru::Lru& lru, buffer_head::BufferHeads& buffers, cpu::Cpus& cpus,
        const CachePolicy& policy, Locks locks, lock::LockKind kind, std::uint64_t seed);

    const CachePolicy& policy() const { return policy_; }
    void set_policy(const CachePolicy& policy) { policy_ = policy; }

    /// Files are numbered from 0 on; each lies on the disk of its number, in turn.
    File& create();
    File& file(std::uint16_t number) { return files_[number]; }
    std::size_t files() const { return files_.size(); }
    std::deque<device::Disk>& disks() { return disks_; }

    /// write(2): `n` whole pages from `index` on. False: out of memory.
    engine::Co<bool> write(cpu::Thread& t, File& file, std::uint32_t index, std::uint32_t n);
    /// read(2), from memory or from the disk (in requests of the disk's size).
    engine::Co<bool> read(cpu::Thread& t, File& file, std::uint32_t index, std::uint32_t n);
    /// invalidate_inode_pages: every clean page leaves memory. Returns how many.
    engine::Co<std::uint64_t> invalidate(cpu::Thread& t, File& file);

    /// mpage_writepages: submits up to `n` dirty pages, oldest first. `for_memory`: the caller reclaims (PF_MEMALLOC),
    /// so the pages move to the head of the inactive list and rotate when they are clean.
    engine::Co<std::uint32_t> write_back(cpu::Thread& t, File& file, std::uint32_t n, bool for_memory);
    /// Takes a page out of its file under page_lock; false if it may not be: somebody else holds more than
    /// `references`, or it is dirty.
    engine::Co<bool> remove(cpu::Thread& t, Frame f, std::uint32_t references, std::uint16_t site);

    /// Some disk's queue is full.
    bool congested() const {
        return std::any_of(disks_.begin(), disks_.end(), [](const device::Disk& d) { return d.congested(); });
    }
    std::uint64_t dirty() const { return dirty_; }
    std::uint64_t writeback() const { return writeback_; }

    /// Set-up: puts a run of adjacent frames, which are of home `file`, in a file from its end on. The `dirty` last
    /// ones are dirty; `buffers`: they have buffer heads.
    void place(File& file, Frame first, std::uint32_t count, bool dirty, bool buffers, List list);

    void snapshot(Snapshot& out) const;
    std::string check() const;

private:
    engine::Co<bool> add_new(cpu::Thread& t, File& file, std::uint32_t index, pagevec::Pagevec* v, Frame& out);
    engine::Co<> set_dirty(cpu::Thread& t, File& file, Frame f);
    engine::Co<> balance(cpu::Thread& t, File& file);
    engine::Co<> end_writeback(cpu::Thread& irq, std::vector<Frame> pages);
    engine::Co<> read_in(cpu::Thread& t, File& file, std::uint32_t index, std::uint32_t n, pagevec::Pagevec* v);
    std::uint64_t limit() const { return memory_ * policy_.dirty_limit / 100; }
    Cost cost(machine::Primitive p) const { return lru_.cost(p); }

    pagevec::Pagevecs& vectors_;
    lru::Lru& lru_;
    buffer_head::BufferHeads& buffers_;
    cpu::Cpus& cpus_;
    CachePolicy policy_;
    Locks locks_;
    lock::LockKind lock_kind_;
    std::uint64_t seed_;
    std::deque<device::Disk> disks_;
    std::deque<File> files_;
    lock::Spinlock inode_lock_;
    std::uint64_t memory_ = 0; ///< pages that may be used for files
    std::uint64_t dirty_ = 0, writeback_ = 0;
};

} // namespace sluice::page_cache
