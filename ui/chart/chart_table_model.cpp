// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/chart_table_model.h"

namespace sluice::ui {

void ChartTableModel::set_table(ChartTable table) {
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
