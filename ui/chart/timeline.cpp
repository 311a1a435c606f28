// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/timeline.h"

#include "ui/chart/chart_table_model.h"
#include "ui/theme/dress.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

Timeline::Timeline(QWidget* parent)
    : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Timeline"));
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void Timeline::set_style(const ChartStyle& style) {
    style_ = style;
    updateGeometry();
    update();
}

void Timeline::set_data(TimelineData data) {
    const bool whole = range_ == Range{data_.from, data_.to} || data_.to <= data_.from;
    data_ = std::move(data);
    if (whole && data_.to > data_.from) {
        range_ = {data_.from, data_.to};
    }
    stop_.reset();
    hovered_.reset();
    changed();
}

void Timeline::changed() {
    model_stale_ = true;
    update_sentence();
    update();
}

void Timeline::set_head(double ns) {
    if (ns != data_.head) {
        data_.head = ns;
        update();
    }
}

void Timeline::set_playhead(double ns) {
    if (ns == playhead_) {
        return;
    }
    playhead_ = ns;
    if (reveal_ == Reveal::hidden) {
        model_stale_ = true;
        if (!playing_) {
            update_sentence();
        }
    }
    update();
}

void Timeline::set_time_range(double from_ns, double to_ns) {
    if (to_ns > from_ns && !(range_ == Range{from_ns, to_ns})) {
        range_ = {from_ns, to_ns};
        update();
    }
}

void Timeline::set_gutter(int left, int right) {
    left_ = left;
    right_ = right;
    update();
}

void Timeline::set_reveal(Reveal reveal) {
    if (reveal != reveal_) {
        reveal_ = reveal;
        changed();
    }
}

void Timeline::set_playing(bool playing) {
    playing_ = playing;
    if (!playing) {
        changed();
    }
}

double Timeline::limit() const {
    return reveal_ == Reveal::hidden ? playhead_ : std::numeric_limits<double>::infinity();
}

QString Timeline::sentence() const {
    return describe(data_, limit());
}

void Timeline::update_sentence() {
    setAccessibleDescription(sentence());
}

QAbstractItemModel* Timeline::table_model() {
    if (!model_) {
        model_ = new ChartTableModel(this);
    }
    if (model_stale_) {
        model_stale_ = false;
        model_->set_table(table_of(data_, limit()));
    }
    return model_;
}

std::vector<Timeline::Stop> Timeline::stops() const {
    std::vector<Stop> all;
    const double until = limit();
    for (std::size_t i = 0; i < data_.marks.size(); ++i) {
        all.push_back({Stop::Kind::mark, i, data_.marks[i].at});
    }
    for (std::size_t i = 0; i < data_.drains.size(); ++i) {
        all.push_back({Stop::Kind::drain, i, data_.drains[i].from});
    }
    for (std::size_t i = 0; i < data_.stalls.size(); ++i) {
        all.push_back({Stop::Kind::stall, i, data_.stalls[i].from});
    }
    std::erase_if(all, [until](const Stop& s) { return s.at > until; });
    std::stable_sort(all.begin(), all.end(), [](const Stop& a, const Stop& b) { return a.at < b.at; });
    return all;
}

QString Timeline::text_of(const Stop& stop) const {
    const TimeUnit unit = time_unit_of(data_.to);
    if (stop.kind == Stop::Kind::mark) {
        return tr("%1, %2").arg(time_text(stop.at, unit), data_.marks[stop.index].label);
    }
    const TimelineSpan& span = (stop.kind == Stop::Kind::drain ? data_.drains : data_.stalls)[stop.index];
    const double end = std::min(span.to, limit());
    QString text = tr("%1, %2, %3")
                       .arg(time_text(stop.at, unit), span.what,
                           time_text(end - span.from, {QString(QChar(0x00b5)) + u's', 1e3}));
    if (!span.cause.isEmpty()) {
        text += QStringLiteral(", ") + span.cause;
    }
    return text;
}

std::optional<Timeline::Stop> Timeline::stop_at(const QPointF& point) const {
    constexpr double reach = 8;
    const Rows r = rows();
    const double width = this->width() - left_ - right_;
    std::optional<Stop> best;
    double nearest = reach;
    if (point.y() < r.marks.bottom()) {
        for (std::size_t i = 0; i < data_.marks.size(); ++i) {
            const double distance = std::abs(x_of(data_.marks[i].at) - point.x());
            if (data_.marks[i].at <= limit() && distance <= nearest) {
                nearest = distance;
                best = Stop{Stop::Kind::mark, i, data_.marks[i].at};
            }
        }
        return best;
    }
    if (point.y() > r.stalls.bottom() + 2) {
        return std::nullopt;
    }
    const bool drains = point.y() < r.drains.bottom() + (r.stalls.top() - r.drains.bottom()) / 2;
    const auto& spans = drains ? data_.drains : data_.stalls;
    for (const SpanBlock& block : blocks_of(spans, range_, width, limit())) {
        const double distance = std::max({0.0, left_ + block.left - point.x(), point.x() - (left_ + block.right)});
        if (distance <= nearest) {
            nearest = distance;
            best = Stop{drains ? Stop::Kind::drain : Stop::Kind::stall, block.first, spans[block.first].from};
        }
    }
    return best;
}

