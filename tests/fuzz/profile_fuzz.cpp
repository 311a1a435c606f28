// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes are a machine profile or one message; a profile that is read survives being written out.
#include "core/experiment/profile.h"

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sluice::experiment;
    const std::string text(reinterpret_cast<const char*>(data), size);
    FileError error;
    const auto machine = read_profile(text, "fuzz.toml", error);
    if (!machine)
        return 0;
    const std::string written = machine_to_toml(*machine, "");
    const auto again = read_profile(written, "again.toml", error);
    if (!again || machine_to_toml(*again, "") != written)
        std::abort();
    return 0;
}
