// SPDX-License-Identifier: GPL-3.0-or-later
// What all charts have in common: data, style, the plot, the table twin (T), the sentence, the empty state and the
// look, which follows the theme.
#pragma once

#include "ui/chart/chart_style.h"
#include "ui/chart/plot_frame.h"

#include <QWidget>

class QAbstractItemModel;
class QPushButton;
class QTableView;

namespace sluice::ui {

class ChartTableModel;
class PlotCanvas;

class ChartWidget : public QWidget {
    Q_OBJECT

public:
    explicit ChartWidget(QWidget* parent = nullptr);
    ~ChartWidget() override;

    /// The look; the theme in force unless set.
    virtual void set_style(const ChartStyle& style);
    [[nodiscard]] const ChartStyle& style_of_chart() const { return style_; }

    /// Shows other numbers. The series must rise in x.
    virtual void set_data(ChartData data);
    [[nodiscard]] const ChartData& data() const { return data_; }

    /// What may be shown at this moment, as a chart of its own: what export writes.
    [[nodiscard]] virtual ChartData shown_data() const { return data_; }
    /// The sentence that tells the chart; also its accessible description.
    [[nodiscard]] virtual QString sentence() const;
    /// The same numbers as a table.
    [[nodiscard]] QAbstractItemModel* table_model();

    [[nodiscard]] bool table_shown() const;
    void set_table_shown(bool shown);

    [[nodiscard]] const PlotFrame& frame() const { return frame_; }
    [[nodiscard]] PlotCanvas& canvas() { return *canvas_; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The button of the empty state was pressed.
    void empty_action();
    void table_toggled(bool shown);
    /// Pressed on the menu key or the right button: the owner opens its menu (export) there.
    void menu_requested(const QPoint& global);

protected:
    /// Fills frame_ for the widget's present size and hands the plot to the canvas.
    virtual void lay_out() = 0;
    /// Paints above the plot.
    virtual void paint_over(QPainter& painter) = 0;
    /// Numbers changed: new sentence, new table if it is open, new plot.
    void refresh();
    /// A new plot with the next frame, however often it is asked for.
    void schedule_layout();
    void update_sentence();
    /// The table of what is shown.
    [[nodiscard]] virtual ChartTable make_table() const { return table_of(shown_data()); }
    [[nodiscard]] virtual ChartTableModel* make_table_model();

    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    ChartStyle style_;
    ChartData data_;
    PlotFrame frame_;
    PlotCanvas* canvas_;

private:
    void paint_empty(QPainter& painter);
    void place_empty_button();

    ChartTableModel* model_ = nullptr;
    QTableView* table_ = nullptr;
    QPushButton* button_ = nullptr;
    bool model_stale_ = true;
    bool layout_scheduled_ = false;
};

} // namespace sluice::ui
