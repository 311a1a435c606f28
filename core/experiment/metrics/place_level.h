// SPDX-License-Identifier: GPL-3.0-or-later
// A level that counts the pages for which a question about their place is answered with yes.
#pragma once

#include "core/experiment/metrics/probe.h"

namespace sluice::experiment {

class PlaceLevel : public Probe {
public:
    static constexpr std::uint64_t kinds = kinds_of({Kind::move});

    PlaceLevel(const MetricInfo& info, Labels& labels)
        : Probe(info, labels.context()) { }

    /// Does a page of this zone and node count while it is at this place?
    virtual bool counts(ZoneId zone, NodeId node, Place place) const = 0;

    void take(const Taken& t) override {
        const Record& r = t.record;
        const bool before = counts(t.zone, t.node, r.from), after = counts(t.zone, t.node, r.to);
        if (before == after)
            return;
        pages_ += after ? static_cast<std::int64_t>(r.count) : -static_cast<std::int64_t>(r.count);
        level(r.at, static_cast<double>(pages_), t.index);
    }

protected:
    /// Call at the end of the constructor: counts the pages of the machine before the first record.
    void start() {
        const machine::Machine& m = *context().machine;
        for (std::size_t i = 0; i < m.zones.size(); ++i) {
            const machine::Zone& z = m.zones[i];
            const auto zone = static_cast<ZoneId>(i);
            if (counts(zone, z.node, place::kernel))
                pages_ += static_cast<std::int64_t>(z.reserved);
            if (counts(zone, z.node, place::free(0)))
                pages_ += static_cast<std::int64_t>(z.pages - z.reserved);
        }
        start_level(static_cast<double>(pages_));
    }

private:
    std::int64_t pages_ = 0;
};

} // namespace sluice::experiment
