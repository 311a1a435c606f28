// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/knobs.h"

#include "core/experiment/knob_sources.h"
#include "core/experiment/near.h"
#include "core/experiment/units.h"

#include <algorithm>
#include <unordered_map>

namespace sluice::experiment {

namespace {

std::vector<std::string_view> choice_ids(const Knob& knob) {
    std::vector<std::string_view> ids;
    for (const KnobChoice& c : knob.choices)
        ids.push_back(c.id);
    return ids;
}

std::optional<std::size_t> choice_of(const Knob& knob, std::string_view id) {
    for (std::size_t i = 0; i < knob.choices.size(); ++i)
        if (knob.choices[i].id == id)
            return i;
    return std::nullopt;
}

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t'))
        s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t'))
        s.remove_suffix(1);
    return s;
}

/// "256", "15,559", "-4"; with the knob's unit when it is a time or a size.
std::optional<KnobValue> parse_number(const Knob& knob, std::string_view text) {
    if (knob.unit == "ns")
        if (const auto t = parse_time(text))
            return *t;
    if (knob.unit == "bytes" || knob.unit == "B")
        if (const auto s = parse_size(text))
            return static_cast<KnobValue>(*s);
    const bool negative = text.starts_with('-');
    if (negative)
        text.remove_prefix(1);
    if (!knob.unit.empty() && text.ends_with(knob.unit))
        text = trimmed(text.substr(0, text.size() - knob.unit.size()));
    KnobValue value = 0;
    if (text.empty() || text.size() > 20 || text.front() == ',')
        return std::nullopt;
    for (const char c : text) {
        if (c == ',')
            continue;
        if (c < '0' || c > '9' || value > (KnobValue{1} << 58))
            return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return negative ? -value : value;
}

/// The least number that may be written. A machine with 0 CPUs is a mistake, not "as the profile".
KnobValue least(const Knob& knob) {
    return knob.group == KnobGroup::machine && !knob.automatic.empty() ? std::max<KnobValue>(knob.low, 1) : knob.low;
}

std::string no_break(std::string_view number, std::string_view unit) {
    return std::string(number) + (unit.empty() ? "" : "\u00a0" + std::string(unit));
}

} // namespace

std::span<const Knob> knob_table() {
    return assembled_knobs();
}

std::optional<KnobIndex> find_knob(std::string_view id) {
    static const std::unordered_map<std::string_view, KnobIndex> index = [] {
        std::unordered_map<std::string_view, KnobIndex> m;
        const auto table = knob_table();
        for (std::size_t i = 0; i < table.size(); ++i)
            m.emplace(table[i].id, static_cast<KnobIndex>(i));
        return m;
    }();
    const auto it = index.find(id);
    return it == index.end() ? std::nullopt : std::optional(it->second);
}

std::vector<std::string> similar_knobs(std::string_view id) {
    std::vector<std::string_view> ids;
    for (const Knob& k : knob_table())
        ids.push_back(k.id);
    return near_names(id, ids);
}

KnobValues standard_values() {
    KnobValues values;
    for (const Knob& k : knob_table())
        values.push_back(k.standard);
    return values;
}

std::string value_domain(const Knob& knob) {
    switch (knob.kind) {
    case KnobKind::toggle:
        return "“on” or “off”";
    case KnobKind::choice: {
        const auto ids = choice_ids(knob);
        return one_of({ids.begin(), ids.end()});
    }
    case KnobKind::set: {
        std::string members;
        for (const std::string_view id : choice_ids(knob))
            members += (members.empty() ? "" : ", ") + std::string(id);
        return "“none” or members of " + members + " joined by “+”";
    }
    case KnobKind::number:
        break;
    }
    std::string text = "a whole number from " + grouped(least(knob)) + " to " + grouped(knob.high);
    if (!knob.unit.empty())
        text += " " + std::string(knob.unit);
    return knob.automatic.empty() ? text : "“auto” or " + text;
}

bool is_value(const Knob& knob, KnobValue value) {
    switch (knob.kind) {
    case KnobKind::toggle:
        return value == 0 || value == 1;
    case KnobKind::choice:
        return value >= 0 && value < static_cast<KnobValue>(knob.choices.size());
    case KnobKind::set:
        return value >= 0 && value < (KnobValue{1} << knob.choices.size());
    case KnobKind::number:
        return (value >= knob.low && value <= knob.high) || (value == 0 && !knob.automatic.empty());
    }
    return false;
}

std::optional<KnobValue> parse_value(const Knob& knob, std::string_view text, std::string& error) {
    text = trimmed(text);
    std::optional<KnobValue> value;
    std::string suggestion;
    switch (knob.kind) {
    case KnobKind::toggle:
        if (text == "on" || text == "true" || text == "1")
            value = 1;
        else if (text == "off" || text == "false" || text == "0")
            value = 0;
        break;
    case KnobKind::choice:
        if (const auto i = choice_of(knob, text))
            value = static_cast<KnobValue>(*i);
        else if (const auto close = near_names(text, choice_ids(knob)); !close.empty())
            suggestion = ". Did you mean " + one_of(close) + "?";
        break;
    case KnobKind::set: {
        KnobValue mask = 0;
        bool known = !text.empty();
        if (text != "none")
            for (std::size_t from = 0; known && from <= text.size();) {
                const std::size_t plus = std::min(text.find('+', from), text.size());
                const std::string_view member = trimmed(text.substr(from, plus - from));
                if (const auto i = choice_of(knob, member)) {
                    mask |= KnobValue{1} << *i;
                } else {
                    known = false;
                    if (const auto close = near_names(member, choice_ids(knob)); !close.empty())
                        suggestion = ". Did you mean " + one_of(close) + "?";
                }
                from = plus + 1;
            }
        if (known)
            value = mask;
        break;
    }
    case KnobKind::number:
        if (text == "auto" && !knob.automatic.empty())
            value = 0;
        else if (value = parse_number(knob, text); value && *value < least(knob))
            value.reset();
        break;
    }
    if (value && !is_value(knob, *value))
        value.reset();
    if (!value)
        error = "expected " + value_domain(knob) + ", found “" + std::string(text.substr(0, 60)) + "”" + suggestion;
    return value;
}

std::string format_value(const Knob& knob, KnobValue value) {
    switch (knob.kind) {
    case KnobKind::toggle:
        return value != 0 ? "on" : "off";
    case KnobKind::choice:
        return is_value(knob, value) ? std::string(knob.choices[static_cast<std::size_t>(value)].id)
                                     : std::to_string(value);
    case KnobKind::set: {
        std::string out;
        for (std::size_t i = 0; i < knob.choices.size(); ++i)
            if (value >> i & 1)
                out += (out.empty() ? "" : "+") + std::string(knob.choices[i].id);
        return out.empty() ? "none" : out;
    }
    case KnobKind::number:
        break;
    }
    return value == 0 && !knob.automatic.empty() ? "auto" : std::to_string(value);
}

std::string display_value(const Knob& knob, KnobValue value) {
    switch (knob.kind) {
    case KnobKind::toggle:
        return value != 0 ? "on" : "off";
    case KnobKind::choice:
        return is_value(knob, value) ? std::string(knob.choices[static_cast<std::size_t>(value)].label)
                                     : std::to_string(value);
    case KnobKind::set: {
        std::string out;
        for (std::size_t i = 0; i < knob.choices.size(); ++i)
            if (value >> i & 1)
                out += (out.empty() ? "" : ", ") + std::string(knob.choices[i].label);
        return out.empty() ? "none" : out;
    }
    case KnobKind::number:
        break;
    }
    if (value == 0 && !knob.automatic.empty())
        return "auto (" + std::string(knob.automatic) + ")";
    if (knob.unit == "ns" && value > 0) {
        // Written as in files, with a no-break space before the unit.
        const std::string exact = format_time(value);
        const auto space = exact.find(' ');
        std::string unit = exact.substr(space + 1);
        if (unit == "us")
            unit = "µs";
        return no_break(grouped(std::stoll(exact.substr(0, space))), unit);
    }
    if (knob.unit == "bytes" && value > 0) {
        const std::string exact = format_size(static_cast<std::uint64_t>(value));
        const auto space = exact.find(' ');
        return no_break(grouped(std::stoll(exact.substr(0, space))), exact.substr(space + 1));
    }
    return no_break(grouped(value), knob.unit);
}

} // namespace sluice::experiment
