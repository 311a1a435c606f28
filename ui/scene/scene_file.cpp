// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_file.h"

#include "core/experiment/run.h"
#include "core/journal/journal.h"
#include "core/journal/machine_state.h"
#include "ui/scene/render.h"
#include "ui/scene/scene_builder.h"

#include <algorithm>

namespace sluice::ui {

SceneModel scene_at(const experiment::RunInput& input, Time moment, Time speed, QString& error) {
    moment = std::clamp<Time>(moment, 0, input.scenario->length);
    auto journal = std::make_shared<journal::Journal>();
    {
        experiment::Run run(input, *journal);
        if (run.advance(moment) == experiment::Run::State::stuck)
            error = QString::fromStdString(run.message());
        // The run's end closes the journal; everything up to the moment can be read.
    }
    const std::shared_ptr<const machine::Machine> machine(input.scenario, &input.scenario->machine);
    journal::Cursor cursor(machine, journal);
    cursor.seek_time(moment);
    RunIndex index;
    SceneSettings settings;
    settings.speed = speed;
    return build_scene(cursor.state(), *journal, moment, index, standard_names(), settings);
}

QString write_scene(const experiment::RunInput& input, Time moment, const QString& path, const QSize& size, bool dark, Time speed) {
    QString error;
    const SceneModel model = scene_at(input, moment, speed, error);
    if (!error.isEmpty())
        return error;
    return save_scene(path, model, {}, size, dark ? Theme::dark() : Theme::light());
}

} // namespace sluice::ui
