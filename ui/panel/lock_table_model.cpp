// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panel/lock_table_model.h"

#include "ui/kit/format.h"
#include "ui/theme/theme.h"

#include <algorithm>

namespace sluice::ui {

namespace {

QString text(const std::string& s) {
    return QString::fromStdString(s);
}

/// Two decimals below 10 %, one above.
QString share(double share) {
    const double p = 100 * share;
    return format::percent(p, p != 0 && p < 9.995 ? 2 : 1);
}

} // namespace

void LockTableModel::set_reports(
    const lock::LockReport& b, const QString& label_b, const lock::LockReport* a, const QString& label_a) {
    b_ = b;
    a_ = a ? std::optional(*a) : std::nullopt;
    label_a_ = label_a;
    label_b_ = label_b;
    build();
}

void LockTableModel::clear() {
    b_ = {};
    a_.reset();
    build();
}

double LockTableModel::value(const lock::LockRow& row, int column, bool of_b) const {
    const lock::LockReport& report = of_b || !a_ ? b_ : *a_;
    switch (column) {
    case used:
        return report.utilisation(row);
    case contended:
        return row.contention();
    case hold:
        return row.hold.mean();
    case wait:
        return row.wait.mean();
    case hold_max:
        return static_cast<double>(row.hold.most);
    case wait_max:
        return static_cast<double>(row.wait.most);
    case spinning:
        return report.spinning(row);
    case total:
        return static_cast<double>(row.taken);
    default:
        return static_cast<double>(row.waited);
    }
}

void LockTableModel::build() {
    lock::LockReport b = b_;
    if (sorted_by_ >= 0) {
        const auto sorted = [&](auto& things) {
            std::stable_sort(things.begin(), things.end(), [&](const auto& x, const auto& y) {
                if (sorted_by_ == name)
                    return sort_order_ == Qt::AscendingOrder ? x.name < y.name : y.name < x.name;
                const double u = value(x.row, sorted_by_, true), v = value(y.row, sorted_by_, true);
                return sort_order_ == Qt::AscendingOrder ? u < v : v < u;
            });
        };
        sorted(b.locks);
        for (lock::ReportLock& l : b.locks)
            sorted(l.sites);
    }
    std::vector<Row> rows;
    const auto add_lock = [&](const lock::ReportLock* in_a, const lock::ReportLock* in_b) {
        const lock::ReportLock& l = in_b ? *in_b : *in_a;
        const QString title = l.locks > 1 ? tr("%1, %2 of them").arg(text(l.name)).arg(l.locks) : text(l.name);
        if (!a_) {
            rows.push_back({RowKind::lock, title, l.key, {}, true, true, l.row});
        } else {
            rows.push_back({RowKind::lock, title, l.key, {}, true, false, {}});
            rows.push_back({RowKind::run, tr("A  %1").arg(label_a_), l.key, {}, false, in_a != nullptr,
                in_a ? in_a->row : lock::LockRow{}});
            rows.push_back({RowKind::run, tr("B  %1").arg(label_b_), l.key, {}, true, in_b != nullptr,
                in_b ? in_b->row : lock::LockRow{}});
        }
        if (!in_b || in_b->sites.empty())
            return;
        if (a_)
            rows.push_back(
                {RowKind::heading, sorted_by_ < 0 ? tr("B by call site, most waited for first") : tr("B by call site"),
                    l.key, {}, true, false, {}});
        for (const lock::ReportSite& s : in_b->sites)
            rows.push_back({RowKind::site, text(s.name), l.key, s.site, true, true, s.row});
    };
    for (const lock::ReportLock& l : b.locks)
        add_lock(a_ ? a_->find(l.key) : nullptr, &l);
    if (a_)
        for (const lock::ReportLock& l : a_->locks)
            if (!b.find(l.key))
                add_lock(&l, nullptr);

    // The same rows as before keep selection and place; only their numbers changed.
    const bool same = rows.size() == rows_.size()
        && std::equal(rows.begin(), rows.end(), rows_.begin(), [](const Row& x, const Row& y) {
               return x.kind == y.kind && x.key == y.key && x.site == y.site && x.of_b == y.of_b && x.name == y.name;
           });
    if (same) {
        rows_ = std::move(rows);
        if (!rows_.empty())
            emit dataChanged(index(0, 0), index(static_cast<int>(rows_.size()) - 1, columns - 1));
        return;
    }
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int LockTableModel::row_of(const std::string& key, std::optional<std::uint16_t> site) const {
    const auto at = std::find_if(rows_.begin(), rows_.end(),
        [&](const Row& r) { return r.key == key && r.site == site && (site || r.kind == RowKind::lock); });
    return at == rows_.end() ? -1 : static_cast<int>(at - rows_.begin());
}

void LockTableModel::sort(int column, Qt::SortOrder order) {
    if (column == sorted_by_ && order == sort_order_)
        return;
    sorted_by_ = column;
    sort_order_ = order;
    build();
}

int LockTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int LockTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QString LockTableModel::cell(const Row& r, int column) const {
    if (column == name)
        return r.kind == RowKind::run || r.kind == RowKind::heading ? r.name
            : r.kind == RowKind::site                               ? QStringLiteral(" ") + r.name
                                                                    : r.name;
    if (!r.has_values)
        return {};
    const double v = value(r.row, column, r.of_b);
    switch (column) {
    case used:
    case contended:
    case spinning:
        return share(v);
    case total:
        return format::count(static_cast<qint64>(r.row.taken));
    case wait:
    case wait_max:
        if (r.row.wait.count == 0)
            return QStringLiteral("–");
        [[fallthrough]];
    default:
        return format::real(v / 1000, v < 99'950 ? 1 : 0);
    }
}

QVariant LockTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Row& r = row(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cell(r, index.column());
    case Qt::ToolTipRole:
        if (r.kind == RowKind::site && index.column() == name)
            return tr("Shows the line from which %1 asks for the lock.").arg(r.name);
        return index.column() == name ? QVariant(r.name) : QVariant();
    case Qt::AccessibleTextRole: {
        const QString value = cell(r, index.column());
        if (index.column() == name || value.isEmpty())
            return value.trimmed();
        return tr("%1, %2: %3")
            .arg(r.name, headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(), value);
    }
    case Qt::TextAlignmentRole:
        return index.column() == name ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                      : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole:
        if (index.column() == name && (r.kind == RowKind::lock || r.kind == RowKind::site))
            return theme().mono(r.kind == RowKind::lock ? type::control : type::note, r.kind == RowKind::lock);
        return theme().font(r.kind == RowKind::heading ? type::note : type::control, r.kind == RowKind::run && r.of_b);
    case Qt::ForegroundRole:
        return color(r.kind == RowKind::heading || (r.kind == RowKind::run && !r.of_b) ? Token::ink2 : Token::ink);
    case Qt::BackgroundRole:
        return r.kind == RowKind::run && r.of_b ? QVariant(color(Token::accentsoft)) : QVariant();
    default:
        return {};
    }
}

QVariant LockTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == name ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                               : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case name:
        return tip ? tr("Locks of one kind together; under each lock its call sites.") : tr("Lock");
    case used:
        return tip ? tr("Share of the time so far that somebody held it; locks of one kind add up.") : tr("Used");
    case contended:
        return tip ? tr("Share of the requests that found it taken and had to wait.") : tr("Contended");
    case hold:
        return tip ? tr("How long a holder kept it, on average.") : tr("Hold µs");
    case wait:
        return tip ? tr("How long a CPU spun for it, on average over the requests that had to wait.") : tr("Wait µs");
    case hold_max:
        return tip ? tr("The longest time that a holder kept it.") : tr("Longest hold, µs");
    case wait_max:
        return tip ? tr("The longest time that a CPU spun for it.") : tr("Longest wait, µs");
    case spinning:
        return tip ? tr("Share of the time of all CPUs that was spent spinning for it.") : tr("Spinning");
    case total:
        return tip ? tr("How often it was taken so far.") : tr("Taken");
    default:
        return {};
    }
}

} // namespace sluice::ui
