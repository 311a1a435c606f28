// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes are a session or one message.
#include "core/experiment/session_file.h"

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sluice::experiment;
    const std::string text(reinterpret_cast<const char*>(data), size);
    FileError error;
    const auto session = read_session(text, "fuzz.sluice", error);
    if (!session)
        return 0;
    const auto again = read_session(write_session(*session), "again.sluice", error);
    if (!again || again->input.run_id() != session->input.run_id())
        std::abort();
    return 0;
}
