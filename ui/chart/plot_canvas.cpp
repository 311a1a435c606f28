// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/plot_canvas.h"

#include "ui/chart/reduce.h"

#include <qcustomplot.h>

#include <QScreen>
#include <QWindow>

#include <algorithm>
#include <cmath>

namespace sluice::ui {

namespace {

QVector<double> vector_of(const std::vector<double>& values) {
    return {values.begin(), values.end()};
}

/// The plot plus what is painted above it.
class Plot : public QCustomPlot {
public:
    explicit Plot(QWidget* parent)
        : QCustomPlot(parent) { }

    std::function<void(QPainter&)> overlay;

protected:
    void paintEvent(QPaintEvent* event) override {
        QCustomPlot::paintEvent(event);
        if (overlay) {
            QPainter painter(this);
            overlay(painter);
        }
    }
};

/// A last step or window has no next sample to end it: one more sample with the same value does.
void close_steps(Series& s) {
    if (s.empty() || std::isnan(s.x_end) || s.x_end <= s.x.back()) {
        return;
    }
    s.x.push_back(s.x_end);
    for (auto* values : {&s.y, &s.low, &s.high}) {
        if (!values->empty()) {
            values->push_back(values->back());
        }
    }
}

class Builder {
public:
    Builder(QCustomPlot& plot, const PlotFrame& frame, const ChartStyle& style)
        : plot_(plot)
        , frame_(frame)
        , style_(style) { }

    std::size_t build(const std::vector<Series>& series) {
        plot_.clearPlottables();
        axes();
        // What stands beneath comes first.
        for (const SeriesKind kind : {SeriesKind::prediction, SeriesKind::band, SeriesKind::area, SeriesKind::bars,
                 SeriesKind::dots, SeriesKind::step_line, SeriesKind::line, SeriesKind::points}) {
            for (const Series& s : series) {
                if (s.kind == kind) {
                    add(s);
                }
            }
        }
        return points_;
    }

private:
    void axes() {
        const ChartStyle& st = style_;
        plot_.setBackground(QBrush(st.colours.panel));
        plot_.axisRect()->setAutoMargins(QCP::msNone);
        plot_.axisRect()->setMargins(frame_.margins);
        axis(*plot_.xAxis, frame_.x, frame_.x_scale, frame_.x_ticks, frame_.x_labels, frame_.x_grid);
        axis(*plot_.yAxis, frame_.y, frame_.y_scale, frame_.y_ticks, frame_.y_labels, !frame_.x_grid);
        // Beneath the data: a line at 0 must not be covered.
        plot_.xAxis->setLayer(QStringLiteral("grid"));
        plot_.xAxis->setBasePen(QPen(frame_.x_grid ? st.colours.edge : st.colours.line, 1));
    }

    void axis(QCPAxis& axis, const Range& range, Scale scale, const std::vector<Tick>& ticks, bool labels, bool grid) {
        axis.setScaleType(scale == Scale::log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        axis.setRange(range.from, range.to);
        const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
        for (const Tick& tick : ticks) {
            ticker->addTick(tick.value, tick.label);
        }
        axis.setTicker(ticker);
        axis.setBasePen(Qt::NoPen);
        // Ticks have no length, but without a pen Qt's SVG would draw them as black dots: they get the grid's.
        axis.setTickPen(QPen(style_.colours.line, 1));
        axis.setSubTickPen(QPen(style_.colours.line, 1));
        axis.setTickLength(0);
        axis.setSubTickLength(0);
        axis.setTickLabels(labels);
        axis.setTickLabelPadding(axis.orientation() == Qt::Horizontal ? 4 : 8);
        axis.setTickLabelFont(style_.tick());
        axis.setTickLabelColor(style_.colours.ink2);
        axis.grid()->setVisible(grid);
        axis.grid()->setPen(QPen(style_.colours.line, 1));
        axis.grid()->setZeroLinePen(Qt::NoPen);
        axis.grid()->setAntialiased(false);
    }

    QCPGraph* graph(const std::vector<double>& x, const std::vector<double>& y, bool stepped) {
        auto* g = new QCPGraph(plot_.xAxis, plot_.yAxis);
        g->setData(vector_of(x), vector_of(y), true);
        g->setLineStyle(stepped ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
        // Steps are crisp without; above 1,000 points antialiasing costs more than it shows.
        g->setAntialiased(!stepped && x.size() <= 1000);
        g->setAntialiasedFill(false);
        g->setPen(Qt::NoPen);
        points_ += x.size();
        return g;
    }

    /// A graph along the foot of the plot, to which areas are filled: unlike the value 0 it is never outside.
    QCPGraph* foot(const Series& s) { return graph({s.x.front(), s.x.back()}, {frame_.y.from, frame_.y.from}, false); }

    void fill_between(QCPGraph* upper, QCPGraph* lower, QColor colour, double alpha) {
        colour.setAlphaF(static_cast<float>(alpha));
        upper->setBrush(colour);
        upper->setChannelFillGraph(lower);
    }

    void add(const Series& full) {
        Series s = reduce(full, frame_.x, frame_.x_scale, static_cast<int>(frame_.plot().width()));
        s = clip(s, frame_.x, frame_.y, frame_.x_scale, frame_.y_scale);
        if (s.empty()) {
            return;
        }
        const bool steps = s.kind == SeriesKind::step_line || s.kind == SeriesKind::band || s.kind == SeriesKind::bars
            || (s.kind == SeriesKind::area && s.stepped);
        if (steps) {
            close_steps(s);
        }
        const QColor colour = style_.colour_of(s);
        QPen pen = style_.pen_of(s);
        switch (s.kind) {
        case SeriesKind::prediction: {
            QColor soft = colour;
            soft.setAlphaF(0.3F);
            graph(s.x, s.y, false)->setPen(QPen(soft, 8, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
            graph(s.x, s.y, false)->setPen(pen);
            break;
        }
        case SeriesKind::band: {
            QCPGraph* low = graph(s.x, s.low.empty() ? s.y : s.low, true);
            QCPGraph* high = graph(s.x, s.high.empty() ? s.y : s.high, true);
            fill_between(high, low, colour, 0.22);
            high->setPen(QPen(colour, 1));
            graph(s.x, s.y, true)->setPen(pen);
            break;
        }
        case SeriesKind::area: {
            QCPGraph* top = graph(s.x, s.y, steps);
            fill_between(top, foot(s), colour, 0.18);
            top->setPen(pen);
            break;
        }
        case SeriesKind::bars: {
            QCPGraph* top = graph(s.x, s.y, true);
            if (s.role == Role::a) {
                pen.setWidthF(1.5);
                pen.setDashPattern({7 / 1.5, 3 / 1.5});
            } else {
                fill_between(top, foot(s), colour, 0.35);
                pen.setWidthF(1);
            }
            top->setPen(pen);
            break;
        }
        case SeriesKind::dots: {
            QCPGraph* dots = graph(s.x, s.y, false);
            dots->setLineStyle(QCPGraph::lsNone);
            dots->setAntialiasedScatters(s.size() <= 4000);
            QColor soft = colour;
            soft.setAlphaF(0.8F);
            dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(soft, 0.5), QBrush(soft), 2.5));
            break;
        }
        case SeriesKind::step_line:
        case SeriesKind::line:
        case SeriesKind::points:
            if (s.size() > 1 && s.joined) {
                graph(s.x, s.y, steps)->setPen(pen);
            }
            break;
        case SeriesKind::published:
        case SeriesKind::column:
            break;
        }
    }

    QCustomPlot& plot_;
    const PlotFrame& frame_;
    const ChartStyle& style_;
    std::size_t points_ = 0;
};

void prepare(QCustomPlot& plot) {
    // Without the hint a self-crossing line wider than 1 px is stroked as one path, 12 to 55 times slower.
    plot.setPlottingHint(QCP::phFastPolylines, true);
    plot.setNoAntialiasingOnDrag(false);
    plot.setInteractions(QCP::Interactions());
    plot.xAxis2->setVisible(false);
    plot.yAxis2->setVisible(false);
}

} // namespace

struct PlotCanvas::Parts {
    explicit Parts(QWidget* parent)
        : plot(parent) { }

