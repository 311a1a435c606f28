// SPDX-License-Identifier: GPL-3.0-or-later
// The scene as a table: the same numbers in the same order, for those who do not see the picture.
#pragma once

#include "ui/scene/scene_table_rows.h"

#include <QAbstractTableModel>

namespace sluice::ui {

class SceneTable : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit SceneTable(QObject* parent = nullptr);
    void set_model(const SceneModel& model);
    /// What a row is about.
    Inspectable thing(int row) const;
    /// The row of a thing, -1 if it has none.
    int row_of(const Inspectable& thing) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<SceneRow> rows_;
    bool lru_ = false;
};

} // namespace sluice::ui