QSize Timeline::sizeHint() const {
    return {640, style_.scaled(76)};
}

QSize Timeline::minimumSizeHint() const {
    return {320, style_.scaled(56)};
}

double Timeline::x_of(double ns) const {
    return left_ + (ns - range_.from) / range_.length() * (width() - left_ - right_);
}

double Timeline::ns_at(double x) const {
    const double share = (x - left_) / std::max(1, width() - left_ - right_);
    return std::clamp(range_.from + share * range_.length(), data_.from, std::max(data_.from, data_.to));
}

void Timeline::select(const Stop& stop) {
    stop_ = stop;
    if (!range_.contains(stop.at)) {
        const double length = range_.length();
        const double from = std::clamp(stop.at - length / 2, data_.from, std::max(data_.from, data_.to - length));
        set_time_range(from, from + length);
        emit range_changed(range_.from, range_.to);
    }
    setAccessibleDescription(text_of(stop));
    update();
}

void Timeline::keyPressEvent(QKeyEvent* event) {
    const std::vector<Stop> all = stops();
    const auto same = [this](const Stop& s) { return stop_ && s.kind == stop_->kind && s.index == stop_->index; };
    const auto here = std::find_if(all.begin(), all.end(), same);
    const auto from_playhead
        = std::upper_bound(all.begin(), all.end(), playhead_, [](double t, const Stop& s) { return t < s.at; });
    switch (event->key()) {
    case Qt::Key_Right: {
        const auto next = here != all.end() ? std::next(here) : from_playhead;
        if (next != all.end()) {
            select(*next);
        }
        return;
    }
    case Qt::Key_Left: {
        const auto next = here != all.end() ? here : from_playhead;
        if (next != all.begin()) {
            select(*std::prev(next));
        }
        return;
    }
    case Qt::Key_Home:
        if (!all.empty()) {
            select(all.front());
        }
        return;
    case Qt::Key_End:
        if (!all.empty()) {
            select(all.back());
        }
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (stop_) {
            if (stop_->kind == Stop::Kind::mark) {
                emit mark_activated(data_.marks[stop_->index].id);
            }
            emit seek_requested(static_cast<qint64>(std::llround(stop_->at)));
            return;
        }
        break;
    case Qt::Key_Escape:
        if (stop_) {
            stop_.reset();
            update_sentence();
            update();
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void Timeline::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || data_.to <= data_.from) {
        return QWidget::mousePressEvent(event);
    }
    if (const auto stop = stop_at(event->position())) {
        select(*stop);
        if (stop->kind == Stop::Kind::mark) {
            emit mark_activated(data_.marks[stop->index].id);
        }
        emit seek_requested(static_cast<qint64>(std::llround(stop->at)));
        return;
    }
    seeking_ = true;
    emit seek_requested(static_cast<qint64>(std::llround(ns_at(event->position().x()))));
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
    if (seeking_) {
        emit seek_requested(static_cast<qint64>(std::llround(ns_at(event->position().x()))));
        return;
    }
    const auto under = stop_at(event->position());
    const bool same = under.has_value() == hovered_.has_value()
        && (!under || (under->kind == hovered_->kind && under->index == hovered_->index));
    if (!same) {
        hovered_ = under;
        setCursor(under ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
    }
}

void Timeline::mouseReleaseEvent(QMouseEvent*) {
    seeking_ = false;
}

void Timeline::mouseDoubleClickEvent(QMouseEvent*) {
    seeking_ = false;
    set_time_range(data_.from, data_.to);
    emit range_changed(range_.from, range_.to);
}

void Timeline::wheelEvent(QWheelEvent* event) {
    const double whole = data_.to - data_.from;
    if (whole <= 0 || event->angleDelta().y() == 0) {
        return;
    }
    const double around = ns_at(event->position().x());
    const double factor = std::pow(0.8, event->angleDelta().y() / 120.0);
    const double length = std::clamp(range_.length() * factor, std::min(10.0, whole), whole);
    const double share = (around - range_.from) / range_.length();
    const double from = std::clamp(around - share * length, data_.from, data_.to - length);
    set_time_range(from, from + length);
    emit range_changed(range_.from, range_.to);
    event->accept();
}

void Timeline::resizeEvent(QResizeEvent*) {
    set_focus_rect(this, rect().adjusted(5, 5, -5, -5));
}

bool Timeline::event(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        set_style(ChartStyle(theme()));
    }
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const auto stop = stop_at(help->pos());
        QToolTip::showText(help->globalPos(), stop ? text_of(*stop) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace sluice::ui
