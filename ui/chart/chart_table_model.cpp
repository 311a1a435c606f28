// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/chart_table_model.h"

namespace sluice::ui {

void ChartTableModel::set_table(ChartTable table) {
    bool same_shape = table.rows() == table_.rows() && table.columns.size() == table_.columns.size();
    for (std::size_t i = 0; same_shape && i < table.columns.size(); ++i) {
        same_shape = table.columns[i].header() == table_.columns[i].header();
    }
    if (same_shape && rowCount() > 0) {
        // Only numbers changed: who reads or types keeps the place.
        table_ = std::move(table);
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    table_ = std::move(table);
    endResetModel();
}

int ChartTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(table_.rows());
}

int ChartTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(table_.columns.size());
}

QVariant ChartTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.column() >= columnCount() || index.row() >= rowCount()) {
        return {};
    }
    const TableColumn& column = table_.columns[static_cast<std::size_t>(index.column())];
    if (role == Qt::DisplayRole) {
        return table_.cell(static_cast<std::size_t>(index.row()), static_cast<std::size_t>(index.column()));
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(
            column.words.empty() ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
    }
    return {};
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return QAbstractTableModel::headerData(section, orientation, role);
    }
    return table_.columns[static_cast<std::size_t>(section)].header();
}

} // namespace sluice::ui
