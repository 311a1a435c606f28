// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/lock_charts.h"

#include "core/experiment/locks.h"
#include "ui/kit/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace sluice::ui {

using experiment::MetricQuery;
using Measured = experiment::Series;

namespace {

constexpr int kWindows = 60; ///< windows over the whole run

QString tr(const char* text) {
    return QCoreApplication::translate("LockCharts", text);
}

MetricQuery of_lock(const char* name, const std::string& key) {
    return {name, {{"lock", key}}};
}
MetricQuery time_in(const char* state, const std::string& key = {}) {
    MetricQuery q{"cpu.seconds", {{"state", state}}};
    if (!key.empty())
        q.labels["lock"] = key;
    return q;
}

const Measured* get(const ChartSide& side, const MetricQuery& q) {
    return side.series ? side.series(q) : nullptr;
}

double sum(const Measured* m) {
    double total = 0;
    if (m)
        for (const auto& p : m->points)
            total += p.value;
    return total;
}

QString lock_name(const ChartSide& side) {
    return QString::fromStdString(charted_lock(*side.scenario).name);
}

ChartData waits(const ChartSide& b, const ChartSide* a) {
    const auto query = of_lock("lock.wait", charted_lock(*b.scenario).key);
    ChartData c;
    c.id = "lock_waits";
    c.title = tr("Waits for %1").arg(lock_name(b));
    c.note = tr("how many are how long");
    c.unit = tr("waits");
    c.x_kind = XKind::number;
    c.x_title = tr("length of the wait");
    c.x_unit = QStringLiteral("µs");
    c.x_scale = Scale::log;
    c.y_scale = Scale::log;
    const auto add = [&](const ChartSide& side, Role role) {
        if (const Measured* m = get(side, query); m && !m->points.empty())
            c.series.push_back(log_bins(*m, 1e-3, side.label, role));
    };
    if (a)
        add(*a, Role::a);
    add(b, Role::b);
    c.empty_state
        = {tr("No CPU has waited for it"), tr("A bar grows here with every CPU that found the lock taken."), {}};
    return c;
}

/// Sums of a counter by window of `width` ns.
std::vector<double> by_window(const Measured* m, double width, std::size_t windows) {
    std::vector<double> out(windows);
    if (m)
        for (const auto& p : m->points)
            out[std::min(windows - 1, static_cast<std::size_t>(static_cast<double>(p.at) / width))] += p.value;
    return out;
}

ChartData use(const ChartSide& b, const ChartSide* a) {
    const std::string key = charted_lock(*b.scenario).key;
    ChartData c;
    c.id = "lock_use";
    c.title = tr("Use of %1").arg(lock_name(b));
    c.note = tr("share of time held, share of requests that had to wait");
    c.unit = QStringLiteral("%");
    c.x_from = 0;
    c.x_to = static_cast<double>(b.scenario->length);
    const auto add = [&](const ChartSide& side, bool of_b) {
        const Measured* held = get(side, time_in("hold", key));
        if (!held || side.until <= 0)
            return;
        const double width = static_cast<double>(std::max<Time>(side.scenario->length, kWindows)) / kWindows;
        const auto windows = std::clamp<std::size_t>(
            static_cast<std::size_t>(std::ceil(static_cast<double>(side.until) / width)), 1, kWindows);
        const auto hold = by_window(held, width, windows);
        const auto taken = by_window(get(side, of_lock("lock.acquisitions", key)), width, windows);
        const auto waited = by_window(get(side, of_lock("lock.contended", key)), width, windows);
        Series used, contended;
        used.name = a ? tr("%1, used").arg(side.label) : tr("used");
        used.kind = of_b ? SeriesKind::area : SeriesKind::step_line;
        used.stepped = of_b;
        used.role = of_b ? Role::b : Role::a;
        contended.name = a ? tr("%1 %2, contended").arg(of_b ? QStringLiteral("B") : QStringLiteral("A"), side.label)
                           : tr("contended");
        contended.kind = SeriesKind::step_line;
        contended.role = Role::neutral;
        contended.index = of_b ? 0 : 2;
        for (std::size_t w = 0; w < windows; ++w) {
            const double begin = static_cast<double>(w) * width;
            const double end = std::min(begin + width, static_cast<double>(side.until));
            used.x.push_back(begin);
            used.y.push_back(end > begin ? 100 * hold[w] / (end - begin) : 0);
            contended.x.push_back(begin);
            contended.y.push_back(taken[w] > 0 ? 100 * waited[w] / taken[w] : 0);
        }
        used.x_end = contended.x_end = static_cast<double>(side.until);
        if (sum(held) > 0) {
            c.series.push_back(std::move(used));
            c.series.push_back(std::move(contended));
        }
    };
    if (a)
        add(*a, false);
    add(b, true);
    if (a)
        c.remark = tr("Same y range, A and B");
    c.empty_state = {tr("The lock was not taken yet"), tr("Shares of each sixtieth of the run appear here."), {}};
    return c;
}

/// Where the CPUs' time went, ns.
struct Times {
    double busy = 0, hold = 0, hold_other = 0, spin = 0, spin_other = 0;
    double work() const { return std::max(0.0, busy - hold - hold_other - spin - spin_other); }
    double share(double ns) const { return busy > 0 ? 100 * ns / busy : 0; }
};

Times times_of(const ChartSide& side) {
    const std::string key = charted_lock(*side.scenario).key;
    const Measured* idle = get(side, time_in("idle"));
    Times t;
    if (!idle)
        return t;
    const auto cpus = static_cast<double>(side.scenario->machine.cpus.size());
    t.busy = std::max(0.0, static_cast<double>(idle->to - idle->from) * cpus - sum(idle));
    t.hold = sum(get(side, time_in("hold", key)));
    t.hold_other = std::max(0.0, sum(get(side, time_in("hold"))) - t.hold);
    t.spin = sum(get(side, time_in("spin", key)));
    t.spin_other = std::max(0.0, sum(get(side, time_in("spin"))) - t.spin);
    return t;
}

ChartData cpu_time(const ChartSide& b, const ChartSide* a) {
    const QString name = lock_name(b);
    ChartData c;
    c.id = "cpu_time";
    c.title = tr("Where CPU time goes");
    c.note = tr("holding and spinning; the rest is work");
    c.unit = tr("% of busy time");
    c.x_kind = XKind::category;
    struct Part {
        QString name;
        double Times::*ns;
    };
    const Part parts[] = {{tr("holding %1").arg(name), &Times::hold}, {tr("holding other locks"), &Times::hold_other},
        {tr("spinning for %1").arg(name), &Times::spin}, {tr("spinning for others"), &Times::spin_other}};
    std::vector<Series> stacks;
    for (int i = 0; i < 4; ++i) {
        Series s;
        s.name = parts[i].name;
        s.kind = SeriesKind::column;
        s.role = Role::neutral;
        s.index = i;
        stacks.push_back(std::move(s));
    }
    TableColumn run{tr("Run"), {}, {}, {}}, work{tr("work"), QStringLiteral("%"), {}, {}};
    std::vector<TableColumn> columns;
    for (const Part& p : parts)
        columns.push_back({p.name, QStringLiteral("%"), {}, {}});
    QStringList sentences;
    const auto add = [&](const ChartSide& side, const QString& label) {
        const Times t = times_of(side);
        if (t.busy <= 0)
            return;
        const auto x = static_cast<double>(c.categories.size());
        c.categories.push_back(label);
        run.words.push_back(label);
        work.numbers.push_back(t.share(t.work()));
        double base = 0;
        QStringList said;
        for (std::size_t i = 0; i < stacks.size(); ++i) {
            const double share = t.share(t.*parts[i].ns);
            columns[i].numbers.push_back(share);
            stacks[i].x.push_back(x);
            stacks[i].low.push_back(base);
            stacks[i].y.push_back(base + share);
            stacks[i].labels.push_back(share > 0 ? format::percent(share, share < 10 ? 2 : 1) : QString());
            base += share;
            said << tr("%1 %2").arg(parts[i].name, format::percent(share, 2));
        }
        sentences
            << tr("%1: %2, work %3").arg(label, said.join(QStringLiteral(", ")), format::percent(t.share(t.work()), 1));
    };
    if (a)
        add(*a, tr("A  %1").arg(a->label));
    add(b, a ? tr("B  %1").arg(b.label) : b.label);
    c.empty_state
        = {tr("No CPU has worked yet"), tr("Columns grow here with the time that CPUs hold or wait for locks."), {}};
    if (c.categories.empty())
        return c;
    c.series = std::move(stacks);
    c.sentence = tr("Where CPU time goes. %1.").arg(sentences.join(QStringLiteral(". ")));
    c.table.columns.push_back(std::move(run));
    c.table.columns.push_back(std::move(work));
    for (TableColumn& column : columns)
        c.table.columns.push_back(std::move(column));
    return c;
}

} // namespace

