// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/chart_paint.h"

#include "ui/theme/patterns.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sluice::ui::Chart", text);
}

/// Words on their own ground, so that lines do not run through them.
void words(
    QPainter& painter, const QString& text, const QPointF& left_baseline, const QColor& ink, const QColor& ground) {
    const QFontMetricsF metrics(painter.font());
    QColor veil = ground;
    veil.setAlphaF(0.8F);
    painter.fillRect(QRectF(left_baseline.x() - 2, left_baseline.y() - metrics.ascent() + 1,
                         metrics.horizontalAdvance(text) + 4, metrics.ascent() + metrics.descent() - 2),
        veil);
    painter.setPen(ink);
    painter.drawText(left_baseline, text);
}

/// The same, kept inside the axes.
void words_inside(QPainter& painter, const QString& text, QPointF left_baseline, const PlotFrame& frame,
    const QColor& ink, const QColor& ground) {
    const QFontMetricsF metrics(painter.font());
    const QRectF area = frame.plot();
    const double width = metrics.horizontalAdvance(text);
    left_baseline.setX(std::max(area.left() + 2, std::min(left_baseline.x(), area.right() - width - 2)));
    left_baseline.setY(std::clamp(left_baseline.y(), area.top() + metrics.ascent(), area.bottom() - 3));
    words(painter, text, left_baseline, ink, ground);
}

void paint_interval(
    QPainter& painter, const PlotFrame& frame, double x, double aside, double low, double high, const QPen& pen) {
    if (std::isnan(low) || std::isnan(high)) {
        return;
    }
    const double px = frame.x_to_px(x) + aside;
    const double top = frame.y_to_px(std::min(high, frame.y.to));
    const double bottom = frame.y_to_px(std::max(low, frame.y.from));
    painter.setPen(pen);
    painter.drawLine(QPointF(px, top), QPointF(px, bottom));
    // A cap says where the interval ends; one that goes on outside the axes has none.
    if (high <= frame.y.to) {
        painter.drawLine(QPointF(px - 4, top), QPointF(px + 4, top));
    }
    if (low >= frame.y.from) {
        painter.drawLine(QPointF(px - 4, bottom), QPointF(px + 4, bottom));
    }
}

void paint_point(QPainter& painter, const Series& s, const ChartStyle& style, const QPointF& at, double radius) {
    if (s.kind == SeriesKind::published || s.role == Role::published) {
        paint_diamond(painter, at, radius + 2, style.colours.ink, style.colours.panel);
        return;
    }
    painter.setPen(QPen(s.role == Role::a ? style.colour_of(s) : style.colours.panel, 1.5));
    painter.setBrush(s.role == Role::a ? style.colours.panel : style.colour_of(s));
    painter.drawEllipse(at, radius, radius);
}

double at(const std::vector<double>& values, std::size_t i) {
    return i < values.size() ? values[i] : no_value;
}

} // namespace

void paint_heading(QPainter& painter, const ChartData& data, const ChartStyle& style, const QPointF& baseline,
    int width, const QColor& ground) {
    const QFontMetricsF bold(style.strong());
    const QString title = bold.elidedText(data.title, Qt::ElideRight, width);
    const double used = bold.horizontalAdvance(title) + 6;
    const QFontMetricsF plain(style.tick());
    const QString note = plain.elidedText(data.heading_note(), Qt::ElideRight, width - used);
    if (ground.isValid()) {
        const double wide = note.size() > 1 ? used + plain.horizontalAdvance(note) : used - 6;
        painter.fillRect(
            QRectF(baseline.x() - 3, baseline.y() - bold.ascent() - 1, wide + 6, bold.height() + 2), ground);
    }
    painter.setFont(style.strong());
    painter.setPen(style.colours.ink);
    painter.drawText(baseline, title);
    if (note.size() > 1) {
        painter.setFont(style.tick());
        painter.setPen(style.colours.ink2);
        painter.drawText(baseline + QPointF(used, 0), note);
    }
}

