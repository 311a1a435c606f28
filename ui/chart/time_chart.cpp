// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/time_chart.h"

#include "ui/chart/chart_paint.h"
#include "ui/chart/plot_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

TimeChart::TimeChart(QWidget* parent)
    : ChartWidget(parent) { }

bool TimeChart::hides() const {
    return reveal_ == Reveal::hidden && !std::isnan(playhead_);
}

void TimeChart::set_data(ChartData data) {
    const Range before = whole_range();
    const bool first = data_.series.empty();
    data_ = std::move(data);
    setAccessibleName(data_.title);
    // A reader who has zoomed in keeps the place while the run grows.
    if (first || range_ == before) {
        range_ = whole_range();
    }
    if (!playing_) {
        grown_y_.reset();
    }
    cut();
    refresh();
}

ChartData TimeChart::shown_data() const {
    ChartData shown = seen();
    if (shown.open && std::isnan(shown.open->at)) {
        shown.open->at = playhead_;
    }
    return shown;
}

void TimeChart::cut() {
    if (hides()) {
        known_ = cut_at(data_, playhead_);
    } else {
        known_.reset();
    }
}

QString TimeChart::sentence() const {
    return describe(seen(), playhead_);
}

Range TimeChart::whole_range() const {
    return x_range_of(data_);
}

void TimeChart::set_time_range(double from_ns, double to_ns) {
    const Range wanted{from_ns, to_ns};
    if (!(to_ns > from_ns) || wanted == range_) {
        return;
    }
    range_ = wanted;
    schedule_layout();
}

void TimeChart::set_playhead(double ns) {
    if (ns == playhead_) {
        return;
    }
    playhead_ = ns;
    cut();
    if (hides()) {
        if (playing_) {
            schedule_layout();
        } else {
            refresh();
        }
        return;
    }
    if (!playing_) {
        update_sentence();
    }
    canvas_->repaint_overlay();
}

void TimeChart::set_open_sample(std::optional<OpenSample> open) {
    const bool outgrows = open && !frame_.y.contains(open->value);
    data_.open = std::move(open);
    if (known_) {
        known_->open = data_.open;
    }
    if (outgrows) {
        schedule_layout();
    } else {
        canvas_->repaint_overlay();
    }
}

void TimeChart::set_gutter(int left, int right) {
    left_ = left;
    right_ = right;
    schedule_layout();
}

void TimeChart::set_reveal(Reveal reveal) {
    if (reveal == reveal_) {
        return;
    }
    reveal_ = reveal;
    grown_y_.reset();
    cut();
    refresh();
}

void TimeChart::set_playing(bool playing) {
    playing_ = playing;
    grown_y_.reset();
    if (playing) {
        // Before the first layout there is no range that could have been seen.
        if (!frame_.size.isEmpty() && frame_.y_scale == data_.y_scale) {
            grown_y_ = frame_.y;
        }
    } else {
        refresh();
    }
}

void TimeChart::set_y_range(std::optional<Range> range) {
    fixed_y_ = range;
    schedule_layout();
}

void TimeChart::set_x_labels(bool shown) {
    x_labels_ = shown;
    schedule_layout();
}

void TimeChart::set_heading_shown(bool shown) {
    heading_ = shown;
    schedule_layout();
}

void TimeChart::lay_out() {
    if (width() < 2 || height() < 2) {
        return;
    }
    frame_.size = size();
    frame_.margins = QMargins(left_, style_.scaled(28), right_, x_labels_ ? style_.scaled(22) : style_.scaled(10));
    frame_.x = range_;
    frame_.x_scale = Scale::linear;
    frame_.y_scale = data_.y_scale;
    Range y = fixed_y_ ? *fixed_y_ : y_range_of(seen());
    if (playing_ && !fixed_y_) {
        const bool fits = grown_y_ && (data_.y_scale == Scale::linear || grown_y_->from > 0);
        y = fits ? united(*grown_y_, y) : y;
        grown_y_ = y;
    }
    frame_.y = y;
    frame_.x_labels = x_labels_;
    const QRectF plot = frame_.plot();
    frame_.x_ticks = time_ticks_of(
        range_, time_unit_of(whole_range().to), std::max(2, static_cast<int>(plot.width() / style_.scaled(90))));
    frame_.y_ticks = y_ticks_of(seen(), frame_, std::clamp(static_cast<int>(plot.height() / style_.scaled(28)), 2, 6));
    canvas_->set_plot(frame_, seen().series);
}

