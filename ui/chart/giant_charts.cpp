// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/giant_charts.h"

#include "core/workload/knobs.h"
#include "ui/chart/measured_steps.h"
#include "ui/kit/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace sluice::ui {

using experiment::MetricQuery;
using Measured = experiment::Series;

namespace {

constexpr std::size_t kMostLines = 8; ///< more CPUs or nodes than this are shown as their sum

QString tr(const char* text) {
    return QCoreApplication::translate("GiantCharts", text);
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

MetricQuery rate_of(const char* label, std::size_t i) {
    return {"free.rate", {{label, std::to_string(i)}}};
}

KnobValue knob_of(const experiment::Scenario& s, const char* id) {
    const auto k = experiment::find_knob(id);
    return k ? s.knobs[*k] : 0;
}

/// Who frees: CPUs where there are few of them, else the thread that exits (0) and its workers (from 1).
std::pair<const char*, std::size_t> freed_by(const experiment::Scenario& s) {
    if (s.machine.cpus.size() <= kMostLines)
        return {"cpu", s.machine.cpus.size()};
    const bool workers = knob_of(s, "free.parallel") != 0;
    const auto most = static_cast<std::size_t>(std::max<KnobValue>(knob_of(s, "free.max-active"), 0));
    return {"w", workers ? std::min(most + 1, kMostLines) : 1};
}

/// Time of a class of tasks: giants or their workers.
MetricQuery cpu_time(const char* task, const char* state = nullptr, const char* lock = nullptr) {
    MetricQuery q{"cpu.seconds", {{"task", task}}};
    if (state)
        q.labels["state"] = state;
    if (lock)
        q.labels["lock"] = lock;
    return q;
}

bool frees_giants(const experiment::Scenario& scenario) {
    const auto kind = experiment::find_knob("workload.kind");
    return kind && static_cast<workload::Kind>(scenario.knobs[*kind]) == workload::Kind::free_giant;
}

QString seconds(double ns) {
    return format::with_unit(format::real(ns / 1e9, 2), QStringLiteral("s"));
}

// ---- over time ----

ChartData free_rate(const ChartSide& b, const ChartSide* a) {
    const auto [label, n] = freed_by(*b.scenario);
    const bool by_cpu = QString::fromLatin1(label) == QStringLiteral("cpu");
    ChartData c;
    c.id = "free_rate";
    c.title = tr("Pages freed in a second");
    c.note = by_cpu ? tr("by CPU, windows of 10 ms") : tr("by the CPU of each worker, windows of 10 ms");
    c.unit = tr("million/s");
    c.x_from = 0;
    c.x_to = static_cast<double>(b.scenario->length);
    const auto all = [&](const ChartSide& side, SeriesKind kind, Role role) {
        if (const Measured* m = get(side, {"free.rate", {}}); m && !m->points.empty())
            c.series.push_back(steps(*m, kind, role, a ? side.label : tr("all CPUs"), side.until, 1e-6));
    };
    all(b, SeriesKind::area, Role::b);
    if (a)
        all(*a, SeriesKind::step_line, Role::a);
    for (std::size_t i = 0; !a && n > 1 && i < n; ++i)
        if (const Measured* m = get(b, rate_of(label, i)); m && !m->points.empty()) {
            const QString name = by_cpu ? tr("CPU %1").arg(i) : i == 0 ? tr("exits") : tr("worker %1").arg(i);
            Series s = steps(*m, SeriesKind::step_line, Role::neutral, name, b.until, 1e-6);
            s.index = static_cast<int>(i);
            c.series.push_back(std::move(s));
        }
    if (a)
        c.remark = tr("Same y range, A and B");
    c.empty_state = {
        tr("No page of a giant is free yet"), tr("The exit must begin first; its pages are freed from then on."), {}};
    return c;
}

// ---- parts of a whole ----

/// How a part is filled (chart_paint.cpp).
enum Fill : int { plain, faint, striped, hatched, dotted, lined };

struct Part {
    QString name;
    double ns = 0;
    Fill fill = plain;
};
struct Column {
    QString name;
    std::vector<Part> parts;
};

/// Stacked columns in seconds, with table and sentence.
void stack(ChartData& c, const std::vector<Column>& columns) {
    c.unit = QStringLiteral("s");
    c.x_kind = XKind::category;
    if (columns.empty())
        return;
    TableColumn heads{tr("Who"), {}, {}, {}};
    QStringList sentences;
    for (std::size_t p = 0; p < columns[0].parts.size(); ++p) {
        Series s;
        s.name = columns[0].parts[p].name;
        s.kind = SeriesKind::column;
        s.role = Role::neutral;
        s.index = columns[0].parts[p].fill;
        TableColumn cells{s.name, c.unit, {}, {}};
        for (std::size_t i = 0; i < columns.size(); ++i) {
            double base = 0;
            for (std::size_t below = 0; below < p; ++below)
                base += columns[i].parts[below].ns / 1e9;
            const double height = columns[i].parts[p].ns / 1e9;
            s.x.push_back(static_cast<double>(i));
            s.low.push_back(base);
            s.y.push_back(base + height);
            s.labels.push_back(height > 0 ? format::with_unit(format::real(height, 2), c.unit) : QString());
            cells.numbers.push_back(height);
        }
        c.series.push_back(std::move(s));
        c.table.columns.push_back(std::move(cells));
    }
    for (const Column& column : columns) {
        c.categories.push_back(column.name);
        heads.words.push_back(column.name);
        QStringList said;
        for (const Part& p : column.parts)
            said << tr("%1 %2").arg(p.name, seconds(p.ns));
        sentences << tr("%1: %2").arg(column.name, said.join(QStringLiteral(", ")));
    }
    c.table.columns.insert(c.table.columns.begin(), std::move(heads));
    c.sentence = tr("%1. %2.").arg(c.title, sentences.join(QStringLiteral(". ")));
}

QString lettered(const ChartSide* a, bool of_a, const QString& name) {
    return a ? (of_a ? tr("A  %1") : tr("B  %1")).arg(name) : name;
}

template <class Make>
std::vector<Column> columns_of(const ChartSide& b, const ChartSide* a, const Make& make) {
    std::vector<Column> columns;
    if (a)
        make(*a, true, columns);
    make(b, false, columns);
    return columns;
}

constexpr std::array<const char*, 2> kTasks{"giant", "kworker"};

ChartData states(const ChartSide& b, const ChartSide* a) {
    ChartData c;
    c.id = "giant_states";
    c.title = tr("Where the time of the exit goes");
    c.note = tr("the thread that exits, and all its workers together");
    const auto columns = columns_of(b, a, [&](const ChartSide& side, bool of_a, std::vector<Column>& out) {
        for (const char* task : kTasks) {
            const double all = sum(get(side, cpu_time(task)));
            if (all <= 0)
                continue;
            const double spin = sum(get(side, cpu_time(task, "spin")));
            const double spin_zone = sum(get(side, cpu_time(task, "spin", "zone")));
            const double hold = sum(get(side, cpu_time(task, "hold")));
            const double hold_zone = sum(get(side, cpu_time(task, "hold", "zone")));
            out.push_back(
                {lettered(a, of_a, QString::fromLatin1(task) == QStringLiteral("giant") ? tr("exits") : tr("workers")),
                    {{tr("outside the locks"), std::max(0.0, all - spin - hold), plain},
                        {tr("holding zone.lock"), hold_zone, faint},
                        {tr("holding other locks"), std::max(0.0, hold - hold_zone), lined},
                        {tr("spinning for zone.lock"), spin_zone, striped},
                        {tr("spinning for others"), std::max(0.0, spin - spin_zone), hatched}}});
        }
    });
    c.empty_state = {tr("Nothing has been freed yet"),
        tr("Columns grow here with the time that is spent spinning, holding a lock, and outside."), {}};
    stack(c, columns);
    return c;
}

struct PhaseName {
    const char* id;
    const char* words;
    Fill fill;
};
constexpr PhaseName kPhases[] = {{"zap", QT_TRANSLATE_NOOP("GiantCharts", "unmap and gather"), plain},
    {"flush", QT_TRANSLATE_NOOP("GiantCharts", "flush the TLB"), faint},
    {"lists", QT_TRANSLATE_NOOP("GiantCharts", "off the LRU lists"), lined},
    {"zone", QT_TRANSLATE_NOOP("GiantCharts", "page lists and zone"), striped},
    {"tables", QT_TRANSLATE_NOOP("GiantCharts", "page tables"), hatched},
    {"wait", QT_TRANSLATE_NOOP("GiantCharts", "wait for workers"), dotted}};

MetricQuery phase(const char* id, const char* task) {
    return {"time", {{"phase", id}, {"task", task}}};
}

ChartData phases(const ChartSide& b, const ChartSide* a) {
    ChartData c;
    c.id = "exit_phases";
    c.title = tr("Phases of the exit");
    c.note = tr("the thread that exits, and all its workers together");
    const auto columns = columns_of(b, a, [&](const ChartSide& side, bool of_a, std::vector<Column>& out) {
        for (const char* task : kTasks) {
            Column column{
                lettered(a, of_a, QString::fromLatin1(task) == QStringLiteral("giant") ? tr("exits") : tr("workers")),
                {}};
            double all = 0;
            for (const PhaseName& p : kPhases) {
                const double ns = sum(get(side, phase(p.id, task)));
                all += ns;
                column.parts.push_back({tr(p.words), ns, p.fill});
            }
            if (all > 0)
                out.push_back(std::move(column));
        }
    });
    c.empty_state
        = {tr("Nothing has been freed yet"), tr("Columns grow here with the time of each phase of the exit."), {}};
    stack(c, columns);
    return c;
}

/// Time of the longest exit, ns; 0 while none has ended.
double exit_time(const ChartSide& side) {
    double longest = 0;
    if (const Measured* m = get(side, {"exit.time", {}}))
        for (const auto& p : m->points)
            longest = std::max(longest, p.value);
    return longest;
}

ChartData cost(const ChartSide& b, const ChartSide* a) {
    ChartData c;
    c.id = "cpu_cost";
    c.title = tr("CPU seconds spent, seconds waited");
    c.note = tr("columns: CPU time; points: how long the exit takes");
    const auto spent
        = [](const ChartSide& side) { return sum(get(side, cpu_time("giant"))) + sum(get(side, cpu_time("kworker"))); };
    const auto columns = columns_of(b, a, [&](const ChartSide& side, bool of_a, std::vector<Column>& out) {
        if (spent(side) > 0)
            out.push_back({lettered(a, of_a, side.label),
                {{tr("CPU time, the thread that exits"), sum(get(side, cpu_time("giant"))), plain},
                    {tr("CPU time, workers"), sum(get(side, cpu_time("kworker"))), faint}}});
    });
    c.empty_state = {tr("Nothing has been freed yet"),
        tr("A column grows here with the CPU time of the exit, beside the time that it takes."), {}};
    stack(c, columns);
    if (columns.empty())
        return c;
    Series time;
    time.name = tr("time to exit");
    time.kind = SeriesKind::published;
    time.role = Role::published;
    TableColumn cells{time.name, c.unit, {}, {}};
    std::size_t i = 0;
    const auto add = [&](const ChartSide& side) {
        if (spent(side) <= 0)
            return;
        const double ns = exit_time(side);
        cells.numbers.push_back(ns > 0 ? ns / 1e9 : no_value);
        if (ns > 0) {
            time.x.push_back(static_cast<double>(i));
            time.y.push_back(ns / 1e9);
        }
        ++i;
    };
    if (a)
        add(*a);
    add(b);
    c.table.columns.push_back(std::move(cells));
    if (!time.empty())
        c.series.push_back(std::move(time));
    if (a && exit_time(*a) > 0 && exit_time(b) > 0) {
        const double saved = exit_time(*a) - exit_time(b), more = spent(b) - spent(*a);
        c.sentence = saved >= 0
            ? tr("B exits in %1, A in %2: it saves %3 and spends %4 of CPU time more.")
                  .arg(seconds(exit_time(b)), seconds(exit_time(*a)), seconds(saved), seconds(more))
            : tr("B exits in %1, A in %2: it takes %3 longer and spends %4 of CPU time more.")
                  .arg(seconds(exit_time(b)), seconds(exit_time(*a)), seconds(-saved), seconds(more));
        c.remark = tr("saved %1, spent %2").arg(seconds(saved), seconds(more));
    }
    return c;
}

ChartData loss(const ChartSide& b, const ChartSide* a) {
    ChartData c;
    c.id = "corunner_loss";
    c.title = tr("What co-runners lose");
    c.note = tr("of the work they do alone, the worst at the left");
    c.unit = QStringLiteral("%");
    c.x_kind = XKind::number;
    c.x_title = tr("co-runners");
    c.y_from_zero = true;
    const auto add = [&](const ChartSide& side, Role role) {
        const Measured* m = get(side, {"corunner.loss", {}});
        if (!m || m->points.empty())
            return;
        std::vector<double> values;
        for (const auto& p : m->points)
            values.push_back(p.value);
        std::sort(values.rbegin(), values.rend());
        double mean = 0;
        Series s;
        s.name = side.label;
        s.kind = SeriesKind::line;
        s.role = role;
        for (std::size_t i = 0; i < values.size(); ++i) {
            s.x.push_back(static_cast<double>(i + 1));
            s.y.push_back(values[i]);
            mean += values[i] / static_cast<double>(values.size());
        }
        s.readout = tr("mean %1").arg(format::percent(mean, 2));
        s.x_end = static_cast<double>(values.size());
        c.references.push_back({mean,
            (a ? role == Role::a ? tr("A, mean %1") : tr("B, mean %1") : tr("mean %1")).arg(format::percent(mean, 2)),
            role == Role::a});
        c.series.push_back(std::move(s));
    };
    if (a)
        add(*a, Role::a);
    add(b, Role::b);
    c.empty_state = {tr("Nobody has lost anything yet"),
        tr("Lines appear when the last exit is over, if co-runners were beside it."), {}};
    return c;
}

} // namespace

std::vector<RunChart> giant_charts() {
    return {
        {"free_rate", tr("Pages freed in a second"), tr("Pages of giants freed in a second, by CPU or worker."), true},
        {"giant_states", tr("Where the time of the exit goes"),
            tr("Time that the exiting thread and its workers spin, hold a lock, and work outside."), false},
        {"exit_phases", tr("Phases of the exit"), tr("Time of each phase: unmap, flush, lists, zone, tables, wait."),
            false},
        {"cpu_cost", tr("CPU seconds spent, seconds waited"), tr("CPU time of an exit beside the time that it takes."),
            false},
        {"corunner_loss", tr("What co-runners lose"), tr("Work that tasks beside an exit lose."), false},
    };
}

std::set<MetricQuery> giant_chart_queries(const QString& name, const experiment::Scenario& scenario) {
    std::set<MetricQuery> q;
    if (!frees_giants(scenario))
        return q;
    if (name == "free_rate") {
        q.insert({"free.rate", {}});
        const auto [label, n] = freed_by(scenario);
        for (std::size_t i = 0; n > 1 && i < n; ++i)
            q.insert(rate_of(label, i));
    } else if (name == "giant_states") {
        for (const char* task : kTasks) {
            q.insert(cpu_time(task));
            for (const char* state : {"spin", "hold"}) {
                q.insert(cpu_time(task, state));
                q.insert(cpu_time(task, state, "zone"));
            }
        }
    } else if (name == "exit_phases") {
        for (const char* task : kTasks)
            for (const PhaseName& p : kPhases)
                q.insert(phase(p.id, task));
    } else if (name == "cpu_cost") {
        q = {cpu_time("giant"), cpu_time("kworker"), {"exit.time", {}}};
    } else if (name == "corunner_loss") {
        q.insert({"corunner.loss", {}});
    }
    return q;
}

ChartData make_giant_chart(const QString& name, const ChartSide& b, const ChartSide* a) {
    if (name == "free_rate")
        return free_rate(b, a);
    if (name == "giant_states")
        return states(b, a);
    if (name == "exit_phases")
        return phases(b, a);
    if (name == "cpu_cost")
        return cost(b, a);
    return name == "corunner_loss" ? loss(b, a) : ChartData{};
}

} // namespace sluice::ui
