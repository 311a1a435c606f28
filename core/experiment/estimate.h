// SPDX-License-Identifier: GPL-3.0-or-later
// A mean over seeds with how sure it is.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace sluice::experiment {

struct Estimate {
    double mean = 0;
    /// Half the 95 % interval of the mean; nothing from a single value.
    std::optional<double> half;
    std::size_t count = 0; ///< values behind it, ≥ 1
    double low() const { return mean - half.value_or(0); }
    double high() const { return mean + half.value_or(0); }
};

/// Mean and 95 % interval by Student's t with n − 1 degrees of freedom; nothing without values.
std::optional<Estimate> estimate(std::span<const double> values);

/// Two-sided 95 % quantile of Student's t, right to 0.2 %; `freedom` ≥ 1.
double student_95(std::size_t freedom);

} // namespace sluice::experiment
