// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/report.h"

#include <algorithm>

namespace sluice::lock {

namespace {

/// Most waited for first; what nobody waited for by how long it was held.
bool before(const LockRow& a, const LockRow& b) {
    return a.waited != b.waited ? a.waited > b.waited : a.held > b.held;
}

void merge(ReportLock& into, const LockRecord& record, const LockNames& names) {
    ++into.locks;
    into.row.add(record.all);
    for (const LockSiteRow& s : record.sites) {
        auto at = std::find_if(
            into.sites.begin(), into.sites.end(), [&](const ReportSite& site) { return site.site == s.site; });
        if (at == into.sites.end())
            at = into.sites.insert(into.sites.end(), {s.site, names.site_name(s.site), {}, 0});
        at->row.add(s.row);
        at->held_against += s.held_against;
    }
}

bool empty(const LockRecord& record) {
    return record == LockRecord{};
}

} // namespace

double LockReport::utilisation(const LockRow& row) const {
    return elapsed() > 0 ? static_cast<double>(row.held) / static_cast<double>(elapsed()) : 0;
}

double LockReport::spinning(const LockRow& row) const {
    return elapsed() > 0 ? static_cast<double>(row.waited) / static_cast<double>(elapsed()) / cpus : 0;
}

const ReportLock* LockReport::find(std::string_view key) const {
    const auto at = std::find_if(locks.begin(), locks.end(), [&](const ReportLock& l) { return l.key == key; });
    return at == locks.end() ? nullptr : &*at;
}

LockReport make_report(const LockFold& fold, Time now, std::uint32_t cpus, const LockNames& names, Grouping grouping) {
    LockReport report;
    report.from = fold.from();
    report.to = std::max(now, fold.from());
    report.cpus = std::max(1u, cpus);
    for (std::size_t i = 0; i < fold.size(); ++i) {
        const auto id = static_cast<LockId>(i);
        const LockRecord record = fold.lock(id, now);
        if (empty(record))
            continue;
        report.total.add(record.all);
        const LockGroup* group = names.locks.group_of(id);
        if (grouping == Grouping::by_class && group && !report.locks.empty() && report.locks.back().key == group->key) {
            merge(report.locks.back(), record, names);
            continue;
        }
        ReportLock entry;
        entry.lock_class = group ? group->lock_class : LockClass{0};
        entry.key = group ? group->key : std::to_string(id);
        if (grouping == Grouping::by_class && group) {
            entry.name = group->name;
        } else {
            entry.id = id;
            entry.name = names.locks.name(id);
        }
        merge(entry, record, names);
        report.locks.push_back(std::move(entry));
    }
    for (ReportLock& l : report.locks)
        std::stable_sort(l.sites.begin(), l.sites.end(),
            [](const ReportSite& a, const ReportSite& b) { return before(a.row, b.row); });
    std::stable_sort(report.locks.begin(), report.locks.end(),
        [](const ReportLock& a, const ReportLock& b) { return before(a.row, b.row); });
    return report;
}

} // namespace sluice::lock
