// SPDX-License-Identifier: GPL-3.0-or-later
// Things of the scene in a sentence each, and which travelling page lies under a point.
#pragma once

#include "ui/scene/layout.h"
#include "ui/scene/scene_model.h"

#include <optional>

namespace sluice::ui {

/// "CPU 0: kernel, check_pgt_cache, idle loop · line 9; 9,029 pages on its quicklist, limit 6,250; …"
QString describe(const SceneModel& model, const Inspectable& thing);
/// What a thing is called: "CPU 0", "pagemap_lru_lock", "list inactive".
QString title(const SceneModel& model, const Inspectable& thing);
/// The word of a chip: "idle".
QString chip_word(CpuChip chip);
QString part_word(TankPart part);
/// The page whose dot is within 6 px of a point.
std::optional<Frame> page_at(const SceneModel& model, const SceneLayout& layout, const QPointF& point);

} // namespace sluice::ui
