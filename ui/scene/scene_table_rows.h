// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table beside the picture.
#pragma once

#include "ui/scene/scene_model.h"

#include <QStringList>

#include <vector>

namespace sluice::ui {

struct SceneRow {
    Inspectable thing;
    QStringList cells;
};

inline constexpr int scene_columns = 9;

/// CPUs, zones, locks.
std::vector<SceneRow> scene_rows(const SceneModel& model);
/// CPUs with their vectors, who is at each lock, lists by kind, reclaimers, disks, zones. The model has `lru`.
std::vector<SceneRow> lru_rows(const SceneModel& model);
QStringList scene_heads(bool lru);

} // namespace sluice::ui
