// SPDX-License-Identifier: GPL-3.0-or-later
// The journal around the playhead as a table: what happened, where, how much. Filtered by kind, CPU and words; a row
// takes the playhead to its moment, and what is selected in the scene narrows the list.
#pragma once

#include "ui/scene/inspectable.h"
#include "ui/scene/scene_builder.h"

#include <QAbstractTableModel>
#include <QTimer>
#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace sluice::ui {

class Player;

/// The last kBefore matching records that have happened and, if the future may be shown, some that follow.
class EventModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { time, cpu, what, amount, columns };
    static constexpr int kBefore = 400;
    static constexpr int kAfter = 100;

    EventModel(Player& player, SceneNames names, QObject* parent = nullptr);

    struct Filter {
        int group = -1; ///< RecordGroup, -1 all
        int cpu = -1;
        std::uint64_t frame = ~std::uint64_t{0}; ///< only records that touch this page
        QString words;
        bool operator==(const Filter&) const = default;
    };
    void set_filter(const Filter& filter);
    const Filter& filter() const { return filter_; }
    void set_future_shown(bool shown);
    /// Reads the journal around the playhead again.
    void refresh();

    RecordIndex record_at(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    int row_of(RecordIndex record) const;
    /// Rows before this one have happened.
    int now_row() const { return now_row_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool matches(const Record& r) const;
    Player& player_;
    SceneNames names_;
    Filter filter_;
    bool future_shown_ = true;
    std::vector<RecordIndex> rows_;
    int now_row_ = 0;
};

class EventList : public QWidget {
    Q_OBJECT
public:
    EventList(Player& player, SceneNames names, QWidget* parent = nullptr);
    /// Narrows the list to what is selected in the scene (nothing: all).
    void set_selection(const Inspectable& selected);
    void set_future_shown(bool shown);
    EventModel& model() { return *model_; }

signals:
    /// A row was chosen: what it speaks of.
    void inspect_requested(const sluice::ui::Inspectable& what);
    /// "Why" was asked of a record.
    void why_requested(qulonglong record);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void apply_filter();
    void refresh();
    void activate(const QModelIndex& index);
    void fit_columns();

    Player& player_;
    EventModel* model_;
    QComboBox *group_, *cpu_;
    QLineEdit* words_;
    QLabel* narrowed_;
    QTableView* table_;
    Inspectable selected_;
    QTimer later_;
};

} // namespace sluice::ui
