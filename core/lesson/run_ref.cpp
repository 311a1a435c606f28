// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/run_ref.h"

namespace sluice::lesson {

std::string RunRef::text() const {
    std::string out = name;
    for (const auto& setting : set)
        out += "[" + setting.knob + "=" + setting.value + "]";
    if (seed_offset > 0)
        out += "+seed " + std::to_string(seed_offset);
    return out;
}

void merge_needs(Needs& into, const Needs& more) {
    for (const auto& [run, queries] : more)
        into[run].insert(queries.begin(), queries.end());
}

} // namespace sluice::lesson
