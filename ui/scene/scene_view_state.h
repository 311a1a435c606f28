// SPDX-License-Identifier: GPL-3.0-or-later
// How one looks at the scene: what is selected, focused, under the pointer, how near, which numbers a lesson put beside
// what. Nothing of it belongs to the run.
#pragma once

#include "ui/scene/inspectable.h"

#include <QString>

#include <optional>
#include <vector>

namespace sluice::ui {

/// The three stops of the zoom. It changes how much is shown of each thing, never the size of text.
enum class Zoom : std::uint8_t { machine, node, cpu };

/// A black circle with a number that a lesson's text refers to.
struct Callout {
    Inspectable target;
    int number = 1;
    bool operator==(const Callout&) const = default;
};

struct SceneViewState {
    Inspectable selection;
    Inspectable focus; ///< drawn only when the scene has the keyboard
    Inspectable hover;
    Zoom zoom = Zoom::machine;
    std::vector<Callout> callouts;
    bool reduced_motion = false;
    double scroll = 0; ///< px that the rows of far nodes are scrolled by
    bool operator==(const SceneViewState&) const = default;
};

/// The thing that a lesson's anchor names: "scene.cpu3", "scene.node0", "scene.zone1", "scene.lock0", "scene.door",
/// "scene.inactive", "scene.isolated", "scene.disk0", "scene".
std::optional<Inspectable> scene_anchor(const QString& anchor);
/// The anchor of a thing; "scene" for nothing.
QString anchor_name(const Inspectable& thing);

} // namespace sluice::ui
