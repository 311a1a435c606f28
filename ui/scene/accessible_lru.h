// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences about things of the picture of the LRU lists.
#pragma once

#include "ui/scene/scene_model.h"

#include <array>

namespace sluice::ui {

/// Empty if the thing is described as in the other picture. The model has `lru`.
QString describe_lru(const SceneModel& model, const Inspectable& thing);
/// "41,216 active, 78,904 inactive, half of them dirty."
QString describe_belts(const LruModel& lru);
/// "CPU 2 holds pagemap_lru_lock for 5.1 µs; 2 spin."
QString describe_lock(const LruSetModel& set);
/// What of a list's pages the sample shows: pages by look, in order of PageLook; they add up to the list's length.
std::array<std::uint64_t, 3> pages_by_look(const BeltModel& belt);
QString look_word(PageLook look);

} // namespace sluice::ui
