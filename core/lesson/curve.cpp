// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/curve.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sluice::lesson {
namespace {

/// -1, 0, 1 for each step of a curve; small steps are 0.
std::vector<int> step_signs(const std::vector<CurvePoint>& curve) {
    const auto [least, most] = std::ranges::minmax(curve, {}, &CurvePoint::y);
    const double small = 0.02 * std::max(std::abs(most.y), std::abs(most.y - least.y));
    std::vector<int> out;
    for (std::size_t i = 1; i < curve.size(); ++i) {
        const double step = curve[i].y - curve[i - 1].y;
        out.push_back(std::abs(step) <= small ? 0 : step > 0 ? 1 : -1);
    }
    return out;
}

std::string plain(double x) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 6).ptr;
    return std::string(text, end);
}

} // namespace

std::string_view curve_shape(const std::vector<CurvePoint>& curve) {
    if (curve.size() < 2)
        return "flat";
    std::vector<int> turns;
    for (const int sign : step_signs(curve))
        if (sign != 0 && (turns.empty() || turns.back() != sign))
            turns.push_back(sign);
    if (turns.empty())
        return "flat";
    if (turns.size() == 1)
        return turns[0] > 0 ? "rises" : "falls";
    if (turns.size() == 2)
        return turns[0] > 0 ? "peak" : "valley";
    return "mixed";
}

std::vector<std::string> curve_facts(const std::vector<CurvePoint>& curve) {
    std::vector<std::string> out;
    if (curve.size() < 2)
        return out;
    const auto signs = step_signs(curve);
    const auto shape = curve_shape(curve);
    const bool every_step = std::ranges::none_of(signs, [](int s) { return s == 0; });
    if (shape == "rises")
        out.emplace_back(every_step ? "It rises at every step." : "It rises, with a flat part.");
    else if (shape == "falls")
        out.emplace_back(every_step ? "It falls at every step." : "It falls, with a flat part.");
    else if (shape == "flat")
        out.emplace_back("It stays flat.");
    else if (shape == "peak")
        out.emplace_back("It rises, then falls.");
    else if (shape == "valley")
        out.emplace_back("It falls, then rises.");
    else
        out.emplace_back("It turns more than once.");
    if (shape != "flat") {
        for (std::size_t i = 0; i < signs.size();) {
            std::size_t end = i;
            while (end < signs.size() && signs[end] == 0)
                ++end;
            if (end > i)
                out.push_back("It is flat from " + plain(curve[i].x) + " to " + plain(curve[end].x) + ".");
            i = end + 1;
        }
        if (shape == "peak" || shape == "mixed")
            out.push_back("It is highest at " + plain(std::ranges::max_element(curve, {}, &CurvePoint::y)->x) + ".");
        if (shape == "valley" || shape == "mixed")
            out.push_back("It is lowest at " + plain(std::ranges::min_element(curve, {}, &CurvePoint::y)->x) + ".");
    }
    return out;
}

} // namespace sluice::lesson
