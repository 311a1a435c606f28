// SPDX-License-Identifier: GPL-3.0-or-later
// The rooms of files, LRU lists and reclaim, as a run builds them for the workloads that use them.
#pragma once

#include "core/experiment/policies.h"
#include "core/workload/process.h"

#include <map>
#include <string>

namespace sluice::experiment {

class FileRooms {
public:
    /// Most files of a workload.
    static constexpr std::uint32_t kMaxFiles = 512;

    /// Numbers of the first lock of each class.
    struct Locks {
        LockId lru = 0, inode = 0, page = 0;
    };

    /// All must outlive it.
    FileRooms(
        memory::PageAllocator& pages, cpu::Cpus& cpus, const FilePolicies& policies, Locks locks, std::uint64_t seed);

    const workload::Files& view() const { return view_; }
    /// Spawns kswapd.
    void start();
    void set_policies(const FilePolicies& policies);
    void snapshot(Snapshot& out) const;
    /// Empty, or what is wrong; adds what the rooms hold by home.
    std::string check(std::map<Place, std::uint64_t>& held) const;

private:
    lru::Lru lru_;
    pagevec::Pagevecs vectors_;
    buffer_head::BufferHeads buffers_;
    page_cache::PageCache cache_;
    reclaim::Reclaim reclaim_;
    workload::Files view_;
};

} // namespace sluice::experiment
