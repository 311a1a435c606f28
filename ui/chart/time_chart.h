// SPDX-License-Identifier: GPL-3.0-or-later
// A chart over the time of a run. It shares axis, gutter and playhead with the timeline above it.
#pragma once

#include "ui/chart/chart_widget.h"

namespace sluice::ui {

/// How much of the time after the playhead may be seen.
enum class Reveal {
    all, ///< no playhead to hide behind
    half, ///< at half strength
    hidden, ///< not at all, and no axis knows of it: a prediction waits for its answer
};

class TimeChart : public ChartWidget {
    Q_OBJECT

public:
    explicit TimeChart(QWidget* parent = nullptr);

    void set_data(ChartData data) override;
    [[nodiscard]] ChartData shown_data() const override;
    [[nodiscard]] QString sentence() const override;

    /// The part of the run that is shown, ns. Zooming and panning stay inside `whole_range`.
    void set_time_range(double from_ns, double to_ns);
    [[nodiscard]] Range time_range() const { return range_; }
    [[nodiscard]] Range whole_range() const;
    /// Moves the playhead, ns. Cheap: the plot is drawn anew only when time after it is hidden.
    void set_playhead(double ns);
    [[nodiscard]] double playhead() const { return playhead_; }
    /// Replaces the delay that is still going on, without touching the rest.
    void set_open_sample(std::optional<OpenSample> open);
    /// Pixels left of the axis (numbers) and right of it (values at the playhead).
    void set_gutter(int left, int right);
    void set_reveal(Reveal reveal);
    [[nodiscard]] Reveal reveal() const { return reveal_; }
    /// While playing the y range grows and never shrinks, and the accessible sentence waits.
    void set_playing(bool playing);
    /// Fixes the y range, so that charts side by side compare; nothing: from the data again.
    void set_y_range(std::optional<Range> range);
    [[nodiscard]] Range y_range() const { return frame_.y; }
    /// Numbers under the axis; off where the chart below has them.
    void set_x_labels(bool shown);
    /// Something else stands in place of the heading (a switch between charts).
    void set_heading_shown(bool shown);

    /// The moment under the pointer or the keyboard's cursor, ns.
    [[nodiscard]] std::optional<double> cursor() const { return cursor_; }
    void set_cursor(std::optional<double> ns);
    void reset_view();

signals:
    /// Go to this moment.
    void seek_requested(qint64 ns);
    /// The reader zoomed or moved: everything on the same axis follows.
    void range_changed(double from_ns, double to_ns);
    /// The cursor moved: others on the same axis may show it too. NaN: gone.
    void cursor_moved(double ns);

protected:
    void lay_out() override;
    void paint_over(QPainter& painter) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void zoom(double factor, double around_ns);
    void move_range(double from_ns);
    void step_cursor(int steps);
    void paint_cursor(QPainter& painter);
    [[nodiscard]] bool hides() const;
    /// What may be seen now: all, or what was known at the playhead.
    [[nodiscard]] const ChartData& seen() const { return known_ ? *known_ : data_; }
    void cut();

    std::optional<ChartData> known_; ///< only while time after the playhead is hidden
    Range range_;
    double playhead_ = no_value;
    Reveal reveal_ = Reveal::all;
    bool playing_ = false;
    bool x_labels_ = true;
    bool heading_ = true;
    int left_ = 68;
    int right_ = 150;
    std::optional<Range> fixed_y_;
    std::optional<Range> grown_y_; ///< while playing
    std::optional<double> cursor_;
    bool keyboard_cursor_ = false;
    std::optional<QPointF> press_;
    Range press_range_;
    bool dragged_ = false;
};

} // namespace sluice::ui
