// SPDX-License-Identifier: GPL-3.0-or-later
// Spinlocks as the kernel had them: test-and-set (anybody may win), ticket and queued (first come, first served).
// Holder, waiters in order of arrival, lockmeter's columns, and the price of a hand-over, which depends on the distance
// between the two CPUs and, for kinds that all spin on one word, on the number of waiters.
//
// The lock knows nothing of threads: whoever waits hands in a Waiter and is called back. cpu::Thread::lock does it all.
#pragma once

#include "core/engine/random.h"
#include "core/lock/lock_stats.h"
#include "core/machine/machine.h"
#include "core/record/recorder.h"
#include "core/record/snapshot.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sluice::lock {

enum class LockKind : std::uint8_t { tas, ticket, queued };
/// Who wins a test-and-set lock that several CPUs spin on: any (own random stream), or the one nearest to the last
/// holder.
enum class TasWinner : std::uint8_t { random, nearest };
/// Locks of one class follow the same rules of order (lockdep's classes). Below 64.
using LockClass = std::uint8_t;

inline constexpr LockClass kZoneLockClass = 0;
inline constexpr LockClass kPageTableLockClass = 1;
inline constexpr LockClass kLruLockClass = 2;
inline constexpr LockClass kPageLockClass = 3; ///< the lock of one file's page cache (mapping->page_lock)
inline constexpr LockClass kInodeLockClass = 4; ///< the one lock of all inodes (inode_lock)

/// One CPU that spins. It must stay where it is until it was granted the lock.
struct Waiter {
    CpuId cpu = 0;
    std::uint16_t site = 0;
    Time since = 0;
    /// False while an interrupt keeps the CPU from looking at the lock: it cannot win a test-and-set lock then.
    bool looking = true;
    std::uint16_t place = 0; ///< in the queue when it was granted, from 0
    /// Called once, when the lock is on its way: it arrives after `transfer`. The waiter then calls `arrive`.
    void (*granted)(Waiter& waiter, Time transfer) = nullptr;
};

struct LockSpec {
    std::string name; ///< "zone 0"
    LockId id = 0; ///< in records
    LockClass lock_class = kZoneLockClass;
    LockKind kind = LockKind::tas;
    TasWinner winner = TasWinner::random;
    /// What a stretch with preemption off is put down to while this lock is held.
    SectionCause cause = SectionCause::zone_lock;
    std::uint64_t seed = 0; ///< of the stream of a test-and-set lock
    /// The home of its cache line at first: taking it from another node costs a transfer. kNobody: none.
    CpuId first_holder = 0xffff;
};

class Spinlock {
public:
    static constexpr CpuId kNobody = 0xffff;

    /// `machine` and `recorder` must outlive the lock.
    Spinlock(LockSpec spec, const machine::Machine& machine, Recorder& recorder);
    Spinlock(const Spinlock&) = delete;
    Spinlock& operator=(const Spinlock&) = delete;

    const LockSpec& spec() const { return spec_; }
    LockId id() const { return spec_.id; }
    LockClass lock_class() const { return spec_.lock_class; }
    SectionCause cause() const { return spec_.cause; }

    bool held() const { return held_; }
    bool busy() const { return held_ || arriving_; }
    CpuId holder() const { return held_ ? holder_ : kNobody; }
    const std::vector<Waiter*>& waiters() const { return waiters_; }
    const LockStats& stats() const { return stats_; }
    LockSnapshot snapshot() const;

    /// Takes the lock if nobody has it or waits for it. The price of taking it is added to `cost`.
    bool try_take(CpuId cpu, std::uint16_t site, Time now, Cost& cost);
    /// Spins: `waiter` must live until it has arrived.
    void wait(Waiter& waiter, Time now);
    /// A waiter whose interrupt is over looks again; it may find a test-and-set lock free.
    void look_again(Waiter& waiter, Time now);
    /// The lock has reached the waiter, which holds it from now on. The price of taking it is added to `cost`.
    void arrive(Waiter& waiter, Time now, Cost& cost);
    /// The holder lets go; the next waiter is granted the lock.
    void drop(Time now);

private:
    void hand_over(std::size_t place);
    std::size_t choose();
    std::uint32_t distance_class(CpuId from, CpuId to) const;
    Cost transfer_cost(CpuId from, CpuId to) const;
    void take(CpuId cpu, std::uint16_t site, Time now, Time waited, std::uint16_t from);

    LockSpec spec_;
    const machine::Machine& machine_;
    Recorder& recorder_;
    engine::Random random_;
    std::vector<Waiter*> waiters_;
    LockStats stats_;
    Time taken_at_ = 0;
    CpuId holder_ = kNobody; ///< who holds it, or held it last
    std::uint16_t site_ = 0;
    bool held_ = false;
    Waiter* arriving_ = nullptr; ///< granted, still listed among the waiters
};

/// Puts the lock's snapshot where its id says.
void add_to_snapshot(const Spinlock& lock, Snapshot& out);

} // namespace sluice::lock
