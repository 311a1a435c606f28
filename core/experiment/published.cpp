// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/published.h"

#include "core/experiment/scenario_file.h"

#include <algorithm>

namespace sluice::experiment {

namespace {

/// Is `a` with `knob` set to `b`'s value the scenario `b`, but for length and start of measuring?
bool same_but_for(const Scenario& a, const Scenario& b, KnobIndex knob) {
    Scenario changed = a;
    if (!set_value(changed, knob, b.knobs[knob]).empty())
        return false;
    changed.length = b.length;
    changed.measure_from = b.measure_from;
    return changed.hash() == b.hash();
}

/// Both speak of the same number: a metric with one value a run is what it is, however it is taken.
bool same_number(const ClaimTerm& term, const SweepNumber& number) {
    return term.of == number.of && (term.take == number.take || number.of.name == "exit.time");
}

} // namespace

Published published_for(
    const std::vector<ClaimCard>& cards, const RunInput& base, KnobIndex knob, const SweepNumber& number) {
    Published out;
    if (!base.interventions.empty())
        return out;
    const Scenario& scenario = *base.scenario;
    for (const ClaimCard& card : cards)
        for (const ClaimRow& row : card.rows) {
            if (!row.published || row.compare != ClaimRow::Compare::none || row.window
                || !same_number(row.term, number))
                continue;
            const auto run = std::find_if(
                card.runs.begin(), card.runs.end(), [&](const ClaimRun& r) { return r.name == row.term.run; });
            if (run == card.runs.end())
                continue;
            const Scenario& claimed = *run->scenario;
            const double value = *row.published / unit_factor(number.unit, row.unit);
            std::vector<KnobIndex> other;
            for (KnobIndex k = 0; k < claimed.knobs.size() && other.size() < 2; ++k)
                if (k != knob && claimed.knobs[k] != scenario.knobs[k])
                    other.push_back(k);
            if (other.empty() && same_but_for(scenario, claimed, knob)) {
                // The first row of a value stands; a second card may repeat it.
                if (std::none_of(out.points.begin(), out.points.end(),
                        [&](const PublishedPoint& p) { return p.value == claimed.knobs[knob]; }))
                    out.points.push_back({row.id, row.label, claimed.knobs[knob], value});
            } else if (other.size() == 1 && knob_table()[other[0]].kind == KnobKind::toggle) {
                Scenario switched = scenario;
                if (!set_value(switched, other[0], claimed.knobs[other[0]]).empty()
                    || !same_but_for(switched, claimed, knob))
                    continue;
                out.levels.push_back({row.id, row.label, value});
            } else {
                continue;
            }
            if (out.card.empty()) {
                out.card = card.id;
                out.title = card.title;
            }
        }
    std::sort(out.points.begin(), out.points.end(),
        [](const PublishedPoint& a, const PublishedPoint& b) { return a.value < b.value; });
    return out;
}

} // namespace sluice::experiment
