// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/estimate.h"

#include <array>
#include <cmath>

namespace sluice::experiment {

double student_95(std::size_t freedom) {
    // Two-sided 5 % points of the t distribution, as in every table of it.
    static constexpr std::array kTable{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201,
        2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086};
    if (freedom <= kTable.size())
        return kTable[freedom - 1];
    // First terms of the Cornish-Fisher expansion about the normal quantile z: z + (z³ + z) / 4n + …
    constexpr double z = 1.959964;
    const auto n = static_cast<double>(freedom);
    return z + (z * z * z + z) / (4 * n) + (5 * std::pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * n * n);
}

std::optional<Estimate> estimate(std::span<const double> values) {
    if (values.empty())
        return std::nullopt;
    Estimate out;
    out.count = values.size();
    const auto n = static_cast<double>(values.size());
    for (const double v : values)
        out.mean += v / n;
    if (values.size() > 1) {
        double squares = 0;
        for (const double v : values)
            squares += (v - out.mean) * (v - out.mean);
        out.half = student_95(values.size() - 1) * std::sqrt(squares / (n - 1) / n);
    }
    return out;
}

} // namespace sluice::experiment
