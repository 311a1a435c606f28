// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/sweep_chart.h"

#include "ui/chart/chart_table_model.h"
#include "ui/chart/plot_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

/// What one press of an arrow key moves: a hundredth of a linear axis, a fiftieth of a decade on a log one.
constexpr double linear_steps = 100;
constexpr double steps_per_decade = 50;

} // namespace

SweepChart::SweepChart(QWidget* parent)
    : XyChart(parent) { }

void SweepChart::set_data(ChartData data) {
    if (places_of_prediction_.empty()) {
        for (std::size_t i = 0; i < data.categories.size(); ++i) {
            places_of_prediction_.push_back(static_cast<double>(i));
        }
        prediction_.assign(places_of_prediction_.size(), no_value);
    }
    XyChart::set_data(std::move(data));
}

void SweepChart::set_prediction_places(std::vector<double> x) {
    if (x != places_of_prediction_) {
        places_of_prediction_ = std::move(x);
        prediction_.assign(places_of_prediction_.size(), no_value);
        selected_.reset();
    }
    changed();
}

void SweepChart::set_prediction(std::vector<double> values) {
    values.resize(places_of_prediction_.size(), no_value);
    prediction_ = std::move(values);
    changed();
}

bool SweepChart::prediction_complete() const {
    return !prediction_.empty()
        && std::none_of(prediction_.begin(), prediction_.end(), [](double v) { return std::isnan(v); });
}

void SweepChart::set_drawing(bool drawing) {
    drawing_ = drawing;
    if (!drawing) {
        selected_.reset();
        pen_.reset();
    }
    setCursor(drawing ? Qt::CrossCursor : Qt::ArrowCursor);
    changed();
}

ChartData SweepChart::drawn() const {
    ChartData all = data_;
    Series mine;
    mine.kind = SeriesKind::prediction;
    mine.role = Role::prediction;
    for (std::size_t i = 0; i < prediction_.size(); ++i) {
        if (!std::isnan(prediction_[i])) {
            mine.x.push_back(places_of_prediction_[i]);
            mine.y.push_back(prediction_[i]);
        }
    }
    if (!mine.empty()) {
        all.series.push_back(std::move(mine));
        all.sentence.clear();
    }
    if (!places_of_prediction_.empty() && all.x_kind == XKind::number) {
        // The places belong to the axis even before anything is drawn at them.
        const double first = places_of_prediction_.front();
        const double last = places_of_prediction_.back();
        all.x_from = std::isnan(all.x_from) ? first : std::min(all.x_from, first);
        all.x_to = std::isnan(all.x_to) ? last : std::max(all.x_to, last);
    }
    return all;
}

void SweepChart::changed() {
    find_places();
    refresh();
}

/// A table whose column *yours* can be typed into while the curve is drawn.
ChartTableModel* SweepChart::make_table_model() {
    class Model : public ChartTableModel {
    public:
        explicit Model(SweepChart* chart)
            : ChartTableModel(chart)
            , chart_(chart) { }

        Qt::ItemFlags flags(const QModelIndex& index) const override {
            const Qt::ItemFlags flags = ChartTableModel::flags(index);
            return place_of(index) && chart_->drawing_ ? flags | Qt::ItemIsEditable : flags;
        }

        QVariant data(const QModelIndex& index, int role) const override {
            if (role == Qt::EditRole && place_of(index)) {
                const double value = chart_->prediction_[*place_of(index)];
                return std::isnan(value) ? QString() : QString::number(value, 'g', 12);
            }
            return ChartTableModel::data(index, role);
        }

        bool setData(const QModelIndex& index, const QVariant& value, int role) override {
            const auto place = place_of(index);
            if (role != Qt::EditRole || !place || !chart_->drawing_) {
                return false;
            }
            QString text = value.toString().trimmed();
            text.remove(u',');
            bool number = false;
            const double said = text.toDouble(&number);
            if (!number && !text.isEmpty()) {
                return false;
            }
            chart_->put(*place, text.isEmpty() ? no_value : said);
            return true;
        }

    private:
        /// The rows are the places of the prediction: make_table() makes it so.
        std::optional<std::size_t> place_of(const QModelIndex& index) const {
            const auto row = static_cast<std::size_t>(index.row());
            const bool mine
                = index.isValid() && index.column() + 1 == columnCount() && row < chart_->prediction_.size();
            return mine ? std::optional(row) : std::nullopt;
        }

        SweepChart* chart_;
    };
    return new Model(this);
}

