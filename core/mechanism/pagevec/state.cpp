// SPDX-License-Identifier: GPL-3.0-or-later
// What the per-CPU vectors say of themselves.
#include "core/mechanism/pagevec/pagevecs.h"

namespace sluice::pagevec {

void Pagevecs::snapshot(Snapshot& out) const {
    for (const PerCpu& c : per_cpu_)
        for (const Pagevec* v : {&c.inactive, &c.active})
            if (!v->empty())
                out.vectors[v->id] = v->pages;
    for (const Pagevec* v : *open_)
        if (!v->empty())
            out.vectors[v->id] = v->pages;
}

std::string Pagevecs::check() const {
    for (std::size_t c = 0; c < per_cpu_.size(); ++c) {
        const std::uint64_t bound = (most_slots_ - 1) * (policy_.vectors == Vectors::two ? 2u : 1u);
        if (deferred(static_cast<CpuId>(c)) > bound)
            return "CPU " + std::to_string(c) + " defers " + std::to_string(deferred(static_cast<CpuId>(c)))
                + " pages, more than " + std::to_string(bound);
    }
    return "";
}

} // namespace sluice::pagevec
