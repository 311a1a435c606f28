// SPDX-License-Identifier: GPL-3.0-or-later
// A scene from a scenario, without a window: computes the run up to a moment and draws it.
#pragma once

#include "core/experiment/scenario.h"
#include "ui/scene/scene_model.h"
#include "ui/theme/theme.h"

#include <QSize>
#include <QString>

namespace sluice::ui {

/// The scene of a run at a moment (clamped to its length). `speed`: ns of model time a second of watching, for the pages
/// that are under way. `error`: a sentence if the run is stuck before that moment; the scene is that of its end then.
SceneModel scene_at(const experiment::RunInput& input, Time moment, Time speed, QString& error);

/// Computes, draws and writes it (png, svg). Returns an error sentence or "".
QString write_scene(const experiment::RunInput& input, Time moment, const QString& path, const QSize& size, bool dark, Time speed = 20'000);

} // namespace sluice::ui
