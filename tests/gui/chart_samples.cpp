// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/chart_samples.h"

#include <cmath>
#include <random>

namespace sluice::ui::samples {

namespace {

struct Stall {
    double from, to, worst_us;
};
const Stall stalls[] = {{12, 14, 1098}, {27.5, 30.5, 1980}, {39, 42.5, 2849}, {50, 51.5, 902}};

const Stall* stall_at(double t_ms) {
    for (const Stall& s : stalls) {
        if (t_ms >= s.from && t_ms < s.to) {
            return &s;
        }
    }
    return nullptr;
}

} // namespace

ChartData latency(bool with_open) {
    std::mt19937 random(7);
    const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
    ChartData data;
    data.id = "wakeup_latency";
    data.title = "Wake-up latency";
    data.note = "wake-up to running";
    data.unit = QString::fromUtf8("µs");
    data.y_scale = Scale::log;
    data.x_from = 0;
    data.x_to = 60 * ms;
    Series b;
    b.name = "as posted";
    b.kind = SeriesKind::band;
    b.role = Role::b;
    Series dots;
    dots.name = "single delays";
    dots.kind = SeriesKind::dots;
    dots.role = Role::b;
    dots.quiet = true;
    double level = 8;
    for (int w = 0; w < 120; ++w) {
        const double t = w * 0.5;
        const Stall* stall = stall_at(t);
        level = std::min(14.0, std::max(5.0, level + (unit() - 0.5) * 1.5));
        b.x.push_back(t * ms);
        b.low.push_back(2.2 + unit() * 0.5);
        b.y.push_back(level);
        const double worst = stall && stall->from == 39 && t < 41 ? 1862 : stall ? stall->worst_us : 0;
        b.high.push_back(stall ? worst : 45 + unit() * 25);
        for (int k = 0; k < 3; ++k) {
            dots.x.push_back((t + unit() * 0.16 + k * 0.16) * ms);
            dots.y.push_back(std::exp(std::log(level) + (unit() - 0.4) * 2));
            dots.labels.emplace_back();
        }
        if (stall && t + 0.5 >= stall->to && stall->worst_us < 2000 && stall->worst_us > 1000) {
            dots.x.push_back((t + 0.49) * ms);
            dots.y.push_back(stall->worst_us);
            dots.labels.push_back(
                QString::number(stall->worst_us).insert(1, ',') + QChar(0xa0) + QString::fromUtf8("µs"));
        }
    }
    b.x_end = 60 * ms;
    Series a;
    a.name = "at most 256";
    a.kind = SeriesKind::step_line;
    a.role = Role::a;
    a.readout = QString::fromUtf8("96\u00a0µs worst");
    for (double t = 30; t < 60; t += 0.5) {
        a.x.push_back(t * ms);
        a.y.push_back(60 + 15 * std::sin(t));
    }
    a.x_end = 60 * ms;
    data.series = {b, dots, a};
    data.references = {{977, QString::fromUtf8("one timer tick, 977\u00a0µs"), false}};
    if (with_open) {
        data.open = OpenSample{39 * ms, no_value, 1862, Role::b, QString::fromUtf8("1,862\u00a0µs so far")};
    }
    data.remark = "Same y range, A and B";
    return data;
}

ChartData held_in_quicklists() {
    ChartData data;
    data.id = "quicklist";
    data.title = "Held in quicklists";
    data.note = "pages of 16\u00a0KiB, all CPUs";
    data.unit = "pages";
    data.x_from = 0;
    data.x_to = 60 * ms;
    Series b;
    b.name = "as posted";
    b.kind = SeriesKind::area;
    b.role = Role::b;
    const double points[][2] = {{0, 400}, {3, 1100}, {12.5, 7900}, {13.6, 4300}, {20, 6000}, {27.8, 14000}, {30, 7400},
        {36, 12700}, {39, 16500}, {42.3, 7100}, {50.5, 9200}, {51.4, 6900}, {60, 10400}};
    for (const auto& p : points) {
        b.x.push_back(p[0] * ms);
        b.y.push_back(p[1]);
    }
    Series a;
    a.name = "at most 256";
    a.kind = SeriesKind::line;
    a.role = Role::a;
    for (double t = 30; t <= 60; t += 3) {
        a.x.push_back(t * ms);
        a.y.push_back(8000 + 600 * std::sin(t / 4));
    }
    Series limit;
    limit.name = "limit of one CPU, node 0";
    limit.line_label = limit.name;
    limit.kind = SeriesKind::step_line;
    limit.role = Role::limit;
    limit.quiet = true;
    for (double t = 0; t < 60; t += 5) {
        limit.x.push_back(t * ms);
        limit.y.push_back(6800 - t * 12 + (t > 40 ? 600 : 0));
    }
    limit.x_end = 60 * ms;
    data.series = {b, a, limit};
    return data;
}

ChartData free_memory_per_cpu() {
    ChartData data;
    data.id = "quicklist_cpu";
    data.title = "Quicklist of each CPU";
    data.unit = "pages";
    data.x_from = 0;
    data.x_to = 60 * ms;
    std::mt19937 random(3);
    for (int cpu = 0; cpu < 6; ++cpu) {
        Series s;
        s.name = QStringLiteral("CPU %1").arg(cpu);
        s.kind = SeriesKind::step_line;
        s.role = Role::neutral;
        s.index = cpu;
        double level = 500 + cpu * 900;
        for (int i = 0; i < 3000; ++i) {
            level = std::max(0.0, level + static_cast<double>(random() % 101) - 50);
            s.x.push_back(i * 0.02 * ms);
            s.y.push_back(level);
        }
        s.x_end = 60 * ms;
        data.series.push_back(std::move(s));
    }
    return data;
}

ChartData delays_before_after() {
    ChartData data;
    data.id = "delays";
    data.title = "Delays";
    data.note = "wake-ups by delay";
    data.unit = "wake-ups";
    data.x_kind = XKind::number;
    data.x_title = "delay";
    data.x_unit = QString::fromUtf8("µs");
    data.x_scale = Scale::log;
    data.y_scale = Scale::log;
    const double before[] = {210, 2400, 5100, 900, 60, 4, 1, 14, 9};
    const double after[] = {190, 2300, 5300, 1100, 80, 3, 0, 0, 0};
    for (int run = 0; run < 2; ++run) {
        Series s;
        s.name = run == 0 ? "as posted" : "at most 256";
        s.kind = SeriesKind::bars;
        s.role = run == 0 ? Role::a : Role::b;
        double edge = 1;
        for (int bin = 0; bin < 9; ++bin) {
            s.x.push_back(edge);
            s.y.push_back(run == 0 ? before[bin] : after[bin]);
            edge *= std::pow(10.0, 4.0 / 9);
        }
        s.x_end = edge;
        data.series.push_back(std::move(s));
    }
    return data;
}

ChartData workers_sweep() {
    ChartData data;
    data.id = "exit_time";
    data.title = "Time to exit";
    data.note = "by number of workers";
    data.unit = "s";
    data.x_kind = XKind::category;
    data.x_title = "workers";
    data.categories = {"1", "2", "4", "8", "16", "32"};
    Series published;
    published.kind = SeriesKind::published;
    published.role = Role::published;
    published.x = {0, 1, 2, 3, 4, 5};
    published.y = {12.49, 8.07, 5.76, 4.77, 4.82, 5.23};
    published.low = {12.2, 7.9, 5.6, 4.6, 4.7, 5.1};
    published.high = {12.7, 8.3, 5.9, 4.95, 4.99, 5.4};
    Series model;
    model.name = "model, 95\u00a0% of 20 seeds";
    model.kind = SeriesKind::points;
    model.role = Role::model;
    model.x = {0, 1, 2, 3, 4, 5};
    model.y = {12.3, 8.2, 5.7, 4.61, 4.9, 5.4};
    model.low = {12.1, 8.1, 5.5, 4.5, 4.7, 5.2};
    model.high = {12.5, 8.35, 5.85, 4.7, 5.0, 5.6};
    data.series = {published, model};
    return data;
}

ChartData dense(std::size_t points) {
    ChartData data;
    data.title = "Dense";
    data.unit = "pages";
    data.x_from = 0;
    data.x_to = 60 * ms;
    std::mt19937 random(11);
    for (int k = 0; k < 4; ++k) {
        Series s;
        s.name = QStringLiteral("run %1").arg(k);
        s.kind = SeriesKind::line;
        s.role = k == 0 ? Role::a : k == 1 ? Role::b : Role::neutral;
        s.index = k;
        const std::size_t n = points / 4;
        for (std::size_t i = 0; i < n; ++i) {
            s.x.push_back(60 * ms * static_cast<double>(i) / static_cast<double>(n));
            s.y.push_back(static_cast<double>(random() % 10000));
        }
        data.series.push_back(std::move(s));
    }
    return data;
}

TimelineData timeline() {
    TimelineData data;
    data.to = 60 * ms;
    data.head = 42.3 * ms;
    data.stall_rule = "above half a tick";
    data.marks = {{MarkKind::beat, 0.1 * ms, "start", 1}, {MarkKind::knob, 15 * ms, "trigger: idle loop only", 2},
        {MarkKind::branch, 30 * ms, "branch B", 3}, {MarkKind::breakpoint, 38.9 * ms, "first page of a drain", 4}};
    for (const double t : {3.2, 6.5, 9.9}) {
        data.drains.push_back({t * ms, (t + 0.05) * ms, "drain on CPU 0", "idle loop"});
    }
    const auto stall = [&](double from, double to) {
        data.drains.push_back({from * ms, to * ms, "drain on CPU 0", "idle loop"});
        data.stalls.push_back({from * ms, to * ms, "preemption off on CPU 0", "drain to the limit"});
    };
    stall(12.4, 13.5);
    for (const double t : {17.3, 21.0, 24.7}) {
        data.drains.push_back({t * ms, (t + 0.05) * ms, "drain on CPU 1", "idle loop"});
    }
    stall(27.9, 29.9);
    for (const double t : {33.5, 36.3}) {
        data.drains.push_back({t * ms, (t + 0.05) * ms, "drain on CPU 0", "idle loop"});
    }
    stall(38.9, 42.158);
    data.drains.push_back({46.9 * ms, 46.95 * ms, "drain on CPU 2", "idle loop"});
    stall(50.3, 51.2);
    data.drains.push_back({55.2 * ms, 55.25 * ms, "drain on CPU 0", "idle loop"});
    return data;
}

ClaimData claim() {
    ClaimData claim;
    claim.title = "Time lost to spinning falls to a third";
    claim.axis = "share of system time spent spinning, all locks";
    claim.unit = "%";
    claim.model_name = "model, 95\u00a0% of 20 seeds";
    ClaimRow before;
    before.name = "Before";
    before.note = "page at a time";
    before.published = 2.5;
    before.model = 2.5;
    before.model_low = 2.46;
    before.model_high = 2.54;
    before.allowed_low = 2.3;
    before.allowed_high = 2.7;
    before.use = ClaimUse::calibration;
    before.published_text = "published 2.5";
    before.model_text = "model 2.50";
    ClaimRow after;
    after.name = "After";
    after.note = "16 slots, 8 patches";
    after.published = 0.85;
    after.model = 0.87;
    after.model_low = 0.82;
    after.model_high = 0.92;
    after.allowed_low = 0.6;
    after.allowed_high = 1.1;
    claim.rows = {before, after};
    return claim;
}

} // namespace sluice::ui::samples