void paint_references(QPainter& painter, const ChartData& data, const ChartStyle& style, const PlotFrame& frame) {
    const QRectF area = frame.plot();
    painter.setFont(style.tick());
    const QFontMetricsF metrics(style.tick());
    for (const ReferenceLine& line : data.references) {
        if (!frame.y.contains(line.value)) {
            continue;
        }
        const double y = std::floor(frame.y_to_px(line.value)) + 0.5;
        QPen pen(style.colours.ink, 1);
        pen.setDashPattern(line.dotted ? QList<qreal>{1, 2} : QList<qreal>{6, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        const double left = area.right() - metrics.horizontalAdvance(line.label) - 2;
        const bool above = y - 5 - metrics.ascent() >= area.top();
        words_inside(painter, line.label, {left, above ? y - 5 : y + metrics.ascent() + 3}, frame, style.colours.ink2,
            style.colours.panel);
    }
}

void paint_diamond(QPainter& painter, const QPointF& centre, double radius, const QColor& edge, const QColor& ground) {
    QPolygonF diamond;
    diamond << centre + QPointF(0, -radius) << centre + QPointF(radius, 0) << centre + QPointF(0, radius)
            << centre + QPointF(-radius, 0);
    painter.setPen(QPen(edge, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(ground);
    painter.drawPolygon(diamond);
}

void paint_tolerance(QPainter& painter, const QRectF& box, bool test, const ChartStyle& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(test ? style.colours.good : style.colours.edge, 1);
    if (!test) {
        pen.setDashPattern({4, 3});
    }
    painter.setPen(pen);
    painter.setBrush(test ? style.colours.goodsoft : style.colours.well);
    const QRectF inside(QPointF(std::floor(box.left()) + 0.5, std::floor(box.top()) + 0.5),
        QPointF(std::floor(box.right()) + 0.5, std::floor(box.bottom()) + 0.5));
    painter.drawRoundedRect(inside, 2, 2);
    painter.restore();
}

namespace {

/// Parts of a stack: plain and faint for what is held, stripes for what is waited for, dots for sleep, upright lines
/// for more of what is held.
void fill_column(QPainter& painter, const QRectF& rect, int index, const ChartStyle& style) {
    switch (index % 6) {
    case 0:
        painter.fillRect(rect, style.colours.b);
        break;
    case 1:
        painter.fillRect(rect, style.colours.edge);
        break;
    case 2:
        fill_pattern(painter, rect, Pattern::stall, style.theme);
        break;
    case 4:
        fill_pattern(painter, rect, Pattern::asleep, style.theme);
        break;
    case 5:
        fill_pattern(painter, rect, Pattern::kernel, style.theme);
        break;
    default:
        fill_pattern(painter, rect, Pattern::dirty, style.theme);
        break;
    }
    painter.setPen(QPen(style.colours.ink2, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect);
}

void paint_columns(QPainter& painter, const Series& s, const ChartStyle& style, const PlotFrame& frame) {
    const double half = std::min(34.0, frame.plot().width() / frame.x.length() * 0.3);
    for (std::size_t i = 0; i < s.x.size() && i < s.y.size() && i < s.low.size(); ++i) {
        const double x = frame.x_to_px(s.x[i]);
        const double top = frame.y_to_px(std::min(s.y[i], frame.y.to));
        const double bottom = frame.y_to_px(std::max(s.low[i], frame.y.from));
        if (!frame.x.contains(s.x[i]) || bottom - top < 0.5)
            continue;
        fill_column(painter, QRectF(QPointF(x - half, top), QPointF(x + half, bottom)), s.index, style);
        painter.setFont(style.tick());
        const QFontMetricsF metrics(style.tick());
        if (i < s.labels.size() && bottom - top >= metrics.ascent()) {
            painter.setPen(style.colours.ink);
            painter.drawText(
                QPointF(x + half + 5, (top + bottom) / 2 + metrics.ascent() / 2 - metrics.descent() / 2), s.labels[i]);
        }
    }
}

} // namespace

void paint_marks(QPainter& painter, const ChartData& data, const ChartStyle& style, const PlotFrame& frame) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ToleranceBox& box : data.boxes) {
        const Range shown{std::max(box.low, frame.y.from), std::min(box.high, frame.y.to)};
        if (!frame.x.contains(box.x) || !(shown.to > shown.from)) {
            continue;
        }
        const double half = std::min(22.0, frame.plot().width() / frame.x.length() * 0.4);
        const double x = frame.x_to_px(box.x);
        paint_tolerance(painter,
            QRectF(QPointF(x - half, frame.y_to_px(shown.to)), QPointF(x + half, frame.y_to_px(shown.from))), box.test,
            style);
    }
    for (const Series& s : data.series) {
        if (s.kind == SeriesKind::column) {
            paint_columns(painter, s, style, frame);
            continue;
        }
        const bool points = s.kind == SeriesKind::points || s.kind == SeriesKind::published;
        const bool labelled = !s.labels.empty();
        for (std::size_t i = 0; (points || labelled) && i < std::min(s.x.size(), s.y.size()); ++i) {
            const QString label = labelled && i < s.labels.size() ? s.labels[i] : QString();
            if (!frame.holds(s.x[i], s.y[i]) || (!points && label.isEmpty())) {
                continue;
            }
            // Published and model numbers of one category stand side by side.
            double aside = 0;
            if (data.x_kind == XKind::category && points) {
                aside = s.kind == SeriesKind::published ? -7 : data.boxes.empty() ? 0 : 7;
            }
            if (points) {
                paint_interval(painter, frame, s.x[i], aside, at(s.low, i), at(s.high, i),
                    QPen(s.kind == SeriesKind::published ? style.colours.ink : style.colour_of(s), 1.5));
            }
            const QPointF place = frame.to_px(s.x[i], s.y[i]) + QPointF(aside, 0);
            paint_point(painter, s, style, place, 4.5);
            if (!label.isEmpty()) {
                painter.setFont(style.size(11, true));
                const QFontMetricsF metrics(painter.font());
                words_inside(painter, label, place + QPointF(-metrics.horizontalAdvance(label) - 6, -3), frame,
                    style.colours.ink, style.colours.panel);
            }
        }
        if (!s.line_label.isEmpty() && !s.empty() && s.y.size() == s.size()) {
            const double end = std::isnan(s.x_end) ? s.x.back() : std::min(s.x_end, frame.x.to);
            if (const auto value = value_at(s, std::min(end, frame.x.to)); value && frame.y.contains(*value)) {
                painter.setFont(style.tick());
                const QFontMetricsF metrics(style.tick());
                words_inside(painter, s.line_label,
                    frame.to_px(std::min(end, frame.x.to), *value)
                        + QPointF(-metrics.horizontalAdvance(s.line_label) - 2, metrics.ascent() + 2),
                    frame, style.colours.ink2, style.colours.panel);
            }
        }
    }
    painter.restore();
}

void paint_open(QPainter& painter, const OpenSample& open, const ChartStyle& style, const PlotFrame& frame, double x,
    bool with_words) {
    if (!frame.holds(x, open.value)) {
        return;
    }
    Series look;
    look.role = open.role;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style.colour_of(look), 2));
    painter.setBrush(style.colours.panel);
    const QPointF place = frame.to_px(x, open.value);
    painter.drawEllipse(place, 4.5, 4.5);
    if (with_words && !open.text.isEmpty()) {
        painter.setFont(style.size(11, true));
        words_inside(painter, open.text, place + QPointF(9, -3), frame, style.colours.ink, style.colours.panel);
    }
    painter.restore();
}

void paint_tip(
    QPainter& painter, const QStringList& lines, const ChartStyle& style, const PlotFrame& frame, double x_value) {
    const QRectF plot = frame.plot();
    const double x = std::floor(frame.x_to_px(x_value)) + 0.5;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(style.colours.ink3, 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setFont(style.tick());
    const QFontMetricsF metrics(style.tick());
    double width = 0;
    for (const QString& line : lines) {
        width = std::max(width, metrics.horizontalAdvance(line));
    }
    const double line_height = std::ceil(metrics.height());
    QRectF box(std::floor(x + 10) + 0.5, std::floor(plot.top() + 4) + 0.5, std::ceil(width) + 16,
        static_cast<double>(lines.size()) * line_height + 8);
    if (box.right() > plot.right()) {
        box.moveRight(std::floor(x - 10) + 0.5);
    }
    // In a narrow chart it may cover the line, never leave the picture.
    box.moveLeft(std::max(2.5, std::min(box.left(), frame.size.width() - box.width() - 2.5)));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style.colours.edge, 1));
    painter.setBrush(style.colours.card);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(style.colours.ink);
    double y = box.top() + 4 + metrics.ascent();
    for (const QString& line : lines) {
        painter.drawText(QPointF(box.left() + 8, y), line);
        y += line_height;
    }
    painter.restore();
}

