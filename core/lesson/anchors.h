// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of names for things in the window: `show` in lessons, seen(), `sluice chart --chart`. A GUI test
// asserts that each one resolves to a widget with a table and a sentence.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::lesson {

struct Anchor {
    std::string_view name; ///< "scene", "code", "chart.section_length"
    std::string_view label; ///< as a lesson says it: "Pages per section"
    std::string_view meaning; ///< one sentence
};

/// Every name without a number. "scene.cpu<N>" and "scene.node<N>" stand for one name per CPU and node.
std::span<const Anchor> anchors();
/// True for a name of the table and for scene.cpu0 … scene.cpu1023, scene.node0 … scene.node1023.
bool is_anchor(std::string_view name);
/// The known name nearest to a wrong one, or empty.
std::string nearest_anchor(std::string_view name);
/// "scene.cpu3" → 3; -1 for other names.
int anchor_cpu(std::string_view name);
int anchor_node(std::string_view name);

} // namespace sluice::lesson
