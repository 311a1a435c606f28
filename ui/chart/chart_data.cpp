// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/chart_data.h"

#include "ui/chart/chart_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sluice::ui::Chart", text);
}

bool holds_between_samples(const Series& series) {
    switch (series.kind) {
    case SeriesKind::step_line:
    case SeriesKind::band:
    case SeriesKind::bars:
        return true;
    case SeriesKind::area:
        return series.stepped;
    default:
        return false;
    }
}

bool is_points(SeriesKind kind) {
    return kind == SeriesKind::dots || kind == SeriesKind::points || kind == SeriesKind::published;
}

/// The smallest round number that is at least `value` > 0.
double round_up(double value) {
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double factor : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
        if (factor * power >= value * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10 * power;
}

void keep(std::vector<double>& values, std::size_t count) {
    if (values.size() > count) {
        values.resize(count);
    }
}

} // namespace

bool ChartData::empty() const {
    return std::all_of(series.begin(), series.end(), [](const Series& s) { return s.empty(); }) && !open;
}

QString ChartData::heading_note() const {
    QStringList parts;
    // "pages of 16 KiB" needs no second "pages".
    const QString rest = !unit.isEmpty() && note.startsWith(unit) ? QString() : unit;
    for (const QString& part : {note, rest, y_scale == Scale::log ? tr("log scale") : QString()}) {
        if (!part.isEmpty()) {
            parts << part;
        }
    }
    return parts.join(QStringLiteral(", "));
}

QString ChartData::x_words() const {
    if (x_kind == XKind::time || x_title.isEmpty()) {
        return {};
    }
    QString words = x_unit.isEmpty() ? x_title : x_title + QStringLiteral(", ") + x_unit;
    if (x_kind == XKind::number && x_scale == Scale::log) {
        words += tr(", log scale");
    }
    return words;
}

Range united(const Range& a, const Range& b) {
    return {std::min(a.from, b.from), std::max(a.to, b.to)};
}

Range x_range_of(const ChartData& data) {
    if (data.x_kind == XKind::category) {
        return {-0.5, std::max<double>(1, static_cast<double>(data.categories.size())) - 0.5};
    }
    double from = std::numeric_limits<double>::infinity();
    double to = -from;
    for (const Series& s : data.series) {
        for (const double x : s.x) {
            if (std::isnan(x) || (data.x_scale == Scale::log && x <= 0)) {
                continue;
            }
            from = std::min(from, x);
            to = std::max(to, x);
        }
        if (!std::isnan(s.x_end)) {
            to = std::max(to, s.x_end);
        }
    }
    if (!std::isnan(data.x_from)) {
        from = data.x_from;
    }
    if (!std::isnan(data.x_to)) {
        to = data.x_to;
    }
    if (!std::isfinite(from)) {
        from = data.x_scale == Scale::log ? 1 : 0;
    }
    if (!std::isfinite(to) || to <= from) {
        to = data.x_scale == Scale::log ? from * 10 : from + 1;
    }
    return {from, to};
}

