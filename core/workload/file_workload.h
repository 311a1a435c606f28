// SPDX-License-Identifier: GPL-3.0-or-later
// What the workloads of files share: files, the pages that a scenario placed, whole writes with their records, and
// going to an idle CPU when the own one is taken.
#pragma once

#include "core/workload/workload.h"

namespace sluice::workload {

class FileWorkload : public Workload {
public:
    void adopt(Frame first, std::uint64_t count) override { adopted_.push_back({first, count}); }

protected:
    FileWorkload(const World& world, const Parameters& parameters);

    /// Puts what was placed into `n` files from `first` on in turn, block by block: youngest first, dirty as the knob
    /// says.
    void place_cache(std::uint16_t n, std::uint16_t first = 0);
    /// Pages of one write or read.
    std::uint32_t call_pages() const;
    /// The task of a number starts on this CPU.
    CpuId cpu_of(std::uint32_t task) const { return static_cast<CpuId>(task % world_.cpus.count()); }
    /// Goes to an idle CPU if others wait for this one, as a scheduler that balances does when a task is woken.
    engine::Co<> balance(cpu::Thread& t);
    /// Writes a file from `index` on, in calls of the size of the knob, until `pages` are written (0: for ever).
    engine::Co<bool> write_stream(cpu::Thread& t, page_cache::File& file, std::uint32_t index, std::uint64_t pages);
    engine::Co<bool> read_stream(cpu::Thread& t, page_cache::File& file, std::uint32_t index, std::uint64_t pages);

    const Files& files_;

private:
    std::vector<FrameRun> adopted_;
};

} // namespace sluice::workload
