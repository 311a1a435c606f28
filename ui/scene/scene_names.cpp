// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/listing.h"
#include "core/mechanism/quicklist/listing.h"
#include "core/memory/listing.h"
#include "core/workload/classes.h"
#include "ui/scene/scene_builder.h"

namespace sluice::ui {
namespace {

QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

StepText step_text(StepId step) {
    if (const quicklist::ListingPlace at = quicklist::find_step(step); at.listing && at.line)
        return {QString::fromStdString(at.listing->title), static_cast<int>(at.line - at.listing->lines.data()) + 1,
            QString::fromStdString(at.line->text).trimmed()};
    for (const auto& list : {cpu::listing(), memory::listing(), workload::listing()})
        for (const cpu::ListingLine& line : list)
            if (line.id == step)
                return {text(line.function), 0, text(line.text)};
    return {};
}

} // namespace

SceneNames standard_names() {
    SceneNames names;
    names.step = step_text;
    names.task_class = [](std::uint16_t index) { return text(workload::class_name(index)); };
    return names;
}

} // namespace sluice::ui
