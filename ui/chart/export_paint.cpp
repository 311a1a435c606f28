// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/export_paint.h"

#include "ui/chart/chart_paint.h"
#include "ui/chart/plot_canvas.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("sluice::ui::Export", text);
}

constexpr double logical_dpi = 96; ///< a logical pixel is 1/96 inch, so that 11 px are 8.25 pt on paper
constexpr double mm_per_inch = 25.4;
constexpr int edge = 12;

/// Axes of the whole chart, with room for what stands around them.
PlotFrame page_frame(const ChartData& data, const ChartStyle& style, const QSize& size, double key_height) {
    PlotFrame frame;
    frame.size = size;
    frame.x = x_range_of(data);
    frame.y = y_range_of(data);
    frame.x_scale = data.x_kind == XKind::number ? data.x_scale : Scale::linear;
    frame.y_scale = data.y_scale;
    const QFontMetricsF metrics(style.tick());
    const bool x_words = !data.x_words().isEmpty();
    const int top = static_cast<int>(std::lround(edge + metrics.height() + 10 + key_height));
    const int bottom = static_cast<int>(std::lround(edge + metrics.height() * (x_words ? 3 : 2) + 12));
    frame.margins = QMargins(edge, top, edge + 12, bottom);
    frame.y_ticks = y_ticks_of(data, frame, std::clamp(static_cast<int>(frame.plot().height() / 32), 2, 8));
    double widest = 0;
    for (const Tick& tick : frame.y_ticks) {
        widest = std::max(widest, metrics.horizontalAdvance(tick.label));
    }
    frame.margins.setLeft(static_cast<int>(std::ceil(edge + widest + 10)));
    frame.x_ticks = x_ticks_of(data, frame, style);
    return frame;
}

void paint_page(QPainter& painter, const ChartData& data, const ChartStyle& style, const PlotFrame& frame,
    const QString& footnote) {
    const QFontMetricsF metrics(style.tick());
    const QRectF plot = frame.plot();
    const double text_width = frame.size.width() - 2.0 * edge;
    paint_references(painter, data, style, frame);
    paint_marks(painter, data, style, frame);
    if (data.open && !std::isnan(data.open->at)) {
        paint_open(painter, *data.open, style, frame, data.open->at, true);
    }
    if (data.empty()) {
        const EmptyWords& words = data.empty_state;
        const QString title = words.title.isEmpty() ? tr("Nothing of this happened in the run.") : words.title;
        painter.setFont(style.strong());
        painter.setPen(style.colours.ink);
        const QRectF middle = plot.adjusted(8, plot.height() / 2 - 24, -8, 0);
        painter.drawText(middle, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, title);
        painter.setFont(style.tick());
        painter.setPen(style.colours.ink2);
        painter.drawText(middle.adjusted(0, 20, 0, 0), Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, words.text);
    }
    paint_heading(painter, data, style, {edge, edge + metrics.ascent()}, static_cast<int>(text_width));
    paint_key(&painter, entries_of(data, std::nullopt), style,
        QRectF(edge, edge + metrics.height() + 4, text_width, plot.top()));
    painter.setFont(style.tick());
    if (const QString words = data.x_words(); !words.isEmpty()) {
        painter.setPen(style.colours.ink2);
        painter.drawText(QPointF(plot.center().x() - metrics.horizontalAdvance(words) / 2,
                             plot.bottom() + 6 + metrics.height() + metrics.ascent()),
            words);
    }
    if (!footnote.isEmpty()) {
        painter.setPen(style.colours.ink3);
        painter.drawText(
            QPointF(edge, frame.size.height() - edge + 2), metrics.elidedText(footnote, Qt::ElideMiddle, text_width));
    }
}

} // namespace

bool export_size_fits(const QSizeF& mm) {
    const auto fits = [](double side) { return side >= 30 && side <= 1000; };
    return fits(mm.width()) && fits(mm.height());
}

QByteArray painted(const ChartData& data, ExportFormat format, const ExportOptions& options, QString& why) {
    const ChartStyle style(options.dark ? Theme::dark() : Theme::light());
    const QSizeF logical = options.size_mm / mm_per_inch * logical_dpi;
    const QSize size(static_cast<int>(std::lround(logical.width())), static_cast<int>(std::lround(logical.height())));
    const double key_height
        = paint_key(nullptr, entries_of(data, std::nullopt), style, QRectF(edge, 0, size.width() - 2.0 * edge, 0));
    const PlotFrame frame = page_frame(data, style, size, key_height);
    const auto over = [&](QPainter& painter) { paint_page(painter, data, style, frame, options.footnote); };

    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    bool done = false;
    switch (format) {
    case ExportFormat::png: {
        const QSizeF px = options.size_mm / mm_per_inch * options.dpi;
        QImage image(static_cast<int>(std::lround(px.width())), static_cast<int>(std::lround(px.height())),
            QImage::Format_RGB32);
        if (image.isNull()) {
            why = tr("A picture of %1 × %2 points does not fit into memory.").arg(px.width()).arg(px.height());
            return {};
        }
        image.fill(style.colours.panel);
        image.setDotsPerMeterX(static_cast<int>(std::lround(options.dpi / mm_per_inch * 1000)));
        image.setDotsPerMeterY(image.dotsPerMeterX());
        done = paint_plot(image, image.width() / logical.width(), false, frame, data.series, style, over);
        image.setText(QStringLiteral("Title"), data.title);
        image.setText(QStringLiteral("Comment"), options.footnote);
        done = done && image.save(&buffer, "PNG");
        break;
    }
    case ExportFormat::svg: {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        // The default of 72 makes text smaller than the rest of the picture.
        generator.setResolution(static_cast<int>(logical_dpi));
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(0, 0), size));
        generator.setTitle(data.title);
        generator.setDescription(describe(data) + u' ' + options.footnote);
        done = paint_plot(generator, 1, true, frame, data.series, style, over);
        break;
    }
    case ExportFormat::pdf: {
        QPdfWriter writer(&buffer);
        constexpr int resolution = 1200;
        writer.setResolution(resolution);
        writer.setPageSize(QPageSize(options.size_mm, QPageSize::Millimeter, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        writer.setTitle(data.title);
        writer.setCreator(QStringLiteral("Sluice"));
        done = paint_plot(writer, resolution / logical_dpi, true, frame, data.series, style, over);
        break;
    }
    case ExportFormat::csv:
        break;
    }
    buffer.close();
    if (!done) {
        why = tr("The chart could not be painted.");
        return {};
    }
    return bytes;
}

} // namespace sluice::ui