ChartTable SweepChart::make_table() const {
    // Every place has a row, said or not, and what the learner says is the last column.
    ChartTable table;
    TableColumn names{data_.x_title.isEmpty() ? tr("case") : data_.x_title, data_.x_unit, {}, {}};
    for (const double x : places_of_prediction_) {
        const auto i = static_cast<std::size_t>(std::max(0.0, std::round(x)));
        if (data_.x_kind == XKind::category && i < data_.categories.size()) {
            names.words.push_back(data_.categories[i]);
        } else {
            names.numbers.push_back(x);
        }
    }
    table.columns.push_back(std::move(names));
    const auto column = [&](const QString& name, const Series& s, const std::vector<double>& values) {
        TableColumn c{name, data_.unit, {}, {}};
        for (const double x : places_of_prediction_) {
            const auto at = std::find(s.x.begin(), s.x.end(), x);
            const auto i = static_cast<std::size_t>(at - s.x.begin());
            c.numbers.push_back(i < values.size() ? values[i] : no_value);
        }
        table.columns.push_back(std::move(c));
    };
    for (const Series& s : data_.series) {
        const QString name = series_title(s);
        column(name, s, s.y);
        if (!s.low.empty() && !s.high.empty()) {
            column(tr("%1, from").arg(name), s, s.low);
            column(tr("%1, to").arg(name), s, s.high);
        }
    }
    table.columns.push_back({tr("yours"), data_.unit, prediction_, {}});
    return table;
}

std::optional<std::size_t> SweepChart::prediction_at(double px) const {
    std::optional<std::size_t> best;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < places_of_prediction_.size(); ++i) {
        const double distance = std::abs(frame().x_to_px(places_of_prediction_[i]) - px);
        if (distance < nearest) {
            nearest = distance;
            best = i;
        }
    }
    return best;
}

void SweepChart::put(std::size_t index, double value) {
    if (index >= prediction_.size()) {
        return;
    }
    prediction_[index] = value;
    changed();
    emit prediction_changed();
}

void SweepChart::select(std::size_t index) {
    selected_ = index;
    const double value = prediction_[index];
    const double x = places_of_prediction_[index];
    const auto i = static_cast<std::size_t>(std::max(0.0, std::round(x)));
    const QString place
        = data_.x_kind == XKind::category && i < data_.categories.size() ? data_.categories[i] : number_text(x);
    setAccessibleDescription(std::isnan(value) ? tr("%1: nothing drawn yet").arg(place)
                                               : tr("%1: you say %2").arg(place, quantity_text(value, data_.unit)));
    canvas_->repaint_overlay();
}

void SweepChart::move_selected(double steps) {
    if (!selected_) {
        return;
    }
    const Range y = frame().y;
    const bool log = frame().y_scale == Scale::log;
    double value = prediction_[*selected_];
    if (std::isnan(value)) {
        // The first press puts the point in the middle, or level with its neighbour.
        value = log ? std::sqrt(y.from * y.to) : (y.from + y.to) / 2;
        for (std::size_t i = *selected_; i-- > 0;) {
            if (!std::isnan(prediction_[i])) {
                value = prediction_[i];
                break;
            }
        }
    } else {
        value = log ? value * std::pow(10.0, steps / steps_per_decade) : value + steps * y.length() / linear_steps;
    }
    put(*selected_, std::clamp(value, y.from, y.to));
    select(*selected_);
}

/// Every place between two positions of the pen gets the height of the line between them.
void SweepChart::draw_through(const QPointF& from, const QPointF& to) {
    const Range y = frame().y;
    bool any = false;
    for (std::size_t i = 0; i < places_of_prediction_.size(); ++i) {
        const double px = frame().x_to_px(places_of_prediction_[i]);
        if (px < std::min(from.x(), to.x()) - 0.5 || px > std::max(from.x(), to.x()) + 0.5) {
            continue;
        }
        const double share = to.x() == from.x() ? 1 : std::clamp((px - from.x()) / (to.x() - from.x()), 0.0, 1.0);
        prediction_[i] = std::clamp(frame().px_to_y(from.y() + share * (to.y() - from.y())), y.from, y.to);
        any = true;
    }
    if (any) {
        changed();
        emit prediction_changed();
    }
}

