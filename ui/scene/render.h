// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a scene: a pure function of model, view, size and theme, on any paint device (widget, image, SVG).
#pragma once

#include "ui/scene/layout.h"
#include "ui/scene/scene_model.h"
#include "ui/scene/scene_view_state.h"
#include "ui/theme/theme.h"

#include <QString>

class QPainter;

namespace sluice::ui {

LayoutInput layout_input(const SceneModel& model, const SceneViewState& view, const QSizeF& size, double scale);

/// What never moves: ground, rooms, titles. The widget keeps it as a pixmap.
void render_ground(QPainter& painter, const SceneModel& model, const SceneLayout& layout, const Theme& theme);
/// Everything of the moment.
void render_moment(QPainter& painter, const SceneModel& model, const SceneLayout& layout, const SceneViewState& view,
    const Theme& theme);

/// The whole scene.
void render_scene(
    QPainter& painter, const SceneModel& model, const SceneViewState& view, const QSizeF& size, const Theme& theme);

/// Writes a picture of the scene, with the narration above and the legend beneath; the ending says the format (png,
/// svg). Written under a temporary name and renamed. Returns an error sentence or "".
QString save_scene(const QString& path, const SceneModel& model, const SceneViewState& view, const QSize& size,
    const Theme& theme, double pixel_ratio = 1);

} // namespace sluice::ui
