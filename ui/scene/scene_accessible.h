// SPDX-License-Identifier: GPL-3.0-or-later
// The scene for assistive technology: a child for each card, lock, list, tray, disk and tank, in reading order, with a
// name, a sentence and a place.
#pragma once

namespace sluice::ui {

/// Makes Qt ask for the scene's children. May be called often.
void install_scene_accessibility();

} // namespace sluice::ui
