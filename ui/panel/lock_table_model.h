// SPDX-License-Identifier: GPL-3.0-or-later
// The lock table as rows: each lock with the runs A and B under it, then B's call sites. Sorting keeps locks and their
// rows together.
#pragma once

#include "core/lock/report.h"

#include <QAbstractTableModel>
#include <QString>

#include <optional>
#include <vector>

namespace sluice::ui {

class LockTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    /// Lockmeter's: UTIL, CON, HOLD mean, WAIT mean, then the maxima, % CPU and TOTAL. NOWAIT is what CON leaves of
    /// 100 %.
    enum Column { name, used, contended, hold, wait, hold_max, wait_max, spinning, total, columns };
    enum class RowKind : std::uint8_t { lock, run, heading, site };
    struct Row {
        RowKind kind = RowKind::lock;
        QString name;
        std::string key; ///< of the lock
        std::optional<std::uint16_t> site;
        bool of_b = true;
        bool has_values = false;
        lock::LockRow row;
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// `a` may be null. Labels name the runs: "as posted".
    void set_reports(
        const lock::LockReport& b, const QString& label_b, const lock::LockReport* a, const QString& label_a);
    void clear();
    const std::vector<Row>& rows() const { return rows_; }
    const Row& row(int index) const { return rows_[static_cast<std::size_t>(index)]; }
    /// -1: none.
    int row_of(const std::string& key, std::optional<std::uint16_t> site) const;

    void sort(int column, Qt::SortOrder order) override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void build();
    double value(const lock::LockRow& row, int column, bool of_b) const;
    QString cell(const Row& row, int column) const;

    lock::LockReport b_;
    std::optional<lock::LockReport> a_;
    QString label_a_, label_b_;
    int sorted_by_ = -1; ///< -1: most waited for first, as the report has it
    Qt::SortOrder sort_order_ = Qt::DescendingOrder;
    std::vector<Row> rows_;
};

} // namespace sluice::ui