    Plot plot;
    PlotFrame frame;
    ChartStyle style;
    int replots = 0;
    std::size_t points = 0;
    QMetaObject::Connection screen;
};

PlotCanvas::PlotCanvas(QWidget* parent)
    : QWidget(parent)
    , parts_(std::make_unique<Parts>(this)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    parts_->plot.setFocusPolicy(Qt::NoFocus);
    parts_->plot.setAttribute(Qt::WA_TransparentForMouseEvents);
    prepare(parts_->plot);
    connect(&parts_->plot, &QCustomPlot::afterReplot, this, [this] { ++parts_->replots; });
}

PlotCanvas::~PlotCanvas() = default;

void PlotCanvas::set_style(const ChartStyle& style) {
    parts_->style = style;
}

void PlotCanvas::set_plot(const PlotFrame& frame, const std::vector<Series>& series) {
    parts_->frame = frame;
    parts_->points = Builder(parts_->plot, parts_->frame, parts_->style).build(series);
    parts_->plot.replot(QCustomPlot::rpQueuedReplot);
}

void PlotCanvas::set_overlay(std::function<void(QPainter&)> overlay) {
    parts_->plot.overlay = std::move(overlay);
}

void PlotCanvas::repaint_overlay() {
    parts_->plot.update();
}

void PlotCanvas::replot_now() {
    parts_->plot.replot(QCustomPlot::rpImmediateRefresh);
}

int PlotCanvas::replots() const {
    return parts_->replots;
}

std::size_t PlotCanvas::points_drawn() const {
    return parts_->points;
}

void PlotCanvas::resizeEvent(QResizeEvent*) {
    parts_->plot.setGeometry(rect());
}

void PlotCanvas::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (QWindow* window = this->window()->windowHandle()) {
        disconnect(parts_->screen);
        parts_->screen = connect(window, &QWindow::screenChanged, this, [this] { follow_screen(); });
    }
    follow_screen();
}

bool PlotCanvas::event(QEvent* event) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
    if (event->type() == QEvent::DevicePixelRatioChange) {
        follow_screen();
    }
#endif
    return QWidget::event(event);
}

/// QCustomPlot reads the pixel ratio once, when it is made; on another screen it would stay blurred.
void PlotCanvas::follow_screen() {
    if (parts_->plot.bufferDevicePixelRatio() != devicePixelRatioF()) {
        parts_->plot.setBufferDevicePixelRatio(devicePixelRatioF());
        parts_->plot.replot(QCustomPlot::rpQueuedReplot);
    }
}

bool paint_plot(QPaintDevice& device, double scale, bool vector, const PlotFrame& frame,
    const std::vector<Series>& series, const ChartStyle& style, const std::function<void(QPainter&)>& over) {
    QCPPainter painter;
    if (!painter.begin(&device)) {
        return false;
    }
    painter.setMode(QCPPainter::pmVectorized, vector);
    painter.setMode(QCPPainter::pmNoCaching, true);
    painter.scale(scale, scale);
    QCustomPlot plot;
    prepare(plot);
    Builder(plot, frame, style).build(series);
    plot.toPainter(&painter, frame.size.width(), frame.size.height());
    painter.setClipping(false);
    painter.setRenderHint(QPainter::Antialiasing);
    over(painter);
    return painter.end();
}

} // namespace sluice::ui
