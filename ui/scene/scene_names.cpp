// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/mechanisms.h"
#include "core/workload/classes.h"
#include "ui/scene/scene_builder.h"

namespace sluice::ui {
namespace {

QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

StepText step_text(StepId step) {
    const experiment::StepName name = experiment::step_name(step);
    return {text(name.function), static_cast<int>(name.line), text(name.text)};
}

} // namespace

SceneNames standard_names() {
    SceneNames names;
    names.step = step_text;
    names.task_class = [](std::uint16_t index) { return text(workload::class_name(index)); };
    return names;
}

} // namespace sluice::ui
