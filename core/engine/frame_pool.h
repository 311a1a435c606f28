// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for coroutine frames. A simulation creates and ends millions of them, so freed frames are kept by size, per
// thread; runs on different threads never meet.
#pragma once

#include <cstddef>

namespace sluice::engine {

class FramePool {
public:
    static void* allocate(std::size_t size);
    static void release(void* frame, std::size_t size) noexcept;
};

} // namespace sluice::engine
