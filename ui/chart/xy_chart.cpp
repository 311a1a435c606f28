// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/xy_chart.h"

#include "ui/chart/chart_paint.h"
#include "ui/chart/plot_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

XyChart::XyChart(QWidget* parent)
    : ChartWidget(parent) { }

void XyChart::set_data(ChartData data) {
    data_ = std::move(data);
    setAccessibleName(data_.title);
    find_places();
    refresh();
}

void XyChart::find_places() {
    places_.clear();
    for (const Series& s : drawn().series) {
        places_.insert(places_.end(), s.x.begin(), s.x.end());
    }
    std::sort(places_.begin(), places_.end());
    places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
    if (cursor_ && *cursor_ >= places_.size()) {
        cursor_.reset();
    }
}

void XyChart::set_y_range(std::optional<Range> range) {
    fixed_y_ = range;
    schedule_layout();
}

void XyChart::lay_out() {
    if (width() < 2 || height() < 2) {
        return;
    }
    const ChartData shown = drawn();
    const QFontMetricsF metrics(style_.tick());
    frame_.size = size();
    frame_.x = zoomed_.value_or(x_range_of(shown));
    frame_.y = fixed_y_.value_or(y_range_of(shown));
    frame_.x_scale = shown.x_kind == XKind::number ? shown.x_scale : Scale::linear;
    frame_.y_scale = shown.y_scale;
    // Heading, key and plot one below the other; words of the x axis at the foot.
    const double key
        = paint_key(nullptr, entries_of(shown, std::nullopt), style_, QRectF(12, 0, std::max(1, width() - 24), 0));
    const double foot = metrics.height() * (shown.x_title.isEmpty() ? 1 : 2) + 8;
    frame_.margins = QMargins(12, static_cast<int>(28 * style_.theme.scale() + key + metrics.height() / 2), 16,
        static_cast<int>(std::ceil(foot)));
    frame_.y_ticks
        = y_ticks_of(shown, frame_, std::clamp(static_cast<int>(frame_.plot().height() / style_.scaled(28)), 2, 8));
    double widest = 0;
    for (const Tick& tick : frame_.y_ticks) {
        widest = std::max(widest, metrics.horizontalAdvance(tick.label));
    }
    frame_.margins.setLeft(static_cast<int>(std::ceil(12 + widest + 8)));
    frame_.x_ticks = x_ticks_of(shown, frame_, style_);
    canvas_->set_plot(frame_, shown.series);
}

void XyChart::paint_over(QPainter& painter) {
    const ChartData shown = drawn();
    const QRectF plot = frame_.plot();
    const QFontMetricsF metrics(style_.tick());
    paint_references(painter, shown, style_, frame_);
    paint_marks(painter, shown, style_, frame_);
    const QFontMetricsF bold(style_.strong());
    paint_heading(painter, shown, style_, {12, bold.ascent() + 6}, width() - 24);
    paint_key(
        &painter, entries_of(shown, std::nullopt), style_, QRectF(12, 28 * style_.theme.scale(), width() - 24, 0));
    if (const QString words = shown.x_words(); !words.isEmpty()) {
        painter.setFont(style_.tick());
        painter.setPen(style_.colours.ink2);
        painter.drawText(
            QPointF(plot.center().x() - metrics.horizontalAdvance(words) / 2, height() - 4 - metrics.descent()), words);
    }
    if (!cursor_) {
        return;
    }
    QStringList lines{place_text(*cursor_)};
    lines += words_at(*cursor_);
    paint_tip(painter, lines, style_, frame_, places_[*cursor_]);
}

QString XyChart::place_text(std::size_t index) const {
    const double x = places_[index];
    if (data_.x_kind == XKind::category) {
        const auto i = static_cast<std::size_t>(std::max(0.0, std::round(x)));
        const QString name = i < data_.categories.size() ? data_.categories[i] : number_text(x);
        return data_.x_title.isEmpty() ? name : name + nbsp + data_.x_title;
    }
    return quantity_text(x, data_.x_unit);
}

