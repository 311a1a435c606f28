// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/run_charts.h"

#include "core/workload/knobs.h"
#include "ui/chart/file_charts.h"
#include "ui/chart/giant_charts.h"
#include "ui/chart/lock_charts.h"
#include "ui/chart/measured_steps.h"
#include "ui/kit/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace sluice::ui {

using experiment::MetricQuery;
// The metric's series; a chart's own is ui::Series.
using Measured = experiment::Series;

namespace {

constexpr int kWindows = 60; ///< windows of a percentile band over the whole run
constexpr std::size_t kMostLines = 8; ///< more CPUs than this are shown as their sum

QString tr(const char* text) {
    return QCoreApplication::translate("RunCharts", text);
}

MetricQuery query(const char* name, std::map<std::string, std::string> labels = {}) {
    return {name, std::move(labels)};
}
MetricQuery of_cpu(const char* name, std::size_t cpu) {
    return query(name, {{"cpu", std::to_string(cpu)}});
}
MetricQuery of_node(const char* name, std::size_t node) {
    return query(name, {{"node", std::to_string(node)}});
}

bool few_cpus(const experiment::Scenario& s) {
    return s.machine.cpus.size() <= kMostLines;
}

const Measured* get(const ChartSide& side, const MetricQuery& q) {
    return side.series ? side.series(q) : nullptr;
}

/// Nearest-rank percentile of sorted values.
double percentile(const std::vector<double>& sorted, double p) {
    const auto n = static_cast<double>(sorted.size());
    const auto rank = static_cast<std::size_t>(std::ceil(p / 100 * n));
    return sorted[std::min(sorted.size() - 1, rank == 0 ? 0 : rank - 1)];
}

/// Increments as their running sum.
Series running_sum(const Measured& m, Role role, const QString& name, Time until) {
    Series s;
    s.name = name;
    s.kind = SeriesKind::step_line;
    s.role = role;
    s.x.push_back(static_cast<double>(m.from));
    s.y.push_back(0);
    for (const auto& p : m.points) {
        const auto x = static_cast<double>(p.at);
        const double sum = s.y.back() + p.value;
        if (x == s.x.back()) {
            s.y.back() = sum;
        } else {
            s.x.push_back(x);
            s.y.push_back(sum);
        }
    }
    s.x_end = static_cast<double>(until);
    return s;
}

ChartData frame(const char* name, const QString& title, const QString& note, const QString& unit, const ChartSide& b) {
    ChartData c;
    c.id = name;
    c.title = title;
    c.note = note;
    c.unit = unit;
    if (b.scenario) {
        c.x_from = 0;
        c.x_to = static_cast<double>(b.scenario->length);
    }
    return c;
}

void same_range_remark(ChartData& c, const ChartSide* a) {
    if (a)
        c.remark = tr("Same y range, A and B");
}

// ---- delays over time ----

/// Percentiles by window, and the delays above the band as dots.
void add_band(ChartData& c, const Measured& m, const QString& name, Time length, Time until) {
    const double width = static_cast<double>(std::max<Time>(length, 1)) / kWindows;
    std::map<int, std::vector<double>> windows;
    for (const auto& p : m.points)
        windows[static_cast<int>(static_cast<double>(p.at) / width)].push_back(p.value / 1000);
    Series band;
    band.name = name;
    band.kind = SeriesKind::band;
    band.role = Role::b;
    Series dots;
    dots.name = tr("single delays");
    dots.kind = SeriesKind::dots;
    dots.role = Role::b;
    dots.quiet = true;
    std::map<int, double> top;
    int last = -1;
    for (auto& [w, values] : windows) {
        std::sort(values.begin(), values.end());
        if (last >= 0 && w > last + 1) {
            // A window without a delay shows nothing: the band ends there.
            band.x.push_back((last + 1) * width);
            band.y.push_back(no_value);
            band.low.push_back(no_value);
            band.high.push_back(no_value);
        }
        band.x.push_back(w * width);
        band.y.push_back(percentile(values, 50));
        band.low.push_back(percentile(values, 1));
        band.high.push_back(percentile(values, 99));
        top[w] = values.size() < 20 ? percentile(values, 50) : percentile(values, 99);
        last = w;
    }
    band.x_end = std::min((last + 1) * width, static_cast<double>(until));
    double highest = 0;
    std::size_t at = 0;
    for (const auto& p : m.points) {
        const double v = p.value / 1000;
        if (v < top[static_cast<int>(static_cast<double>(p.at) / width)])
            continue;
        if (v > highest) {
            highest = v;
            at = dots.x.size();
        }
        dots.x.push_back(static_cast<double>(p.at));
        dots.y.push_back(v);
    }
    if (!dots.x.empty()) {
        dots.labels.resize(dots.x.size());
        dots.labels[at] = format::duration(static_cast<qint64>(highest * 1000));
    }
    c.series.push_back(std::move(band));
    c.series.push_back(std::move(dots));
}

/// Longest delay by window, for the run that stands behind.
void add_longest(ChartData& c, const Measured& m, const QString& name, Time length, Time until) {
    const double width = static_cast<double>(std::max<Time>(length, 1)) / kWindows;
    Series s;
    s.name = tr("%1, longest").arg(name);
    s.kind = SeriesKind::step_line;
    s.role = Role::a;
    for (const auto& p : m.points) {
        const double x = std::floor(static_cast<double>(p.at) / width) * width, v = p.value / 1000;
        if (!s.x.empty() && s.x.back() == x) {
            s.y.back() = std::max(s.y.back(), v);
        } else {
            s.x.push_back(x);
            s.y.push_back(v);
        }
    }
    s.x_end = static_cast<double>(until);
    if (!s.empty())
        c.series.push_back(std::move(s));
}

ChartData latency(const ChartSide& b, const ChartSide* a) {
    ChartData c = frame("latency", tr("Wake-up delay"), tr("from woken to running"), QStringLiteral("µs"), b);
    c.y_scale = Scale::log;
    if (a)
        if (const Measured* m = get(*a, query("wakeup.delay")); m && !m->points.empty())
            add_longest(c, *m, a->label, a->scenario->length, a->until);
    if (const Measured* m = get(b, query("wakeup.delay")); m && !m->points.empty())
        add_band(c, *m, b.label, b.scenario->length, b.until);
    const Time tick = b.scenario->machine.tick_period();
    c.references.push_back(
        {static_cast<double>(tick) / 1000, tr("one timer tick, %1").arg(format::duration(tick)), false});
    c.empty_state = {tr("No wake-up yet"), tr("A dot appears here when a task that was woken begins to run."), {}};
    same_range_remark(c, a);
    return c;
}

// ---- pages over time ----

ChartData quicklist(const ChartSide& b, const ChartSide* a) {
    ChartData c = frame("quicklist", tr("Held in quicklists"), tr("all CPUs"), tr("pages"), b);
    if (const Measured* m = get(b, query("quicklist.pages")))
        c.series.push_back(steps(*m, SeriesKind::area, Role::b, b.label, b.until));
    if (a)
        if (const Measured* m = get(*a, query("quicklist.pages")))
            c.series.push_back(steps(*m, SeriesKind::step_line, Role::a, a->label, a->until));
    if (const Measured* m = get(b, of_cpu("quicklist.limit", 0)); m && (!m->points.empty() || m->initial > 0)) {
        Series limit = steps(*m, SeriesKind::step_line, Role::limit, tr("limit"), b.until);
        limit.line_label = tr("limit of CPU 0");
        c.series.push_back(std::move(limit));
    }
    c.empty_state
        = {tr("No list holds a page yet"), tr("Pages are pushed when a process that had page tables ends."), {}};
    same_range_remark(c, a);
    return c;
}

ChartData by_cpu(const ChartSide& b) {
    ChartData c = frame("quicklist_cpu", tr("Held by each CPU"), tr("quicklists"), tr("pages"), b);
    const std::size_t n = b.scenario->machine.cpus.size();
    if (few_cpus(*b.scenario)) {
        for (std::size_t cpu = 0; cpu < n; ++cpu)
            if (const Measured* m = get(b, of_cpu("quicklist.pages", cpu))) {
                Series s = steps(*m, SeriesKind::step_line, Role::neutral, tr("CPU %1").arg(cpu), b.until);
                s.index = static_cast<int>(cpu);
                c.series.push_back(std::move(s));
            }
    } else {
        for (std::size_t node = 0; node < std::min<std::size_t>(b.scenario->machine.nodes, kMostLines); ++node)
            if (const Measured* m = get(b, of_node("quicklist.pages", node))) {
                Series s = steps(*m, SeriesKind::step_line, Role::neutral, tr("node %1").arg(node), b.until);
                s.index = static_cast<int>(node);
                c.series.push_back(std::move(s));
            }
        c.remark
            = tr("Many CPUs: by node, the first %1").arg(std::min<std::size_t>(b.scenario->machine.nodes, kMostLines));
    }
    c.empty_state
        = {tr("No list holds a page yet"), tr("Pages are pushed when a process that had page tables ends."), {}};
    return c;
}

ChartData free_memory(const ChartSide& b, const ChartSide* a) {
    ChartData c = frame("free", tr("Free memory"), tr("pages of each node"), tr("pages"), b);
    const std::size_t n = std::min<std::size_t>(b.scenario->machine.nodes, a ? 1 : kMostLines);
    c.y_from_zero = false;
    for (std::size_t node = 0; node < n; ++node) {
        if (const Measured* m = get(b, of_node("free.pages", node))) {
            Series s = steps(*m, SeriesKind::step_line, n == 1 ? Role::b : Role::neutral,
                n == 1 ? b.label : tr("node %1").arg(node), b.until);
            s.index = static_cast<int>(node);
            c.series.push_back(std::move(s));
        }
        if (a)
            if (const Measured* m = get(*a, of_node("free.pages", node)))
                c.series.push_back(steps(*m, SeriesKind::step_line, Role::a, a->label, a->until));
    }
    if (a && b.scenario->machine.nodes > 1)
        c.note = tr("node 0");
    same_range_remark(c, a);
    return c;
}

ChartData section_length(const ChartSide& b, const ChartSide* a) {
    ChartData c = frame(
        "section_length", tr("Pages per section"), tr("freed in one stretch without preemption"), tr("pages"), b);
    c.y_scale = Scale::log;
    const auto add = [&](const ChartSide& side, Role role) {
        const Measured* m = get(side, query("drain.section.pages"));
        if (!m || m->points.empty())
            return;
        Series s;
        s.name = side.label;
        s.kind = SeriesKind::dots;
        s.role = role;
        double highest = 0;
        std::size_t at = 0;
        for (const auto& p : m->points) {
            if (p.value > highest) {
                highest = p.value;
                at = s.x.size();
            }
            s.x.push_back(static_cast<double>(p.at));
            s.y.push_back(p.value);
        }
        s.labels.resize(s.x.size());
        s.labels[at] = format::count(static_cast<qint64>(highest));
        s.readout = tr("longest %1").arg(format::count(static_cast<qint64>(highest)));
        c.series.push_back(std::move(s));
    };
    if (a)
        add(*a, Role::a);
    add(b, Role::b);
    c.empty_state = {tr("No drain has happened yet"), tr("Lists drain when they grow past their limit."),
        tr("Run to the first drain")};
    same_range_remark(c, a);
    return c;
}

ChartData zeroing(const ChartSide& b, const ChartSide* a) {
    ChartData c = frame("zeroing", tr("Zeroing avoided"), tr("page tables taken clear from a list"), tr("pages"), b);
    if (const Measured* m = get(b, query("pt.hit")))
        c.series.push_back(running_sum(*m, Role::b, a ? b.label : tr("taken clear"), b.until));
    if (const Measured* m = get(b, query("pt.zeroed")); m && !a) {
        Series s = running_sum(*m, Role::neutral, tr("had to be cleared"), b.until);
        s.index = 1;
        c.series.push_back(std::move(s));
    }
    if (a)
        if (const Measured* m = get(*a, query("pt.hit")))
            c.series.push_back(running_sum(*m, Role::a, a->label, a->until));
    c.empty_state = {tr("No page table was taken yet"), tr("Every fork takes some."), {}};
    same_range_remark(c, a);
    return c;
}

// ---- histogram ----

ChartData delays(const ChartSide& b, const ChartSide* a) {
    ChartData c;
    c.id = "delays";
    c.title = tr("Delays");
    c.note = tr("wake-ups, how many are how long");
    c.unit = tr("wake-ups");
    c.x_kind = XKind::number;
    c.x_title = tr("delay");
    c.x_unit = QStringLiteral("µs");
    c.x_scale = Scale::log;
    c.y_scale = Scale::log;
    const auto add = [&](const ChartSide& side, Role role) {
        if (const Measured* m = get(side, query("wakeup.delay")); m && !m->points.empty())
            c.series.push_back(log_bins(*m, 1e-3, side.label, role));
    };
    if (a)
        add(*a, Role::a);
    add(b, Role::b);
    c.empty_state = {tr("No wake-up yet"), tr("A bar grows here with every task that was woken and runs."), {}};
    return c;
}

} // namespace

