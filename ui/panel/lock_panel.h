// SPDX-License-Identifier: GPL-3.0-or-later
// The locks up to the playhead: a table with lockmeter's columns, its text to copy, and the order in which locks are
// taken. A call site leads to its line in the listing.
#pragma once

#include "core/record/ids.h"

#include <QTimer>
#include <QWidget>

#include <array>
#include <functional>
#include <memory>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QTableView;
class QTableWidget;

namespace sluice::ui {

class LockTableModel;
class LockOrderView;
class LockReader;
class Player;
class Segmented;

class LockPanel : public QWidget {
    Q_OBJECT
public:
    /// `label_of` names the runs (true: A).
    LockPanel(Player& player, std::function<QString(bool)> label_of, QWidget* parent = nullptr);
    ~LockPanel() override;

    LockTableModel& model() { return *model_; }
    LockOrderView& order() { return *order_; }
    QTableView& table() { return *table_; }
    void show_text(bool on);
    bool text_shown() const;
    /// Reads until the tables stand at the playhead; for tests and pictures.
    void finish();

signals:
    /// A call site was chosen: a record in which it takes the lock or lets it go.
    void site_requested(qulonglong record);
    void lock_requested(sluice::LockId lock);
    void said(const QString& sentence);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void fit_columns();
    void take_runs();
    void refresh();
    void show_order();
    void activate(int row);
    bool read_both();

    Player& player_;
    std::function<QString(bool)> label_of_;
    LockTableModel* model_;
    Segmented* switch_;
    QPushButton *copy_, *order_switch_;
    QStackedWidget *stack_, *order_stack_;
    QTableView* table_;
    QPlainTextEdit* text_;
    LockOrderView* order_;
    QTableWidget* order_table_;
    std::unique_ptr<LockReader> a_, b_;
    QTimer later_;
    std::array<int, 16> longest_{}; ///< px of the longest number seen in each column
};

} // namespace sluice::ui
