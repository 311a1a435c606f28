// SPDX-License-Identifier: GPL-3.0-or-later
// One knob over many values: what is swept at the left, chart and table of the runs at the right. Computed in the
// background; finished runs stay when it is cancelled or the program ends, so that the next time goes on from there.
#pragma once

#include "core/experiment/claims.h"
#include "core/experiment/published.h"

#include <QWidget>

#include <map>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTableWidget;

namespace sluice::ui {

class ElidedLabel;
class EmptyState;
class ProgressRow;
class SweepChart;
class SweepRunner;

class SweepPage : public QWidget {
    Q_OBJECT
public:
    /// `folder` and `program`: where finished runs are kept, as SweepRunner takes them.
    SweepPage(const std::string& folder, const std::string& program, QWidget* parent = nullptr);

    /// What is swept: the open run, or nothing. Keeps knob and values where they still make sense.
    void set_base(std::optional<experiment::RunInput> base);
    /// Chooses a knob by id; false if there is none in the list.
    bool choose_knob(const QString& id);
    QString knob() const; ///< id
    SweepRunner& runner() { return *runner_; }
    SweepChart& chart() { return *chart_; }

public slots:
    void run();
    void cancel();

signals:
    void closed(); ///< Esc
    void said(const QString& sentence);
    void open_wanted(); ///< no scenario is open: to the start page
    void run_requested(const sluice::experiment::RunInput& input); ///< a row, to be watched

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* build_form();
    QWidget* build_results();
    void fill_knobs();
    void fill_numbers();
    void take_knob();
    void take_typed_knob();
    void draw_first();
    void set_places(std::vector<double> places);
    void show_drawn(const experiment::SweepNumber& number, double scale);
    void show_blank(); ///< the chart without a run, to be drawn on
    void show_meaning();
    void show_error(const QString& words, QWidget* field);
    void show_all();
    void show_table();
    void show_buttons();
    void open_row();
    void export_chart();
    std::optional<experiment::SweepPlan> read_plan();
    std::size_t shown_number() const; ///< of the sweep's plan

    std::optional<experiment::RunInput> base_;
    std::vector<experiment::ClaimCard> cards_;
    experiment::Published published_;
    SweepRunner* runner_;
    SweepRunner* scout_; ///< runs the scenario as it is, for the scale of a chart that is drawn on first
    bool blank_ = false; ///< the chart shows no run: it is drawn on first
    QStackedWidget* pages_;
    EmptyState *no_scenario_, *no_sweep_;
    QStackedWidget* results_;
    QLabel *title_, *about_, *meaning_, *number_meaning_, *error_;
    QComboBox *knob_, *number_;
    QLineEdit* values_;
    QSpinBox* replicas_;
    QPushButton *run_, *first_, *draw_, *export_, *open_;
    ProgressRow* progress_;
    SweepChart* chart_;
    ElidedLabel* state_;
    QTableWidget* table_;
    /// The learner's curves by number, in the metric's own unit: what is shown may change its unit as runs finish.
    std::map<std::string, std::vector<double>> drawn_;
    std::string drawn_for_; ///< the number that the chart shows
    double drawn_scale_ = 1; ///< from the metric's unit to the chart's
    std::vector<double> places_; ///< where the learner's curve has its points
    QString values_for_; ///< the knob that the values were proposed for
};

} // namespace sluice::ui
