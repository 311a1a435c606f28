// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of a run: marks, drains and stalls over one axis with the charts below it, the playhead with its flag,
// and how far the run has been computed.
#pragma once

#include "ui/chart/chart_style.h"
#include "ui/chart/time_chart.h"
#include "ui/chart/timeline_data.h"

#include <QWidget>

class QAbstractItemModel;

namespace sluice::ui {

class ChartTableModel;

class Timeline : public QWidget {
    Q_OBJECT

public:
    explicit Timeline(QWidget* parent = nullptr);

    void set_style(const ChartStyle& style);
    void set_data(TimelineData data);
    [[nodiscard]] const TimelineData& data() const { return data_; }
    /// How far the run has been computed, ns; cheap, for progress.
    void set_head(double ns);
    void set_playhead(double ns);
    [[nodiscard]] double playhead() const { return playhead_; }
    void set_time_range(double from_ns, double to_ns);
    [[nodiscard]] Range time_range() const { return range_; }
    /// The same as that of the charts below.
    void set_gutter(int left, int right);
    void set_reveal(Reveal reveal);
    /// While playing the accessible sentence waits.
    void set_playing(bool playing);

    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QAbstractItemModel* table_model();

    /// Something on the timeline that can be reached by the arrow keys.
    struct Stop {
        enum class Kind : std::uint8_t { mark, drain, stall } kind = Kind::mark;
        std::size_t index = 0; ///< into marks, drains or stalls
        double at = 0; ///< ns
    };
    /// Words of the marks, where they find room: they cross neither each other nor the playhead's time.
    struct Label {
        QRectF rect;
        QString text;
        std::size_t mark = 0; ///< index into data().marks
    };
    [[nodiscard]] std::vector<Label> labels() const;
    /// Where the playhead's time stands; empty if it is out of sight.
    [[nodiscard]] QRectF playhead_label() const;

    /// All that may be seen now, in order of time.
    [[nodiscard]] std::vector<Stop> stops() const;
    [[nodiscard]] std::optional<Stop> current_stop() const { return stop_; }
    /// What lies under a point of the widget, within 8 px.
    [[nodiscard]] std::optional<Stop> stop_at(const QPointF& point) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void seek_requested(qint64 ns);
    /// A mark was chosen by pointer or Enter; a seek to it is asked for as well.
    void mark_activated(int id);
    void range_changed(double from_ns, double to_ns);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Rows {
        QRectF marks, drains, stalls;
        double axis = 0;
        bool compact = false; ///< marks lose their words
    };
    [[nodiscard]] Rows rows() const;
    [[nodiscard]] double x_of(double ns) const;
    [[nodiscard]] double ns_at(double x) const;
    [[nodiscard]] double limit() const;
    [[nodiscard]] QString text_of(const Stop& stop) const;
    void paint_spans(QPainter& painter, const std::vector<TimelineSpan>& spans, const QRectF& row, bool striped) const;
    void paint_marks(QPainter& painter, const Rows& rows) const;
    void paint_axis(QPainter& painter, const Rows& rows) const;
    void paint_playhead(QPainter& painter) const;
    void select(const Stop& stop);
    void update_sentence();
    void changed();

    ChartStyle style_;
    TimelineData data_;
    Range range_;
    double playhead_ = 0;
    int left_ = 68;
    int right_ = 150;
    Reveal reveal_ = Reveal::half;
    bool playing_ = false;
    bool seeking_ = false;
    std::optional<Stop> stop_;
    std::optional<Stop> hovered_;
    ChartTableModel* model_ = nullptr;
    bool model_stale_ = true;
};

} // namespace sluice::ui
