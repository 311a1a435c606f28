// SPDX-License-Identifier: GPL-3.0-or-later
// What the quicklists say of themselves: the snapshot that the fold of their records must equal, and their part of the
// conservation law.
#include "core/mechanism/quicklist/quicklists.h"

namespace sluice::quicklist {

void Quicklists::snapshot(Snapshot& out) const {
    for (std::size_t cpu = 0; cpu < lists_.size(); ++cpu) {
        const std::vector<Frame>& frames = lists_[cpu].frames;
        for (std::size_t i = frames.size(); i-- > 0;) {
            const Frame f = frames[i];
            std::vector<FrameRun>& runs = out.homes[{allocator_.zone_of(f), place::quicklist(static_cast<CpuId>(cpu))}];
            if (!runs.empty() && runs.back().first + runs.back().count == f)
                ++runs.back().count;
            else
                runs.push_back({f, 1});
        }
        if (cpu < out.cpus.size())
            out.cpus[cpu].limit = lists_[cpu].limit;
    }
}

std::string Quicklists::check_pages(std::map<Place, std::uint64_t>& held) const {
    for (std::size_t cpu = 0; cpu < lists_.size(); ++cpu) {
        const Place home = place::quicklist(static_cast<CpuId>(cpu));
        for (const Frame f : lists_[cpu].frames) {
            if (allocator_.frames().home(f) != home)
                return "frame " + std::to_string(f) + " is on the quicklist of CPU " + std::to_string(cpu)
                    + " but its home is another";
        }
        held[home] = lists_[cpu].frames.size();
    }
    return "";
}

} // namespace sluice::quicklist
