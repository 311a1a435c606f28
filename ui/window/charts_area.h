// SPDX-License-Identifier: GPL-3.0-or-later
// Timeline and time charts over one axis, fed from the journals of A and B as they grow. Two charts stand one above the
// other where there is room, else one with a switch.
#pragma once

#include "ui/chart/run_charts.h"
#include "ui/chart/time_chart.h"
#include "ui/window/run_measure.h"

#include <QTimer>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QToolButton;

namespace sluice::ui {

class Player;
class Segmented;
class Timeline;
struct TimelineData;

class ChartsArea : public QWidget {
    Q_OBJECT
public:
    explicit ChartsArea(Player& player, QWidget* parent = nullptr);

    /// Shows a chart above (0) or below (1).
    void choose(int place, const QString& name);
    /// Shows a chart by name in the upper place ("latency"); names of charts that are not over time are left alone.
    void show_chart(const QString& name);
    /// Timeline and charts come and go in a window that has no room for all. Asking for a chart does not bring it.
    void set_parts(bool timeline, bool charts);
    bool charts_shown() const { return charts_shown_; }
    /// What may be seen of the time after the playhead.
    void set_reveal(Reveal reveal);
    Timeline& timeline() { return *timeline_; }
    TimeChart& chart(int place) { return *charts_[static_cast<std::size_t>(place)]; }
    /// The chart that has the keyboard, else the upper one: what the export menu means.
    TimeChart& current_chart();
    /// Where `name` is shown, or null.
    ChartWidget* find_chart(const QString& name);
    /// The side of a comparison, for charts elsewhere. Null series while unknown.
    std::optional<ChartSide> side(bool of_a) const;
    QString label_of(bool of_a) const;
    /// The wake-up that waits longest at the playhead, ns; 0: none waits. The delay chart shows it as still going on.
    void set_waiting(Time so_far);

signals:
    void seek_requested(qint64 t);
    void export_requested(sluice::ui::ChartWidget* chart, const QPoint& global);
    void first_drain_requested();
    void seen(const QString& anchor); ///< a chart came into view
    void data_changed(); ///< numbers of A or B grew
    void knob_mark_activated(int intervention);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void take_runs();
    void read();
    void show_data();
    void show_timeline();
    void add_landmarks(TimelineData& timeline) const;
    void show_moment();
    void fold();
    void open_menu(int place);
    void set_range(double from, double to);

    Player& player_;
    Timeline* timeline_;
    std::array<TimeChart*, 2> charts_;
    std::array<QToolButton*, 2> more_;
    std::pair<QString, QString> usual_{QStringLiteral("latency"),
        QStringLiteral("quicklist")}; ///< the charts with which the subject of the run begins
    std::array<QString, 2> names_{QStringLiteral("latency"), QStringLiteral("quicklist")};
    Segmented* switch_;
    QWidget* switch_row_;
    std::unique_ptr<RunMeasure> a_, b_;
    QTimer timer_;
    bool dirty_ = true;
    bool charts_shown_ = true;
    int reads_ = 0;
};

} // namespace sluice::ui
