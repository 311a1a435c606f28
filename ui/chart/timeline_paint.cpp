// SPDX-License-Identifier: GPL-3.0-or-later
// How the timeline is painted.
#include "ui/chart/timeline.h"

#include "ui/theme/patterns.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

void paint_mark(QPainter& painter, MarkKind kind, const QPointF& at, const ChartStyle& style) {
    const auto& c = style.colours;
    switch (kind) {
    case MarkKind::beat: {
        QPolygonF flag;
        flag << at + QPointF(-5, -5) << at + QPointF(5, -5) << at + QPointF(1, 0) << at + QPointF(5, 5)
             << at + QPointF(-5, 5);
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.ink2);
        painter.drawPolygon(flag);
        break;
    }
    case MarkKind::knob: {
        QPolygonF diamond;
        diamond << at + QPointF(0, -6) << at + QPointF(6, 0) << at + QPointF(0, 6) << at + QPointF(-6, 0);
        painter.setPen(QPen(c.accent, 1.5, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(c.accentsoft);
        painter.drawPolygon(diamond);
        break;
    }
    case MarkKind::branch: {
        QPainterPath fork;
        fork.moveTo(at + QPointF(-4, -6));
        fork.lineTo(at + QPointF(-4, 6));
        fork.moveTo(at + QPointF(-4, 4));
        fork.lineTo(at + QPointF(1, -3));
        fork.lineTo(at + QPointF(5, -3));
        fork.moveTo(at + QPointF(2, -6));
        fork.lineTo(at + QPointF(5, -3));
        fork.lineTo(at + QPointF(3, 0));
        painter.setPen(QPen(c.accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(fork);
        break;
    }
    case MarkKind::breakpoint:
        painter.setPen(QPen(c.ink, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, 5, 5);
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.ink);
        painter.drawEllipse(at, 2, 2);
        break;
    }
}

} // namespace

Timeline::Rows Timeline::rows() const {
    Rows r;
    const double h = height();
    const double bottom = style_.scaled(18); // tick labels and the bar of the head
    r.axis = h - bottom + 1;
    const double each = std::max(8.0, (r.axis - 4) / 3);
    const double tall = std::min(each - 4, 11.0 * std::max(1.0, style_.theme.scale()));
    const double left = left_;
    const double width = std::max(1.0, this->width() - left - right_);
    r.compact = h < style_.scaled(68) || width < style_.scaled(600);
    r.marks = QRectF(left, 2, width, each);
    r.drains = QRectF(left, 2 + each + (each - tall) / 2, width, tall);
    r.stalls = QRectF(left, 2 + 2 * each + (each - tall) / 2 - 2, width, tall);
    return r;
}

void Timeline::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const auto& c = style_.colours;
    painter.fillRect(rect(), c.chrome);
    const Rows r = rows();
    painter.setFont(style_.tick());
    const QFontMetricsF metrics(style_.tick());
    painter.setPen(c.ink2);
    const auto name = [&](const QString& text, const QRectF& row) {
        painter.drawText(
            QPointF(left_ - 8 - metrics.horizontalAdvance(text), row.center().y() + metrics.capHeight() / 2), text);
    };
    name(tr("marks"), r.marks);
    name(data_.jumps.isEmpty() ? tr("drains") : data_.jumps, r.drains);
    name(tr("stalls"), r.stalls);
    painter.setPen(c.ink3);
    painter.drawText(QPointF(width() - right_ + 16, r.marks.center().y() + metrics.capHeight() / 2),
        metrics.elidedText(tr("at the playhead"), Qt::ElideRight, right_ - 20));
    if (data_.to <= data_.from || range_.length() <= 0) {
        return;
    }
    paint_spans(painter, data_.drains, r.drains, false);
    paint_spans(painter, data_.stalls, r.stalls, true);
    paint_marks(painter, r);
    if (reveal_ == Reveal::half && playhead_ < range_.to) {
        // Half strength: half of the ground over all that is still to come.
        QColor veil = c.chrome;
        veil.setAlphaF(0.5F);
        const double from = std::max<double>(left_, x_of(playhead_));
        painter.fillRect(QRectF(from, 0, width() - right_ + 8 - from, r.axis - 4), veil);
    }
    paint_axis(painter, r);
    paint_playhead(painter);
    if (stop_) {
        const QRectF row = stop_->kind == Stop::Kind::mark ? r.marks
            : stop_->kind == Stop::Kind::drain             ? r.drains
                                                           : r.stalls;
        double right = x_of(stop_->at) + 8;
        if (stop_->kind != Stop::Kind::mark) {
            const auto& spans = stop_->kind == Stop::Kind::drain ? data_.drains : data_.stalls;
            right = std::max(x_of(stop_->at) + 3, x_of(spans[stop_->index].to)) + 3;
        }
        const double left = x_of(stop_->at) - (stop_->kind == Stop::Kind::mark ? 8 : 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(c.ink, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(left, row.top() - 2, right - left, row.height() + 3));
    }
}

void Timeline::paint_spans(
    QPainter& painter, const std::vector<TimelineSpan>& spans, const QRectF& row, bool striped) const {
    const auto& c = style_.colours;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const SpanBlock& block : blocks_of(spans, range_, row.width(), limit())) {
        const QRectF box(std::round(row.left() + block.left), std::round(row.top()),
            std::max(3.0, std::round(block.right - block.left)), std::round(row.height()));
        if (!striped) {
            painter.fillRect(box, c.page_table);
        } else if (box.width() < 6) {
            // Too narrow for stripes to be seen: the edge alone, with its ground.
            painter.fillRect(box, c.stallfill);
        } else {
            fill_pattern(painter, box, Pattern::stall, style_.theme);
            painter.setPen(QPen(c.stallfill, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.adjusted(0, 0, -1, -1));
        }
        const bool under = hovered_ && hovered_->index == block.first
            && hovered_->kind == (striped ? Stop::Kind::stall : Stop::Kind::drain);
        if (under) {
            painter.setPen(QPen(c.ink, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box.adjusted(-1, -1, 0, 0));
        }
    }
}

void Timeline::paint_marks(QPainter& painter, const Rows& rows) const {
    const auto& c = style_.colours;
    painter.setFont(style_.tick());
    const QFontMetricsF metrics(style_.tick());
    const double y = rows.marks.center().y();
    for (std::size_t i = 0; i < data_.marks.size(); ++i) {
        const TimelineMark& mark = data_.marks[i];
        if (mark.at > limit() || !range_.contains(mark.at)) {
            continue;
        }
        const double x = x_of(mark.at);
        const bool acted = mark.kind == MarkKind::knob || mark.kind == MarkKind::branch;
        if (acted) {
            painter.setRenderHint(QPainter::Antialiasing, false);
            QPen dots(c.accent, 1);
            dots.setDashPattern({2, 3});
            painter.setPen(dots);
            painter.drawLine(QPointF(std::floor(x) + 0.5, y + 7), QPointF(std::floor(x) + 0.5, rows.axis - 3));
        }
        painter.setRenderHint(QPainter::Antialiasing);
        // A flag stands at its moment, all others are centred on it.
        const double shift = mark.kind == MarkKind::beat ? 6 : mark.kind == MarkKind::branch ? 4 : 0;
        paint_mark(painter, mark.kind, QPointF(std::floor(x + shift), std::floor(y)) + QPointF(0.5, 0.5), style_);
    }
    painter.setPen(c.accent);
    for (const Label& label : labels()) {
        painter.drawText(QPointF(label.rect.left(), y + metrics.capHeight() / 2), label.text);
    }
}

std::vector<Timeline::Label> Timeline::labels() const {
    std::vector<Label> out;
    const Rows rows = this->rows();
    if (rows.compact) {
        return out;
    }
    const QFontMetricsF metrics(style_.tick());
    // The flag of the playhead and its time keep their room.
    QRectF flag = playhead_label();
    if (!flag.isEmpty()) {
        const double x = x_of(playhead_);
        flag.setLeft(std::min(flag.left(), x - 10));
        flag.setRight(std::max(flag.right(), x + 10));
    }
    for (std::size_t i = 0; i < data_.marks.size(); ++i) {
        const TimelineMark& mark = data_.marks[i];
        const bool acted = mark.kind == MarkKind::knob || mark.kind == MarkKind::branch;
        if (!acted || mark.label.isEmpty() || mark.at > limit() || !range_.contains(mark.at)) {
            continue;
        }
        const double left = x_of(mark.at) + (mark.kind == MarkKind::branch ? 14 : 10);
        double right = rows.marks.right() - 2;
        if (i + 1 < data_.marks.size()) {
            right = std::min(right, x_of(data_.marks[i + 1].at) - 14);
        }
        if (!flag.isEmpty() && left < flag.right()) {
            right = std::min(right, flag.left() - 6);
        }
        const double room = right - left;
        const QString text = metrics.elidedText(mark.label, Qt::ElideRight, std::max(0.0, room));
        if (room > 20 && text.size() > 4) {
            out.push_back(
                {QRectF(left, rows.marks.top(), metrics.horizontalAdvance(text), rows.marks.height()), text, i});
        }
    }
    return out;
}

QRectF Timeline::playhead_label() const {
    if (!range_.contains(playhead_)) {
        return {};
    }
    const QFontMetricsF metrics(style_.size(11, true));
    const double x = std::floor(x_of(playhead_)) + 0.5;
    const double wide = metrics.horizontalAdvance(time_text(playhead_, time_unit_of(data_.to)));
    const double left = x + 11 + wide > width() - right_ + 8 ? x - 11 - wide : x + 11;
    return {left - 2, 2, wide + 4, std::min(rows().marks.height(), metrics.height())};
}

void Timeline::paint_axis(QPainter& painter, const Rows& rows) const {
    const auto& c = style_.colours;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double left = rows.drains.left();
    const double right = rows.drains.right();
    painter.fillRect(QRectF(left, rows.axis - 3, right - left, 3), c.line);
    // Computed so far.
    const double head = std::clamp(x_of(data_.head), left, right);
    painter.fillRect(QRectF(left, rows.axis - 3, head - left, 3), c.b);
    painter.setFont(style_.tick());
    const QFontMetricsF metrics(style_.tick());
    painter.setPen(c.ink2);
    for (const Tick& tick : time_ticks_of(
             range_, time_unit_of(data_.to), std::max(2, static_cast<int>((right - left) / style_.scaled(90))))) {
        const double x = std::floor(x_of(tick.value)) + 0.5;
        painter.setPen(QPen(c.edge, 1));
        painter.drawLine(QPointF(x, rows.axis - 4), QPointF(x, rows.axis + 2));
        painter.setPen(c.ink2);
        // The number is centred on its tick, the unit hangs out.
        const QString number = tick.label.section(nbsp, 0, 0);
        const double half = metrics.horizontalAdvance(number) / 2;
        painter.drawText(QPointF(x - half, rows.axis + 2 + metrics.ascent()), tick.label);
    }
}

void Timeline::paint_playhead(QPainter& painter) const {
    if (!range_.contains(playhead_)) {
        return;
    }
    const auto& c = style_.colours;
    const double x = std::floor(x_of(playhead_)) + 0.5;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(c.ink, 2));
    painter.drawLine(QPointF(x, 8), QPointF(x, height()));
    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF flag;
    flag << QPointF(x - 6, 2) << QPointF(x + 6, 2) << QPointF(x + 6, 9) << QPointF(x, 15) << QPointF(x - 6, 9);
    painter.setPen(Qt::NoPen);
    painter.setBrush(c.ink);
    painter.drawPolygon(flag);
    const QFont font = style_.size(11, true);
    const QFontMetricsF metrics(font);
    const QString text = time_text(playhead_, time_unit_of(data_.to));
    const QRectF place = playhead_label();
    painter.fillRect(place, c.chrome);
    painter.setFont(font);
    painter.setPen(c.ink);
    painter.drawText(QPointF(place.left() + 2, 2 + metrics.ascent()), text);
}

} // namespace sluice::ui
