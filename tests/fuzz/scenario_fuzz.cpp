// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes are a scenario or one message; a scenario that is read keeps its hash when written out.
#include "core/experiment/scenario_file.h"

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sluice::experiment;
    const std::string text(reinterpret_cast<const char*>(data), size);
    FileError error;
    const auto scenario = read_scenario(text, "fuzz.toml", error);
    if (!scenario) {
        if (error.text().size() < 3)
            std::abort();
        return 0;
    }
    const auto again = read_scenario(scenario->to_toml(), "again.toml", error);
    if (!again || again->hash() != scenario->hash())
        std::abort();
    return 0;
}
