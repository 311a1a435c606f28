// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a journal file: either one sentence or a journal that can be read, folded where it does not contradict
// the machine, walked back, measured and saved. Checksums are not compared in builds for fuzzing.
#include "core/experiment/metric_set.h"
#include "core/journal/journal.h"
#include "core/journal/machine_state.h"
#include "tests/support/synthetic.h"

#include <cstdlib>
#include <sstream>

using namespace sluice;

namespace {

void expect(bool good) {
    if (!good)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    std::string header, error;
    const auto journal = journal::Journal::load(in, "input", header, error);
    expect((journal == nullptr) == !error.empty());
    if (!journal)
        return 0;
    static const auto machine = test::synthetic_machine({});
    journal::MachineState state(machine);
    Time before = 0;
    bool sound = true;
    journal->for_each(0, journal->size(), [&](const Record& r, RecordIndex) {
        expect(r.at >= before);
        before = r.at;
        // What contradicts the machine cannot be applied: whoever loads a journal stops there.
        sound = sound && state.contradiction(r).empty();
        if (sound)
            state.apply(r);
    });
    const RecordIndex end = state.position();
    while (state.position() > 0)
        state.undo(journal->at(state.position() - 1), *journal);
    expect(state == journal::MachineState(machine));
    if (end == journal->size()) {
        experiment::MetricContext context;
        context.machine = machine;
        experiment::measure(*journal, context, experiment::standard_queries());
    }
    return 0;
}
