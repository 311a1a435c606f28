// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers by which records name things: CPUs, nodes, zones, frames, tasks, locks, steps, places of a page.
// Limits are DEFINITIONS.md 2: 1 to 1,024 CPUs and nodes, 64 TiB.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sluice {

using CpuId = std::uint16_t;
using NodeId = std::uint16_t;
using ZoneId = std::uint16_t; ///< counts zones over the whole machine, node by node
using Frame = std::uint64_t; ///< page frame number, below 2^36
using TaskId = std::uint32_t; ///< 0 is "none"; idle task of CPU n is n + 1; processes follow
using LockId = std::uint16_t;
using StepId = std::uint16_t; ///< a line of a listing, below 4,096; 0 is "none"
using RecordIndex = std::uint64_t; ///< position of a record in its run, from 0

inline constexpr std::uint32_t kMaxCpus = 1024;
inline constexpr std::uint32_t kMaxNodes = 1024;
inline constexpr RecordIndex kNoRecord = ~RecordIndex {0};

/// The home of a page as one number: exactly one per page at every instant (the conservation law).
/// The zone is not part of it: it follows from the frame.
using Place = std::uint16_t;

namespace place {
inline constexpr Place unknown = 0; ///< recorded traces only
constexpr Place free(unsigned order) { return static_cast<Place>(1 + order); } ///< on a buddy list; order 0 to 30
inline constexpr Place page_table = 32;
inline constexpr Place anonymous = 33;
inline constexpr Place file = 34;
inline constexpr Place buffer_heads = 35;
inline constexpr Place kernel = 36;
inline constexpr Place gather = 37;
inline constexpr Place being_freed = 38;
constexpr Place pcp(CpuId cpu) { return static_cast<Place>(0x0400 + cpu); } ///< on a CPU's page list
constexpr Place quicklist(CpuId cpu) { return static_cast<Place>(0x0800 + cpu); } ///< on a CPU's quicklist

constexpr bool is_free(Place p) { return p >= 1 && p <= 31; }
constexpr unsigned order(Place p) { return p - 1u; }
constexpr bool is_pcp(Place p) { return (p & 0xfc00) == 0x0400; }
constexpr bool is_quicklist(Place p) { return (p & 0xfc00) == 0x0800; }
constexpr CpuId cpu(Place p) { return p & 0x03ff; }
} // namespace place

/// The LRU list a page is on (at most one, apart from its home). With file and anonymous pages apart (2.6.28 on),
/// `active` and `inactive` are those of files.
enum class List : std::uint16_t { none, active, inactive, isolated, active_anon, inactive_anon };
inline constexpr std::size_t kLists = 6;

/// Who holds a counted reference to a page, apart from the owner that its home implies.
enum class Holder : std::uint16_t { mapping, process, pagevec, isolation, io };

/// First step number of each listing, so that a step names a line without a table of tables.
namespace step_base {
inline constexpr StepId cpu = 0x010; ///< user code, idle loop, scheduler, interrupt entry
inline constexpr StepId memory = 0x040; ///< page allocator: refill, buddy, per-CPU list
inline constexpr StepId workload = 0x080; ///< fork, exec, exit, touch
inline constexpr StepId quicklist = 0x100; ///< every variant of check_pgt_cache, alloc, free
inline constexpr StepId lru = 0x200; ///< lists, state table, isolation
inline constexpr StepId pagevec = 0x280; ///< library of vectors, deferred add
inline constexpr StepId buffer_head = 0x300; ///< accounting and stripping
inline constexpr StepId page_cache = 0x340; ///< files: add, dirty, write back, truncate
inline constexpr StepId reclaim = 0x400; ///< shrink_cache, refill_inactive, kswapd
inline constexpr StepId page_free = 0x480; ///< mmu gather, freeing of batches, workers
} // namespace step_base

} // namespace sluice