std::vector<RunChart> run_charts() {
    std::vector<RunChart> all{
        {"latency", tr("Wake-up delay"), tr("Delays over time: median, middle 98 % and single delays."), true},
        {"quicklist", tr("Held in quicklists"), tr("Pages on quicklists of all CPUs over time."), true},
        {"quicklist_cpu", tr("Held by each CPU"), tr("Pages on the quicklist of each CPU, or of each node's CPUs."),
            true},
        {"free", tr("Free memory"), tr("Free pages of each node over time."), true},
        {"section_length", tr("Pages per section"), tr("Pages freed in each stretch without preemption."), true},
        {"zeroing", tr("Zeroing avoided"), tr("Page tables taken clear from a list, and those that had to be cleared."),
            true},
        {"lock_use", tr("Use of a lock"), tr("How long a lock was held and how many had to wait for it, over time."),
            true},
        {"delays", tr("Delays"), tr("How many wake-ups waited how long; before and after a change."), false},
        {"lock_waits", tr("Waits for a lock"),
            tr("How many CPUs waited how long for a lock; before and after a change."), false},
        {"cpu_time", tr("Where CPU time goes"), tr("Shares of CPU time spent holding locks and spinning for them."),
            false},
    };
    const auto files = file_charts();
    const auto beside = std::find_if(all.begin(), all.end(), [](const RunChart& c) { return !c.over_time; });
    all.insert(beside, files.begin(), files.end());
    for (RunChart& c : giant_charts()) {
        const auto place
            = std::find_if(all.begin(), all.end(), [&](const RunChart& o) { return c.over_time && !o.over_time; });
        all.insert(place, std::move(c));
    }
    return all;
}

