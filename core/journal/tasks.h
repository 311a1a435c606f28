// SPDX-License-Identifier: GPL-3.0-or-later
// Living tasks of a machine state, by id. New tasks have the largest id so far, so they join at the end.
#pragma once

#include "core/journal/machine_state.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sluice::journal {

struct MachineState::Tasks {
    using Entry = std::pair<TaskId, TaskInfo>;

    TaskInfo get(TaskId id) const {
        const auto at = std::lower_bound(entries.begin(), entries.end(), id, before);
        return at != entries.end() && at->first == id ? at->second : TaskInfo{};
    }
    void set(TaskId id, const TaskInfo& info) {
        auto at = entries.empty() || entries.back().first < id
            ? entries.end()
            : std::lower_bound(entries.begin(), entries.end(), id, before);
        if (at != entries.end() && at->first == id)
            at->second = info;
        else
            entries.insert(at, {id, info});
    }
    void erase(TaskId id) {
        const auto at = std::lower_bound(entries.begin(), entries.end(), id, before);
        if (at != entries.end() && at->first == id)
            entries.erase(at);
    }
    const std::vector<Entry>& all() const { return entries; }

private:
    static bool before(const Entry& e, TaskId id) { return e.first < id; }
    std::vector<Entry> entries;
};

} // namespace sluice::journal
