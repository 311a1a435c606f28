// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/claim_chart.h"

#include "ui/chart/chart_paint.h"
#include "ui/chart/plot_canvas.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

QString words(const char* text) {
    return QCoreApplication::translate("sluice::ui::ClaimChart", text);
}

/// All numbers of the claim in a range with round ends; zero is in sight when it is not far away.
Range range_of(const ClaimData& claim) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const ClaimRow& r : claim.rows) {
        for (const double v : {r.published, r.published_low, r.published_high, r.model, r.model_low, r.model_high,
                 r.allowed_low, r.allowed_high}) {
            if (std::isfinite(v)) {
                low = std::min(low, v);
                high = std::max(high, v);
            }
        }
    }
    if (!std::isfinite(low)) {
        return {0, 1};
    }
    if (high <= low) {
        high = low + std::max(1.0, std::abs(low) * 0.1);
    }
    const double span = high - low;
    if (low > 0 && low < 2 * span) {
        low = 0;
    } else if (high < 0 && -high < 2 * span) {
        high = 0;
    }
    const double room = (high - low) * 0.06;
    return {low == 0 ? 0 : low - room, high == 0 ? 0 : high + room};
}

} // namespace

ChartData chart_of(const ClaimData& claim) {
    ChartData data;
    data.title = claim.title;
    data.note = claim.axis;
    data.unit = claim.unit;
    data.x_kind = XKind::category;
    data.sentence = claim.sentence;
    const Range range = range_of(claim);
    data.y_from = range.from;
    data.y_to = range.to;
    Series published;
    published.kind = SeriesKind::published;
    published.role = Role::published;
    Series model;
    model.name = claim.model_name.isEmpty() ? words("model") : claim.model_name;
    model.kind = SeriesKind::points;
    model.role = Role::model;
    // Rows are separate facts: no line joins them, so each is a series of its own beyond the first.
    TableColumn names{words("row"), {}, {}, {}};
    TableColumn pub{words("published"), claim.unit, {}, {}};
    TableColumn mod{words("model"), claim.unit, {}, {}};
    TableColumn from{words("interval, from"), claim.unit, {}, {}};
    TableColumn to{words("interval, to"), claim.unit, {}, {}};
    TableColumn least{words("allowed, from"), claim.unit, {}, {}};
    TableColumn most{words("allowed, to"), claim.unit, {}, {}};
    std::vector<Series> models;
    for (std::size_t i = 0; i < claim.rows.size(); ++i) {
        const ClaimRow& r = claim.rows[i];
        const double x = static_cast<double>(i);
        data.categories.push_back(r.name);
        names.words.push_back(r.note.isEmpty() ? r.name : r.name + QStringLiteral(", ") + r.note);
        pub.numbers.push_back(r.published);
        mod.numbers.push_back(r.model);
        from.numbers.push_back(r.model_low);
        to.numbers.push_back(r.model_high);
        least.numbers.push_back(r.allowed_low);
        most.numbers.push_back(r.allowed_high);
        if (std::isfinite(r.published)) {
            published.x.push_back(x);
            published.y.push_back(r.published);
            published.low.push_back(r.published_low);
            published.high.push_back(r.published_high);
        }
        if (std::isfinite(r.model)) {
            Series one = model;
            one.quiet = !models.empty();
            one.x = {x};
            one.y = {r.model};
            one.low = {r.model_low};
            one.high = {r.model_high};
            models.push_back(std::move(one));
        }
        if (r.use != ClaimUse::report && r.allowed_high > r.allowed_low) {
            data.boxes.push_back({x, r.allowed_low, r.allowed_high, r.use == ClaimUse::test});
        }
    }
    data.series.push_back(std::move(published));
    data.series.insert(data.series.end(), models.begin(), models.end());
    data.table.columns = {names, pub, mod, from, to, least, most};
    if (data.sentence.isEmpty()) {
        QStringList parts;
        for (const ClaimRow& r : claim.rows) {
            QString part = words("%1: %2 against %3")
                               .arg(r.name, quantity_text(r.model, claim.unit), quantity_text(r.published, claim.unit));
            if (r.use == ClaimUse::test && r.allowed_high > r.allowed_low) {
                part += words(", %1 to %2 allowed")
                            .arg(number_text(r.allowed_low), quantity_text(r.allowed_high, claim.unit));
            }
            parts << part;
        }
        data.sentence = parts.join(QStringLiteral("; ")) + u'.';
    }
    return data;
}

