// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chart/file_charts.h"

#include "core/experiment/policies.h"
#include "ui/chart/measured_steps.h"
#include "ui/kit/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace sluice::ui {

using experiment::MetricQuery;
using Measured = experiment::Series;

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("RunCharts", text);
}

MetricQuery query(const char* name, std::map<std::string, std::string> labels = {}) {
    return {name, std::move(labels)};
}
MetricQuery list_pages(const char* list) {
    return query("lru.pages", {{"list", list}});
}
MetricQuery off_lru(const char* why) {
    return query("offlru.pages", {{"why", why}});
}

ChartData frame(const char* name, const QString& title, const QString& note, const ChartSide& b, const ChartSide* a) {
    ChartData c;
    c.id = name;
    c.title = title;
    c.note = note;
    c.unit = tr("pages");
    c.x_from = 0;
    c.x_to = static_cast<double>(b.scenario->length);
    if (a)
        c.remark = tr("Same y range, A and B");
    c.empty_state = {tr("Nothing yet"), tr("Play, or go to a later moment."), {}};
    return c;
}

void add_level(ChartData& c, const ChartSide& side, const MetricQuery& q, Role role, const QString& name, int index = 0,
    double scale = 1) {
    const Measured* m = side.series ? side.series(q) : nullptr;
    if (!m)
        return;
    Series s = steps(*m, SeriesKind::step_line, role, name, side.until, scale);
    s.index = index;
    c.series.push_back(std::move(s));
}

ChartData off(const ChartSide& b, const ChartSide* a) {
    ChartData c = frame("offlru", tr("Pages off the LRU"), tr("waiting in vectors of CPUs, not being emptied"), b, a);
    add_level(c, b, off_lru("deferred"), Role::b, a ? b.label : tr("deferred"));
    if (a) {
        add_level(c, *a, off_lru("deferred"), Role::a, a->label);
    } else {
        add_level(c, b, off_lru("isolated"), Role::neutral, tr("isolated"), 1);
        add_level(c, b, off_lru("call"), Role::neutral, tr("in call vectors"), 2);
        c.note = tr("deferred, isolated by reclaim, in vectors of calls");
    }
    const auto p = experiment::file_policies(b.scenario->knobs).vectors;
    const double most = (p.slot_count - 1.0) * static_cast<double>(b.scenario->machine.cpus.size())
        * (p.vectors == pagevec::Vectors::two ? 2 : 1);
    if (p.deferred_add && most > 0)
        c.references.push_back(
            {most, tr("at most %1: one less than the slots, on each CPU").arg(format::count(static_cast<qint64>(most))),
                false});
    return c;
}

ChartData sizes(const ChartSide& b, const ChartSide* a) {
    ChartData c = frame("lru_sizes", tr("LRU lists"), tr("pages on each list"), b, a);
    add_level(c, b, list_pages("inactive"), Role::b, tr("inactive"));
    if (a) {
        add_level(c, *a, list_pages("inactive"), Role::a, tr("inactive"));
        c.note = tr("pages on the inactive list");
    } else {
        add_level(c, b, list_pages("active"), Role::neutral, tr("active"), 1);
        if (experiment::file_policies(b.scenario->knobs).lru.split) {
            add_level(c, b, list_pages("inactive_anon"), Role::neutral, tr("inactive, anonymous"), 2);
            add_level(c, b, list_pages("active_anon"), Role::neutral, tr("active, anonymous"), 3);
        }
    }
    return c;
}

ChartData dirty(const ChartSide& b, const ChartSide* a) {
    ChartData c = frame("dirty", tr("Dirty pages"), tr("dirty, and being written"), b, a);
    add_level(c, b, query("dirty.pages"), Role::b, a ? b.label : tr("dirty"));
    if (a)
        add_level(c, *a, query("dirty.pages"), Role::a, a->label);
    else
        add_level(c, b, query("writeback.pages"), Role::neutral, tr("being written"), 1);
    return c;
}

ChartData lowmem(const ChartSide& b, const ChartSide* a) {
    ChartData c = frame("lowmem", tr("Lowmem of buffer heads"), tr("in ZONE_NORMAL and ZONE_DMA"), b, a);
    c.unit = QStringLiteral("MiB");
    constexpr double kMiB = 1.0 / (1 << 20);
    add_level(c, b, query("bh.lowmem"), Role::b, a ? b.label : tr("buffer heads"), 0, kMiB);
    if (a)
        add_level(c, *a, query("bh.lowmem"), Role::a, a->label, 0, kMiB);
    const auto p = experiment::file_policies(b.scenario->knobs).buffers;
    if (p.limit == buffer_head::Limit::percent) {
        double pages = 0;
        for (const machine::Zone& z : b.scenario->machine.zones)
            if (z.kind != machine::ZoneKind::highmem)
                pages += static_cast<double>(z.pages - std::min(z.reserved, z.pages));
        c.references.push_back(
            {pages * static_cast<double>(b.scenario->machine.page_size) * static_cast<double>(p.percent) / 100 * kMiB,
                tr("limit: %1 % of lowmem").arg(p.percent), false});
    }
    return c;
}

} // namespace

std::vector<RunChart> file_charts() {
    return {
        {"lru_sizes", tr("LRU lists"), tr("Pages on the active and the inactive list over time."), true},
        {"offlru", tr("Pages off the LRU"), tr("Pages in use that wait in vectors or are isolated, over time."), true},
        {"dirty", tr("Dirty pages"), tr("Pages that are dirty and pages that are being written, over time."), true},
        {"lowmem", tr("Lowmem of buffer heads"), tr("Memory of lowmem that buffer heads take, over time."), true},
    };
}

std::set<MetricQuery> file_chart_queries(const QString& name, const experiment::Scenario& scenario) {
    std::set<MetricQuery> q;
    if (name == "offlru")
        q.insert({off_lru("deferred"), off_lru("isolated"), off_lru("call")});
    else if (name == "dirty")
        q.insert({query("dirty.pages"), query("writeback.pages")});
    else if (name == "lowmem")
        q.insert(query("bh.lowmem"));
    else if (name == "lru_sizes") {
        q.insert({list_pages("inactive"), list_pages("active")});
        if (experiment::file_policies(scenario.knobs).lru.split)
            q.insert({list_pages("inactive_anon"), list_pages("active_anon")});
    }
    return q;
}

ChartData make_file_chart(const QString& name, const ChartSide& b, const ChartSide* a) {
    if (name == "offlru")
        return off(b, a);
    if (name == "lru_sizes")
        return sizes(b, a);
    if (name == "dirty")
        return dirty(b, a);
    if (name == "lowmem")
        return lowmem(b, a);
    return {};
}

} // namespace sluice::ui
