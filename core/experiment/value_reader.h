// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a table as the reader that mechanisms take.
#pragma once

#include "core/experiment/knobs.h"
#include "core/record/knob_reader.h"

#include <stdexcept>

namespace sluice::experiment {

class ValueReader final : public KnobReader {
public:
    /// `values` must outlive it.
    explicit ValueReader(const KnobValues& values)
        : values_(values) { }
    KnobValue value(std::string_view id) const override {
        const auto index = find_knob(id);
        if (!index)
            throw std::logic_error("no knob has the id " + std::string(id));
        return values_.at(*index);
    }

private:
    const KnobValues& values_;
};

} // namespace sluice::experiment
