// SPDX-License-Identifier: GPL-3.0-or-later
// Charts and scenes as files without a window: what `sluice chart` and `sluice scene` draw.
#pragma once

#include "core/experiment/scenario.h"

#include <string>
#include <utility>
#include <vector>

namespace sluice::ui {

/// Names and meanings of the charts that a run can give.
std::vector<std::pair<std::string, std::string>> figure_list();

struct FigureRequest {
    experiment::RunInput input;
    std::string chart; ///< "latency"
    std::string path; ///< its ending says the format
    std::string size; ///< "160x90mm", empty for that
    bool dark = false;
};
/// Computes the run and writes the chart. An error sentence, or "".
std::string write_chart(const FigureRequest& request);

struct SceneRequest {
    experiment::RunInput input;
    Time at = 0;
    std::string path; ///< .png or .svg
    std::string size; ///< "1600x1000", empty for 1280x720
    bool dark = false;
};
/// Computes the run up to the moment and draws the machine. An error sentence, or "".
std::string write_scene(const SceneRequest& request);

/// What the program does without a display: the first lesson's run, with its scene and charts written to `folder`.
/// Names of the files written, or an error sentence.
std::string write_first_lesson(const std::string& folder, std::vector<std::string>& written);

/// A QApplication for these functions on a machine without a display; made once, kept by the caller.
class Offscreen {
public:
    Offscreen();
    ~Offscreen();

private:
    struct Impl;
    Impl* impl_;
};

} // namespace sluice::ui