void TimeChart::paint_over(QPainter& painter) {
    const QRectF plot = frame_.plot();
    const bool has_playhead = !std::isnan(playhead_);
    const bool in_sight = has_playhead && range_.contains(playhead_);
    // Before the veil, so that what is still to come fades with the rest.
    paint_marks(painter, seen(), style_, frame_);
    if (has_playhead && reveal_ == Reveal::half && playhead_ < range_.to) {
        QColor veil = style_.colours.panel;
        veil.setAlphaF(0.5F);
        const double from = std::max(plot.left(), frame_.x_to_px(playhead_));
        painter.fillRect(QRectF(from, plot.top(), plot.right() - from, plot.height()), veil);
    }
    paint_references(painter, data_, style_, frame_);
    // One panel ends and the next begins.
    painter.fillRect(QRectF(0, 0, width(), 1), style_.colours.line);
    if (in_sight) {
        const double x = std::floor(frame_.x_to_px(playhead_)) + 0.5;
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(style_.colours.ink, 2));
        painter.drawLine(QPointF(x, 0), QPointF(x, plot.bottom() + (x_labels_ ? 3 : height() - plot.bottom())));
        if (data_.open && data_.open->since <= playhead_) {
            paint_open(painter, *data_.open, style_, frame_, playhead_);
        } else {
            for (const Series& s : seen().series) {
                const auto value = s.kind == SeriesKind::area ? value_at(s, playhead_) : std::nullopt;
                if (value && s.role == Role::b && frame_.y.contains(*value)) {
                    painter.setRenderHint(QPainter::Antialiasing);
                    painter.setPen(QPen(style_.colours.panel, 1.5));
                    painter.setBrush(style_.colour_of(s));
                    painter.drawEllipse(frame_.to_px(playhead_, *value), 4.5, 4.5);
                }
            }
        }
    }
    if (heading_) {
        const QFontMetricsF metrics(style_.strong());
        paint_heading(painter, data_, style_, {plot.left(), metrics.ascent() + 6}, static_cast<int>(plot.width()),
            style_.colours.panel);
    }
    const QRectF aside(
        plot.right() + 16, style_.scaled(12), std::max(0.0, width() - plot.right() - 20), height() - style_.scaled(18));
    const double at = has_playhead ? playhead_ : range_.to;
    paint_entries(painter, entries_of(seen(), at), data_.remark, style_, aside);
    paint_cursor(painter);
}

void TimeChart::paint_cursor(QPainter& painter) {
    if (!cursor_ || !range_.contains(*cursor_) || (hides() && *cursor_ > playhead_)) {
        return;
    }
    // The same words as right of the axis, for this moment.
    QStringList lines{time_text(*cursor_, time_unit_of(whole_range().to))};
    for (const Series& s : seen().series) {
        if (s.quiet || s.kind == SeriesKind::dots) {
            continue;
        }
        const auto value = value_at(s, *cursor_);
        if (!value) {
            continue;
        }
        QString line = series_title(s) + QStringLiteral("  ") + quantity_text(*value, data_.unit);
        if (s.kind == SeriesKind::band && s.low.size() == s.size() && s.high.size() == s.size()) {
            const std::size_t i = *index_at(s, *cursor_);
            line += tr(" (1 to 99 %: %1 to %2)").arg(number_text(s.low[i]), number_text(s.high[i]));
        }
        lines << line;
        if (frame_.y.contains(*value)) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(style_.colours.panel, 1.5));
            painter.setBrush(style_.colour_of(s));
            painter.drawEllipse(frame_.to_px(*cursor_, *value), 3.5, 3.5);
        }
    }
    paint_tip(painter, lines, style_, frame_, *cursor_);
}

void TimeChart::set_cursor(std::optional<double> ns) {
    if (ns == cursor_) {
        return;
    }
    cursor_ = ns;
    canvas_->repaint_overlay();
}

void TimeChart::reset_view() {
    range_ = whole_range();
    grown_y_.reset();
    schedule_layout();
    emit range_changed(range_.from, range_.to);
}

void TimeChart::zoom(double factor, double around_ns) {
    const Range whole = whole_range();
    // Ten nanoseconds a plot are the end: an event has no finer time.
    const double length = std::clamp(range_.length() * factor, std::min(10.0, whole.length()), whole.length());
    const double share = (around_ns - range_.from) / range_.length();
    const double from = std::clamp(around_ns - share * length, whole.from, whole.to - length);
    set_time_range(from, from + length);
    emit range_changed(range_.from, range_.to);
}