void paint_sample(QPainter& painter, const Series& series, const ChartStyle& style, const QRectF& box) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF middle = box.center();
    QPen pen = style.pen_of(series);
    if (series.kind == SeriesKind::published) {
        paint_diamond(painter, middle, 6, style.colours.ink, style.colours.panel);
    } else if (series.kind == SeriesKind::prediction) {
        QColor soft = style.colour_of(series);
        soft.setAlphaF(0.3F);
        painter.fillRect(QRectF(box.left(), middle.y() - 4, box.width(), 8), soft);
        painter.setPen(pen);
        painter.drawLine(QPointF(box.left(), middle.y()), QPointF(box.right(), middle.y()));
    } else if (series.kind == SeriesKind::column) {
        fill_column(painter, QRectF(box.left() + 1, middle.y() - 5, box.width() - 2, 10), series.index, style);
    } else if (series.kind == SeriesKind::bars && series.role == Role::a) {
        painter.setPen(QPen(style.colour_of(series), 1.5, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(box.left() + 1, middle.y() - 5, box.width() - 2, 10));
    } else if (series.kind == SeriesKind::bars) {
        QColor soft = style.colour_of(series);
        soft.setAlphaF(0.35F);
        painter.fillRect(QRectF(box.left() + 1, middle.y() - 5, box.width() - 2, 10), soft);
    } else {
        painter.setPen(pen);
        painter.drawLine(QPointF(box.left(), middle.y()), QPointF(box.right(), middle.y()));
        if (series.role == Role::b || series.role == Role::model) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(style.colour_of(series));
            painter.drawEllipse(middle, 3.5, 3.5);
        }
    }
    painter.restore();
}

