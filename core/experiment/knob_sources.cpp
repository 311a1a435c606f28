// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/knob_sources.h"

#include "core/experiment/mechanisms.h"
#include "core/machine/knobs.h"
#include "core/memory/knobs.h"
#include "core/workload/knobs.h"

#include <deque>
#include <string>
#include <vector>

namespace sluice::experiment {

namespace {

struct Table {
    std::deque<std::string> texts; ///< what the views of line switches point into
    std::vector<Knob> knobs;

    Table() {
        for (const Mechanism& m : mechanisms())
            add(m.knobs);
        for (const auto source : {memory::knobs(), workload::knobs(), machine::knobs()})
            add(source);
        // Lines come last, whatever room they belong to: new lines then move no other knob.
        for (const Mechanism& m : mechanisms())
            for (const Listing& listing : m.listings)
                for (const ListingLine& line : listing.lines)
                    if (line.switchable)
                        knobs.push_back(line_switch(listing, line));
    }

    void add(std::span<const Knob> source) { knobs.insert(knobs.end(), source.begin(), source.end()); }

    std::string_view keep(std::string text) { return texts.emplace_back(std::move(text)); }

    Knob line_switch(const Listing& listing, const ListingLine& line) {
        Knob k;
        k.id = keep(line_knob_id(listing, line));
        k.label = step_name(line.step).text;
        k.meaning = keep("Line of " + listing.title + " (" + listing.variant
            + "): off, its effect is not carried out; its time is spent all the same.");
        k.source = listing.source;
        k.kind = KnobKind::toggle;
        k.when = KnobWhen::start;
        k.group = KnobGroup::line;
        k.high = 1;
        k.standard = 1;
        return k;
    }
};

} // namespace

std::span<const Knob> assembled_knobs() {
    static const Table table;
    return table.knobs;
}

} // namespace sluice::experiment
