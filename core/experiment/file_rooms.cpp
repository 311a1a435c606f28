// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/file_rooms.h"

#include "core/workload/classes.h"

namespace sluice::experiment {

FileRooms::FileRooms(
    memory::PageAllocator& pages, cpu::Cpus& cpus, const FilePolicies& p, Locks locks, std::uint64_t seed)
    : lru_(pages, cpus, p.lru, locks.lru, seed)
    , vectors_(lru_, cpus, p.vectors)
    , buffers_(lru_.pages(), pages, cpus, p.buffers)
    , cache_(vectors_, lru_, buffers_, cpus, p.cache, {locks.inode, locks.page}, p.lru.lock_kind, seed)
    , reclaim_(cache_, vectors_, lru_, buffers_, cpus, p.reclaim)
    , view_{lru_, vectors_, buffers_, cache_, reclaim_} {
    vectors_.set_strip([this](cpu::Thread& t, Frame f) { return buffers_.drop(t, f); });
}

void FileRooms::start() {
    reclaim_.start(static_cast<std::uint16_t>(workload::TaskClass::kswapd));
}

void FileRooms::set_policies(const FilePolicies& p) {
    lru_.set_policy(p.lru);
    vectors_.set_policy(p.vectors);
    buffers_.set_policy(p.buffers);
    cache_.set_policy(p.cache);
    reclaim_.set_policy(p.reclaim);
}

void FileRooms::snapshot(Snapshot& out) const {
    lru_.snapshot(out);
    vectors_.snapshot(out);
    cache_.snapshot(out);
}

std::string FileRooms::check(std::map<Place, std::uint64_t>& held) const {
    if (std::string wrong = lru_.check(); !wrong.empty())
        return wrong;
    if (std::string wrong = vectors_.check(); !wrong.empty())
        return wrong;
    if (std::string wrong = cache_.check(); !wrong.empty())
        return wrong;
    return buffers_.check(held);
}

} // namespace sluice::experiment
