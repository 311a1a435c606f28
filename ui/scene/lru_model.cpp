// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/lru_model.h"

#include <QCoreApplication>

#include <algorithm>

namespace sluice::ui {

const BeltModel* LruSetModel::belt(List list) const {
    const auto it = std::find_if(belts.begin(), belts.end(), [&](const BeltModel& b) { return b.list == list; });
    return it == belts.end() ? nullptr : &*it;
}

std::uint64_t LruSetModel::active() const {
    std::uint64_t n = 0;
    for (const BeltModel& b : belts)
        n += b.list == List::active || b.list == List::active_anon ? b.pages : 0;
    return n;
}

std::uint64_t LruSetModel::inactive() const {
    std::uint64_t n = 0;
    for (const BeltModel& b : belts)
        n += b.list == List::inactive || b.list == List::inactive_anon ? b.pages : 0;
    return n;
}

const LruCpuModel* LruModel::cpu(CpuId id) const {
    const auto it = std::find_if(cpus.begin(), cpus.end(), [&](const LruCpuModel& c) { return c.cpu == id; });
    return it == cpus.end() ? nullptr : &*it;
}

const LruSetModel* LruModel::of_lock(LockId lock) const {
    const auto it = std::find_if(sets.begin(), sets.end(), [&](const LruSetModel& s) { return s.lock == lock; });
    return it == sets.end() ? nullptr : &*it;
}

std::uint64_t LruModel::active() const {
    std::uint64_t n = 0;
    for (const LruSetModel& s : sets)
        n += s.active();
    return n;
}

std::uint64_t LruModel::inactive() const {
    std::uint64_t n = 0;
    for (const LruSetModel& s : sets)
        n += s.inactive();
    return n;
}

QString vector_state_word(VectorState state) {
    switch (state) {
    case VectorState::collecting:
        return QCoreApplication::translate("Scene", "collecting");
    case VectorState::full:
        return QCoreApplication::translate("Scene", "full");
    case VectorState::flushing:
        return QCoreApplication::translate("Scene", "flushing");
    case VectorState::empty:
        break;
    }
    return QCoreApplication::translate("Scene", "empty");
}

QString vector_words(const VectorModel& v) {
    return QCoreApplication::translate("Scene", "%1 of %2 %3")
        .arg(v.pages.size())
        .arg(v.capacity)
        .arg(vector_state_word(v.state));
}

} // namespace sluice::ui