void SweepChart::keyPressEvent(QKeyEvent* event) {
    if (!drawing_ || prediction_.empty()) {
        return XyChart::keyPressEvent(event);
    }
    const double many = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    const std::size_t last = prediction_.size() - 1;
    switch (event->key()) {
    case Qt::Key_Right:
        select(selected_ ? std::min(*selected_ + 1, last) : 0);
        return;
    case Qt::Key_Left:
        select(selected_ ? *selected_ - std::min<std::size_t>(*selected_, 1) : last);
        return;
    case Qt::Key_Up:
        move_selected(many);
        return;
    case Qt::Key_Down:
        move_selected(-many);
        return;
    case Qt::Key_PageUp:
        move_selected(10);
        return;
    case Qt::Key_PageDown:
        move_selected(-10);
        return;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (selected_) {
            put(*selected_, no_value);
            select(*selected_);
        }
        return;
    case Qt::Key_Escape:
        if (selected_) {
            selected_.reset();
            update_sentence();
            canvas_->repaint_overlay();
            return;
        }
        break;
    default:
        break;
    }
    XyChart::keyPressEvent(event);
}

void SweepChart::mousePressEvent(QMouseEvent* event) {
    if (!drawing_ || event->button() != Qt::LeftButton
        || !frame().plot().adjusted(-12, -12, 12, 12).contains(event->position())) {
        return XyChart::mousePressEvent(event);
    }
    pen_ = event->position();
    if (const auto nearest = prediction_at(event->position().x())) {
        const Range y = frame().y;
        selected_ = nearest;
        put(*nearest, std::clamp(frame().px_to_y(event->position().y()), y.from, y.to));
    }
}

void SweepChart::mouseMoveEvent(QMouseEvent* event) {
    if (!pen_) {
        return XyChart::mouseMoveEvent(event);
    }
    draw_through(*pen_, event->position());
    pen_ = event->position();
}

void SweepChart::mouseReleaseEvent(QMouseEvent* event) {
    if (pen_ && event->button() == Qt::LeftButton) {
        pen_.reset();
        return;
    }
    XyChart::mouseReleaseEvent(event);
}

void SweepChart::mouseDoubleClickEvent(QMouseEvent* event) {
    if (drawing_) {
        mousePressEvent(event);
    } else {
        XyChart::mouseDoubleClickEvent(event);
    }
}

void SweepChart::paint_over(QPainter& painter) {
    XyChart::paint_over(painter);
    if (!drawing_) {
        return;
    }
    const auto& c = style_.colours;
    const QRectF plot = frame().plot();
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < prediction_.size(); ++i) {
        const double x = frame().x_to_px(places_of_prediction_[i]);
        const bool chosen = selected_ == i;
        if (std::isnan(prediction_[i])) {
            // Where a value is still to be said.
            QPen dots(chosen ? c.ink : c.edge, chosen ? 2 : 1);
            dots.setDashPattern({2, 4});
            painter.setPen(dots);
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
            continue;
        }
        const QPointF at = frame().to_px(places_of_prediction_[i], prediction_[i]);
        painter.setPen(QPen(chosen ? c.ink : c.prediction, 2));
        painter.setBrush(c.panel);
        painter.drawEllipse(at, chosen ? 6 : 4.5, chosen ? 6 : 4.5);
    }
    const bool blank = std::all_of(prediction_.begin(), prediction_.end(), [](double v) { return std::isnan(v); });
    if (blank) {
        const QString hint = tr("Draw the curve that you expect: by pointer, by arrow keys, or as numbers with T.");
        painter.setFont(style_.body());
        const QRectF words = QFontMetricsF(style_.body())
                                 .boundingRect(plot.adjusted(8, 0, -8, 0), Qt::AlignCenter | Qt::TextWordWrap, hint);
        painter.fillRect(words.adjusted(-6, -4, 6, 4), c.panel);
        painter.setPen(c.ink2);
        painter.drawText(words, Qt::AlignCenter | Qt::TextWordWrap, hint);
    }
}

} // namespace sluice::ui
