// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-made scenes of the LRU lists for tests and benchmarks.
#pragma once

#include "ui/scene/scene_model.h"

namespace sluice::ui::samples {

struct LruSample {
    int cpus = 4;
    int nodes = 1;
    std::uint32_t capacity = 16; ///< slots of a vector
    bool split = false; ///< files and anonymous pages apart
    int sets = 1; ///< of lists, each with its lock
    int disks = 6;
    bool fair = false, irq_off = false, quiet = false; ///< quiet: nobody holds the lock
};

/// Six writers on a machine of 512 MB: one CPU inside, two spinning.
SceneModel lru(const LruSample& sample = {});

} // namespace sluice::ui::samples
