// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_table.h"

namespace sluice::ui {
SceneTable::SceneTable(QObject* parent)
    : QAbstractTableModel(parent) { }

void SceneTable::set_model(const SceneModel& model) {
    std::vector<SceneRow> rows = model.lru ? lru_rows(model) : scene_rows(model);
    if (lru_ != model.lru.has_value()) {
        lru_ = model.lru.has_value();
        emit headerDataChanged(Qt::Horizontal, 0, scene_columns - 1);
    }
    bool same_rows = rows.size() == rows_.size();
    for (std::size_t i = 0; same_rows && i < rows.size(); ++i)
        same_rows = rows[i].thing == rows_[i].thing;
    if (!same_rows) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].cells == rows_[i].cells)
            continue;
        rows_[i] = std::move(rows[i]);
        const int row = static_cast<int>(i);
        emit dataChanged(index(row, 0), index(row, columnCount() - 1));
    }
}

Inspectable SceneTable::thing(int row) const {
    return row >= 0 && row < rowCount() ? rows_[static_cast<std::size_t>(row)].thing : Inspectable{};
}

int SceneTable::row_of(const Inspectable& thing) const {
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i].thing == thing)
            return static_cast<int>(i);
    return -1;
}

int SceneTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int SceneTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : scene_columns;
}

QVariant SceneTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return rows_[static_cast<std::size_t>(index.row())].cells.value(index.column());
    if (role == Qt::TextAlignmentRole && index.column() >= 4 && index.column() <= (lru_ ? 5 : 7))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant SceneTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    return scene_heads(lru_).value(section);
}

} // namespace sluice::ui
