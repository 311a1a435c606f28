// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/measured_steps.h"

namespace sluice::ui {

Series steps(const experiment::Series& m, SeriesKind kind, Role role, const QString& name, Time until, double scale) {
    Series s;
    s.name = name;
    s.kind = kind;
    s.role = role;
    s.stepped = true;
    s.x.push_back(static_cast<double>(m.from));
    s.y.push_back(m.initial * scale);
    for (const auto& p : m.points) {
        const auto x = static_cast<double>(p.at);
        if (x == s.x.back()) {
            s.y.back() = p.value * scale;
            continue;
        }
        s.x.push_back(x);
        s.y.push_back(p.value * scale);
    }
    s.x_end = static_cast<double>(until);
    return s;
}

} // namespace sluice::ui
