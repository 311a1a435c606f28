// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a run that are not over time, one at a time: delays, waits for locks, where the CPUs' time goes.
#pragma once

#include <QString>
#include <QWidget>

class QComboBox;

namespace sluice::ui {

class HistogramChart;

class CountsPanel : public QWidget {
    Q_OBJECT
public:
    explicit CountsPanel(QWidget* parent = nullptr);
    HistogramChart& chart() { return *chart_; }
    /// Of run_charts(): "delays".
    QString name() const;
    /// Names of charts over time are left alone.
    void show_chart(const QString& name);

signals:
    void chosen(const QString& name);

private:
    QComboBox* which_;
    HistogramChart* chart_;
};

} // namespace sluice::ui
