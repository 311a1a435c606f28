// SPDX-License-Identifier: GPL-3.0-or-later
// What a mechanism needs of knobs beside describing them: reading their values, and naming whole sets of values.
#pragma once

#include "core/record/knob.h"

namespace sluice {

/// Values of knobs by id, for the code that makes a policy of them.
class KnobReader {
public:
    /// An unknown id is a defect of the program: throws std::logic_error.
    virtual KnobValue value(std::string_view id) const = 0;
    template <class T>
    T as(std::string_view id) const {
        return static_cast<T>(value(id));
    }
    bool on(std::string_view id) const { return value(id) != 0; }

protected:
    ~KnobReader() = default;
};

/// A knob and a value as a file would write it.
struct KnobSetting {
    std::string_view knob, value;
};

/// Several knobs at once, by a name that readers know.
struct KnobPreset {
    std::string_view id; ///< "as-posted"; unique over all mechanisms
    std::string_view label; ///< "As posted (Feb 2005)"
    std::string_view meaning; ///< one sentence
    std::span<const KnobSetting> settings;
};

} // namespace sluice
