// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/plot_frame.h"

#include "ui/chart/chart_style.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

double share_of(double value, const Range& range, Scale scale) {
    if (scale == Scale::log) {
        return std::log10(std::max(value, 1e-300) / range.from) / std::log10(range.to / range.from);
    }
    return (value - range.from) / range.length();
}

double value_of(double share, const Range& range, Scale scale) {
    if (scale == Scale::log) {
        return range.from * std::pow(range.to / range.from, share);
    }
    return range.from + share * range.length();
}

} // namespace

QRectF PlotFrame::plot() const {
    return QRectF(margins.left(), margins.top(), std::max(1, size.width() - margins.left() - margins.right()),
        std::max(1, size.height() - margins.top() - margins.bottom()));
}

double PlotFrame::x_to_px(double value) const {
    const QRectF area = plot();
    return area.left() + share_of(value, x, x_scale) * area.width();
}

double PlotFrame::y_to_px(double value) const {
    const QRectF area = plot();
    return area.bottom() - share_of(value, y, y_scale) * area.height();
}

double PlotFrame::px_to_x(double px) const {
    const QRectF area = plot();
    return value_of((px - area.left()) / area.width(), x, x_scale);
}

double PlotFrame::px_to_y(double px) const {
    const QRectF area = plot();
    return value_of((area.bottom() - px) / area.height(), y, y_scale);
}

std::vector<Tick> y_ticks_of(const ChartData& data, const PlotFrame& frame, int most) {
    std::vector<Tick> ticks = ticks_of(frame.y, frame.y_scale, most);
    const auto broken = [](const Tick& t) { return t.value != std::round(t.value); };
    if (frame.y_scale == Scale::linear && std::any_of(ticks.begin(), ticks.end(), broken) && whole_numbers(data)) {
        std::erase_if(ticks, broken);
        for (Tick& t : ticks) {
            t.label = number_text(t.value, 0);
        }
    }
    return ticks;
}

namespace {

/// Ticks at given values; a value that has no room beside the one before it goes without words.
std::vector<Tick> named_ticks(const std::vector<double>& values, const PlotFrame& frame, const ChartStyle& style) {
    const QFontMetricsF metrics(style.tick());
    std::vector<Tick> ticks;
    double taken = -1e9;
    for (const double v : values) {
        const QString words = number_text(v);
        const double half = metrics.horizontalAdvance(words) / 2, at = frame.x_to_px(v);
        const bool fits = at - half > taken;
        ticks.push_back({v, fits ? words : QString()});
        if (fits) {
            taken = at + half + 6;
        }
    }
    return ticks;
}

} // namespace

std::vector<Tick> x_ticks_of(const ChartData& data, const PlotFrame& frame, const ChartStyle& style) {
    const double width = frame.plot().width();
    switch (data.x_kind) {
    case XKind::time:
        return time_ticks_of(
            frame.x, time_unit_of(x_range_of(data).to), std::clamp(static_cast<int>(width / style.scaled(90)), 2, 12));
    case XKind::number:
        if (!data.x_places.empty()) {
            return named_ticks(data.x_places, frame, style);
        }
        return ticks_of(frame.x, frame.x_scale, std::clamp(static_cast<int>(width / style.scaled(70)), 2, 12));
    case XKind::category:
        break;
    }
    const QFontMetricsF metrics(style.tick());
    double widest = 1;
    for (const QString& name : data.categories) {
        widest = std::max(widest, metrics.horizontalAdvance(name) + 10);
    }
    const double place = width / frame.x.length();
    const int stride = std::max(1, static_cast<int>(std::ceil(widest / place)));
    std::vector<Tick> ticks;
    for (std::size_t i = 0; i < data.categories.size(); i += static_cast<std::size_t>(stride)) {
        ticks.push_back({static_cast<double>(i), data.categories[i]});
    }
    return ticks;
}

} // namespace sluice::ui
