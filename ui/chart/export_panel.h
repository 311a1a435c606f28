// SPDX-License-Identifier: GPL-3.0-or-later
// A small panel that writes a chart to a file: format, size in millimetres, where to. It blocks nothing.
#pragma once

#include "ui/chart/export.h"

#include <QWidget>

#include <functional>

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace sluice::ui {

class Segmented;

class ExportPanel : public QWidget {
    Q_OBJECT

public:
    explicit ExportPanel(QWidget* parent = nullptr);

    /// Asked when the file is written, so that the chart of that moment is exported.
    void set_source(std::function<ChartData()> source);
    /// Fingerprint, seed and scenario beneath the chart.
    void set_footnote(const QString& footnote);
    /// The name proposed for the file, without its end: "wakeup_latency". The folder used last is remembered.
    void set_proposed_name(const QString& name);

    void set_format(ExportFormat format);
    [[nodiscard]] ExportFormat format() const;
    void set_path(const QString& path);
    [[nodiscard]] QString path() const;
    [[nodiscard]] ExportOptions options() const;
    /// What became of the last export, in words; blank before the first.
    [[nodiscard]] QString outcome() const;

public slots:
    /// Writes the file; the outcome stands in the panel.
    void write();

signals:
    void written(const QString& path);
    /// One sentence.
    void failed(const QString& why);
    /// Esc or Close.
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose_path();
    void show_format();
    void show_outcome(const QString& text, bool wrong);

    std::function<ChartData()> source_;
    QString footnote_;
    QString proposed_;
    Segmented* format_;
    QLabel* size_label_;
    QDoubleSpinBox* width_;
    QLabel* times_;
    QDoubleSpinBox* height_;
    QLabel* dpi_label_;
    QSpinBox* dpi_;
    QCheckBox* dark_;
    QLineEdit* path_;
    QPushButton* write_;
    QLabel* outcome_;
};

} // namespace sluice::ui
