// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_table.h"

#include "ui/kit/format.h"
#include "ui/scene/accessible.h"

namespace sluice::ui {
namespace {

QString pages(std::uint64_t n) {
    return format::count(static_cast<std::int64_t>(n));
}

} // namespace

SceneTable::SceneTable(QObject* parent)
    : QAbstractTableModel(parent) { }

void SceneTable::set_model(const SceneModel& model) {
    std::vector<Row> rows;
    for (const RoomModel& r : model.rooms)
        for (const CpuModel& c : r.cpus) {
            QString waits = c.waiter.isEmpty() ? QString() : tr("%1: %2").arg(c.waiter, format::duration(c.waiter_for));
            rows.push_back({Inspectable::cpu(c.id),
                {tr("CPU %1").arg(c.id), chip_word(c.chip), c.function, c.where, pages(c.quicklist),
                    c.limit ? pages(c.limit) : tr("none"), pages(c.pcp),
                    c.preempt_off ? format::duration(c.preempt_off_for) : tr("on"), waits}});
        }
    for (const RoomModel& r : model.rooms)
        for (const TankModel& t : r.tanks) {
            if (!t.absent.isEmpty()) {
                rows.push_back({Inspectable::node(r.node),
                    {tr("Node %1, %2").arg(r.node).arg(t.name), t.absent, {}, {}, {}, {}, {}, {}, {}}});
                continue;
            }
            QStringList parts;
            for (int i = 0; i < tank_part_count; ++i)
                if (t.parts[static_cast<std::size_t>(i)] > 0 && static_cast<TankPart>(i) != TankPart::free)
                    parts << QStringLiteral("%1 %2").arg(
                        part_word(static_cast<TankPart>(i)), pages(t.parts[static_cast<std::size_t>(i)]));
            rows.push_back({Inspectable::zone(t.zone),
                {tr("Node %1, %2").arg(r.node).arg(t.name), tr("%1 of %2 free").arg(pages(t.free()), pages(t.pages)),
                    parts.join(", "), tr("min %1, low %2, high %3").arg(pages(t.min), pages(t.low), pages(t.high)),
                    pages(t.part(TankPart::quicklists)), {}, pages(t.part(TankPart::cpu_lists)), {}, {}}});
        }
    for (const RoomModel& r : model.rooms)
        for (const LockModel& l : r.locks) {
            QStringList waiting;
            for (const CpuId c : l.waiters)
                waiting << tr("CPU %1").arg(c);
            rows.push_back({Inspectable::lock(l.id),
                {l.name, l.held ? tr("held") : tr("free"), l.held ? tr("CPU %1").arg(l.holder) : QString(), {}, {}, {},
                    {}, l.held ? format::duration(l.held_for) : QString(), waiting.join(", ")}});
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
    return parent.isValid() ? 0 : 9;
}

QVariant SceneTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return rows_[static_cast<std::size_t>(index.row())].cells.value(index.column());
    if (role == Qt::TextAlignmentRole && index.column() >= 4 && index.column() <= 7)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant SceneTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section + 1;
    const QStringList heads{tr("what"), tr("state"), tr("function or parts"), tr("where or marks"),
        tr("quicklist, pages"), tr("limit, pages"), tr("page list, pages"), tr("preemption off or held"),
        tr("waiting")};
    return heads.value(section);
}

} // namespace sluice::ui
