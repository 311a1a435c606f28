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
    NodeId best = rooms.empty() ? NodeId{0} : rooms.front().node;
    std::uint64_t most = 0;
    for (const RoomModel& r : rooms) {
        std::uint64_t all = 0, used = 0;
        for (const TankModel& t : r.tanks) {
            all += t.pages;
            used += t.pages - t.free();
        }
        const std::uint64_t share = all ? used * 32 / all : 0;
        if (share > most) {
            most = share;
            best = r.node;
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
