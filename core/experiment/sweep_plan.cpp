// SPDX-License-Identifier: GPL-3.0-or-later
// What a sweep is over, and what it compares, as people write it.
#include "core/experiment/locks.h"
#include "core/experiment/mechanisms.h"
#include "core/experiment/sweep.h"
#include "core/experiment/take.h"

#include <algorithm>

namespace sluice::experiment {

namespace {

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t'))
        s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t'))
        s.remove_suffix(1);
    return s;
}

std::string quoted(std::string_view s) {
    return "“" + std::string(s.substr(0, 60)) + "”";
}

const MetricInfo* find_metric(std::string_view name) {
    const auto& table = metric_table();
    const auto at = std::find_if(table.begin(), table.end(), [&](const MetricInfo& m) { return m.name == name; });
    return at == table.end() ? nullptr : &*at;
}

/// The number that says most about a metric if nobody says which.
std::string_view usual_take(Shape shape) {
    switch (shape) {
    case Shape::counter:
        return "sum";
    case Shape::events:
        return "count";
    case Shape::level:
    case Shape::samples:
        break;
    }
    return "mean";
}

} // namespace

std::optional<std::vector<KnobValue>> parse_axis_values(const Knob& knob, std::string_view text, FileError& error) {
    error = {};
    std::vector<KnobValue> values;
    for (bool more = true; more;) {
        const auto comma = text.find(',');
        const std::string_view one = trimmed(text.substr(0, comma));
        more = comma != std::string_view::npos;
        text.remove_prefix(more ? comma + 1 : text.size());
        const auto dots = knob.kind == KnobKind::number ? one.find("..") : std::string_view::npos;
        std::vector<KnobValue> ends;
        for (const std::string_view end : dots == std::string_view::npos
                ? std::vector{one}
                : std::vector{trimmed(one.substr(0, dots)), trimmed(one.substr(dots + 2))}) {
            std::string why;
            const auto value = parse_value(knob, end, why);
            if (!value) {
                error.message = "Wrong value for " + quoted(knob.id) + ": " + why;
                return std::nullopt;
            }
            ends.push_back(*value);
        }
        if (ends.size() == 2) {
            if (ends[0] < 1 || ends[1] < ends[0]) {
                error.message = "Values of " + quoted(knob.id) + " cannot double like this";
                error.expected = "LEAST..GREATEST, both 1 or more";
                error.found = quoted(one);
                return std::nullopt;
            }
            ends = doubling(ends[0], ends[1]);
        }
        for (const KnobValue value : ends) {
            if (std::find(values.begin(), values.end(), value) != values.end()) {
                error.message
                    = quoted(format_value(knob, value)) + " stands twice among the values of " + quoted(knob.id);
                return std::nullopt;
            }
            values.push_back(value);
        }
    }
    return values;
}

std::optional<SweepAxis> parse_axis(std::string_view text, FileError& error) {
    error = {};
    const auto equals = text.find('=');
    const std::string_view id = trimmed(text.substr(0, equals));
    const auto knob = find_knob(id);
    if (!knob) {
        error.message = "Unknown knob " + quoted(id);
        const auto close = similar_knobs(id);
        error.suggestion = close.empty() ? "`sluice knobs` lists them." : "Did you mean " + one_of(close) + "?";
        return std::nullopt;
    }
    if (equals == std::string_view::npos) {
        error.message = quoted(id) + " has no values";
        error.expected = "KNOB=A,B,C with " + value_domain(knob_table()[*knob]);
        return std::nullopt;
    }
    auto values = parse_axis_values(knob_table()[*knob], text.substr(equals + 1), error);
    return values ? std::optional(SweepAxis{*knob, std::move(*values)}) : std::nullopt;
}

std::vector<KnobValue> doubling(KnobValue from, KnobValue to) {
    std::vector<KnobValue> values;
    for (KnobValue v = std::max<KnobValue>(from, 1); v < to; v *= 2) {
        values.push_back(v);
        if (v > to / 2)
            break;
    }
    values.push_back(std::max<KnobValue>(to, 1));
    return values;
}

std::optional<SweepNumber> parse_sweep_number(std::string_view text, FileError& error) {
    error = {};
    const auto fail = [&](std::string message) {
        error.message = std::move(message);
        return std::nullopt;
    };
    text = trimmed(text);
    std::string_view take, query = text;
    if (const auto open = text.find('('); open != std::string_view::npos) {
        if (text.back() != ')') {
            error.expected = "METRIC{LABEL=VALUE} or TAKE(METRIC{LABEL=VALUE}), like p99(wakeup.delay)";
            error.found = quoted(text);
            return fail("A bracket is not closed");
        }
        take = trimmed(text.substr(0, open));
        query = trimmed(text.substr(open + 1, text.size() - open - 2));
        if (!is_take(take)) {
            error.expected = "sum, min, max, mean, median, count, first, last or a percentile such as p99";
            error.found = quoted(take);
            return fail("This takes no number of a metric");
        }
    }
    const auto of = parse_query(query);
    if (!of) {
        error.expected = "a form such as quicklist.pages{cpu=0}";
        error.found = quoted(query);
        return fail("This is no metric");
    }
    if (auto why = check_query(*of)) {
        if (const auto near = why->find(" Did you mean"); near != std::string::npos) {
            error.suggestion = why->substr(near + 1);
            why->resize(near);
        }
        if (why->ends_with('.'))
            why->pop_back();
        return fail(*why);
    }
    const MetricInfo* info = find_metric(of->name);
    if (take.empty())
        take = usual_take(info->shape);
    const bool counts = take == "count" || (take == "sum" && info->shape == Shape::level);
    return SweepNumber{std::string(take), *of, counts ? Unit::count : info->unit};
}

std::vector<SweepNumber> usual_numbers(const Scenario& scenario) {
    std::vector<std::string> wanted;
    for (const Mechanism& m : mechanisms()) {
        if (!plays(m, scenario.knobs))
            continue;
        if (m.id == "page_free")
            for (const char* n : {"exit.time", "cpu.seconds{task=kworker}", "cpu.seconds{task=giant}"})
                wanted.emplace_back(n);
        if (const auto beside = find_knob("workload.co-runners");
            m.id == "page_free" && beside && scenario.knobs[*beside] > 0)
            wanted.emplace_back("corunner.loss");
        if (m.id == "quicklist")
            for (const char* n : {"max(drain.section.pages)", "p99(wakeup.delay)", "max(wakeup.delay)",
                     "max(quicklist.pages)", "sum(drain.pages)"})
                wanted.emplace_back(n);
        if (m.id == "lru") {
            const auto locks = lock_directory(scenario);
            for (const lock::LockGroup& g : locks.groups())
                if (g.lock_class != lock::kZoneLockClass && g.lock_class != lock::kPageTableLockClass) {
                    wanted.push_back("mean(lock.contention{lock=" + g.key + "})");
                    wanted.push_back("sum(lock.contended{lock=" + g.key + "})");
                    break;
                }
            wanted.emplace_back("mean(op.rate)");
            wanted.emplace_back("p99(wakeup.delay)");
        }
    }
    if (wanted.empty())
        wanted = {"p99(wakeup.delay)", "mean(cpu.share)"};
    std::vector<SweepNumber> out;
    for (const std::string& text : wanted) {
        FileError ignored;
        // Metrics of mechanisms that this program lacks are left out.
        const auto number = parse_sweep_number(text, ignored);
        if (number && std::find(out.begin(), out.end(), *number) == out.end())
            out.push_back(*number);
    }
    return out;
}

} // namespace sluice::experiment
