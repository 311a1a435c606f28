// SPDX-License-Identifier: GPL-3.0-or-later
// struct pagevec, the unit of batched page work of 2.5.32, with its library: add, release, release of pages that are on
// no LRU list, LRU add, LRU delete, deactivate, strip, lookup; and the per-CPU vectors in which faulted pages wait for
// their list. A page in a vector has a reference of the vector. (Andrew Morton, [patch 5/21] and [patch 13/21], Aug
// 2002.)
//
// Race rule of release: a page whose last reference is dropped may be taken by reclaim before the lock is held, so the
// count is looked at again under the lock; and reclaim puts back a page whose count is 0.
#pragma once

#include "core/mechanism/lru/lru.h"
#include "core/mechanism/pagevec/policy.h"

#include <memory>
#include <span>
#include <vector>

namespace sluice::pagevec {

/// A vector: pages in order of arrival, each with a reference.
struct Pagevec {
    explicit Pagevec(std::uint32_t name)
        : id(name) {
        pages.reserve(kMaxSlots);
    }
    std::uint32_t id; ///< vector_id
    std::vector<Frame> pages;
    bool empty() const { return pages.empty(); }
};

class Pagevecs;

/// A vector on the stack of a call; one of each use a task at a time. Empty when it ends.
class CallVector : public Pagevec {
public:
    CallVector(Pagevecs& library, const cpu::Thread& t, vector_id::Use use);
    ~CallVector();
    CallVector(const CallVector&) = delete;
    CallVector& operator=(const CallVector&) = delete;

private:
    /// Calls that are still under way when a run ends outlive the library: their frames belong to the threads.
    std::shared_ptr<std::vector<const Pagevec*>> open_;
};

/// Drops the buffer heads of a page, for `strip`; set by the buffer heads' room.
using StripPage = std::function<engine::Co<>(cpu::Thread&, Frame)>;

class Pagevecs {
public:
    /// `lru` must outlive it.
    Pagevecs(lru::Lru& lru, cpu::Cpus& cpus, const PagevecPolicy& policy);
    Pagevecs(const Pagevecs&) = delete;
    Pagevecs& operator=(const Pagevecs&) = delete;

    const PagevecPolicy& policy() const { return policy_; }
    void set_policy(const PagevecPolicy& policy);
    void set_strip(StripPage strip) { strip_ = std::move(strip); }

    /// Adds a page and takes a reference. Returns the slots that are left; 0 asks for a flush.
    std::uint32_t add(cpu::Thread& t, Pagevec& v, Frame f);
    /// __pagevec_lru_add: every page goes to the head of the inactive list (or `to`), then the references are dropped.
    engine::Co<> lru_add(cpu::Thread& t, Pagevec& v, FlushReason reason, bool active = false) {
        if (v.empty())
            co_return;
        record_flush(t, v, reason, true);
        co_await flush(t, v, reason, active);
    }
    /// pagevec_release: drops the references; pages whose last one it was leave the lists and are freed.
    engine::Co<> release(cpu::Thread& t, Pagevec& v);
    /// The same for pages that are on no LRU list: no LRU lock.
    engine::Co<> release_nonlru(cpu::Thread& t, Pagevec& v);
    /// __pagevec_lru_del (2.5.32 only): off the lists, then released.
    engine::Co<> lru_del(cpu::Thread& t, Pagevec& v);
    /// pagevec_deactivate_inactive: inactive pages go to the head of the inactive list, then all are released.
    engine::Co<> deactivate_inactive(cpu::Thread& t, Pagevec& v, std::uint16_t site);
    /// pagevec_strip: drops the buffers of pages that it can lock at once; takes no LRU lock, releases nothing.
    engine::Co<> strip(cpu::Thread& t, Pagevec& v);
    /// Fills the vector with up to `slots` pages of `source` (pages of a file from some index on), with references.
    void fill(cpu::Thread& t, Pagevec& v, std::span<const Frame> source);

    /// lru_cache_add: into the CPU's vector, or at once on the list. `active`: for the active list.
    engine::Co<> cache_add(cpu::Thread& t, Frame f, bool active);
    /// lru_cache_add of a caller that has a vector of its own (or none: `v` null, then at once on the list).
    engine::Co<> add_to_lru(cpu::Thread& t, Pagevec* v, Frame f);
    /// lru_add_drain: empties the vectors of the thread's CPU.
    engine::Co<> drain(cpu::Thread& t, FlushReason reason);
    /// Drops the last reference of one page (__page_cache_release, put_page).
    engine::Co<> put_last(cpu::Thread& t, Frame f);

    /// Pages that wait in a CPU's vectors and are not being flushed.
    std::uint64_t deferred(CpuId cpu) const;
    /// Adds the pages of the vectors.
    void snapshot(Snapshot& out) const;
    /// Empty, or what is wrong: more than slots - 1 pages deferred.
    std::string check() const;

private:
    struct PerCpu {
        Pagevec inactive, active;
        bool flushing_inactive = false, flushing_active = false;
    };

    friend class CallVector;
    /// The flush, its beginning being recorded already.
    engine::Co<> flush(cpu::Thread& t, Pagevec& v, FlushReason reason, bool active);
    void record_flush(cpu::Thread& t, const Pagevec& v, FlushReason reason, bool begins);
    void drop_first(cpu::Thread& t, Pagevec& v);
    void begin_deferred(cpu::Thread& t, CpuId cpu, bool active, FlushReason reason);
    engine::Co<> end_deferred(cpu::Thread& t, CpuId cpu, bool active, FlushReason reason);
    engine::Co<> flush_deferred(cpu::Thread& t, CpuId cpu, bool active, FlushReason reason);
    engine::Co<> free_all(cpu::Thread& t, std::vector<Frame>& pages);

    lru::Lru& lru_;
    cpu::Cpus& cpus_;
    PagevecPolicy policy_;
    StripPage strip_;
    std::vector<PerCpu> per_cpu_;
    std::shared_ptr<std::vector<const Pagevec*>> open_ = std::make_shared<std::vector<const Pagevec*>>(); ///< of calls
    std::uint32_t most_slots_; ///< that were ever in force
};

} // namespace sluice::pagevec