bool is_run_chart(const QString& name) {
    const auto all = run_charts();
    return std::any_of(all.begin(), all.end(), [&](const RunChart& c) { return name == c.name; });
}

std::set<MetricQuery> chart_queries(const QString& name, const experiment::Scenario& scenario) {
    std::set<MetricQuery> q;
    if (name == "latency" || name == "delays")
        q.insert(query("wakeup.delay"));
    else if (name == "quicklist")
        q.insert({query("quicklist.pages"), of_cpu("quicklist.limit", 0)});
    else if (name == "section_length")
        q.insert(query("drain.section.pages"));
    else if (name == "zeroing")
        q.insert({query("pt.hit"), query("pt.zeroed")});
    else if (name == "quicklist_cpu" && few_cpus(scenario))
        for (std::size_t cpu = 0; cpu < scenario.machine.cpus.size(); ++cpu)
            q.insert(of_cpu("quicklist.pages", cpu));
    else if (name == "quicklist_cpu" || name == "free")
        for (std::size_t node = 0; node < std::min<std::size_t>(scenario.machine.nodes, kMostLines); ++node)
            q.insert(of_node(name == "free" ? "free.pages" : "quicklist.pages", node));
    else
        for (auto* group : {lock_chart_queries, file_chart_queries, giant_chart_queries})
            if (q.empty())
                q = group(name, scenario);
    return q;
}

