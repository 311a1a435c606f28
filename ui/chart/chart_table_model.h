// SPDX-License-Identifier: GPL-3.0-or-later
// A chart's table twin for a table view.
#pragma once

#include "ui/chart/chart_data.h"

#include <QAbstractTableModel>

namespace sluice::ui {

class ChartTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    /// Replaces the table; a model reset only when rows or columns changed.
    void set_table(ChartTable table);
    [[nodiscard]] const ChartTable& table() const { return table_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ChartTable table_;
};

} // namespace sluice::ui