QStringList XyChart::words_at(std::size_t index) const {
    QStringList words;
    for (const Series& s : drawn().series) {
        const auto at = std::lower_bound(s.x.begin(), s.x.end(), places_[index]);
        const auto i = static_cast<std::size_t>(at - s.x.begin());
        if (at == s.x.end() || *at != places_[index] || i >= s.y.size() || std::isnan(s.y[i])) {
            continue;
        }
        const double base = s.kind == SeriesKind::column && i < s.low.size() ? s.low[i] : 0;
        QString text = series_title(s) + QStringLiteral("  ") + quantity_text(s.y[i] - base, data_.unit);
        if (i < s.low.size() && i < s.high.size() && !std::isnan(s.low[i]) && !std::isnan(s.high[i])) {
            text += tr(" (%1 to %2)").arg(number_text(s.low[i]), number_text(s.high[i]));
        }
        words << text;
    }
    return words;
}

void XyChart::set_cursor(std::optional<std::size_t> index) {
    if (index == cursor_ || (index && *index >= places_.size())) {
        return;
    }
    cursor_ = index;
    if (cursor_) {
        setAccessibleDescription(place_text(*cursor_) + QStringLiteral(": ") + words_at(*cursor_).join(u';') + u'.');
    } else {
        update_sentence();
    }
    canvas_->repaint_overlay();
    emit cursor_moved();
}

std::optional<std::size_t> XyChart::place_at(const QPointF& point) const {
    if (!frame_.plot().adjusted(-8, 0, 8, 0).contains(point)) {
        return std::nullopt;
    }
    std::optional<std::size_t> best;
    double nearest = 24;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const double distance = std::abs(frame_.x_to_px(places_[i]) - point.x());
        if (distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

void XyChart::keyPressEvent(QKeyEvent* event) {
    const std::size_t many = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Right:
        if (!places_.empty()) {
            keyboard_cursor_ = true;
            set_cursor(cursor_ ? std::min(*cursor_ + many, places_.size() - 1) : 0);
        }
        return;
    case Qt::Key_Left:
        if (!places_.empty()) {
            keyboard_cursor_ = true;
            set_cursor(cursor_ ? *cursor_ - std::min(*cursor_, many) : places_.size() - 1);
        }
        return;
    case Qt::Key_Home:
        reset_view();
        return;
    case Qt::Key_Escape:
        if (cursor_) {
            keyboard_cursor_ = false;
            set_cursor(std::nullopt);
            return;
        }
        break;
    default:
        break;
    }
    ChartWidget::keyPressEvent(event);
}

void XyChart::mouseMoveEvent(QMouseEvent* event) {
    keyboard_cursor_ = false;
    set_cursor(place_at(event->position()));
}

void XyChart::mouseDoubleClickEvent(QMouseEvent*) {
    reset_view();
}

void XyChart::leaveEvent(QEvent*) {
    if (!keyboard_cursor_) {
        set_cursor(std::nullopt);
    }
}

void XyChart::wheelEvent(QWheelEvent* event) {
    if (data_.x_kind != XKind::number || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    // In pixels, so that log axes zoom around the pointer too.
    const QRectF plot = frame_.plot();
    const double factor = std::pow(0.8, event->angleDelta().y() / 120.0);
    const double x = std::clamp(event->position().x(), plot.left(), plot.right());
    const Range whole = x_range_of(drawn());
    Range part{frame_.px_to_x(x - (x - plot.left()) * factor), frame_.px_to_x(x + (plot.right() - x) * factor)};
    part.from = std::max(part.from, whole.from);
    part.to = std::min(part.to, whole.to);
    if (part.to > part.from) {
        zoomed_ = part == whole ? std::nullopt : std::optional(part);
        schedule_layout();
    }
    event->accept();
}

void XyChart::reset_view() {
    zoomed_.reset();
    schedule_layout();
}

QString HistogramChart::place_text(std::size_t index) const {
    if (data_.x_kind == XKind::category) {
        return XyChart::place_text(index);
    }
    double end = no_value;
    if (index + 1 < places().size()) {
        end = places()[index + 1];
    } else {
        for (const Series& s : data_.series) {
            end = std::fmax(end, s.x_end);
        }
    }
    return tr("%1 to %2").arg(number_text(places()[index]), quantity_text(end, data_.x_unit));
}

std::optional<std::size_t> HistogramChart::place_at(const QPointF& point) const {
    if (data_.x_kind == XKind::category) {
        return XyChart::place_at(point);
    }
    if (!frame_.plot().contains(point)) {
        return std::nullopt;
    }
    const double x = frame_.px_to_x(point.x());
    const auto after = std::upper_bound(places().begin(), places().end(), x);
    return after == places().begin() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(after - places().begin() - 1));
}

} // namespace sluice::ui
