// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_model.h"

namespace sluice::ui {

const CpuModel* SceneModel::cpu(CpuId id) const {
    for (const RoomModel& r : rooms)
        for (const CpuModel& c : r.cpus)
            if (c.id == id)
                return &c;
    return nullptr;
}

const TankModel* SceneModel::tank(ZoneId id) const {
    for (const RoomModel& r : rooms)
        for (const TankModel& t : r.tanks)
            if (t.zone == id && t.absent.isEmpty())
                return &t;
    return nullptr;
}

const LockModel* SceneModel::lock(LockId id) const {
    for (const RoomModel& r : rooms)
        for (const LockModel& l : r.locks)
            if (l.id == id)
                return &l;
    return nullptr;
}

NodeId SceneModel::busiest() const {
    NodeId best = rooms.empty() ? NodeId {0} : rooms.front().node;
    Time longest = -1;
    std::size_t most = 0;
    for (const RoomModel& r : rooms) {
        Time stall = 0;
        std::size_t working = 0;
        for (const CpuModel& c : r.cpus) {
            if (c.preempt_off && c.preempt_off_for > stall)
                stall = c.preempt_off_for;
            working += c.chip != CpuChip::idle;
        }
        if (stall > longest || (stall == longest && working > most)) {
            best = r.node;
            longest = stall;
            most = working;
        }
    }
    return best;
}

std::size_t SceneModel::cpu_count() const {
    std::size_t n = 0;
    for (const RoomModel& r : rooms)
        n += r.cpus.size();
    return n;
}

} // namespace sluice::ui
