// SPDX-License-Identifier: GPL-3.0-or-later
// The part of MachineState that follows the page cache and the LRU: flags of pages and the files they belong to, vectors
// of pages, disk queues, and the counts per zone, list and file that come with them. Applying and undoing are exact
// opposites.
#pragma once

#include "core/journal/page_table.h"
#include "core/machine/machine.h"
#include "core/record/record.h"
#include "core/record/snapshot.h"

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace sluice::journal {

/// Pages of a zone by list and by flag.
struct ZoneLists {
    std::array<std::uint64_t, kLists> pages{}; ///< by List; `none` is not counted
    std::array<std::uint64_t, 4> flagged{}; ///< by PageFlag
    bool operator==(const ZoneLists&) const = default;
};

struct FileState {
    std::uint64_t cached = 0; ///< pages
    std::array<std::uint64_t, 4> flagged{}; ///< by PageFlag
    bool operator==(const FileState&) const = default;
};

/// A vector of pages: a CPU's deferred adds, or one on the stack of a call.
struct VectorState {
    std::vector<Frame> pages; ///< in order of arrival
    bool flushing = false;
    FlushReason reason = FlushReason::full;
    bool operator==(const VectorState&) const = default;
};

class CacheState {
public:
    CacheState(const machine::Machine& machine, Frame end);

    void apply(const Record& r, const machine::Machine& machine);
    void undo(const Record& r, const machine::Machine& machine);
    /// What contradicts the state in a record of page_flag, cache, pagevec_flush, io or a vector's hold; empty if
    /// nothing.
    std::string contradiction(const Record& r) const;

    std::span<const ZoneLists> zones() const { return zones_; }
    /// Files by number; those never seen may be missing.
    std::span<const FileState> files() const { return files_; }
    /// Vectors that hold pages or are being flushed, by vector_id.
    const std::map<std::uint32_t, VectorState>& vectors() const { return vectors_; }
    /// Requests in the queue of each disk that was used.
    std::span<const std::uint32_t> disks() const { return disks_; }
    bool flag(Frame f, PageFlag flag) const { return value(f) >> static_cast<unsigned>(flag) & 1; }
    /// The file of a page + 1, 0 if it is in no cache.
    std::uint32_t file_of(Frame f) const { return static_cast<std::uint32_t>(value(f) >> 16); }
    /// Pages off the LRU lists for a while: in a vector that waits, in one being flushed, in one of a call, isolated.
    struct OffLru {
        std::uint64_t deferred = 0, adding = 0, call = 0, isolated = 0;
    };
    OffLru off_lru() const;
    /// Pages on the list `isolated`, by frame.
    std::span<const Frame> isolated() const { return isolated_; }

    void snapshot(Snapshot& out) const;
    std::size_t shared_bytes() const { return pages_.shared_bytes(); }
    std::size_t own_bytes() const;
    bool operator==(const CacheState& o) const;

private:
    std::uint64_t value(Frame f) const { return f < pages_.end() ? pages_.get(f) : 0; }
    void set_flag(const Record& r, bool on, const machine::Machine& machine);
    void set_file(const Record& r, std::uint16_t file, const machine::Machine& machine);
    void count_list(Frame first, std::uint64_t n, std::uint16_t from, std::uint16_t to, const machine::Machine& machine);
    FileState& file(std::uint32_t number);
    std::uint32_t& disk(std::uint64_t number);
    void tidy(std::uint32_t vector);
    void isolate(Frame first, std::uint64_t n, bool on);

    PageTable pages_; ///< flags, bit by bit, and the file + 1 from bit 16 on
    std::vector<ZoneLists> zones_;
    std::vector<FileState> files_;
    std::map<std::uint32_t, VectorState> vectors_;
    std::vector<std::uint32_t> disks_;
    std::vector<Frame> isolated_; ///< sorted; a few batches at most
};

} // namespace sluice::journal
