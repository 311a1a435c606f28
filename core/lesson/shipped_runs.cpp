// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons on the program's own scenarios, metrics and knobs.
#include "core/experiment/scenario_file.h"
#include "core/lesson/compute_job.h"

#include <algorithm>

namespace sluice::lesson {
namespace {

class Shipped : public ScenarioSource {
public:
    std::shared_ptr<const experiment::Scenario> scenario(
        const std::string& id, const std::vector<Setting>& set, std::string& error) const override {
        experiment::FileError wrong;
        auto scenario = experiment::shipped_scenario(id, wrong);
        if (!scenario) {
            error = wrong.text();
            return nullptr;
        }
        for (const auto& setting : set)
            if (!experiment::set_knob(*scenario, setting.knob, setting.value, wrong)) {
                error = wrong.text();
                return nullptr;
            }
        return std::make_shared<const experiment::Scenario>(std::move(*scenario));
    }
};

experiment::Unit unit_of(const Knob& knob) {
    const auto* unit = find_unit(knob.unit);
    return unit ? unit->unit : experiment::Unit::none;
}

} // namespace

Vocabulary program_vocabulary() {
    Vocabulary out;
    out.metrics = experiment::metric_table();
    for (const auto& knob : experiment::knob_table()) {
        if (knob.kind == KnobKind::number)
            out.number_knobs.emplace(knob.id, unit_of(knob));
        else
            out.word_knobs.emplace(knob.id);
    }
    // Beats of workloads (record.h); a run that lacks one has no such moment.
    out.anchors = {"exit_wave", "fork_wave", "last_exit", "pressure", "steady", "round"};
    return out;
}

std::shared_ptr<RunStore> program_store() {
    return std::make_shared<RunStore>(std::make_shared<Shipped>(), experiment::measure, program_vocabulary());
}

} // namespace sluice::lesson