Range y_range_of(const ChartData& data, double x_limit) {
    if (!std::isnan(data.y_from) && !std::isnan(data.y_to)) {
        return {data.y_from, data.y_to};
    }
    const bool log = data.y_scale == Scale::log;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    const auto take = [&](double v) {
        // QCustomPlot refuses ranges beyond 1e250.
        if (std::abs(v) < 1e200 && (!log || v > 1e-200)) {
            low = std::min(low, v);
            high = std::max(high, v);
        }
    };
    for (const Series& s : data.series) {
        const auto end = std::upper_bound(s.x.begin(), s.x.end(), x_limit);
        const auto count = static_cast<std::size_t>(end - s.x.begin());
        for (const auto* values : {&s.y, &s.low, &s.high}) {
            std::for_each(values->begin(), values->begin() + static_cast<long>(std::min(count, values->size())), take);
        }
    }
    for (const ReferenceLine& line : data.references) {
        take(line.value);
    }
    for (const ToleranceBox& box : data.boxes) {
        take(box.low);
        take(box.high);
    }
    if (data.open && data.open->since <= x_limit) {
        take(data.open->value);
    }
    if (log) {
        if (!std::isfinite(low)) {
            return {1, 10};
        }
        double from = std::floor(std::log10(low) + 1e-9);
        const double to = std::max(std::ceil(std::log10(high) - 1e-9), from + 1);
        // A histogram's single events stand on the axis otherwise, without height.
        const bool counts = std::any_of(
            data.series.begin(), data.series.end(), [](const Series& s) { return s.kind == SeriesKind::bars; });
        if (counts && low >= 1) {
            return {0.5, std::pow(10.0, to)};
        }
        return {std::pow(10.0, from), std::pow(10.0, to)};
    }
    if (!std::isfinite(low)) {
        return {0, 1};
    }
    if (data.y_from_zero) {
        low = std::min(low, 0.0);
        high = std::max(high, 0.0);
        Range range{low < 0 ? -round_up(-low) : 0, high > 0 ? round_up(high) : 0};
        return range.length() > 0 ? range : Range{0, 1};
    }
    if (high <= low) {
        const double around = high == 0 ? 1 : std::abs(high) * 0.1;
        return {low - around, high + around};
    }
    const double step = round_up((high - low) / 4);
    return {std::floor(low / step) * step, std::ceil(high / step) * step};
}

