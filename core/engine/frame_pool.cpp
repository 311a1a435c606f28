// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/frame_pool.h"

#include <array>
#include <new>

namespace sluice::engine {

namespace {

constexpr std::size_t kStep = 64; ///< sizes are rounded up to this
constexpr std::size_t kClasses = 32; ///< larger frames go to the heap

struct Free {
    Free* next;
};

/// One per thread, so no lock; holds at most what one run had alive at once.
struct Lists {
    std::array<Free*, kClasses> heads{};
    ~Lists() {
        for (Free* f : heads)
            while (f) {
                Free* next = f->next;
                ::operator delete(f);
                f = next;
            }
    }
};
thread_local Lists lists;

} // namespace

void* FramePool::allocate(std::size_t size) {
    const std::size_t c = (size - 1) / kStep;
    if (c >= kClasses)
        return ::operator new(size);
    if (Free* f = lists.heads[c]) {
        lists.heads[c] = f->next;
        return f;
    }
    return ::operator new((c + 1) * kStep);
}

void FramePool::release(void* frame, std::size_t size) noexcept {
    const std::size_t c = (size - 1) / kStep;
    if (c >= kClasses) {
        ::operator delete(frame);
        return;
    }
    auto* f = static_cast<Free*>(frame);
    f->next = lists.heads[c];
    lists.heads[c] = f;
}

} // namespace sluice::engine
