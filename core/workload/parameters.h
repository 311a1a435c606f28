// SPDX-License-Identifier: GPL-3.0-or-later
// What the workload knobs say, as the workloads read them.
#pragma once

#include "core/engine/time.h"
#include "core/record/ids.h"
#include "core/workload/knobs.h"

namespace sluice::workload {

struct Parameters {
    Kind kind = Kind::touch_exit;
    Operation operation = Operation::fork_exit;
    std::uint64_t rounds = 0; ///< 0: until the end
    std::uint32_t tables = 10;
    std::uint64_t pages = 0;
    std::uint32_t processes = 600;
    std::uint32_t forks = 0; ///< 0: as many as exits
    CpuId fork_cpu = 0, exit_cpu = 0;
    bool exit_spread = true;
    Time pause = 0; ///< 0: the workload's own
    std::uint32_t load = 30; ///< per cent
    std::uint32_t pressure = 90; ///< per cent
    bool busy = false;
    Time sensor_period = 0; ///< 0: the workload's own
    std::uint32_t writers = 6;
    std::uint32_t write_size = 16; ///< KiB
    std::uint32_t file_pages = 2048;
    std::uint32_t dirty = 0; ///< per cent
    bool buffers = true;
    std::uint32_t zone_mix = 0; ///< per cent
    std::uint64_t giant = 0; ///< MiB
    std::uint32_t giants = 1;
    std::uint32_t co_runners = 0; ///< per cent of the CPUs
    Time length = kSecond; ///< of the run
};

} // namespace sluice::workload