std::vector<Entry> entries_of(const ChartData& data, std::optional<double> x) {
    std::vector<Entry> entries;
    std::vector<Entry> grounds;
    for (const Series& s : data.series) {
        if (s.quiet) {
            continue;
        }
        Entry entry;
        entry.look.kind = s.kind == SeriesKind::band ? SeriesKind::step_line : s.kind;
        entry.look.role = s.role;
        entry.look.index = s.index;
        entry.name = series_title(s);
        if (x) {
            if (data.open && data.open->role == s.role && !data.open->text.isEmpty()) {
                entry.value = data.open->text;
                entry.brief = quantity_text(data.open->value, data.unit);
            } else if (!s.readout.isEmpty()) {
                entry.value = s.readout;
            } else if (const auto value = value_at(s, *x)) {
                entry.value = quantity_text(*value, data.unit);
                entry.brief = number_text(*value);
            } else {
                entry.value = QString(QChar(0x2013));
            }
        }
        if (s.kind == SeriesKind::band) {
            Entry ground;
            ground.look.kind = SeriesKind::band;
            ground.look.role = s.role;
            ground.brief = tr("middle 98\u00a0%");
            ground.name = !s.lettered ? ground.brief
                : s.role == Role::a   ? tr("middle 98\u00a0% of A")
                : s.role == Role::b   ? tr("middle 98\u00a0% of B")
                                      : ground.brief;
            grounds.push_back(std::move(ground));
        }
        if (s.kind == SeriesKind::dots && x) {
            continue;
        }
        entries.push_back(std::move(entry));
    }
    entries.insert(entries.end(), std::make_move_iterator(grounds.begin()), std::make_move_iterator(grounds.end()));
    return entries;
}

namespace {

void paint_entry_sample(QPainter& painter, const Entry& entry, const ChartStyle& style, const QRectF& box) {
    if (entry.look.kind == SeriesKind::band) {
        QColor soft = style.colour_of(entry.look);
        soft.setAlphaF(0.22F);
        painter.fillRect(QRectF(box.left(), box.center().y() - 6, box.width(), 12), soft);
    } else if (entry.look.kind == SeriesKind::dots) {
        Series line = entry.look;
        painter.setPen(Qt::NoPen);
        painter.setBrush(style.colour_of(line));
        painter.drawEllipse(box.center(), 2, 2);
    } else {
        paint_sample(painter, entry.look, style, box);
    }
}

} // namespace

