// SPDX-License-Identifier: GPL-3.0-or-later
// What the colour tests compute with: contrast as WCAG 2 defines it, colour vision as Machado, Oliveira and Fernandes
// (2009) simulate it at full strength, distance in CIELAB (CIE 1976, D65).
#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>

namespace colour_math {

using Triple = std::array<double, 3>;

inline double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

inline Triple linear(const QColor& color) {
    return {linear(color.red() / 255.0), linear(color.green() / 255.0), linear(color.blue() / 255.0)};
}

inline double luminance(const QColor& color) {
    const Triple l = linear(color);
    return 0.2126 * l[0] + 0.7152 * l[1] + 0.0722 * l[2];
}

inline double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

enum class Vision { full, deuteranopia, protanopia, tritanopia };

inline Triple seen(const QColor& color, Vision vision) {
    static constexpr double matrices[4][3][3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
        {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
    };
    const auto& m = matrices[static_cast<int>(vision)];
    const Triple l = linear(color);
    Triple out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = std::clamp(m[i][0] * l[0] + m[i][1] * l[1] + m[i][2] * l[2], 0.0, 1.0);
    return out;
}

inline Triple lab(const Triple& l) {
    const double x = (0.4124564 * l[0] + 0.3575761 * l[1] + 0.1804375 * l[2]) / 0.95047;
    const double y = 0.2126729 * l[0] + 0.7151522 * l[1] + 0.0721750 * l[2];
    const double z = (0.0193339 * l[0] + 0.1191920 * l[1] + 0.9503041 * l[2]) / 1.08883;
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

inline double distance(const QColor& a, const QColor& b, Vision vision) {
    const Triple la = lab(seen(a, vision));
    const Triple lb = lab(seen(b, vision));
    return std::hypot(la[0] - lb[0], la[1] - lb[1], la[2] - lb[2]);
}

/// Lightness in CIELAB, 0 to 100: what is left without colour.
inline double lightness(const QColor& color) {
    return lab(linear(color))[0];
}

} // namespace colour_math