namespace {

ChartData make_lettered(const QString& name, const ChartSide& b, const ChartSide* a) {
    if (name == "latency")
        return latency(b, a);
    if (name == "quicklist")
        return quicklist(b, a);
    if (name == "quicklist_cpu")
        return by_cpu(b);
    if (name == "free")
        return free_memory(b, a);
    if (name == "section_length")
        return section_length(b, a);
    if (name == "zeroing")
        return zeroing(b, a);
    if (name == "delays")
        return delays(b, a);
    if (ChartData c = make_lock_chart(name, b, a); !c.id.isEmpty())
        return c;
    if (ChartData c = make_giant_chart(name, b, a); !c.id.isEmpty())
        return c;
    return make_file_chart(name, b, a);
}

} // namespace

namespace {

workload::Kind workload_of(const experiment::Scenario& scenario) {
    const auto kind = experiment::find_knob("workload.kind");
    return kind ? static_cast<workload::Kind>(scenario.knobs[*kind]) : workload::Kind::touch_exit;
}

} // namespace

std::pair<const char*, const char*> usual_charts(const experiment::Scenario& scenario) {
    const workload::Kind kind = workload_of(scenario);
    return kind == workload::Kind::free_giant ? std::pair("free_rate", "free")
        : workload::uses_files(kind)          ? std::pair("lock_use", "lru_sizes")
                                              : std::pair("latency", "quicklist");
}

const char* usual_total(const experiment::Scenario& scenario) {
    return workload_of(scenario) == workload::Kind::free_giant ? "giant_states" : "delays";
}

ChartData make_run_chart(const QString& name, const ChartSide& b, const ChartSide* a) {
    if (!b.scenario)
        return {};
    ChartData chart = make_lettered(name, b, a);
    for (Series& s : chart.series)
        s.lettered = a != nullptr;
    return chart;
}

ChartSide side_of(const experiment::RunResults& results, const experiment::Scenario& scenario, const QString& label) {
    return {[&results](const MetricQuery& q) {
                const auto at = results.series.find(q);
                return at == results.series.end() ? nullptr : &at->second;
            },
        &scenario, label, results.end};
}

} // namespace sluice::ui