void paint_entries(QPainter& painter, const std::vector<Entry>& entries, const QString& remark, const ChartStyle& style,
    const QRectF& area) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetricsF small(style.tick());
    const QFontMetricsF bold(style.strong());
    constexpr double sample = 16;
    const double text_left = area.left() + sample + 6;
    const double text_width = area.right() - text_left;
    const double line = style.scaled(17);
    const auto with_value
        = std::count_if(entries.begin(), entries.end(), [](const Entry& e) { return !e.value.isEmpty(); });
    // Two lines an entry while there is room: the name, its number beneath. Many share a line each.
    double gap = style.scaled(10);
    bool single = with_value > 3;
    const auto height_of = [&](const Entry& e) { return single || e.value.isEmpty() ? line : 2 * line; };
    const auto total = [&] {
        double sum = -gap;
        for (const Entry& e : entries) {
            sum += height_of(e) + gap;
        }
        return sum;
    };
    if (total() > area.height()) {
        gap = style.scaled(3);
    }
    if (total() > area.height()) {
        single = true;
        gap = 0;
    }
    const auto put = [&](bool strong, const QString& text, double x, double y, double width) {
        const QFontMetricsF& metrics = strong ? bold : small;
        painter.setFont(strong ? style.strong() : style.tick());
        painter.setPen(strong ? style.colours.ink : style.colours.ink2);
        painter.drawText(
            QPointF(x, y + small.ascent()), metrics.elidedText(text, Qt::ElideMiddle, std::max(0.0, width)));
    };
    const auto fitting = [](const QFontMetricsF& metrics, const QString& full, const QString& brief, double width) {
        return brief.isEmpty() || metrics.horizontalAdvance(full) <= width ? full : brief;
    };
    double y = area.top();
    std::size_t shown = 0;
    for (const Entry& entry : entries) {
        const bool last = shown + 1 == entries.size();
        if (y + height_of(entry) + (last ? 0 : gap + line) > area.bottom() + 2) {
            put(false, tr("%1 more").arg(entries.size() - shown), text_left, y, text_width);
            y = area.bottom();
            break;
        }
        paint_entry_sample(painter, entry, style, QRectF(area.left(), y, sample, small.height()));
        if (single && !entry.value.isEmpty()) {
            const double name = std::min(small.horizontalAdvance(entry.name), text_width * 0.6);
            const QString value = fitting(bold, entry.value, entry.brief, text_width - name - 6);
            put(false, entry.name, text_left, y, name + 1);
            put(true, value, text_left + name + 6, y, text_width - name - 6);
        } else if (entry.value.isEmpty()) {
            put(false, fitting(small, entry.name, entry.brief, text_width), text_left, y, text_width);
        } else {
            put(false, entry.name, text_left, y, text_width);
            put(true, fitting(bold, entry.value, entry.brief, text_width), text_left, y + line - 2, text_width);
        }
        y += height_of(entry) + gap;
        ++shown;
    }
    const double room = area.bottom() + 4 - y;
    if (!remark.isEmpty() && room >= small.height()) {
        painter.setFont(style.tick());
        painter.setPen(style.colours.ink3);
        painter.drawText(
            QRectF(area.left(), y, area.width(), room), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, remark);
    }
    painter.restore();
}

double paint_key(QPainter* painter, const std::vector<Entry>& entries, const ChartStyle& style, const QRectF& area) {
    const QFontMetricsF metrics(style.tick());
    double x = area.left();
    double y = area.top();
    const double row = metrics.height() + 4;
    for (const Entry& entry : entries) {
        const double width = 16 + 6 + metrics.horizontalAdvance(entry.name);
        if (x > area.left() && x + width > area.right()) {
            x = area.left();
            y += row;
        }
        if (painter) {
            paint_entry_sample(*painter, entry, style, QRectF(x, y, 16, metrics.height()));
            painter->setFont(style.tick());
            painter->setPen(style.colours.ink2);
            painter->drawText(QPointF(x + 22, y + metrics.ascent()),
                metrics.elidedText(entry.name, Qt::ElideRight, std::max(0.0, area.right() - x - 22)));
        }
        x += width + 16;
    }
    return entries.empty() ? 0 : y + row - area.top();
}

} // namespace sluice::ui