void TimeChart::move_range(double from_ns) {
    const Range whole = whole_range();
    const double length = range_.length();
    const double from = std::clamp(from_ns, whole.from, std::max(whole.from, whole.to - length));
    set_time_range(from, from + length);
    emit range_changed(range_.from, range_.to);
}

/// To the sample `steps` further on, of whichever series has the next one.
void TimeChart::step_cursor(int steps) {
    const double limit = hides() ? playhead_ : range_.to;
    double at = cursor_ ? *cursor_ : (std::isnan(playhead_) ? range_.from : playhead_);
    for (int i = 0; i < std::abs(steps); ++i) {
        double best = no_value;
        for (const Series& s : data_.series) {
            if (steps > 0) {
                const auto next = std::upper_bound(s.x.begin(), s.x.end(), at);
                if (next != s.x.end() && *next <= limit && !(best <= *next)) {
                    best = *next;
                }
            } else {
                const auto here = std::lower_bound(s.x.begin(), s.x.end(), at);
                if (here != s.x.begin() && *std::prev(here) >= range_.from && !(best >= *std::prev(here))) {
                    best = *std::prev(here);
                }
            }
        }
        if (std::isnan(best)) {
            break;
        }
        at = best;
    }
    keyboard_cursor_ = true;
    set_cursor(at);
    setAccessibleDescription(describe(
        [&] {
            ChartData shown = shown_data();
            shown.sentence.clear();
            shown.open.reset();
            return shown;
        }(),
        at));
    emit cursor_moved(at);
}

void TimeChart::keyPressEvent(QKeyEvent* event) {
    const int many = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        step_cursor(-many);
        return;
    case Qt::Key_Right:
        step_cursor(many);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(0.5, cursor_.value_or(range_.contains(playhead_) ? playhead_ : range_.from + range_.length() / 2));
        return;
    case Qt::Key_Minus:
        zoom(2, cursor_.value_or(range_.from + range_.length() / 2));
        return;
    case Qt::Key_PageUp:
        move_range(range_.from - range_.length() / 2);
        return;
    case Qt::Key_PageDown:
        move_range(range_.from + range_.length() / 2);
        return;
    case Qt::Key_Home:
        reset_view();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (cursor_) {
            emit seek_requested(static_cast<qint64>(std::llround(*cursor_)));
            return;
        }
        break;
    case Qt::Key_Escape:
        if (cursor_) {
            keyboard_cursor_ = false;
            set_cursor(std::nullopt);
            update_sentence();
            emit cursor_moved(no_value);
            return;
        }
        break;
    default:
        break;
    }
    ChartWidget::keyPressEvent(event);
}

void TimeChart::wheelEvent(QWheelEvent* event) {
    const QPoint angle = event->angleDelta();
    if (std::abs(angle.x()) > std::abs(angle.y())) {
        move_range(range_.from - angle.x() / 1200.0 * range_.length());
    } else if (angle.y() != 0) {
        zoom(std::pow(0.8, angle.y() / 120.0), frame_.px_to_x(event->position().x()));
    }
    event->accept();
}

void TimeChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || data_.empty()) {
        return ChartWidget::mousePressEvent(event);
    }
    press_ = event->position();
    press_range_ = range_;
    dragged_ = false;
}

void TimeChart::mouseMoveEvent(QMouseEvent* event) {
    const double x = event->position().x();
    if (press_) {
        const double moved = x - press_->x();
        dragged_ = dragged_ || std::abs(moved) >= 4;
        if (dragged_) {
            move_range(press_range_.from - moved / frame_.plot().width() * press_range_.length());
        }
    }
    const bool inside = frame_.plot().adjusted(-1, 0, 1, 0).contains(event->position()) && !data_.empty();
    keyboard_cursor_ = false;
    set_cursor(inside ? std::optional(frame_.px_to_x(x)) : std::nullopt);
    emit cursor_moved(inside ? *cursor_ : no_value);
}

void TimeChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && press_) {
        if (!dragged_ && frame_.plot().adjusted(-4, 0, 4, 0).contains(event->position())) {
            const double ns = std::clamp(frame_.px_to_x(event->position().x()), range_.from, range_.to);
            emit seek_requested(static_cast<qint64>(std::llround(ns)));
        }
        press_.reset();
    }
}

void TimeChart::mouseDoubleClickEvent(QMouseEvent*) {
    press_.reset();
    reset_view();
}

void TimeChart::leaveEvent(QEvent*) {
    if (!keyboard_cursor_ && cursor_) {
        set_cursor(std::nullopt);
        emit cursor_moved(no_value);
    }
}

} // namespace sluice::ui
