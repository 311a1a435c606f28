// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/units.h"

#include <array>

namespace sluice::experiment {

namespace {

struct UnitName {
    std::string_view name;
    std::uint64_t factor;
};

constexpr std::uint64_t kLimit = 1ull << 62;

constexpr std::array kTimeUnits{UnitName{"ns", 1}, UnitName{"us", 1'000}, UnitName{"µs", 1'000}, UnitName{"μs", 1'000},
    UnitName{"ms", 1'000'000}, UnitName{"s", 1'000'000'000}, UnitName{"min", 60'000'000'000}};
constexpr std::array kCostUnits{UnitName{"ps", 1}, UnitName{"ns", 1'000}, UnitName{"us", 1'000'000},
    UnitName{"µs", 1'000'000}, UnitName{"μs", 1'000'000}, UnitName{"ms", 1'000'000'000}};
constexpr std::array kSizeUnits{UnitName{"B", 1}, UnitName{"KiB", 1ull << 10}, UnitName{"MiB", 1ull << 20},
    UnitName{"GiB", 1ull << 30}, UnitName{"TiB", 1ull << 40}, UnitName{"PiB", 1ull << 50}};

__extension__ using Wide = unsigned __int128; ///< holds a fraction times a unit

bool digit(char c) {
    return c >= '0' && c <= '9';
}

/// number := digits ("," digits)* ["." digits] [space | no-break space] unit
template <std::size_t N>
std::optional<std::uint64_t> parse(std::string_view text, const std::array<UnitName, N>& units, bool bare_zero) {
    std::size_t i = 0;
    const auto skip_space = [&] {
        for (;;) {
            if (i < text.size() && (text[i] == ' ' || text[i] == '\t'))
                ++i;
            else if (text.substr(i).starts_with("\u00a0") || text.substr(i).starts_with("\u202f"))
                i += text.substr(i).starts_with("\u00a0") ? 2 : 3;
            else
                return;
        }
    };
    skip_space();
    std::uint64_t whole = 0;
    const std::size_t first = i;
    while (i < text.size() && (digit(text[i]) || ((text[i] == ',' || text[i] == '_') && i > first))) {
        if (digit(text[i])) {
            if (whole > kLimit / 10)
                return std::nullopt;
            whole = whole * 10 + static_cast<std::uint64_t>(text[i] - '0');
        }
        ++i;
    }
    if (i == first)
        return std::nullopt;
    std::string_view fraction;
    if (i < text.size() && text[i] == '.') {
        const std::size_t start = ++i;
        while (i < text.size() && digit(text[i]))
            ++i;
        fraction = text.substr(start, i - start);
        if (fraction.empty() || fraction.size() > 15)
            return std::nullopt;
    }
    skip_space();
    std::string_view unit = text.substr(i);
    while (!unit.empty() && unit.back() == ' ')
        unit.remove_suffix(1);
    if (unit.empty())
        return bare_zero && whole == 0 && fraction.find_first_not_of('0') == std::string_view::npos
            ? std::optional<std::uint64_t>(0)
            : std::nullopt;
    for (const UnitName& u : units) {
        if (u.name != unit)
            continue;
        if (whole > kLimit / u.factor)
            return std::nullopt;
        std::uint64_t value = whole * u.factor;
        // Every digit of the fraction must be worth a whole number of the smallest unit.
        std::uint64_t worth = u.factor;
        for (std::size_t k = 0; k < fraction.size(); ++k) {
            const auto d = static_cast<std::uint64_t>(fraction[k] - '0');
            if (worth % 10 == 0) {
                worth /= 10;
                value += d * worth;
                continue;
            }
            // Binary units: the rest of the digits as one fraction over a power of ten.
            std::uint64_t numerator = 0, denominator = 1;
            for (std::size_t m = k; m < fraction.size(); ++m) {
                if (denominator > 1'000'000'000)
                    return std::nullopt;
                numerator = numerator * 10 + static_cast<std::uint64_t>(fraction[m] - '0');
                denominator *= 10;
            }
            const auto product = static_cast<Wide>(numerator) * worth;
            if (product % denominator != 0)
                return std::nullopt;
            value += static_cast<std::uint64_t>(product / denominator);
            break;
        }
        return value < kLimit ? std::optional(value) : std::nullopt;
    }
    return std::nullopt;
}

template <std::size_t N>
std::string format(std::uint64_t value, const std::array<UnitName, N>& units) {
    const UnitName* best = &units.front();
    for (const UnitName& u : units)
        if (value % u.factor == 0 && value >= u.factor && u.factor > best->factor)
            best = &u;
    return std::to_string(value / best->factor) + " " + std::string(best->name);
}

} // namespace

std::optional<Time> parse_time(std::string_view text) {
    const auto v = parse(text, kTimeUnits, true);
    return v ? std::optional(static_cast<Time>(*v)) : std::nullopt;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
    return parse(text, kSizeUnits, true);
}

std::optional<Cost> parse_cost(std::string_view text) {
    const auto v = parse(text, kCostUnits, true);
    return v ? std::optional(static_cast<Cost>(*v)) : std::nullopt;
}

std::string format_time(Time t) {
    return t == 0 ? "0 ns" : format(static_cast<std::uint64_t>(t), kTimeUnits);
}

std::string format_size(std::uint64_t bytes) {
    return format(bytes, kSizeUnits);
}

std::string grouped(std::int64_t n) {
    std::string digits = std::to_string(n < 0 ? -n : n);
    for (std::size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, ",");
    return n < 0 ? "-" + digits : digits;
}

} // namespace sluice::experiment