void ClaimChart::set_claim(ClaimData claim) {
    claim_ = std::move(claim);
    set_data(chart_of(claim_));
    updateGeometry();
}

QSize ClaimChart::sizeHint() const {
    return {640, style_.scaled(90 + 58 * static_cast<int>(std::max<std::size_t>(1, claim_.rows.size())))};
}

QSize ClaimChart::minimumSizeHint() const {
    return {
        style_.scaled(360), style_.scaled(80 + 40 * static_cast<int>(std::max<std::size_t>(1, claim_.rows.size())))};
}

void ClaimChart::lay_out() {
    if (width() < 2 || height() < 2) {
        return;
    }
    const QFontMetricsF bold(style_.strong());
    const QFontMetricsF small(style_.tick());
    double left = 40;
    double right = 40;
    for (const ClaimRow& r : claim_.rows) {
        left = std::max({left, bold.horizontalAdvance(r.name), small.horizontalAdvance(r.note)});
        right = std::max(right, small.horizontalAdvance(r.published_text) + 8);
    }
    frame_.size = size();
    frame_.margins
        = QMargins(static_cast<int>(left) + 28, style_.scaled(12), static_cast<int>(right) + 28, style_.scaled(74));
    frame_.x = range_of(claim_);
    frame_.y = {0, 1};
    frame_.x_scale = frame_.y_scale = Scale::linear;
    frame_.x_grid = true;
    frame_.y_labels = false;
    frame_.y_ticks.clear();
    frame_.x_ticks = ticks_of(
        frame_.x, Scale::linear, std::clamp(static_cast<int>(frame_.plot().width() / style_.scaled(72)), 2, 8));
    canvas_->set_plot(frame_, {});
}

double ClaimChart::row_middle(std::size_t row) const {
    const QRectF plot = frame_.plot();
    return plot.top() + plot.height() * (static_cast<double>(row) + 0.5) / static_cast<double>(claim_.rows.size());
}

void ClaimChart::paint_over(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < claim_.rows.size(); ++i) {
        paint_row(painter, i);
    }
    const QFontMetricsF small(style_.tick());
    const QRectF plot = frame_.plot();
    painter.setFont(style_.tick());
    painter.setPen(style_.colours.ink2);
    const QString axis = claim_.unit.isEmpty() ? claim_.axis : claim_.axis + QStringLiteral(", ") + claim_.unit;
    painter.drawText(QPointF(plot.center().x() - small.horizontalAdvance(axis) / 2,
                         plot.bottom() + style_.scaled(22) + small.ascent()),
        axis);
    paint_legend(painter);
}

