// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/names.h"

#include "core/experiment/locks.h"
#include "core/workload/knobs.h"

#include <QCoreApplication>

namespace sluice::ui {

namespace {

QString tr(const char* words) {
    return QCoreApplication::translate("Names", words);
}

} // namespace

void add_run_settings(SceneSettings& settings, const experiment::Scenario& scenario,
    std::function<KnobValue(experiment::KnobIndex)> knob_at) {
    if (const auto kind = experiment::find_knob("workload.kind"))
        settings.lru = workload::uses_files(static_cast<workload::Kind>(scenario.knobs[*kind]));
    if (const auto kind = experiment::find_knob("workload.kind"))
        settings.giant = workload::frees_much(static_cast<workload::Kind>(scenario.knobs[*kind]));
    settings.knob = [knob_at = std::move(knob_at)](const char* id) -> std::optional<std::int64_t> {
        const auto index = experiment::find_knob(id);
        return index ? std::optional<std::int64_t>(knob_at(*index)) : std::nullopt;
    };
}

SceneNames core_names(std::function<const experiment::Scenario*()> scenario) {
    SceneNames names = standard_names();
    names.lock = [scenario = std::move(scenario), of = static_cast<const experiment::Scenario*>(nullptr),
                     locks = lock::LockDirectory()](LockId id) mutable {
        LockText l;
        const experiment::Scenario* s = scenario ? scenario() : nullptr;
        if (!s)
            return l;
        if (s != of) {
            of = s;
            locks = experiment::lock_directory(*s);
        }
        const lock::LockGroup* group = locks.group_of(id);
        if (group && group->lock_class == lock::kZoneLockClass) {
            l.name = tr("zone lock");
            l.zone = static_cast<ZoneId>(id - group->first);
            l.node = s->machine.zones[*l.zone].node;
        } else {
            l.name = group ? QString::fromStdString(group->name) : tr("Lock %1").arg(id);
        }
        if (const auto kind = experiment::find_knob("lock.kind"))
            l.fair = s->knobs[*kind] != 0;
        return l;
    };
    return names;
}

} // namespace sluice::ui
