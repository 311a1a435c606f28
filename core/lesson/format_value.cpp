// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/evaluate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace sluice::lesson {
namespace {

constexpr std::string_view kNoBreakSpace = "\u00a0";

/// 9309 → "9,309".
std::string with_commas(std::string_view digits) {
    const auto point = std::min(digits.find('.'), digits.size());
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && i < point && (point - i) % 3 == 0)
            out += ',';
        out += digits[i];
    }
    return out;
}

/// Three significant digits, or all digits of a whole number. Does not look at the locale.
std::string digits_of(double value) {
    const double size = std::abs(value);
    std::array<char, 400> text{};
    const auto write = [&](std::chars_format format, int precision) {
        const auto end = std::to_chars(text.data(), text.data() + text.size(), size, format, precision).ptr;
        return std::string_view(text.data(), static_cast<std::size_t>(end - text.data()));
    };
    if (size >= 1e15)
        return std::string(write(std::chars_format::scientific, 2));
    const bool whole = std::abs(size - std::round(size)) < 1e-9 * std::max(1.0, size);
    int decimals = 0;
    if (!whole && size > 0)
        decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(size))), 0, 6);
    // 99.95 has three digits, its rounded form 100.0 would have four.
    if (decimals > 0 && size * std::pow(10, decimals) >= 999.5)
        --decimals;
    return with_commas(write(std::chars_format::fixed, decimals));
}

} // namespace

std::string format_value(const Value& value, const WrittenUnit* shown_in) {
    if (value.type.base == Type::Base::truth)
        return value.truth() ? "yes" : "no";
    if (value.type.base == Type::Base::word)
        return value.word;
    double number = value.number;
    if (shown_in) {
        const bool ratio_in_percent
            = shown_in->unit == experiment::Unit::percent && value.type.unit != experiment::Unit::percent;
        number = ratio_in_percent ? 100 * number : number / shown_in->scale;
    }
    const auto digits = digits_of(number);
    std::string out;
    // A real minus sign; "-0" has none.
    if (number < 0 && digits.find_first_of("123456789") != std::string::npos)
        out += "\u2212";
    out += digits;
    if (shown_in) {
        out += kNoBreakSpace;
        if (shown_in->unit == experiment::Unit::pages)
            out += digits == "1" ? "page" : "pages";
        else
            out += shown_in->text == "us" ? "µs" : shown_in->text;
    }
    return out;
}

} // namespace sluice::lesson