void ClaimChart::paint_row(QPainter& painter, std::size_t row) {
    const ClaimRow& r = claim_.rows[row];
    const auto& c = style_.colours;
    const double y = row_middle(row);
    const double half = style_.scaled(8); // published above, model below the middle
    const QRectF plot = frame_.plot();
    const QFontMetricsF bold(style_.strong());
    const QFontMetricsF small(style_.tick());
    double right = plot.left();
    const auto x_of = [&](double v) { return frame_.x_to_px(std::clamp(v, frame_.x.from, frame_.x.to)); };
    if (r.use != ClaimUse::report && r.allowed_high > r.allowed_low) {
        paint_tolerance(painter,
            QRectF(QPointF(x_of(r.allowed_low), y - 2 * half), QPointF(x_of(r.allowed_high), y + 2 * half)),
            r.use == ClaimUse::test, style_);
        right = x_of(r.allowed_high);
    }
    const auto bar = [&](double low, double high, double at, const QColor& colour) {
        if (std::isnan(low) || std::isnan(high)) {
            return;
        }
        painter.setPen(QPen(colour, 2));
        painter.drawLine(QPointF(x_of(low), at), QPointF(x_of(high), at));
        for (const double end : {low, high}) {
            painter.drawLine(QPointF(x_of(end), at - 4), QPointF(x_of(end), at + 4));
        }
        right = std::max(right, x_of(high));
    };
    if (std::isfinite(r.published)) {
        bar(r.published_low, r.published_high, y - half, c.ink);
        paint_diamond(painter, QPointF(x_of(r.published), y - half), 7, c.ink, c.panel);
        right = std::max(right, x_of(r.published) + 7);
    }
    if (std::isfinite(r.model)) {
        bar(r.model_low, r.model_high, y + half, c.b);
        painter.setPen(QPen(c.panel, 1));
        painter.setBrush(c.b);
        painter.drawEllipse(QPointF(x_of(r.model), y + half), 5.5, 5.5);
        right = std::max(right, x_of(r.model) + 6);
    }
    painter.setFont(style_.tick());
    const auto value = [&](const QString& text, const QString& made) { return text.isEmpty() ? made : text; };
    const auto write = [&](const QString& text, double at, bool strong) {
        painter.setFont(style_.size(11, strong));
        painter.setPen(strong ? c.accent : c.ink2);
        const double wide = QFontMetricsF(painter.font()).horizontalAdvance(text);
        const double left = std::min(right + 8, width() - wide - 4);
        // A grid line must not run through the number.
        painter.fillRect(QRectF(left - 2, at - small.capHeight(), wide + 4, 2 * small.capHeight()), c.panel);
        painter.drawText(QPointF(left, at + small.capHeight() / 2), text);
    };
    if (std::isfinite(r.published)) {
        write(value(r.published_text, tr("published %1").arg(number_text(r.published))), y - half, false);
    }
    if (std::isfinite(r.model)) {
        write(value(r.model_text, tr("model %1").arg(number_text(r.model))), y + half, true);
    }
    painter.setFont(style_.strong());
    painter.setPen(c.ink);
    const double edge = plot.left() - 16;
    painter.drawText(
        QPointF(edge - bold.horizontalAdvance(r.name), r.note.isEmpty() ? y + bold.capHeight() / 2 : y - 3), r.name);
    painter.setFont(style_.tick());
    painter.setPen(c.ink2);
    painter.drawText(QPointF(edge - small.horizontalAdvance(r.note), y + small.ascent() + 1), r.note);
}

void ClaimChart::paint_legend(QPainter& painter) {
    const auto& c = style_.colours;
    const QFontMetricsF small(style_.tick());
    double x = frame_.plot().left() - 8;
    double y = frame_.plot().bottom() + style_.scaled(54);
    const double start = 12;
    painter.setFont(style_.tick());
    const bool tests = std::any_of(
        claim_.rows.begin(), claim_.rows.end(), [](const ClaimRow& r) { return r.use == ClaimUse::test; });
    const bool costs = std::any_of(
        claim_.rows.begin(), claim_.rows.end(), [](const ClaimRow& r) { return r.use == ClaimUse::calibration; });
    const QString model = claim_.model_name.isEmpty() ? tr("model") : claim_.model_name;
    std::vector<std::pair<int, QString>> items{{0, tr("published")}, {1, model}};
    if (tests) {
        items.emplace_back(2, tr("tolerance, a test"));
    }
    if (costs) {
        items.emplace_back(3, tr("used to set costs, no test"));
    }
    double total = 0;
    for (const auto& [kind, text] : items) {
        total += 30 + small.horizontalAdvance(text) + 20;
    }
    x = std::max(start, std::min(x, width() - total));
    for (const auto& [kind, text] : items) {
        switch (kind) {
        case 0:
            paint_diamond(painter, {x + 12, y}, 6, c.ink, c.panel);
            break;
        case 1:
            painter.setPen(QPen(c.b, 2));
            painter.drawLine(QPointF(x, y), QPointF(x + 24, y));
            painter.setPen(Qt::NoPen);
            painter.setBrush(c.b);
            painter.drawEllipse(QPointF(x + 12, y), 5, 5);
            break;
        default:
            paint_tolerance(painter, QRectF(x, y - 7, 24, 14), kind == 2, style_);
            break;
        }
        painter.setPen(c.ink2);
        painter.drawText(QPointF(x + 30, y + small.capHeight() / 2), text);
        x += 30 + small.horizontalAdvance(text) + 20;
    }
}

} // namespace sluice::ui
