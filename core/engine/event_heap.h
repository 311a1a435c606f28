// SPDX-License-Identifier: GPL-3.0-or-later
// A 4-ary heap of events of 16 bytes, ordered by (time, key). The key begins with a running number, so events of one
// moment keep the order in which they were pushed.
#pragma once

#include "core/engine/time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::engine {

struct Event {
    Time at = 0;
    std::uint64_t key = 0; ///< sequence << 24 | timer

    bool before(const Event& o) const { return at != o.at ? at < o.at : key < o.key; }
};

class EventHeap {
public:
    EventHeap() { items_.reserve(256); }

    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }
    const Event& top() const { return items_.front(); }
    /// Time of the first event, kNever if there is none.
    Time top_time() const { return top_time_; }

    void push(Event e) {
        std::size_t i = items_.size();
        items_.push_back(e);
        Event* const a = items_.data();
        while (i > 0) {
            const std::size_t up = (i - 1) / 4;
            if (!e.before(a[up]))
                break;
            a[i] = a[up];
            i = up;
        }
        a[i] = e;
        top_time_ = a[0].at;
    }

    void pop() {
        const Event last = items_.back();
        items_.pop_back();
        const std::size_t n = items_.size();
        if (n == 0) {
            top_time_ = kNever;
            return;
        }
        Event* const a = items_.data();
        std::size_t i = 0;
        for (;;) {
            const std::size_t child = 4 * i + 1;
            if (child >= n)
                break;
            const std::size_t end = child + 4 < n ? child + 4 : n;
            std::size_t least = child;
            for (std::size_t c = child + 1; c < end; ++c)
                if (a[c].before(a[least]))
                    least = c;
            if (!a[least].before(last))
                break;
            a[i] = a[least];
            i = least;
        }
        a[i] = last;
        top_time_ = a[0].at;
    }

private:
    std::vector<Event> items_;
    Time top_time_ = kNever;
};

} // namespace sluice::engine
