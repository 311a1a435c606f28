// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/metrics/probe.h"

#include "core/experiment/near.h"

#include <algorithm>
#include <charconv>

namespace sluice::experiment {

namespace {
/// Counters and levels beyond so many points are thinned: pairs become one, sums and means stay what they are.
constexpr std::size_t kMaxPoints = std::size_t{1} << 20;
/// Samples beyond so many are only counted in bins.
constexpr std::size_t kMaxSamples = std::size_t{4} << 20;
} // namespace

std::optional<std::string> Labels::word(const std::string& label) const {
    const auto at = query_.labels.find(label);
    return at == query_.labels.end() ? std::nullopt : std::optional(at->second);
}

std::optional<std::uint32_t> Labels::number(const std::string& label, std::uint32_t limit, const char* what) {
    const auto text = word(label);
    if (!text)
        return std::nullopt;
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (code != std::errc() || end != text->data() + text->size() || value >= limit) {
        const std::string range = limit == 1 ? "0" : "0 to " + std::to_string(limit - 1);
        fail(query_.text() + ": expected a " + what + " number (" + range + "), found “" + *text + "”.");
        return std::nullopt;
    }
    return value;
}

std::optional<std::size_t> Labels::one_of(const std::string& label, std::span<const std::string_view> words) {
    const auto text = word(label);
    if (!text)
        return std::nullopt;
    const auto at = std::find(words.begin(), words.end(), *text);
    if (at == words.end()) {
        no_choice(label, *text, words);
        return std::nullopt;
    }
    return static_cast<std::size_t>(at - words.begin());
}

void Labels::no_choice(const std::string& label, const std::string& text, std::span<const std::string_view> known) {
    std::vector<std::string> names;
    for (const auto name : known)
        names.emplace_back(name);
    fail(query_.text() + ": expected " + label + " to be " + experiment::one_of(names) + ", found “" + text + "”.");
}

Probe::Probe(const MetricInfo& info, const MetricContext& context)
    : context_(context) {
    series_.shape = info.shape;
    series_.unit = info.unit;
    series_.from = series_.to = context.measure_from;
}

void Probe::start_level(double value) {
    level_ = value;
    series_.initial = value;
}

void Probe::level(Time at, double value, RecordIndex record) {
    if (value == level_)
        return;
    level_ = value;
    if (at < series_.from) {
        series_.initial = value;
        return;
    }
    auto& points = series_.points;
    if (!points.empty() && points.back().at == at) {
        points.back().value = value;
        points.back().record = record;
        return;
    }
    points.push_back({at, value, record});
    if (points.size() >= kMaxPoints)
        thin();
}

void Probe::add_count(Time at, double amount, RecordIndex record) {
    auto& points = series_.points;
    if (!points.empty() && points.back().at == at) {
        points.back().value += amount;
        return;
    }
    points.push_back({at, amount, record});
    if (points.size() >= kMaxPoints)
        thin();
}

void Probe::add_sample(Time at, double value, RecordIndex record) {
    if (series_.points.size() < kMaxSamples && !series_.bins) {
        series_.points.push_back({at, value, record});
        return;
    }
    if (!series_.bins) {
        series_.bins = std::make_shared<SampleBins>();
        for (const Point& p : series_.points)
            series_.bins->add(p.value);
    }
    series_.bins->add(value);
}

/// Halves the points of a counter or a level. The least and the greatest value of a level stay where they are.
void Probe::thin() {
    auto& points = series_.points;
    series_.thinned = true;
    std::vector<Point> kept;
    kept.reserve(points.size() / 2 + 4);
    if (series_.shape == Shape::counter) {
        for (std::size_t i = 0; i + 1 < points.size(); i += 2)
            kept.push_back({points[i + 1].at, points[i].value + points[i + 1].value, points[i + 1].record});
        if (points.size() % 2)
            kept.push_back(points.back());
    } else {
        const auto [least, most] = std::minmax_element(
            points.begin(), points.end(), [](const Point& a, const Point& b) { return a.value < b.value; });
        std::size_t i = 0;
        while (i + 2 < points.size()) {
            const Point& a = points[i];
            const Point& b = points[i + 1];
            const bool marked = &a == &*least || &b == &*least || &a == &*most || &b == &*most;
            if (marked) {
                kept.push_back(a);
                ++i;
                continue;
            }
            const auto first = static_cast<double>(b.at - a.at);
            const auto second = static_cast<double>(points[i + 2].at - b.at);
            kept.push_back({a.at, (a.value * first + b.value * second) / (first + second), a.record});
            i += 2;
        }
        for (; i < points.size(); ++i)
            kept.push_back(points[i]);
    }
    points = std::move(kept);
}

void Probe::span(Time start, Time end, double value, RecordIndex record) {
    if (end < series_.from)
        return;
    auto& spans = series_.spans;
    auto at = spans.end();
    while (at != spans.begin() && (at - 1)->start > start)
        --at;
    spans.insert(at, {start, end, value, record});
}

const std::vector<MetricEntry>& metric_entries() {
    static const std::vector<MetricEntry> all = [] {
        std::vector<MetricEntry> out;
        for (auto* group :
            {memory_metrics, quicklist_metrics, drain_metrics, delay_metrics, lock_metrics, lock_order_metrics, cpu_metrics, file_metrics,
                giant_metrics, run_metrics})
            for (const MetricEntry& e : group())
                out.push_back(e);
        return out;
    }();
    return all;
}

const MetricEntry* find_metric(std::string_view name) {
    for (const MetricEntry& e : metric_entries())
        if (e.info->name == name)
            return &e;
    return nullptr;
}

} // namespace sluice::experiment