lock::LockGroup charted_lock(const experiment::Scenario& scenario) {
    const lock::LockDirectory locks = experiment::lock_directory(scenario);
    for (const lock::LockGroup& g : locks.groups())
        if (g.lock_class != lock::kZoneLockClass && g.lock_class != lock::kPageTableLockClass)
            return g;
    return *locks.of_class(lock::kZoneLockClass);
}

Series log_bins(const Measured& samples, double scale, const QString& name, Role role) {
    constexpr int kPerDecade = 6;
    std::map<int, double> bins;
    for (const auto& p : samples.points)
        ++bins[static_cast<int>(std::floor(std::log10(std::max(p.value * scale, 0.01)) * kPerDecade))];
    Series s;
    s.name = name;
    s.kind = SeriesKind::bars;
    s.role = role;
    if (bins.empty())
        return s;
    for (int bin = bins.begin()->first; bin <= bins.rbegin()->first; ++bin) {
        s.x.push_back(std::pow(10.0, static_cast<double>(bin) / kPerDecade));
        s.y.push_back(bins.count(bin) ? bins[bin] : 0);
    }
    s.x_end = std::pow(10.0, static_cast<double>(bins.rbegin()->first + 1) / kPerDecade);
    return s;
}

std::set<MetricQuery> lock_chart_queries(const QString& name, const experiment::Scenario& scenario) {
    const std::string key = charted_lock(scenario).key;
    if (name == "lock_waits")
        return {of_lock("lock.wait", key)};
    if (name == "lock_use")
        return {time_in("hold", key), of_lock("lock.acquisitions", key), of_lock("lock.contended", key)};
    if (name == "cpu_time")
        return {time_in("idle"), time_in("hold"), time_in("hold", key), time_in("spin"), time_in("spin", key)};
    return {};
}

ChartData make_lock_chart(const QString& name, const ChartSide& b, const ChartSide* a) {
    if (name == "lock_waits")
        return waits(b, a);
    if (name == "lock_use")
        return use(b, a);
    return name == "cpu_time" ? cpu_time(b, a) : ChartData{};
}

} // namespace sluice::ui