std::optional<std::size_t> index_at(const Series& series, double x) {
    const auto after = std::upper_bound(series.x.begin(), series.x.end(), x);
    if (after == series.x.begin()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(after - series.x.begin() - 1);
}

std::optional<double> value_at(const Series& series, double x) {
    const auto index = index_at(series, x);
    if (!index || *index >= series.y.size()) {
        return std::nullopt;
    }
    const std::size_t i = *index;
    const double y = series.y[i];
    if (i + 1 == series.size()) {
        // A window that has just closed speaks until the next one does.
        const double grace = series.kind == SeriesKind::band ? series.x_end - series.x[i] : 0;
        const bool holds = series.x[i] == x || (!std::isnan(series.x_end) && x <= series.x_end + grace);
        return holds && !std::isnan(y) ? std::optional(y) : std::nullopt;
    }
    if (std::isnan(y)) {
        return std::nullopt;
    }
    if (holds_between_samples(series) || is_points(series.kind) || series.x[i + 1] <= series.x[i]) {
        return y;
    }
    const double next = series.y[i + 1];
    if (std::isnan(next)) {
        return y;
    }
    return y + (next - y) * (x - series.x[i]) / (series.x[i + 1] - series.x[i]);
}

Series cut_at(const Series& series, double x) {
    Series cut = series;
    std::size_t count
        = static_cast<std::size_t>(std::upper_bound(series.x.begin(), series.x.end(), x) - series.x.begin());
    const bool ends_later = count < series.size() || (!std::isnan(series.x_end) && series.x_end > x);
    double end = series.x_end;
    if (series.kind == SeriesKind::band) {
        // A window that is not over yet would tell what is still to come.
        while (count > 0) {
            const double window_end = count < series.size() ? series.x[count] : series.x_end;
            if (std::isnan(window_end) || window_end <= x) {
                end = window_end;
                break;
            }
            --count;
        }
    } else if (ends_later && !is_points(series.kind)) {
        end = x;
    }
    for (auto* values : {&cut.x, &cut.y, &cut.low, &cut.high}) {
        keep(*values, count);
    }
    if (cut.labels.size() > count) {
        cut.labels.resize(count);
    }
    cut.x_end = count == 0 ? no_value : end;
    const bool straight = series.kind == SeriesKind::line || (series.kind == SeriesKind::area && !series.stepped);
    if (straight && ends_later && count > 0 && cut.x.back() < x) {
        cut.x.push_back(x);
        cut.y.push_back(cut.y.back());
        for (auto* values : {&cut.low, &cut.high}) {
            if (!values->empty()) {
                values->push_back(values->back());
            }
        }
        if (!cut.labels.empty()) {
            cut.labels.emplace_back();
        }
    }
    return cut;
}

ChartData cut_at(const ChartData& data, double x) {
    if (data.x_kind != XKind::time) {
        return data;
    }
    ChartData cut = data;
    for (Series& s : cut.series) {
        s = cut_at(s, x);
    }
    if (cut.open && cut.open->since > x) {
        cut.open.reset();
    }
    const Range whole = x_range_of(data);
    cut.x_from = whole.from;
    cut.x_to = whole.to;
    // Both were made with knowledge of the whole run.
    cut.table = {};
    cut.sentence.clear();
    return cut;
}

bool whole_numbers(const ChartData& data) {
    const auto whole = [](double v) { return std::isnan(v) || v == std::floor(v); };
    return std::all_of(data.series.begin(), data.series.end(),
        [&](const Series& s) { return std::all_of(s.y.begin(), s.y.end(), whole); });
}

QString series_title(const Series& series) {
    if (!series.lettered && !series.name.isEmpty())
        return series.name;
    switch (series.role) {
    case Role::a:
        return series.name.isEmpty() ? QStringLiteral("A") : QStringLiteral("A ") + series.name;
    case Role::b:
        return series.name.isEmpty() ? QStringLiteral("B") : QStringLiteral("B ") + series.name;
    case Role::model:
        return series.name.isEmpty() ? tr("model") : series.name;
    case Role::published:
        return series.name.isEmpty() ? tr("published") : series.name;
    case Role::prediction:
        return series.name.isEmpty() ? tr("your prediction") : series.name;
    default:
        return series.name;
    }
}

QString describe(const ChartData& data, double x) {
    if (!data.sentence.isEmpty()) {
        return data.sentence;
    }
    if (data.empty()) {
        return data.empty_state.title.isEmpty() ? tr("%1: nothing yet.").arg(data.title)
                                                : data.empty_state.title + QStringLiteral(". ") + data.empty_state.text;
    }
    const Range whole = x_range_of(data);
    const TimeUnit unit = time_unit_of(whole.to);
    const auto place = [&](double at) {
        switch (data.x_kind) {
        case XKind::time:
            return time_text(at, unit);
        case XKind::category: {
            const auto i = static_cast<std::size_t>(std::max(0.0, std::round(at)));
            return i < data.categories.size() ? data.categories[i] : number_text(at);
        }
        case XKind::number:
            break;
        }
        return quantity_text(at, data.x_unit);
    };
    QStringList parts;
    for (const Series& s : data.series) {
        const QString name = series_title(s);
        if (s.empty() || s.y.size() != s.size()) {
            continue;
        }
        if (!std::isnan(x)) {
            if (s.quiet || s.kind == SeriesKind::dots) {
                continue;
            }
            const bool open = data.open && data.open->role == s.role && !data.open->text.isEmpty();
            if (open || !s.readout.isEmpty()) {
                parts << tr("%1: %2").arg(name, open ? data.open->text : s.readout);
            } else if (const auto value = value_at(s, x)) {
                parts << tr("%1: %2").arg(name, quantity_text(*value, data.unit));
            }
            continue;
        }
        const std::vector<double>& tops = s.kind == SeriesKind::band && s.high.size() == s.size() ? s.high : s.y;
        const auto lesser = [](double a, double b) { return std::isnan(a) ? !std::isnan(b) : a < b; };
        const auto highest = std::max_element(tops.begin(), tops.end(), lesser);
        if (s.kind == SeriesKind::points || s.kind == SeriesKind::published || s.kind == SeriesKind::prediction) {
            const auto lowest = std::min_element(s.y.begin(), s.y.end());
            parts << tr("%1: lowest %2 at %3, highest %4 at %5")
                         .arg(name, quantity_text(*lowest, data.unit),
                             place(s.x[static_cast<std::size_t>(lowest - s.y.begin())]),
                             quantity_text(*highest, data.unit),
                             place(s.x[static_cast<std::size_t>(highest - tops.begin())]));
        } else {
            parts << tr("%1: at most %2, at %3")
                         .arg(name, quantity_text(*highest, data.unit),
                             place(s.x[static_cast<std::size_t>(highest - tops.begin())]));
        }
    }
    const QString head = std::isnan(x) ? data.title : tr("%1 at %2").arg(data.title, place(x));
    if (parts.isEmpty()) {
        return head + u'.';
    }
    return head + QStringLiteral(". ") + parts.join(QStringLiteral("; ")) + u'.';
}

} // namespace sluice::ui
