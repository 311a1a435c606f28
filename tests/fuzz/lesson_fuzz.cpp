// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes are a lesson or findings; never both missing.
#include "core/lesson/lesson_file.h"

#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto file = sluice::lesson::read_lesson(text, "fuzz.md");
    if (!file.lesson && file.findings.empty())
        std::abort();
    return 0;
}
